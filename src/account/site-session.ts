import type { IdentityClient } from './identity-client.ts';
import { beginSession, endSession } from './session.functions.ts';
import { wait } from './wait.ts';

/** How long the site may take to let go of a session; signing out does not fail by it. */
const LEAVING_WAIT_MS = 3000;

/** By whom the site has this browser's downloads; null: by a guest. */
let joinedBy: string | null = null;

/**
 * The client, with the site's own part of a session: this browser's downloads are the user's as long as somebody is signed in. The site is
 * told of the end before the identity service, since the token is still there then.
 */
export function withSiteSession(client: IdentityClient): IdentityClient {
  return {
    ...client,
    signOut: async (input) => {
      const left = endSession({ data: { isEverywhere: input.isGlobal } }).catch(() => undefined);
      await Promise.race([left, wait(LEAVING_WAIT_MS)]);
      joinedBy = null;
      return client.signOut(input);
    },
  };
}

/** Has the site take this browser's downloads for the user's, once for each page. What fails is tried again with the next sign of them. */
export async function joinSite(userId: string): Promise<void> {
  if (joinedBy === userId) return;
  joinedBy = userId;
  const joined = await beginSession().catch(() => null);
  if (!joined?.ok) joinedBy = null;
}
