import { setTimeout as sleep } from 'node:timers/promises';
import type { Failure } from '#/model/failure.ts';
import type { Telemetry } from '#/server/observability/telemetry.ts';
import { idOf } from '#/server/store/events/download-events.ts';
import type { LiveControls } from '#/server/store/events/live-controls.ts';
import { isAway, toStoreError } from '#/server/store/store-error.ts';
import type { StoredDownload } from '#/server/store/schema/schema.ts';
import type { Store } from '#/server/store/store.ts';
import { BucketError } from '#/server/bucket/bucket.ts';
import { TransferError } from '#/server/transfer/transfer-error.ts';
import type { Claimed } from './claimed.ts';
import { type Claim, claim } from './claim.ts';
import { makeFile, type MakePorts } from './making/make-file.ts';
import { startProgress } from './progress.ts';
import { failedAttempts, type FileJob, FILES, HEARTBEAT_EVERY_S, isLastAttempt, type JobQueue } from './queue.ts';
import { isWorthRetrying, retryDelayS } from './retry.ts';
import { giveBack, giveUp, noteWaiting, type AttemptOutcome, finishJob } from './finish-job.ts';
import type { JobsSettings, Timing } from './settings.ts';
import { noteRuleKeys } from './take-down.ts';

type WorkerPorts = MakePorts & {
  store: Store;
  queue: JobQueue;
  settings: JobsSettings;
  timing: Timing;
  controls: Pick<LiveControls, 'takenDown' | 'switchedOff'>;
  /** Hears of each attempt that failed. */
  onFailure: (failure: Failure) => void;
  telemetry: Pick<Telemetry, 'count'>;
  log: (line: string) => void;
};

export type Worker = {
  /** Takes no more jobs and gives back those that run. Resolves when they are. */
  close: () => Promise<void>;
};

/** How often room is looked for while there is none. */
const LOOK_FOR_ROOM_MS = 1_000;

/** Why an attempt is ended early. */
type Reason = 'cancelled' | 'closing';

