import { TransferError } from '../transfer-error.ts';

/** A fixed number of places, handed out in the order they were asked for. */
type Semaphore = {
  /**
   * Resolves with the function that gives the place back; calling it twice does nothing more. Throws TransferError: `busy` when too
   * many wait already, `cancelled` when the signal aborts first.
   */
  acquire(signal: AbortSignal): Promise<() => void>;
  stats(): { running: number; waiting: number };
};

const RETRY_AFTER_S = 10;

export function createSemaphore({ count, maxWaiting }: { count: number; maxWaiting: number }): Semaphore {
  const waiting = new Set<() => void>();
  let running = 0;

  function take(): () => void {
    running++;
    let given = true;
    return () => {
      if (!given) return;
      given = false;
      running--;
      const [next] = waiting;
      next?.();
    };
  }

  async function acquire(signal: AbortSignal): Promise<() => void> {
    if (signal.aborted) throw new TransferError('cancelled');
    if (running < count) return take();
    if (waiting.size >= maxWaiting) throw new TransferError({ code: 'busy', retryAfterS: RETRY_AFTER_S });
    const { promise, resolve, reject } = Promise.withResolvers<() => void>();
    const enter = () => {
      leave();
      // Counted when it is given: somebody may ask before the one who waited goes on.
      resolve(take());
    };
    const giveUp = () => {
      leave();
      reject(new TransferError('cancelled'));
    };
    function leave(): void {
      waiting.delete(enter);
      signal.removeEventListener('abort', giveUp);
    }
    waiting.add(enter);
    signal.addEventListener('abort', giveUp);
    return promise;
  }

  return { acquire, stats: () => ({ running, waiting: waiting.size }) };
}
