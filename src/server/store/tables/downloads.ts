import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Failure } from '#/model/failure.ts';
import { downloads, type StoredDownload } from '../schema/schema.ts';
import type { Store } from '../store.ts';

/** What is known of a transfer when it begins. */
export type BegunTransfer = Pick<
  StoredDownload,
  | 'id'
  | 'owner'
  | 'platform'
  | 'canonicalUrl'
  | 'formatId'
  | 'title'
  | 'fileName'
  | 'totalBytes'
  | 'receivedBytes'
  | 'ruleKeys'
>;

export type DownloadRepository = {
  /** Notes a transfer that begins, or goes on where it was cut. An id that another owner has is left as it is. */
  begin(transfer: BegunTransfer): Promise<void>;
  /** Notes that transfers still run, and how far they are. */
  touch(transfers: readonly Pick<StoredDownload, 'id' | 'receivedBytes' | 'state'>[]): Promise<void>;
  end(
    id: string,
    state: 'done' | 'cancelled' | 'failed',
    receivedBytes: number,
    failure: Failure | null,
  ): Promise<void>;
  of(ids: readonly string[]): Promise<StoredDownload[]>;
};

/** The downloads' table as the HTTP face uses it. Rejects as drizzle does. */
export function createDownloadRepository({ db, query }: Pick<Store, 'db' | 'query'>): DownloadRepository {
  return {
    async begin(transfer) {
      const running = { ...transfer, isKept: false, state: 'transferring', failure: null } as const;
      await db
        .insert(downloads)
        .values(running)
        .onConflictDoUpdate({
          target: downloads.id,
          set: { ...running, updatedAt: sql`now()` },
          setWhere: and(eq(downloads.owner, transfer.owner), eq(downloads.isKept, false)),
        });
    },
    async touch(transfers) {
      await query(
        `with running as materialized (
           select id from downloads
           where id = any($1::uuid[]) and not is_kept and state in ('transferring', 'paused') order by id for update
         )
         update downloads set received_bytes = told.received, state = told.state, updated_at = now()
         from running join unnest($1::uuid[], $2::bigint[], $3::text[]) as told (id, received, state) using (id)
         where downloads.id = running.id`,
        [
          transfers.map(({ id }) => id),
          transfers.map(({ receivedBytes }) => receivedBytes),
          transfers.map(({ state }) => state),
        ],
      );
    },
    async end(id, state, receivedBytes, failure) {
      await db
        .update(downloads)
        .set({ state, receivedBytes, failure, updatedAt: sql`now()` })
        .where(and(eq(downloads.id, id), eq(downloads.isKept, false)));
    },
    of: (ids) =>
      db
        .select()
        .from(downloads)
        .where(inArray(downloads.id, [...ids])),
  };
}
