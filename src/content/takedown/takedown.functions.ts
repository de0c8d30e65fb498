import { createServerFn } from '@tanstack/react-start';
import { getRequest } from '@tanstack/react-start/server';
import * as v from 'valibot';
import { CounterNotice, TakedownRequest } from '#/model/operations.ts';
import { server } from '#/server/index.ts';
import { checkedInput } from '#/site/serving/checked-input.ts';
import { requestScope } from '#/site/serving/request-scope.server.ts';
import { sendCase } from './send-case.ts';

const Input = v.variant('kind', [
  v.object({ kind: v.literal('takedown'), request: TakedownRequest }),
  v.object({ kind: v.literal('counter-notice'), request: CounterNotice }),
]);

/** Sends a notice, or an objection to one, as the visitor who asks for it. */
export const fileCase = createServerFn({ method: 'POST' })
  .validator(checkedInput(Input))
  .handler(async ({ data }) => {
    const { downloader } = await server();
    return sendCase(downloader, data, { signal: getRequest().signal, onBehalf: requestScope.getStore()?.visitor });
  });
