import { createServerFn } from '@tanstack/react-start';
import { ResolveRequest } from '#/model/download.ts';
import { server } from '#/server/index.ts';
import { checkedInput, forThisVisitor } from '#/site/serving/server-function.server.ts';

/** Turns a link into what there is to have of it. What can go wrong is part of the answer. */
export const resolveLink = createServerFn({ method: 'POST' })
  .validator(checkedInput(ResolveRequest))
  .handler(async ({ data }) => (await server()).downloader.resolve(data.url, { ...forThisVisitor(), from: data.from }));

/** How the platforms do at the moment, and the numbers that their pages tell and that this installation has set otherwise. */
export const getPlatformPages = createServerFn({ method: 'GET' }).handler(async () => {
  const { downloader, changedFacts } = await server();
  return { platforms: await downloader.platforms(forThisVisitor()), changedFacts };
});
