import type { HistoryListing, HistoryQuery } from '#/model/account.ts';
import type { Bucket } from '#/server/bucket/bucket.ts';
import type { Jobs } from '#/server/jobs/index.ts';
import { changedEvent } from '#/server/store/events/download-events.ts';
import type { Forgotten, HistoryRepository } from '#/server/store/tables/history.ts';
import type { Store } from '#/server/store/store.ts';
import type { Caller } from '../caller.ts';
import type { DownloadRecords } from '../progress/download-records.ts';
import type { ProgressRegistry } from '../progress/progress-registry.ts';

/** What an owner can do with downloads of the past. */
export type DownloadHistory = {
  /** Forgets one download; what runs of it ends, and what was kept is deleted. False: this owner has no such one. */
  forget(owner: string, id: string): Promise<boolean>;
  /** Forgets all that have ended, and deletes what was kept of them. */
  clear(owner: string): Promise<void>;
  /** Deletes what lies in the bucket of rows that are gone, and lets all servers know of them. */
  drop(forgotten: readonly Forgotten[]): Promise<void>;
};

type Ports = {
  past: HistoryRepository;
  store: Pick<Store, 'publish'>;
  bucket: Bucket;
  jobs: Pick<Jobs, 'cancel'>;
  progress: Pick<ProgressRegistry, 'sendCommand'>;
  log: (line: string) => void;
};

export function createHistory({ past, store, bucket, jobs, progress, log }: Ports): DownloadHistory {
  const drop: DownloadHistory['drop'] = async (forgotten) => {
    if (forgotten.length === 0) return;
    await store.publish(forgotten.map(({ id }) => changedEvent(id)));
    // Rows go first, so that none names a file that is gone; what is left behind here, the sweep finds.
    for (const { objectKey } of forgotten)
      if (objectKey !== null)
        await bucket.delete(objectKey).catch((error: Error) => log(`The bucket: ${error.message}`));
  };
  return {
    async forget(owner, id) {
      if (!(await progress.sendCommand(id, owner, 'cancel'))) await jobs.cancel(id, owner);
      const forgotten = await past.forget(owner, { id });
      await drop(forgotten);
      return forgotten.length > 0;
    },
    async clear(owner) {
      await drop(await past.forget(owner, 'ended'));
    },
    drop,
  };
}

export type HistoryPorts = {
  past: Pick<HistoryRepository, 'page'>;
  history: Pick<DownloadHistory, 'forget' | 'clear'>;
  records: Pick<DownloadRecords, 'describe'>;
};

/** A page of the caller's; null: the query's cursor is none of ours. */
export async function ownDownloads(
  query: HistoryQuery,
  { owner }: Caller,
  { past, records }: Pick<HistoryPorts, 'past' | 'records'>,
): Promise<HistoryListing | null> {
  const page = owner === null ? { rows: [], cursor: null } : await past.page(owner, query);
  return page && { downloads: await Promise.all(page.rows.map(records.describe)), cursor: page.cursor };
}
