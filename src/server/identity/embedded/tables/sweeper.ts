import { repeat } from '#/server/observability/repeat.ts';
import type { IdentityPorts } from '../ports.ts';

const INTERVAL_MS = 60_000;

/**
 * Deletes challenges, codes and sessions that have expired, sign-ups that were given up, and what is left of users who are gone. Nothing is
 * written as long as there are none.
 */
export function createIdentitySweeper({
  challenges,
  codes,
  sessions,
  attempts,
  users,
  gone,
  log,
}: Pick<IdentityPorts, 'challenges' | 'codes' | 'sessions' | 'attempts' | 'users' | 'gone' | 'log'>) {
  const sweep = async (): Promise<void> => {
    await challenges.sweep();
    await codes.sweep();
    await sessions.sweep();
    await attempts.sweep();
    await users.sweep();
    await gone.sweep();
  };
  const sweeps = repeat(sweep, INTERVAL_MS, (error) => log(`identity: sweeping failed: ${String(error)}`));
  return { sweep, close: sweeps.close };
}
