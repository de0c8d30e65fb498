import type { Allowance } from '#/model/download.ts';
import type { Result } from '#/model/failure.ts';

/** How a caller stands with a limit after something was counted: what is left of the tightest, over how many seconds it is counted. */
export type LimitStatus = Allowance & { windowS: number; isRefused: boolean };

/** What came of something that counts; where the caller stands is told whatever the result. null: nothing was counted. */
export type CountedResult<T> = { result: Result<T>; limitStatus: LimitStatus | null };

/** The one that ends a caller's doings first, and of those that have ended them, the longest. There is at least one. */
export function tightest<T extends Allowance>([first, ...others]: readonly [T, ...T[]]): T {
  return others.reduce((least, other) => {
    const isTighter =
      other.remaining < least.remaining || (other.remaining === least.remaining && other.resetsInS > least.resetsInS);
    return isTighter ? other : least;
  }, first);
}
