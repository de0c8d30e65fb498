import { setTimeout as sleep } from 'node:timers/promises';
import { fail, type Result, ok } from '#/model/failure.ts';
import type { Platform } from '#/model/platform.ts';
import type { Job, Ready } from './protocol.ts';
import type { WorkerOutcome, WorkerProcess } from './process.ts';
import { createFairQueue } from './fair-queue.ts';

export type PoolSizes = {
  size: number;
  /** Workers one platform may hold at once; all but one where there are more than two. */
  perPlatform?: number;
};

export type WorkerPoolSettings = PoolSizes & {
  start: () => WorkerProcess;
  log: (message: string) => void;
  /** Jobs that may wait; more are refused with `busy`. */
  maxQueued?: number;
  /** A worker is replaced after so many jobs, against slow leaks. */
  recycleAfter?: number;
  /** How long a job may wait for a worker before `busy`. */
  queueTimeoutMs?: number;
};

type Finished = Exclude<WorkerOutcome, { crashed: true }>;

export type Pool = {
  run(platform: Platform, job: Job, signal?: AbortSignal): Promise<Result<Finished>>;
  /** What the workers said at their start; null while none has started. */
  ready(): Ready | null;
  /** Resolves when the first worker is ready, or when the first could not be started. */
  readonly started: Promise<void>;
  stats(): { size: number; busy: number; queued: number; restarts: number };
  /** Keeps so many workers from now on. One that has a job ends after it. */
  resize(sizes: PoolSizes): void;
  /** Resolves when as many workers as are wanted are ready, or one of them could not be started. */
  filled(): Promise<void>;
  close(): Promise<void>;
};

const MAX_RESTART_DELAY_MS = 30_000;
const BUSY_RETRY_S = 10;

/** Keeps `size` workers alive and hands jobs to them (./turns.ts says in which order). */
export function createPool({
  start,
  log,
  maxQueued = 50,
  recycleAfter = 500,
  queueTimeoutMs = 20_000,
  ...sizes
}: WorkerPoolSettings): Pool {
  let { size } = sizes;
  const closing = new AbortController();
  const queue = createFairQueue({
    perPlatform: perPlatformOf(sizes),
    maxQueued,
    queueTimeoutMs,
    closing: closing.signal,
  });
  // Each is a worker, or one that is being started.
  let places = 0;
  const workers = new Set<WorkerProcess>();
  const started = Promise.withResolvers<void>();
  let ready: Ready | null = null;
  let restarts = 0;
  let failedStarts = 0;
  let readyWorkers = 0;
  const filling = new Set<() => void>();

  const isFilled = () => closing.signal.aborted || readyWorkers >= size;
  function endFilling(): void {
    for (const resolve of filling) resolve();
    filling.clear();
  }

  const isWanted = () => !closing.signal.aborted && places <= size;

  async function add(): Promise<void> {
    while (isWanted()) {
      const worker = start();
      workers.add(worker);
      try {
        ready = await worker.ready;
        failedStarts = 0;
        readyWorkers++;
        void worker.exited.then(() => readyWorkers--);
        if (isFilled()) endFilling();
        offer(worker);
        // One that dies without a job is replaced too.
        void worker.exited.then(() => retire(worker));
        return;
      } catch (error) {
        workers.delete(worker);
        failedStarts++;
        endFilling();
        ready = workers.size ? ready : null;
        log(`extractor worker did not start: ${error instanceof Error ? error.message : String(error)}`);
      } finally {
        started.resolve();
      }
      await sleep(Math.min(250 * 2 ** failedStarts, MAX_RESTART_DELAY_MS), undefined, {
        signal: closing.signal,
        ref: false,
      }).catch(() => {});
    }
    places--;
  }

  function fill(): void {
    while (places < size) {
      places++;
      void add();
    }
  }

  function retire(worker: WorkerProcess): void {
    if (!workers.delete(worker)) return;
    queue.withdraw(worker);
    worker.stop();
    places--;
    if (closing.signal.aborted || places >= size) return;
    restarts++;
    fill();
  }

  function offer(worker: WorkerProcess): void {
    const isSpent = !worker.alive() || worker.jobs() >= recycleAfter || places > size;
    if (isSpent) retire(worker);
    else queue.give(worker);
  }

  async function runOnce(platform: Platform, job: Job, signal?: AbortSignal): Promise<WorkerOutcome | 'busy'> {
    const worker = await queue.take(platform, signal);
    if (!worker) return 'busy';
    const outcome = await worker.run(job, signal);
    queue.end(platform);
    // After it has met its memory limit, a process is in an unknown state and large for good.
    if ('error' in outcome && outcome.error.kind === 'memory') retire(worker);
    else offer(worker);
    return outcome;
  }

  fill();

  return {
    started: started.promise,
    ready: () => ready,
    async run(platform, job, signal) {
      let why = '';
      // A crash may be the worker's fault or the job's: the second try tells.
      for (let attempt = 1; attempt <= 2; attempt++) {
        if (signal?.aborted) return fail('cancelled', { platform });
        const outcome = await runOnce(platform, job, signal);
        if (outcome === 'busy')
          return signal?.aborted
            ? fail('cancelled', { platform })
            : fail('busy', { platform, retryAfterS: BUSY_RETRY_S });
        if (!('crashed' in outcome)) return ok(outcome);
        ({ why } = outcome);
      }
      if (signal?.aborted) return fail('cancelled', { platform });
      log(`extractor worker died twice on one job (${platform}): ${why}`);
      return fail('engine_unavailable', { platform });
    },
    stats: () => ({ size, ...queue.counts(), restarts }),
    resize(wanted) {
      ({ size } = wanted);
      queue.limit(perPlatformOf(wanted));
      fill();
      for (const worker of queue.free().slice(0, Math.max(0, places - size))) retire(worker);
      // More of a platform may be let in by now.
      for (const worker of queue.free()) {
        queue.withdraw(worker);
        offer(worker);
      }
    },
    filled: () => (isFilled() ? Promise.resolve() : new Promise((resolve) => filling.add(resolve))),
    async close() {
      closing.abort();
      endFilling();
      const leaving = [...workers];
      for (const worker of leaving) worker.kill();
      await Promise.all(leaving.map((worker) => worker.exited));
    },
  };
}

function perPlatformOf({ size, perPlatform = size > 2 ? size - 1 : size }: PoolSizes): number {
  return perPlatform;
}
