import type { Store } from '#/server/store/store.ts';
import { notAuthorized } from './identity-error.ts';

/** Wrong answers that are free; after each further one the user is locked for twice as long. */
const FREE_FAILURES = 5;
const LOCK_MAX_S = 15 * 60;
/** Failures are forgotten when there was none for this long. */
const MEMORY_S = 60 * 60;

const MEMORY = `interval '${MEMORY_S} seconds'`;
const LOCKED = `counted.failures >= ${FREE_FAILURES} and counted.last_at
  + least(power(2, least(counted.failures - ${FREE_FAILURES}, 20)), ${LOCK_MAX_S}) * interval '1 second' > excluded.last_at`;

/**
 * SQL that counts a guess before it is looked at, so that many at once are not all free; `$source` selects sub, 1 and the time. It
 * returns a row unless the user is locked. Whoever turns out to be right has it taken back.
 */
export function countingSql(source: string): string {
  return `insert into identity_attempts as counted (sub, failures, last_at) ${source}
    on conflict (sub) do update set last_at = excluded.last_at,
      failures = case when counted.last_at < excluded.last_at - ${MEMORY} then 1 else counted.failures + 1 end
    where not (${LOCKED}) returning failures`;
}

/** Takes one counted guess back: of a sign-in that goes on with another question. */
export const FORGIVING_SQL = 'update identity_attempts set failures = greatest(failures - 1, 0)';

export type Attempts = {
  /** Counts a guess at the user's password. Throws IdentityError when there were too many. */
  count(sub: string): Promise<void>;
  /** After a right one. */
  forgive(sub: string): Promise<void>;
};

/** What was guessed wrong, by user; also of users that do not exist, which are locked all the same. */
export function createAttempts({ query }: Pick<Store, 'query'>, now: () => number): Attempts {
  return {
    async count(sub) {
      const counted = await query(countingSql('values ($1::uuid, 1, $2::timestamptz)'), [sub, new Date(now())]);
      if (counted.length === 0) throw attemptsExceeded();
    },
    async forgive(sub) {
      await query(`${FORGIVING_SQL} where sub = $1`, [sub]);
    },
  };
}

export const attemptsExceeded = () => notAuthorized('Password attempts exceeded');
