import { setTimeout as sleep } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import type { Failure, FailureCode } from '#/model/failure.ts';
import { changedEvent } from '#/server/store/events/download-events.ts';
import { downloads, type StoredDownload } from '#/server/store/schema/schema.ts';
import type { Store, StoreTransaction } from '#/server/store/store.ts';
import type { Claimed } from './claimed.ts';
import type { DeadLetter } from './dead-letters.ts';
import { affectedBy, DEAD_LETTERS, type FileJob, FILES, type JobQueue } from './queue.ts';
import type { Timing } from './settings.ts';

type Ports = { store: Store; queue: JobQueue; timing: Timing };

/** What came of an attempt. */
export type AttemptOutcome =
  | { kind: 'made'; fileName: string; bytes: number; leftOut: FailureCode[]; keptFileS: number }
  | { kind: 'failed'; failure: Failure }
  /** To be tried again after so many seconds; what it waits for is told meanwhile, where somebody can do something about it. */
  | { kind: 'retry'; afterS: number; failure: Failure | null }
  /** This process ends; the attempt does not count. */
  | { kind: 'given back' };

const AGAIN_AFTER_MS = 500;

/** Thrown inside a transaction, to undo it. */
class Fenced extends Error {}

/**
 * Writes what came of an attempt into the row and ends or requeues its job, both or neither. False: the job was cancelled, or another
 * worker has taken it over, and nothing of this attempt counts. While the database is away it is tried again for a while; rejects with
 * the database's error when that is over, and then nobody knows which of the two it was.
 */
export async function finishJob(
  { store, queue, timing }: Ports,
  claimed: Claimed,
  outcome: AttemptOutcome,
): Promise<boolean> {
  const { row } = claimed;
  const isFinished = await patiently(timing.patienceMs, () =>
    store.transaction(async (tx) => {
      const [now] = await tx.select().from(downloads).where(eq(downloads.id, row.id)).for('update');
      // The answer to an earlier try was lost, but it had come through.
      if (outcome.kind === 'made' && now?.objectKey === claimed.objectKey) return;
      if (now?.state !== 'preparing' || now.attempt !== row.attempt) throw new Fenced();
      await finishWithin(queue, tx, claimed.job, row, outcome);
      await tx.update(downloads).set(columnsOf(claimed, outcome)).where(eq(downloads.id, row.id));
    }),
  );
  if (isFinished) void store.publish([changedEvent(row.id)]);
  return isFinished;
}

/** Of a job that was never begun: its row fails for good. Nothing happens to one that was cancelled or taken over meanwhile. */
export async function giveUp({ store, queue, timing }: Ports, job: FileJob, row: StoredDownload, failure: Failure) {
  const isGivenUp = await patiently(timing.patienceMs, () =>
    store.transaction(async (tx) => {
      // A row before its job, as everywhere: a takedown that had this row, and waited for its job, would never get it.
      await tx.select({ id: downloads.id }).from(downloads).where(eq(downloads.id, row.id)).for('update');
      await finishWithin(queue, tx, job, row, { kind: 'failed', failure });
      await tx
        .update(downloads)
        .set({ state: 'failed', failure, updatedAt: sql`now()` })
        .where(eq(downloads.id, row.id));
    }),
  );
  if (isGivenUp) void store.publish([changedEvent(row.id)]);
}

/** Says of a file that waits to be made what for. */
export async function noteWaiting({ query, publish }: Store, id: string, failure: Failure): Promise<void> {
  await query(`update downloads set failure = $2::jsonb, updated_at = now() where id = $1 and state = 'queued'`, [
    id,
    JSON.stringify(failure),
  ]);
  void publish([changedEvent(id)]);
}

async function finishWithin(
  queue: JobQueue,
  tx: StoreTransaction,
  job: FileJob,
  row: StoredDownload,
  outcome: AttemptOutcome,
): Promise<void> {
  const { boss, within } = queue;
  if (outcome.kind === 'given back') return giveBackWithin(queue, tx, job, 0);
  if (outcome.kind === 'retry') {
    fence(await boss.fail(FILES, job, {}, within(tx)));
    await boss.update(FILES, undefined, { id: job.id, startAfter: outcome.afterS, ...within(tx) });
    return;
  }
  fence(await boss.complete(FILES, job, null, within(tx)));
  if (outcome.kind === 'made') return;
  const { id, platform, title, canonicalUrl, formatId, attempt } = row;
  const letter: DeadLetter['letter'] = {
    id,
    failure: outcome.failure,
    platform,
    title,
    canonicalUrl,
    formatId,
    attempt,
  };
  // A job with attempts left cannot be failed for good; so the letter is written here, and the job itself is over.
  await boss.send(DEAD_LETTERS, letter, within(tx));
}

/** As soon as the database is there, within patience: the job can be taken again after so many seconds, and no attempt is used up. */
export async function giveBack({ store, queue, timing }: Ports, job: FileJob, afterS: number): Promise<void> {
  await patiently(timing.patienceMs, () => store.transaction((tx) => giveBackWithin(queue, tx, job, afterS)));
}

/** Part of a transaction: the job can be taken again after so many seconds, by anybody, and none of its attempts is used up. */
export async function giveBackWithin(
  { boss, within }: JobQueue,
  tx: StoreTransaction,
  job: FileJob,
  afterS: number,
): Promise<void> {
  fence(await boss.fail(FILES, job, {}, within(tx)));
  const retryLimit = job.retryLimit + 1;
  await boss.update(FILES, undefined, { id: job.id, retryLimit, startAfter: afterS, ...within(tx) });
}

function fence(response: object): void {
  if (affectedBy(response) === 0) throw new Fenced();
}

function columnsOf({ objectKey }: Claimed, outcome: AttemptOutcome): object {
  const updatedAt = sql`now()`;
  if (outcome.kind === 'failed') return { state: 'failed', failure: outcome.failure, updatedAt };
  if (outcome.kind === 'retry') return { state: 'queued', failure: outcome.failure, updatedAt };
  if (outcome.kind !== 'made') return { state: 'queued', updatedAt };
  const { fileName, bytes, keptFileS } = outcome;
  const leftOut = outcome.leftOut.length > 0 ? outcome.leftOut : null;
  const expiresAt = sql`now() + ${keptFileS}::integer * interval '1 second'`;
  const file = { objectKey, fileName, totalBytes: bytes, receivedBytes: bytes, leftOut, expiresAt };
  return { state: 'ready', ...file, updatedAt };
}

/** Whether it came through; an attempt that is fenced off does not. Anything else is tried again until patience ends. */
async function patiently(patienceMs: number, action: () => Promise<void>): Promise<boolean> {
  const until = performance.now() + patienceMs;
  for (;;) {
    try {
      await action();
      return true;
    } catch (error) {
      if (error instanceof Fenced) return false;
      if (performance.now() > until) throw error;
    }
    await sleep(AGAIN_AFTER_MS);
  }
}
