import * as v from 'valibot';

/** Milliseconds around 1970: the beginning of the year 1, and the end of the year 9999. */
const [FIRST_MS, LAST_MS] = [-62_135_596_800_000, 253_402_300_799_999];

/**
 * Whether a time, in milliseconds around 1970, is one that everybody reads alike. Of other years JavaScript writes six digits and a sign,
 * which PostgreSQL does not read; beyond some it writes nothing and throws, as it does of NaN.
 */
export function isCommonInstant(ms: number): boolean {
  return ms >= FIRST_MS && ms <= LAST_MS;
}

/** A time as it is written, of which `Date.parse` knows what time that is. */
export const CommonInstant = v.pipe(
  v.string(),
  v.check((text) => isCommonInstant(Date.parse(text))),
);
