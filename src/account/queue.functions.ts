import { createServerFn } from '@tanstack/react-start';
import * as v from 'valibot';
import { allowances } from '#app.config';
import { QueueAddition, QueueEntry } from '#/model/account.ts';
import { server } from '#/server/index.ts';
import { checkedInput } from '#/site/serving/server-function.server.ts';
import { asUser } from './session/this-user.server.ts';

/** The user's queue. Failures of all three: unauthorized, busy. */
export const listQueueEntries = createServerFn({ method: 'GET' }).handler(() =>
  asUser(async (userId) => (await server()).accounts.queue(userId)),
);

/** Adds entries and puts all in order; answers the queue after it. */
export const putQueueEntries = createServerFn({ method: 'POST' })
  .validator(checkedInput(QueueAddition))
  .handler(({ data }) => asUser(async (userId) => (await server()).accounts.putEntries(userId, data)));

/** Takes entries out, on all devices; answers the queue after it. */
export const removeQueueEntries = createServerFn({ method: 'POST' })
  .validator(
    checkedInput(
      v.object({
        ids: v.pipe(v.array(QueueEntry.entries.id), v.minLength(1), v.maxLength(2 * allowances.queueEntries)),
      }),
    ),
  )
  .handler(({ data }) => asUser(async (userId) => (await server()).accounts.removeEntries(userId, data.ids)));