/** Takes jobs and makes files of them, as many at a time as the settings say. */
export async function startJobWorker(ports: WorkerPorts): Promise<Worker> {
  const { store, queue, bucket, settings, timing, telemetry, controls, log } = ports;
  const { boss, pollingS } = queue;
  const running = new Set<{ id: string; stop: AbortController }>();
  const sleepers: string[] = [];
  const closing = new AbortController();

  /** No notification tells of a job that may be tried again by now. */
  function wakeAfter(seconds: number): void {
    const wake = (): void => sleepers.forEach((id) => boss.notifyWorker(id));
    sleep(seconds * 1000 + 50, undefined, { signal: closing.signal, ref: false }).then(wake, () => {});
  }

  const forget = store.onEvent((event) => {
    const cancelled = idOf(event, 'cancel');
    for (const { id, stop } of running) if (id === cancelled) stop.abort('cancelled' satisfies Reason);
  });

  async function run(job: FileJob): Promise<void> {
    const stop = new AbortController();
    const own = { id: job.id, stop };
    // Before the claim, so that no cancelling falls between the two.
    running.add(own);
    if (closing.signal.aborted) stop.abort('closing' satisfies Reason);
    try {
      await waitForRoom(job, stop.signal);
      const begun = await claim(ports, job).catch((error: unknown) => giveBackUnbegun(job, error));
      if (begun.kind === 'hopeless') return await giveUp(ports, job, begun.row, begun.failure);
      if (begun.kind === 'busy') wakeAfter(timing.busyDelayS);
      if (begun.kind === 'begin') await attempt(begun.claimed, stop.signal);
    } finally {
      running.delete(own);
    }
  }

  /** Nothing is begun that cannot be written, so that no attempt is used up. What is waited for is told, if that can be written. */
  async function waitForRoom({ id }: FileJob, signal: AbortSignal): Promise<void> {
    let failure = await ports.room?.refusal();
    if (!failure) return;
    await noteWaiting(store, id, failure).catch((error: unknown) => log(toStoreError(error).message));
    while (failure && !signal.aborted) {
      await sleep(LOOK_FOR_ROOM_MS, undefined, { signal }).catch(() => {});
      failure = await ports.room?.refusal();
    }
  }

  /** None of its attempts is used up by a database that went away. */
  async function giveBackUnbegun(job: FileJob, error: unknown): Promise<Claim> {
    if (!isAway(error)) throw error;
    await giveBack(ports, job, timing.busyDelayS);
    return { kind: 'busy' };
  }

  async function attempt(claimed: Claimed, stop: AbortSignal): Promise<void> {
    // The library's own signal aborts when another worker has taken the job over.
    const signal = AbortSignal.any([stop, claimed.job.signal]);
    const progress = startProgress(store, claimed.row);
    const outcome = await makeFile(ports, claimed, progress, (keys) => found(claimed, keys), signal)
      .then(
        (made): AttemptOutcome => ({ kind: 'made', ...made, keptFileS: settings.keptFileS }),
        (error: unknown) => (signal.aborted ? null : failed(claimed.job, error)),
      )
      .finally(progress.stop);
    const isGivenBack = stop.reason === ('closing' satisfies Reason) && outcome === null;
    const settled = isGivenBack ? ({ kind: 'given back' } as const) : outcome;
    const isFinished = settled !== null && (await finishJob(ports, claimed, settled));
    if (isFinished && settled.kind === 'retry') wakeAfter(settled.afterS);
    if (isFinished) countKept(telemetry, claimed.row, settled);
    // Nobody else ever writes to this key, and no row will name it.
    if (!isFinished)
      await bucket.delete(claimed.objectKey).catch((error: Error) => log(`The bucket: ${error.message}`));
  }

  /** Noted before it is judged: a rule that is added meanwhile is seen by one of the two. */
  async function found({ row }: Claimed, keys: string[]): Promise<Failure | null> {
    await noteRuleKeys(store, row, keys);
    return controls.takenDown(keys);
  }

  function failed(job: FileJob, error: unknown): AttemptOutcome {
    const failure = failureOf(error, log);
    ports.onFailure(failure);
    if (!isWorthRetrying(failure.code) || isLastAttempt(job)) return { kind: 'failed', failure };
    const told = failure.code === 'storage_full' ? failure : null;
    return { kind: 'retry', afterS: retryDelayS(failure, failedAttempts(job), timing), failure: told };
  }

  for (let n = 0; n < settings.concurrency; n++) {
    const options = {
      batchSize: 1,
      includeMetadata: true,
      // Only so that few jobs are taken in vain: the claim is what counts exactly.
      groupConcurrency: settings.keptPerPlatform,
      heartbeatRefreshSeconds: HEARTBEAT_EVERY_S,
      pollingIntervalSeconds: pollingS,
      notifyPollingIntervalSeconds: pollingS,
    } as const;
    const id: string = await boss.work<object, void, typeof options>(FILES, options, async ([job]) => {
      // Else it would sleep before it looks for the next.
      if (job) await run(job).finally(() => boss.notifyWorker(id));
    });
    sleepers.push(id);
  }

  return {
    async close() {
      closing.abort();
      const stopped = boss.offWork(FILES, { wait: true });
      for (const { stop } of running) stop.abort('closing' satisfies Reason);
      await stopped;
      forget();
    },
  };
}

/** Only what is final: an attempt that is made again is none of a visitor's failures. */
function countKept(telemetry: Pick<Telemetry, 'count'>, { platform }: StoredDownload, outcome: AttemptOutcome): void {
  const counted = { platform: platform ?? 'none', kind: 'download' } as const;
  if (outcome.kind === 'made') telemetry.count({ ...counted, outcome: 'ok', bytes: outcome.bytes });
  if (outcome.kind === 'failed') telemetry.count({ ...counted, outcome: outcome.failure.code });
}

/** What making a file failed of, as a visitor may know it. What nobody expected is logged with its stack, and is `internal`. */
function failureOf(error: unknown, log: (line: string) => void): Failure {
  if (error instanceof TransferError) return error.failure;
  if (error instanceof BucketError && error.code === 'disk_full') return { code: 'storage_full' };
  if (error instanceof BucketError && error.code === 'cancelled') return { code: 'cancelled' };
  log(`A file could not be made. ${(error instanceof Error && error.stack) || String(error)}`);
  return { code: 'internal' };
}
