import { createServerFn } from '@tanstack/react-start';
import * as v from 'valibot';
import { CounterNotice, TakedownRequest } from '#/model/operations.ts';
import { server } from '#/server/index.ts';
import { checkedInput, forThisVisitor } from '#/site/serving/server-function.server.ts';
import { sendCase } from './send-case.ts';

const Input = v.variant('kind', [
  v.object({ kind: v.literal('takedown'), request: TakedownRequest }),
  v.object({ kind: v.literal('counter-notice'), request: CounterNotice }),
]);

/** Sends a notice, or an objection to one, as the visitor who asks for it. */
export const fileCase = createServerFn({ method: 'POST' })
  .validator(checkedInput(Input))
  .handler(async ({ data }) => sendCase((await server()).downloader, data, forThisVisitor()));
