import { Repeater, SlidingBuffer } from 'graphql-yoga';
import { type DownloadProgress, isRunning } from '#/model/download.ts';
import { fail, ok, type Result } from '#/model/failure.ts';
import type { Caller } from '#/server/service/caller.ts';
import type { ProgressRegistry } from '#/server/service/progress/progress-registry.ts';

/** Progress of downloads as subscriptions are told it. */
export type ProgressFeed = {
  /**
   * The latest state at once, then each change, until the download or the caller's key has ended or the signal aborts. Failures:
   * limit_reached, of a caller who follows as many as it may; busy, of a server that has as many as it takes.
   */
  open(id: string, caller: Caller, signal: AbortSignal): Result<AsyncIterableIterator<DownloadProgress>>;
  /** Ends all that are open. */
  close(): void;
};

/** Open at the same time in this process; each is a connection. */
const MOST = { ofCaller: 20, ofServer: 1_000 };
const RETRY_S = 10;

export function createProgressFeed(registry: Pick<ProgressRegistry, 'follow'>, most = MOST): ProgressFeed {
  const openBy = new Map<string, number>();
  const endings = new Set<() => void>();

  function take(holder: string): () => void {
    openBy.set(holder, (openBy.get(holder) ?? 0) + 1);
    return () => {
      const left = (openBy.get(holder) ?? 0) - 1;
      if (left > 0) openBy.set(holder, left);
      else openBy.delete(holder);
    };
  }

  return {
    open(id, caller, signal) {
      const { owner, address } = caller;
      const holder = owner ?? `address:${address ?? ''}`;
      if ((openBy.get(holder) ?? 0) >= most.ofCaller) return fail('limit_reached', { retryAfterS: RETRY_S });
      if (endings.size >= most.ofServer) return fail('busy', { retryAfterS: RETRY_S });
      // Counted from now on, and not from when it is first read: many that come at once are as many.
      const giveBack = take(holder);
      const ended = Promise.withResolvers<void>();
      const end = () => ended.resolve();
      endings.add(end);
      signal.addEventListener('abort', end, { once: true });
      if (signal.aborted) end();
      void ended.promise.then(() => {
        endings.delete(end);
        signal.removeEventListener('abort', end);
        giveBack();
      });
      // A reader that lags misses what was on the way, never the latest.
      const progress = new Repeater<DownloadProgress>(async (push, stop) => {
        void stop.then(end);
        void ended.promise.then(() => stop());
        const unfollow = registry.follow([id], caller, {
          onProgress(latest) {
            void push(latest);
            if (!isRunning(latest.state)) stop();
          },
          onEnd: end,
        });
        await stop;
        unfollow();
      }, new SlidingBuffer(1));
      return ok(endedBy(progress, end));
    },
    close() {
      for (const end of endings) end();
    },
  };
}

/** Whoever leaves before anything was read ends it, too: a repeater that has not begun would not hear of it. */
function endedBy<T>(source: Repeater<T>, end: () => void): AsyncIterableIterator<T> {
  return {
    next: () => source.next(),
    async return() {
      end();
      await source.return();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
