import type { AccountUser } from '#/model/account.ts';
import { fail, type Result } from '#/model/failure.ts';
import { requestScope } from '#/site/serving/request-scope.server.ts';

/** Who calls, by the id token that came with the call, whose session and user were asked for live. Failures: unauthorized, busy. */
export function requireThisUser(): Result<AccountUser> {
  return requestScope.getStore()?.user ?? fail('unauthorized');
}

/** Does something for who calls. Failures: those of `requireThisUser`, besides its own. */
export async function asUser<T>(action: (userId: string, user: AccountUser) => Promise<Result<T>>): Promise<Result<T>> {
  const user = requireThisUser();
  return user.ok ? action(user.value.id, user.value) : user;
}

/**
 * Does something for who calls that a stolen token must not be enough for. Failures: those of `requireThisUser`, and recent_sign_in_needed,
 * besides its own.
 */
export async function asRecentUser<T>(action: (userId: string) => Promise<Result<T>>): Promise<Result<T>> {
  const user = (await requestScope.getStore()?.askUserNow?.()) ?? fail('unauthorized');
  if (!user.ok) return user;
  return user.value.isRecent ? action(user.value.id) : fail('recent_sign_in_needed');
}

/** The browser that calls, by its visitor's cookie. */
export function thisBrowser(): { visitorId: string | null; isSecure: boolean } {
  const { visitor, origin = '' } = requestScope.getStore() ?? {};
  return { visitorId: visitor?.visitorId ?? null, isSecure: origin.startsWith('https:') };
}

/** The network address that calls; null: not known. */
export function thisAddress(): { address: string | null } {
  return { address: requestScope.getStore()?.visitor?.address ?? null };
}

/** Has the answer bring another visitor's cookie; null: the browser's stays. */
export function replaceVisitorCookie(setCookie: string | null): void {
  const scope = requestScope.getStore();
  if (scope && setCookie !== null) scope.setCookie = setCookie;
}
