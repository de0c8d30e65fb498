import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Failure } from '#/model/failure.ts';
import { changedEvent } from '#/server/store/events/download-events.ts';
import type { LiveControls } from '#/server/store/events/live-controls.ts';
import { downloads, type StoredDownload } from '#/server/store/schema/schema.ts';
import type { Store, StoreTransaction } from '#/server/store/store.ts';
import type { Claimed } from './claimed.ts';
import { JobPayload } from './job-request.ts';
import { affectedBy, type FileJob, FILES, type JobQueue } from './queue.ts';
import { giveBackWithin } from './finish-job.ts';
import type { JobsSettings, Timing } from './settings.ts';

export type Claim =
  | { kind: 'begin'; claimed: Claimed }
  /** Ended meanwhile, or taken over: nothing is to be done. */
  | { kind: 'nothing' }
  /** As many of the platform are being made as may be: the job was given back. */
  | { kind: 'busy' }
  /** It cannot be begun, and never will be. */
  | { kind: 'hopeless'; row: StoredDownload; failure: Failure };

type Ports = {
  store: Store;
  queue: JobQueue;
  settings: JobsSettings;
  timing: Timing;
  controls: Pick<LiveControls, 'takenDown' | 'switchedOff'>;
};

/** Begins an attempt in one transaction, alone for its platform: what is counted holds until the row says `preparing`. */
export async function claim({ store, queue, settings, timing, controls }: Ports, job: FileJob): Promise<Claim> {
  const claim = await store.transaction(async (tx): Promise<Claim> => {
    await tx.execute(sql`select pg_advisory_xact_lock(7252, hashtext(${job.groupId ?? ''}))`);
    const [row] = await tx.select().from(downloads).where(eq(downloads.id, job.id)).for('update');
    if (!row || (row.state !== 'queued' && row.state !== 'preparing')) return { kind: 'nothing' };
    // Holds a job that is still this worker's, and finds none that another has taken over.
    if (affectedBy(await queue.boss.touch(FILES, job, queue.within(tx))) === 0) return { kind: 'nothing' };
    const request = v.safeParse(JobPayload, row.request);
    if (!request.success || job.retryCount >= job.retryLimit) {
      return { kind: 'hopeless', row, failure: { code: 'internal' } };
    }
    const refused = controls.takenDown(row.ruleKeys) ?? (row.platform && controls.switchedOff(row.platform));
    if (refused) return { kind: 'hopeless', row, failure: refused };
    if ((await countOthers(tx, row)) >= settings.keptPerPlatform) {
      await giveBackWithin(queue, tx, job, timing.busyDelayS);
      return { kind: 'busy' };
    }
    return { kind: 'begin', claimed: await begin(tx, job, row, request.output) };
  });
  if (claim.kind === 'begin') void store.publish([changedEvent(job.id)]);
  return claim;
}

async function countOthers(tx: StoreTransaction, { id, platform }: StoredDownload): Promise<number> {
  const isOfGroup = platform ? eq(downloads.platform, platform) : isNull(downloads.platform);
  const isMade = and(eq(downloads.state, 'preparing'), eq(downloads.isKept, true));
  return tx.$count(downloads, and(isMade, isOfGroup, ne(downloads.id, id)));
}

async function begin(
  tx: StoreTransaction,
  job: FileJob,
  { id, attempt: before }: StoredDownload,
  request: JobPayload,
): Promise<Claimed> {
  const attempt = before + 1;
  const [row] = await tx
    .update(downloads)
    .set({ state: 'preparing', attempt, receivedBytes: 0, totalBytes: null, failure: null, updatedAt: sql`now()` })
    .where(eq(downloads.id, id))
    .returning();
  if (!row) throw new Error('a row that is locked is not there');
  return { job, row, request, objectKey: objectKeyOf(id, attempt) };
}

/** What all keys of kept files begin with. */
export const KEPT_PREFIX = 'kept/';

/** Attempts never share a key; the one whose key the row names has won. */
function objectKeyOf(id: string, attempt: number): string {
  return `${KEPT_PREFIX}${id}.${attempt}`;
}

/** null: no key of a kept file. */
export function attemptOf(objectKey: string): { id: string; attempt: number } | null {
  const [, id, attempt] = /^kept\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{1,9})$/.exec(objectKey) ?? [];
  return id === undefined ? null : { id, attempt: Number(attempt) };
}
