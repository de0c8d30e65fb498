import { repeat } from '#/server/observability/repeat.ts';
import type { IdentityPorts } from '../ports.ts';

const INTERVAL_MS = 60_000;

/** Deletes challenges, codes and sessions that have expired, and sign-ups that were given up. Nothing is written as long as there are none. */
export function createIdentitySweeper({
  challenges,
  codes,
  sessions,
  attempts,
  users,
  log,
}: Pick<IdentityPorts, 'challenges' | 'codes' | 'sessions' | 'attempts' | 'users' | 'log'>) {
  const sweep = async (): Promise<void> => {
    await challenges.sweep();
    await codes.sweep();
    await sessions.sweep();
    await attempts.sweep();
    await users.sweep();
  };
  const sweeps = repeat(sweep, INTERVAL_MS, (error) => log(`identity: sweeping failed: ${String(error)}`));
  return { sweep, close: sweeps.close };
}
