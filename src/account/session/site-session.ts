import type { Result } from '#/model/failure.ts';
import { withTimeout } from '#/site/browser/timeouts.ts';
import type { IdentityClient } from '../identity-client.ts';
import { beginSession, endSession } from './session.functions.ts';

/** How long the site may take to let go of a session; signing out does not fail by it. */
const LEAVING_WAIT_MS = 3000;

/** Who the site was told has this browser's downloads, and whether it has taken that in; null: a guest. */
let joined: { userId: string; isDone: Promise<boolean> } | null = null;

/**
 * The client, with the site's own part of a session: this browser's downloads are the user's as long as somebody is signed in. The site is
 * told of the end before the identity service, since the token is still there then.
 */
export function withSiteSession(client: IdentityClient): IdentityClient {
  return {
    ...client,
    signOut: async (input) => {
      await withTimeout(leaveSite(input), false, LEAVING_WAIT_MS);
      return client.signOut(input);
    },
  };
}

/**
 * Has the site take this browser's downloads for the user's, once for each page, however many parts of it ask. Whether it has; where it
 * has not, the next to ask tries again.
 */
export function joinSite(userId: string): Promise<boolean> {
  if (joined?.userId === userId) return joined.isDone;
  const joining = { userId, isDone: isTaken(beginSession()) };
  joined = joining;
  void joining.isDone.then((isDone) => {
    if (!isDone && joined === joining) joined = null;
  });
  return joining.isDone;
}

/** Makes this browser's downloads a guest's again. Whether the site has taken that in. */
export function leaveSite({ isGlobal }: { isGlobal: boolean }): Promise<boolean> {
  joined = null;
  return isTaken(endSession({ data: { isEverywhere: isGlobal } }));
}

function isTaken(answer: Promise<Result<null>>): Promise<boolean> {
  return answer.then(
    ({ ok }) => ok,
    () => false,
  );
}
