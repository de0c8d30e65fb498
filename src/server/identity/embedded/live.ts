import type { LiveSource } from '../live-source.ts';
import type { IdentityPorts } from './ports.ts';
import type { IdentityUser } from './tables/user.ts';

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** How accounts of this very service are now, as its tables have it. */
export function createEmbeddedLive({
  sessions,
  users,
  recency,
  now,
}: Pick<IdentityPorts, 'sessions' | 'users' | 'recency' | 'now'>): LiveSource {
  async function find(userId: string, sessionId: string | null) {
    const found = sessionId !== null && UUID.test(sessionId) ? await sessions.find(sessionId) : null;
    if (!found?.user || found.user.sub !== userId || !isUsable(found.user)) return null;
    const { revokedAt, expiresAt } = found.session;
    return revokedAt === null && expiresAt.getTime() > now() ? { ...found, user: found.user } : null;
  }
  async function isUserLive(userId: string): Promise<boolean> {
    const user = UUID.test(userId) ? await users.bySub(userId) : null;
    return user?.isEnabled === true;
  }
  return {
    async session({ userId, sessionId }) {
      const found = await find(userId, sessionId);
      return found && { groups: found.user.groups, isRecent: recency.isRecent(found) };
    },
    isUserLive,
    isSessionLive: async (userId, sessionId) =>
      sessionId === null ? isUserLive(userId) : (await find(userId, sessionId)) !== null,
    // The tables say so themselves.
    noteEnded: async () => {},
  };
}

/** Whose password is to be chosen anew has no session until then. */
function isUsable({ isEnabled, status }: IdentityUser): boolean {
  return isEnabled && status !== 'RESET_REQUIRED';
}
