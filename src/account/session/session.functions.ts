import { createServerFn } from '@tanstack/react-start';
import * as v from 'valibot';
import { ok } from '#/model/failure.ts';
import { server } from '#/server/index.ts';
import { checkedInput } from '#/site/serving/server-function.server.ts';
import { requireThisUser, asUser, replaceVisitorCookie, thisBrowser } from './this-user.server.ts';

/**
 * To be called after signing in, and once by each page of who is signed in: from then on the browser's downloads are the user's, those
 * that it began as a guest too. Failures: unauthorized, busy.
 */
export const beginSession = createServerFn({ method: 'POST' }).handler(() =>
  asUser(async (userId, { sessionId }) => {
    const begun = await (await server()).accounts.beginSession(userId, { ...thisBrowser(), sessionId });
    if (!begun.ok) return begun;
    replaceVisitorCookie(begun.value);
    return ok(null);
  }),
);

/** To be called at signing out, while the id token is still there if it is to be everywhere. Failures: busy; unauthorized, everywhere. */
export const endSession = createServerFn({ method: 'POST' })
  .validator(checkedInput(v.object({ isEverywhere: v.boolean() })))
  .handler(async ({ data }) => {
    const { accounts } = await server();
    if (data.isEverywhere) {
      const ended = await asUser((userId) => accounts.endSessions(userId));
      if (!ended.ok) return ended;
    }
    const user = requireThisUser();
    const guest = await accounts.endSession(thisBrowser(), user.ok ? user.value : undefined);
    if (!guest.ok) return guest;
    replaceVisitorCookie(guest.value);
    return ok(null);
  });
