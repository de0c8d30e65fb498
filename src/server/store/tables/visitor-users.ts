import { eq, inArray, sql } from 'drizzle-orm';
import { lockedDownloads } from './locked-downloads.ts';
import { downloads, visitorUsers } from '../schema/schema.ts';
import type { Store, StoreTransaction } from '../store.ts';

type BegunSession = {
  /** Of the new cookie. */
  visitorId: string;
  userId: string;
  /** The sign-in that the cookie goes with (`origin_jti`); null: the user pool does not tell. */
  sessionId?: string | null;
  lifeS: number;
  /** What the browser's cookie was until now, and whose its downloads were as long as that was a guest's. */
  former: { visitorId: string; owner: string } | null;
};

/** `sessionId` null: of a cookie from before it was kept, or the user pool does not tell. */
type KnownVisitor = { userId: string; sessionId: string | null };

/** Which visitors' cookies stand for which user. */
type VisitorUserRepository = {
  /** Notes a session, ends the one that the browser had, and makes the guest's downloads the user's, all or nothing. */
  begin(session: BegunSession): Promise<void>;
  /** The user and the sign-in that a cookie stands for; null: nobody. */
  find(visitorId: string): Promise<KnownVisitor | null>;
  /** Has a cookie go with another sign-in of the same user. */
  rebind(visitorId: string, sessionId: string | null): Promise<void>;
  end(visitorId: string): Promise<void>;
  /** Ends all sessions of a user, and tells whose cookies they were. */
  endAll(userId: string): Promise<string[]>;
};

/** What a user's downloads are owned by. */
export function ownerOfUser(userId: string): string {
  return `user:${userId}`;
}

/** Rejects as drizzle does. */
export function createVisitorUserRepository({ db, query, transaction }: Pick<Store, 'db' | 'query' | 'transaction'>) {
  const repository: VisitorUserRepository = {
    async begin({ visitorId, userId, sessionId = null, lifeS, former }) {
      await transaction(async (tx) => {
        const expiresAt = sql<Date>`now() + ${lifeS}::integer * interval '1 second'`;
        await tx.insert(visitorUsers).values({ visitorId, userId, sessionId, expiresAt });
        if (!former) return;
        await tx.delete(visitorUsers).where(eq(visitorUsers.visitorId, former.visitorId));
        await tx
          .update(downloads)
          .set({ owner: ownerOfUser(userId) })
          .where(inArray(downloads.id, lockedDownloads(tx, eq(downloads.owner, former.owner))));
      });
    },
    async find(visitorId) {
      const [row] = await query<KnownVisitor>(
        `select user_id as "userId", session_id as "sessionId" from visitor_users
         where visitor_id = $1 and expires_at > now()`,
        [visitorId],
      );
      return row ?? null;
    },
    async rebind(visitorId, sessionId) {
      await query('update visitor_users set session_id = $2 where visitor_id = $1', [visitorId, sessionId]);
    },
    async end(visitorId) {
      await db.delete(visitorUsers).where(eq(visitorUsers.visitorId, visitorId));
    },
    endAll: (userId) => endSessionsOf(db, userId),
  };
  return repository;
}

/** Also as part of a transaction. */
export async function endSessionsOf(db: Pick<StoreTransaction, 'delete'>, userId: string): Promise<string[]> {
  const ended = await db
    .delete(visitorUsers)
    .where(eq(visitorUsers.userId, userId))
    .returning({ visitorId: visitorUsers.visitorId });
  return ended.map(({ visitorId }) => visitorId);
}
