import type { ReadCount } from '#/server/store/tables/extractor-versions.ts';

/** So many reads that the version before could answer; fewer may be chance: a platform that hesitated once. */
const LOST_MIN = 3;
/** And of all reads of a platform so large a share. */
const LOST_SHARE = 0.05;

/**
 * The platform that a version reads worse than the one before it; null: none. Both are asked for each read that fails, so that what a
 * platform does to both counts against neither. By platform: a version that breaks one of five must not hide behind the others.
 */
export function isWorseAt(counts: readonly ReadCount[]): ReadCount | null {
  return (
    counts.find(({ answered, failed, lost }) => lost >= LOST_MIN && lost > LOST_SHARE * (answered + failed + lost)) ??
    null
  );
}
