import { and, asc, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { allowances } from '#app.config';
import type { Preferences, QueueAddition, QueueEntry, QueueSnapshot } from '#/model/account.ts';
import { downloads, queueEntries, userPreferences, watchedLinks } from '../schema/schema.ts';
import type { Forgotten } from './history.ts';
import { lockedDownloads } from './locked-downloads.ts';
import type { Store, StoreTransaction } from '../store.ts';
import { apiKeys, idempotentRequests } from '../schema/api-key-schema.ts';
import { ownerOfKey } from './api-keys.ts';
import { endSessionsOf, ownerOfUser } from './visitor-users.ts';

/** What signed-in users leave on the site, by the `sub` of their id tokens. */
export type AccountDataRepository = {
  /** null: nothing settled yet. */
  preferences(userId: string): Promise<Preferences | null>;
  savePreferences(userId: string, preferences: Preferences): Promise<void>;
  queue(userId: string): Promise<QueueSnapshot>;
  /** Adds entries, but for links that are there and entries that were taken out lately, and puts all in order. Beyond what one may have, the oldest go. */
  putEntries(userId: string, addition: QueueAddition): Promise<QueueSnapshot>;
  removeEntries(userId: string, ids: readonly string[]): Promise<QueueSnapshot>;
  /** Deletes all rows of a user in one transaction, and tells what there still is of them elsewhere. */
  erase(userId: string): Promise<Erased>;
};

type Erased = { downloads: Forgotten[]; visitorIds: string[] };

/** Rejects as drizzle does. */
export function createAccountDataRepository({
  db,
  transaction,
}: Pick<Store, 'db' | 'transaction'>): AccountDataRepository {
  return {
    async preferences(userId) {
      const [row] = await db.select().from(userPreferences).where(eq(userPreferences.userId, userId));
      return row?.preferences ?? null;
    },
    async savePreferences(userId, preferences) {
      const changed = { preferences, updatedAt: sql`now()` };
      await db
        .insert(userPreferences)
        .values({ userId, preferences })
        .onConflictDoUpdate({ target: userPreferences.userId, set: changed });
    },
    queue: (userId) => snapshotOf(db, userId),
    putEntries: (userId, addition) =>
      transaction(async (tx) => {
        await lock(tx, userId);
        await insert(tx, userId, addition.entries);
        await dropOldest(tx, userId);
        await arrange(tx, userId, addition);
        return snapshotOf(tx, userId);
      }),
    removeEntries: (userId, ids) =>
      transaction(async (tx) => {
        await lock(tx, userId);
        await remove(tx, userId, ids);
        return snapshotOf(tx, userId);
      }),
    erase: (userId) =>
      transaction(async (tx) => {
        await lock(tx, userId);
        await tx.delete(userPreferences).where(eq(userPreferences.userId, userId));
        await tx.delete(queueEntries).where(eq(queueEntries.userId, userId));
        await tx.delete(watchedLinks).where(eq(watchedLinks.userId, userId));
        const visitorIds = await endSessionsOf(tx, userId);
        const isOwnKey = eq(apiKeys.userId, userId);
        const keys = await tx.select({ id: apiKeys.id }).from(apiKeys).where(isOwnKey);
        const owners = [ownerOfUser(userId), ...keys.map(({ id }) => ownerOfKey(id))];
        const gone = await tx
          .delete(downloads)
          .where(inArray(downloads.id, lockedDownloads(tx, inArray(downloads.owner, owners))))
          .returning({ id: downloads.id, objectKey: downloads.objectKey });
        // After the downloads: webhooks go with both, and whoever adds one asks for its download first.
        await tx.delete(apiKeys).where(isOwnKey);
        await tx.delete(idempotentRequests).where(inArray(idempotentRequests.owner, owners));
        return { downloads: gone, visitorIds };
      }),
  };
}

/** Two devices that change one queue do so one after the other. */
async function lock(tx: StoreTransaction, userId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(7253, hashtext(${userId}))`);
}

async function snapshotOf(db: Pick<StoreTransaction, 'select'>, userId: string): Promise<QueueSnapshot> {
  const { id, link, platform, mode, quality, position } = queueEntries;
  const isOwn = eq(queueEntries.userId, userId);
  const entries = await db
    .select({ id, link, platform, mode, quality })
    .from(queueEntries)
    .where(and(isOwn, isNull(queueEntries.removedAt)))
    .orderBy(asc(position), asc(id));
  const removed = await db
    .select({ id })
    .from(queueEntries)
    .where(and(isOwn, isNotNull(queueEntries.removedAt)));
  return { entries, removed: removed.map((row) => row.id) };
}

/** On top until they are put in order. What is there already, by its id or its link, or was taken out, stays as it is. */
async function insert(tx: StoreTransaction, userId: string, entries: readonly QueueEntry[]): Promise<void> {
  const links = new Set((await snapshotOf(tx, userId)).entries.map(({ link }) => link));
  const fresh = entries.filter(({ link }) => !links.has(link) && links.add(link));
  if (fresh.length === 0) return;
  const rows = fresh.map((entry, index) => ({ ...entry, userId, position: index - fresh.length }));
  await tx.insert(queueEntries).values(rows).onConflictDoNothing();
}

async function dropOldest(tx: StoreTransaction, userId: string): Promise<void> {
  const { id, createdAt, position } = queueEntries;
  const surplus = await tx
    .select({ id })
    .from(queueEntries)
    .where(and(eq(queueEntries.userId, userId), isNull(queueEntries.removedAt)))
    .orderBy(desc(createdAt), asc(position))
    .offset(allowances.queueEntries);
  await remove(
    tx,
    userId,
    surplus.map((row) => row.id),
  );
}

/** That an entry was taken out is remembered, and nothing else of it. */
async function remove(tx: StoreTransaction, userId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { id, removedAt } = queueEntries;
  await tx
    .update(queueEntries)
    .set({ removedAt: sql`now()`, updatedAt: sql`now()`, link: '', platform: null, quality: null })
    .where(and(eq(queueEntries.userId, userId), inArray(id, [...ids]), isNull(removedAt)));
}

/** In the order of the device that asks; what it does not know of yet stands above. */
async function arrange(tx: StoreTransaction, userId: string, { entries, order }: QueueAddition): Promise<void> {
  if (entries.length === 0 && order === null) return;
  const { entries: now } = await snapshotOf(tx, userId);
  const placeOf = new Map((order ?? []).map((id, index) => [id, index]));
  const ids = now.map(({ id }) => id).toSorted((one, other) => (placeOf.get(one) ?? -1) - (placeOf.get(other) ?? -1));
  const places = sql.join(
    ids.map((id, index) => sql`(${id}::uuid, ${index}::integer)`),
    sql`, `,
  );
  if (ids.length === 0) return;
  await tx.execute(sql`
    update queue_entries set position = place.position, updated_at = now()
    from (values ${places}) as place (id, position)
    where queue_entries.user_id = ${userId} and queue_entries.id = place.id and queue_entries.position <> place.position`);
}
