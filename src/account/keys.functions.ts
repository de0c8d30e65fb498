import { createServerFn } from '@tanstack/react-start';
import * as v from 'valibot';
import { ApiKey, NewApiKey } from '#/model/api-key.ts';
import { server } from '#/server/index.ts';
import { checkedInput } from '#/site/serving/server-function.server.ts';
import { asUser } from './session/this-user.server.ts';

/** The user's keys in use, the newest first, and what is left of their limits. Failures: unauthorized, busy. */
export const listKeys = createServerFn({ method: 'GET' }).handler(() =>
  asUser(async (userId) => (await server()).accounts.keys(userId)),
);

/** A new key; the only answer that has the key itself. Failures: unauthorized, busy, too_many_keys, invalid_request. */
export const createKey = createServerFn({ method: 'POST' })
  .validator(checkedInput(NewApiKey))
  .handler(({ data }) => asUser(async (userId) => (await server()).accounts.createKey(userId, data)));

/** Failures: unauthorized, busy, key_unknown. */
export const revokeKey = createServerFn({ method: 'POST' })
  .validator(checkedInput(v.object({ id: ApiKey.entries.id })))
  .handler(({ data }) => asUser(async (userId) => (await server()).accounts.revokeKey(userId, data.id)));
