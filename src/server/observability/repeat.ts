/** Work that comes again and again, one time after the other. */
type Repeated = {
  /** Does it now, after what is under way. */
  now(): Promise<void>;
  /** Ends the repetition. Resolves when what was under way has ended. */
  close(): Promise<void>;
};

/**
 * Repeats work until it is closed; a process may end meanwhile. `everyMs`: between two beginnings, unless one takes longer.
 * `onError` hears of what fails, whoever asked for it.
 */
export function repeat(work: () => Promise<void>, everyMs: number, onError: (error: unknown) => void): Repeated {
  let running = Promise.resolve();
  const now = (): Promise<void> => (running = running.then(work).catch(onError));
  const timer = setInterval(() => void now(), everyMs).unref();
  return {
    now,
    close() {
      clearInterval(timer);
      return running;
    },
  };
}
