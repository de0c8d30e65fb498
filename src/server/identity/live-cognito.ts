import { AdminListGroupsForUserCommand, ListUsersCommand } from '@aws-sdk/client-cognito-identity-provider';
import type { Store } from '#/server/store/store.ts';
import type { AdminClient } from './admin-client.ts';
import type { LiveSource } from './live-source.ts';

type Ports = {
  /** Made when first wanted: the SDK is large. */
  admin: () => Promise<AdminClient>;
  store: Pick<Store, 'query'>;
  /** How long after a sign-in nobody has to sign in again before ending the account. */
  signInCountsMs: number;
  /** Milliseconds since 1970. */
  now?: () => number;
};

/** An id token of Amazon Cognito's is good for a day at most; after that nobody needs to know which sessions have ended. */
const REMEMBERED_MS = 25 * 60 * 60_000;

/** States of a user whose tokens are refused by the pool itself. */
const UNUSABLE: ReadonlySet<string> = new Set(['RESET_REQUIRED', 'UNCONFIRMED', 'ARCHIVED']);

/**
 * Accounts in a user pool of Amazon Cognito, asked by its admin API: whether the user is there and enabled, and the groups. That API
 * does not tell which sessions have ended, so those that ended by way of this site are remembered here (docs/accounts.md).
 */
export function createCognitoLive({ admin, store: { query }, signInCountsMs, now = Date.now }: Ports): LiveSource {
  /** By its sub: the one filter that finds users of providers, too. */
  async function find(userId: string) {
    const { client, userPoolId: UserPoolId } = await admin();
    const quoted = userId.replaceAll(/["\\]/g, String.raw`\$&`);
    const { Users = [] } = await client.send(
      new ListUsersCommand({ UserPoolId, Filter: `sub = "${quoted}"`, Limit: 1 }),
    );
    const [user] = Users;
    if (!user?.Username || user.Enabled !== true) return null;
    return { client, UserPoolId, Username: user.Username, status: user.UserStatus ?? '' };
  }

  async function hasEnded(userId: string, sessionId: string | null, beganAt: number): Promise<boolean> {
    const [row] = await query<{ ended: number }>(
      `select 1 as ended from ended_sessions
       where user_id = $1 and (session_id = $2 or (session_id is null and ended_at >= $3)) limit 1`,
      [userId, sessionId, new Date(beganAt)],
    );
    return row !== undefined;
  }

  return {
    async session({ userId, sessionId, provenAt }) {
      if (await hasEnded(userId, sessionId, provenAt)) return null;
      const user = await find(userId);
      if (!user || UNUSABLE.has(user.status)) return null;
      const { client, UserPoolId, Username } = user;
      const { Groups = [] } = await client.send(new AdminListGroupsForUserCommand({ UserPoolId, Username, Limit: 60 }));
      return {
        groups: Groups.flatMap(({ GroupName }) => GroupName ?? []),
        isRecent: now() - provenAt <= signInCountsMs,
      };
    },
    isUserLive: async (userId) => (await find(userId)) !== null,
    // The row of a cookie goes with the session that the site ends.
    isSessionLive: async (userId) => (await find(userId)) !== null,
    async noteEnded(userId, sessionId) {
      await query(
        `with swept as (delete from ended_sessions where ended_at < $1)
         insert into ended_sessions (user_id, session_id, ended_at) values ($2, $3, $4)`,
        [new Date(now() - REMEMBERED_MS), userId, sessionId, new Date(now())],
      );
    },
  };
}
