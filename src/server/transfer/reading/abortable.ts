/** Waits for a promise until a signal says that nobody does any more; then throws its reason. */
export async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const leave = () => aborted.reject(signal.reason);
  if (signal.aborted) leave();
  signal.addEventListener('abort', leave, { once: true });
  try {
    return await Promise.race([promise, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}

/** Work that several wait for at once: begun by the first of them, with what that one knows, and ended when the last one has left. */
export function createShared<T, Known extends unknown[] = []>(
  work: (signal: AbortSignal, ...known: Known) => Promise<T>,
): (signal: AbortSignal, ...known: Known) => Promise<T> {
  let running: { result: Promise<T>; waiting: number; controller: AbortController } | undefined;
  return async (signal, ...known) => {
    signal.throwIfAborted();
    const controller = new AbortController();
    running ??= { result: work(controller.signal, ...known), waiting: 0, controller };
    const joined = running;
    joined.waiting++;
    try {
      return await untilAborted(joined.result, signal);
    } finally {
      joined.waiting--;
      if (joined.waiting === 0) {
        joined.controller.abort();
        if (running === joined) running = undefined;
      }
    }
  };
}
