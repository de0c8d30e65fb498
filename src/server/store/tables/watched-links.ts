import { and, desc, eq, inArray, min, ne, notInArray, or, sql } from 'drizzle-orm';
import { allowances } from '#app.config';
import type { WatchedLink } from '#/model/watched.ts';
import type { Preferences } from '#/model/account.ts';
import { userPreferences, type StoredWatchedLink, watchedLinks } from '../schema/schema.ts';
import type { StoreEvent } from '../events/events.ts';
import type { Store, StoreTransaction } from '../store.ts';

export type NewWatchedLink = Pick<
  StoredWatchedLink,
  'userId' | 'link' | 'platform' | 'title' | 'language' | 'startsAt' | 'nextLookAt'
>;

/** What a platform tells of what is to come; null: it does not. */
export type Announced = Pick<StoredWatchedLink, 'title' | 'startsAt'>;

/** Of one who waits, when to look again, and what is known now of what is to come. */
type Postponed = Pick<StoredWatchedLink, 'id' | 'nextLookAt' | 'startsAt' | 'title'>;

/** What a user is to be told of, and in which language. */
export type WatchedLinkNotice = Pick<StoredWatchedLink, 'userId' | 'link' | 'platform' | 'title'> & {
  language: string;
};

type WatchedLinkRepository = {
  /** A user's, newest first: what is waited for, and of what has ended the latest. */
  list(userId: string): Promise<StoredWatchedLink[]>;
  /** Waits for a link, anew if it has ended; one that is waited for stays as it is. Of what has ended, the oldest goes for it. null: the user waits for as many as one may. */
  add(link: NewWatchedLink): Promise<StoredWatchedLink | null>;
  /** False: the user has no such one. */
  remove(userId: string, id: string): Promise<boolean>;
  /** When one is to be looked at next, of all users; null: nobody waits for anything. */
  nextLook(): Promise<Date | null>;
  /** All who wait for the link that is due longest, which is not due again for `leaseS`: who takes it may die. Nobody: none is due. */
  takeDue(leaseS: number): Promise<StoredWatchedLink[]>;
  postpone(postponed: readonly Postponed[]): Promise<void>;
  /** Inside a transaction: ends the wait of those who still do, and tells who they were. Each ends but once. */
  end(
    tx: StoreTransaction,
    ids: readonly string[],
    end: { state: 'there' | 'missed'; title?: string | null },
  ): Promise<string[]>;
  /** null: removed meanwhile, or it is not there after all. */
  notice(id: string): Promise<WatchedLinkNotice | null>;
  /** Takes it back that something was there. */
  withdraw(id: string): Promise<void>;
};

/** Tells all servers that something about what a user waits for has changed. */
export function watchedEvent(userId: string): StoreEvent {
  return { type: 'watchedChanged', userId };
}

/** Whose; null: another event. */
export function userOfWatchedEvent({ type, userId }: StoreEvent): string | null {
  return type === 'watchedChanged' && typeof userId === 'string' ? userId : null;
}

/** As pages see it. */
export function describeWatched({
  id,
  link,
  platform,
  title,
  startsAt,
  state,
  createdAt,
}: StoredWatchedLink): WatchedLink {
  const instants = { startsAt: startsAt?.toISOString() ?? null, createdAt: createdAt.toISOString() };
  return { id, link, platform, title, state, ...instants };
}

/** Rejects as drizzle does. */
export function createWatchedLinkRepository({
  db,
  transaction,
}: Pick<Store, 'db' | 'transaction'>): WatchedLinkRepository {
  const { id, userId, link, platform, title, state, nextLookAt } = watchedLinks;
  const isWaiting = eq(state, 'waiting');
  const hasEnded = ne(state, 'waiting');
  /** What of a user's has ended and is remembered. */
  const remembered = (user: string) =>
    db
      .select({ id })
      .from(watchedLinks)
      .where(and(eq(userId, user), hasEnded))
      .orderBy(desc(watchedLinks.endedAt), id)
      .limit(allowances.watchedRecords);
  return {
    list: (user) =>
      db
        .select()
        .from(watchedLinks)
        .where(and(eq(userId, user), or(isWaiting, inArray(id, remembered(user)))))
        .orderBy(desc(watchedLinks.createdAt), id),
    add: (wanted) =>
      transaction(async (tx) => {
        await tx.execute(sql`select pg_advisory_xact_lock(7254, hashtext(${wanted.userId}))`);
        const isSame = and(eq(userId, wanted.userId), eq(link, wanted.link));
        const [known] = await tx.select().from(watchedLinks).where(isSame);
        if (known?.state === 'waiting') return known;
        const waiting = await tx.$count(watchedLinks, and(eq(userId, wanted.userId), isWaiting));
        if (waiting >= allowances.watchedLinks) return null;
        if (known) await tx.delete(watchedLinks).where(eq(id, known.id));
        const [row] = await tx
          .insert(watchedLinks)
          .values({ ...wanted, id: crypto.randomUUID() })
          .returning();
        await tx
          .delete(watchedLinks)
          .where(and(eq(userId, wanted.userId), hasEnded, notInArray(id, remembered(wanted.userId))));
        return row ?? null;
      }),
    async remove(user, one) {
      const gone = await db
        .delete(watchedLinks)
        .where(and(eq(userId, user), eq(id, one)))
        .returning({ id });
      return gone.length > 0;
    },
    async nextLook() {
      const [row] = await db
        .select({ at: min(nextLookAt) })
        .from(watchedLinks)
        .where(isWaiting);
      return row?.at ?? null;
    },
    takeDue: (leaseS) =>
      transaction(async (tx) => {
        const [due] = await tx
          .select({ link })
          .from(watchedLinks)
          .where(and(isWaiting, sql`${nextLookAt} <= now()`))
          .orderBy(nextLookAt)
          .limit(1)
          .for('update', { skipLocked: true });
        if (!due) return [];
        return tx
          .update(watchedLinks)
          .set({ nextLookAt: sql`now() + ${leaseS} * interval '1 second'` })
          .where(and(isWaiting, eq(link, due.link)))
          .returning();
      }),
    postpone: (postponed) =>
      transaction(async (tx) => {
        for (const { id: one, ...changes } of postponed)
          await tx
            .update(watchedLinks)
            .set(changes)
            .where(and(eq(id, one), isWaiting));
      }),
    async end(tx, ids, { state: ended, title: known }) {
      if (ids.length === 0) return [];
      const rows = await tx
        .update(watchedLinks)
        .set({ state: ended, endedAt: sql`now()`, ...(known && { title: known }) })
        .where(and(inArray(id, [...ids]), isWaiting))
        .returning({ id });
      return rows.map((row) => row.id);
    },
    async notice(one) {
      const [row] = await db
        .select({
          userId,
          link,
          platform,
          title,
          language: watchedLinks.language,
          preferences: userPreferences.preferences,
        })
        .from(watchedLinks)
        .leftJoin(userPreferences, eq(userPreferences.userId, userId))
        .where(and(eq(id, one), eq(state, 'there')));
      if (!row) return null;
      const { preferences, language, ...notice } = row;
      return { ...notice, language: settledLanguage(preferences) ?? language };
    },
    async withdraw(one) {
      await db.update(watchedLinks).set({ state: 'missed' }).where(eq(id, one));
    },
  };
}

function settledLanguage(preferences: Preferences | null): string | null {
  return preferences?.language ?? null;
}
