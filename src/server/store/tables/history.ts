import { and, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { HistoryQuery } from '#/model/account.ts';
import { contains, isAfter, type RowPage, pageOf } from './cursor.ts';
import { lockedDownloads } from './locked-downloads.ts';
import { downloads, type StoredDownload } from '../schema/schema.ts';
import type { Store } from '../store.ts';

/** What an owner's downloads were, as long as they are remembered. */
export type HistoryRepository = {
  /** Newest first, a page of them, and how to go on; null: the query's cursor is none of ours. */
  page(owner: string, query: HistoryQuery, size?: number): Promise<HistoryRows | null>;
  /** Deletes rows: one, all that have ended, or all. Tells what lies in the bucket of them. */
  forget(owner: string, which: { id: string } | 'ended' | 'all'): Promise<Forgotten[]>;
};

type HistoryRows = RowPage<StoredDownload>;
export type Forgotten = { id: string; objectKey: string | null };

const PAGE_SIZE = 30;

/** A streamed one that is silent for longer than this was on a server that is gone. */
export const LOST_AFTER_MS = 15_000;

/** As a row is told to its owner, before the sweep has seen to it. */
export const SHOWN_STATE = sql`case
  when ${downloads.state} = 'ready' and ${downloads.expiresAt} <= now() then 'expired'
  when not ${downloads.isKept} and ${downloads.state} in ('transferring', 'paused')
    and ${downloads.updatedAt} < now() - ${LOST_AFTER_MS}::integer * interval '1 millisecond' then 'cancelled'
  else ${downloads.state} end`;

/** Rejects as drizzle does. */
export function createHistoryRepository({ db }: Pick<Store, 'db'>): HistoryRepository {
  return {
    async page(owner, { cursor, ...wanted }, size = PAGE_SIZE) {
      const after = isAfter(cursor, downloads.createdAt, downloads.id);
      if (after === null) return null;
      const found = await db
        .select()
        .from(downloads)
        .where(and(eq(downloads.owner, owner), ...conditionsOf(wanted), after))
        .orderBy(desc(downloads.createdAt), desc(downloads.id))
        .limit(size + 1);
      return pageOf(found, size, ({ createdAt }) => createdAt);
    },
    async forget(owner, which) {
      const isChosen =
        which === 'all'
          ? undefined
          : which === 'ended'
            ? sql`${SHOWN_STATE} not in ('queued', 'preparing', 'transferring', 'paused')`
            : eq(downloads.id, which.id);
      return db
        .delete(downloads)
        .where(inArray(downloads.id, lockedDownloads(db, and(eq(downloads.owner, owner), isChosen))))
        .returning({ id: downloads.id, objectKey: downloads.objectKey });
    },
  };
}

function conditionsOf({ search, platform, state }: Omit<HistoryQuery, 'cursor'>): (SQL | undefined)[] {
  return [
    search === '' ? undefined : or(contains(downloads.title, search), contains(downloads.canonicalUrl, search)),
    platform === null ? undefined : eq(downloads.platform, platform),
    state === null ? undefined : sql`${SHOWN_STATE} = ${state}`,
  ];
}
