import { createServerFn } from '@tanstack/react-start';
import { Preferences } from '#/model/account.ts';
import { server } from '#/server/index.ts';
import { checkedInput } from '#/site/serving/server-function.server.ts';
import { asUser } from './session/this-user.server.ts';

/** What the user settled for all devices; null: nothing yet. Failures: unauthorized, busy. */
export const getPreferences = createServerFn({ method: 'GET' }).handler(() =>
  asUser(async (userId) => (await server()).accounts.preferences(userId)),
);

/** All of them at once. Failures: unauthorized, busy. */
export const savePreferences = createServerFn({ method: 'POST' })
  .validator(checkedInput(Preferences))
  .handler(({ data }) => asUser(async (userId) => (await server()).accounts.savePreferences(userId, data)));
