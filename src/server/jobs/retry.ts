import { type Failure, type FailureCode, isRetryable } from '#/model/failure.ts';
import { TIMING, type Timing } from './settings.ts';

/** What a visitor may try again, and a job need not: it would be told the same, or nobody is there to want it. */
const NOT_FOR_JOBS: ReadonlySet<FailureCode> = new Set<FailureCode>([
  'idempotency_in_flight',
  'platform_off',
  'queue_full',
  'cancelled',
  'limit_reached',
  'too_many_transfers',
  'too_many_kept',
  'link_expired',
  'offline',
]);

/** Whether another attempt at the same file may end better. Other than a visitor's, it begins at the first byte. */
export function isWorthRetrying(code: FailureCode): boolean {
  return code === 'media_changed' || (isRetryable(code) && !NOT_FOR_JOBS.has(code));
}

/**
 * Seconds until the next attempt. `failures`: how often it has failed before this time. What a platform asks for is
 * kept to, within bounds; `chance` is from 0 to 1, so that many that failed together do not come back together.
 */
export function retryDelayS(
  { retryAfterS = 0 }: Failure,
  failures: number,
  { retryDelayS: first, retryDelayMaxS: longest }: Pick<Timing, 'retryDelayS' | 'retryDelayMaxS'> = TIMING,
  chance = Math.random(),
): number {
  const backoff = first * 3 ** Math.min(failures, 10) * (1 + chance / 2);
  return Math.ceil(Math.min(Math.max(backoff, retryAfterS), longest));
}
