import type { Platform } from '#/model/platform.ts';
import type { WorkerProcess } from './process.ts';

type FairQueueSettings = {
  /** Workers one platform may hold at once. */
  perPlatform: number;
  /** Jobs that may wait. */
  maxQueued: number;
  /** How long a job may wait for a worker. */
  queueTimeoutMs: number;
  /** When it aborts, nobody waits any more. */
  closing: AbortSignal;
};

/** Which job has which worker. */
type FairQueue = {
  /** A worker of one's own, to be ended with `end`; null: too many wait, it took too long, or the visitor left. */
  take(platform: Platform, signal?: AbortSignal): Promise<WorkerProcess | null>;
  /** A job of a platform is over; what becomes of its worker is said by `give`, or not at all. */
  end(platform: Platform): void;
  /** A worker is free for whoever is next. */
  give(worker: WorkerProcess): void;
  /** A worker that may be free is no more. */
  withdraw(worker: WorkerProcess): void;
  /** Free workers, the first to be taken first. */
  free(): WorkerProcess[];
  /** More or fewer of a platform may be let in from now on. */
  limit(perPlatform: number): void;
  counts(): { busy: number; queued: number };
};

type Waiting = { platform: Platform; take: (worker: WorkerProcess) => void };

/** The platform with the least running is served first, and none may hold more than `perPlatform` workers, so that one slow platform does not take all. */
export function createFairQueue({ perPlatform, maxQueued, queueTimeoutMs, closing }: FairQueueSettings): FairQueue {
  const idle: WorkerProcess[] = [];
  const queue: Waiting[] = [];
  const running = new Map<Platform, number>();
  const runningOf = (platform: Platform) => running.get(platform) ?? 0;
  const count = (platform: Platform, by: number) => running.set(platform, runningOf(platform) + by);

  function takeNext(): Waiting | undefined {
    let best: Waiting | undefined;
    for (const waiting of queue) {
      const own = runningOf(waiting.platform);
      if (own < perPlatform && (!best || own < runningOf(best.platform))) best = waiting;
    }
    if (best) remove(queue, best);
    return best;
  }

  function give(worker: WorkerProcess): void {
    const next = takeNext();
    if (next) next.take(worker);
    else idle.push(worker);
  }

  async function wait(platform: Platform, signal?: AbortSignal): Promise<WorkerProcess | null> {
    const { promise, resolve } = Promise.withResolvers<WorkerProcess | null>();
    const take = (worker: WorkerProcess) => {
      // Counted when it is given, not when its job begins: others are judged in between.
      count(platform, 1);
      resolve(worker);
    };
    const waiting: Waiting = { platform, take };
    const leave = () => {
      if (remove(queue, waiting)) resolve(null);
    };
    queue.push(waiting);
    const timer = setTimeout(leave, queueTimeoutMs);
    signal?.addEventListener('abort', leave, { once: true });
    closing.addEventListener('abort', leave, { once: true });
    // A listener hears of nothing that was before it: a job whose worker was killed by the closing comes back here.
    if (signal?.aborted || closing.aborted) leave();
    const worker = await promise;
    clearTimeout(timer);
    signal?.removeEventListener('abort', leave);
    closing.removeEventListener('abort', leave);
    return worker;
  }

  return {
    async take(platform, signal) {
      const free = runningOf(platform) < perPlatform ? idle.shift() : undefined;
      if (free) {
        count(platform, 1);
        return free;
      }
      return queue.length >= maxQueued ? null : wait(platform, signal);
    },
    end: (platform) => void count(platform, -1),
    give,
    withdraw: (worker) => void remove(idle, worker),
    free: () => [...idle],
    limit: (most) => void (perPlatform = most),
    counts: () => ({ busy: [...running.values()].reduce((sum, own) => sum + own, 0), queued: queue.length }),
  };
}

/** Whether it was there. */
function remove<Item>(items: Item[], item: Item): boolean {
  const at = items.indexOf(item);
  if (at >= 0) items.splice(at, 1);
  return at >= 0;
}
