import { eq, sql } from 'drizzle-orm';
import type { Failure } from '#/model/failure.ts';
import { changedEvent } from '#/server/store/events/download-events.ts';
import { downloads, type StoredDownload } from '#/server/store/schema/schema.ts';
import type { Store } from '#/server/store/store.ts';
import { cappedGroupOf } from './enqueue.ts';
import { affectedBy, DEAD_LETTERS, FILES, type JobQueue } from './queue.ts';

/** A job that failed for good, as an operator reads it; kept for two weeks, longer than its row. */
export type DeadLetter = {
  /** Of the letter itself. */
  letterId: string;
  failedAt: Date;
  letter: Pick<StoredDownload, 'id' | 'platform' | 'title' | 'canonicalUrl' | 'formatId' | 'attempt'> & {
    failure: Failure;
  };
};

/** The latest first. */
export async function readDeadLetters({ boss }: JobQueue): Promise<DeadLetter[]> {
  const jobs = await boss.findJobs<DeadLetter['letter'] | object>(DEAD_LETTERS);
  return jobs
    .map(({ id: letterId, data, createdOn, sourceId }) => {
      const letter = 'id' in data ? data : unknown(sourceId);
      return { letterId, failedAt: createdOn, letter };
    })
    .toSorted((one, other) => other.failedAt.getTime() - one.failedAt.getTime());
}

/** One that the library gave up, because the processes that tried it died. */
function unknown(id: string | null): DeadLetter['letter'] {
  const failure: Failure = { code: 'internal' };
  return { id: id ?? '', failure, platform: null, title: '', canonicalUrl: null, formatId: null, attempt: 0 };
}

type Ports = { store: Store; queue: JobQueue };

/** Has a file made after all, under its old id. False: nobody remembers any more what it was to be, or for whom. */
export async function retryDeadLetter({ store, queue }: Ports, { letterId, letter }: DeadLetter): Promise<boolean> {
  const { boss, within } = queue;
  const isQueued = await store.transaction(async (tx) => {
    const [row] = await tx.select().from(downloads).where(eq(downloads.id, letter.id)).for('update');
    if (!row || row.state !== 'failed' || row.request === null) return false;
    // The old job stays for an hour, and its id is the row's.
    await boss.deleteJob(FILES, row.id, within(tx));
    await boss.deleteJob(DEAD_LETTERS, letterId, within(tx));
    await boss.send(FILES, {}, { id: row.id, group: { id: cappedGroupOf(row) }, ...within(tx) });
    await tx
      .update(downloads)
      .set({ state: 'queued', failure: null, updatedAt: sql`now()` })
      .where(eq(downloads.id, row.id));
    return true;
  });
  if (isQueued) await store.publish([changedEvent(letter.id)]);
  return isQueued;
}

/** False: there is no such letter. */
export async function discardDeadLetter({ queue }: Ports, letterId: string): Promise<boolean> {
  return affectedBy(await queue.boss.deleteJob(DEAD_LETTERS, letterId)) > 0;
}
