import type { IdentityPorts } from '../ports.ts';

const INTERVAL_MS = 60_000;

/** Deletes challenges, codes and sessions that have expired. Nothing is written as long as there are none. */
export function createSweeper({
  challenges,
  codes,
  sessions,
  attempts,
  log,
}: Pick<IdentityPorts, 'challenges' | 'codes' | 'sessions' | 'attempts' | 'log'>) {
  const sweep = async (): Promise<void> => {
    await challenges.sweep();
    await codes.sweep();
    await sessions.sweep();
    await attempts.sweep();
  };
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = sweep().catch((error: unknown) => log(`identity: sweeping failed: ${String(error)}`));
  }, INTERVAL_MS).unref();
  return {
    sweep,
    async close(): Promise<void> {
      clearInterval(timer);
      await running;
    },
  };
}
