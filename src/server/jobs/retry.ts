import { isOf } from '#/model/failure-codes.ts';
import type { Failure, FailureCode } from '#/model/failure.ts';
import { TIMING, type Timing } from './settings.ts';

/** Whether another attempt at the same file may end better. Other than a visitor's, it begins at the first byte. */
export function isWorthRetrying(code: FailureCode): boolean {
  return isOf(code, 'job-retries');
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
