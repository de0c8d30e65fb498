import { createServerFn } from '@tanstack/react-start';
import { server } from '#/server/index.ts';
import { asRecentUser, replaceVisitorCookie, requireThisUser, thisBrowser } from './session/this-user.server.ts';

/**
 * Everything that the site keeps of the user: a response whose body is the JSON text of an `AccountExport`, which breaks off when the
 * server fails half-way. Failures, instead of a response: unauthorized, busy.
 */
export const exportAccount = createServerFn({ method: 'GET' }).handler(async () => {
  const user = requireThisUser();
  if (!user.ok) return user;
  return new Response((await server()).accounts.exportAll(user.value.id), {
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
  });
});

/**
 * Deletes everything that the site keeps of the user, and makes the browser a guest's. The account itself is its identity service's, and
 * is deleted there afterwards. Can be called again. Failures: unauthorized, busy, recent_sign_in_needed.
 */
export const deleteAccountData = createServerFn({ method: 'POST' }).handler(() =>
  asRecentUser(async (userId) => {
    const { accounts } = await server();
    const erased = await accounts.erase(userId);
    if (!erased.ok) return erased;
    const guest = await accounts.endSession(thisBrowser());
    if (guest.ok) replaceVisitorCookie(guest.value);
    return erased;
  }),
);
