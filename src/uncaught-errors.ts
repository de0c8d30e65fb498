/** What ends a process that has met an error nobody expected. */
type UncaughtErrorOptions = {
  /** One line each, of what happened; never throws. */
  log: (message: string) => void;
  /** Takes in nothing new, and resolves when what runs has ended. */
  drain: () => Promise<void>;
  /** How long that may take. */
  deadlineMs: number;
  exit?: (code: number) => void;
};

/** Exit status of a process that ended by an error, for its supervisor: it is to be started again (EX_SOFTWARE of sysexits.h). */
export const ERROR_STATUS = 70;

/**
 * The last handler of errors: after one that nothing caught, nobody knows in which state the process is. It is logged, what runs may end,
 * and the process exits, so that whoever supervises it starts another. Later ones are only logged.
 */
export function exitOnUncaughtErrors({ log, drain, deadlineMs, exit = process.exit }: UncaughtErrorOptions): void {
  let isEnding = false;
  const end = (what: string, error: unknown): void => {
    log(`${what}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    if (isEnding) return;
    isEnding = true;
    log('The process ends, once what runs has ended.');
    setTimeout(() => exit(ERROR_STATUS), deadlineMs).unref();
    drain().then(
      () => exit(ERROR_STATUS),
      (failed: unknown) => {
        log(`It could not be ended in order: ${String(failed)}`);
        exit(ERROR_STATUS);
      },
    );
  };
  process.on('uncaughtException', (error) => end('An error that nothing caught', error));
  process.on('unhandledRejection', (reason) => end('A rejection that nothing caught', reason));
}
