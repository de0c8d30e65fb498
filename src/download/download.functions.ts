import { createServerFn } from '@tanstack/react-start';
import { ResolveRequest } from '#/model/download.ts';
import { server } from '#/server/index.ts';
import { checkedInput } from '#/site/checked-input.ts';
import { forThisVisitor } from './this-visitor.server.ts';

/** Turns a link into what there is to have of it. What can go wrong is part of the answer. */
export const resolveLink = createServerFn({ method: 'POST' })
  .validator(checkedInput(ResolveRequest))
  .handler(async ({ data }) => (await server()).downloader.resolve(data.url, { ...forThisVisitor(), from: data.from }));

/** How the platforms do at the moment. */
export const getPlatformHealth = createServerFn({ method: 'GET' }).handler(async () =>
  (await server()).downloader.platforms(forThisVisitor()),
);
