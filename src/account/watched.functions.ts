import { createServerFn } from '@tanstack/react-start';
import * as v from 'valibot';
import { WatchedLink, WatchRequest } from '#/model/watched.ts';
import { server } from '#/server/index.ts';
import { checkedInput } from '#/site/serving/server-function.server.ts';
import { asUser, thisAddress } from './session/this-user.server.ts';

/** Links that the user waits for, and has waited for lately, newest first. Failures: unauthorized, busy. */
export const listWatched = createServerFn({ method: 'GET' }).handler(() =>
  asUser(async (userId) => (await server()).accounts.watchedLinks(userId)),
);

/** Has the user told when a link can be downloaded. Failures: unauthorized, busy, limit_reached, too_many_watched, and those of the link. */
export const watchLink = createServerFn({ method: 'POST' })
  .validator(checkedInput(WatchRequest))
  .handler(({ data }) => asUser(async (userId) => (await server()).accounts.watchLink(userId, data, thisAddress())));

/** Waits for a link no longer, or forgets that it was waited for. Failures: unauthorized, busy. */
export const forgetWatched = createServerFn({ method: 'POST' })
  .validator(checkedInput(v.object({ id: WatchedLink.entries.id })))
  .handler(({ data }) => asUser(async (userId) => (await server()).accounts.forgetWatched(userId, data.id)));
