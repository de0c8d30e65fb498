import type { Store } from '#/server/store/store.ts';
import { currentCaller } from '../caller.ts';
import { notAuthorized } from '../identity-error.ts';

/** Wrong answers that are free; after each further one whoever gave them is locked for twice as long. */
type LockoutPolicy = { free: number; lockMaxS: number };

/** Of one device of the user, or one network. */
const OF_A_SOURCE: LockoutPolicy = { free: 5, lockMaxS: 15 * 60 };
/**
 * Of all strangers together: whom neither a device of the user nor a network vouches for from which the user has signed in. Anybody can
 * guess at passwords, so that a long lock would be turned against the user who comes from somewhere new. Codes of a second factor are
 * guessed by who has the password; they have six digits, and no user types fifty.
 */
const OF_STRANGERS: Record<GuessKind, LockoutPolicy> = {
  password: { free: 50, lockMaxS: 60 },
  code: { free: 5, lockMaxS: 15 * 60 },
};
export type GuessKind = 'password' | 'code';

/** Failures are forgotten when there was none for this long. */
const MEMORY_S = 60 * 60;
/** For this long after a sign-in, its network vouches for the user. */
const KNOWN_S = 30 * 24 * 60 * 60;

const MEMORY = `interval '${MEMORY_S} seconds'`;
const KNOWN = `interval '${KNOWN_S} seconds'`;

const isLocked = (row: string, at: string, { free, lockMaxS }: LockoutPolicy): string =>
  `${row}.failures >= ${free} and ${row}.last_at > ${at} - ${MEMORY} and ${row}.last_at
     + least(power(2, least(${row}.failures - ${free}, 20)), ${lockMaxS}) * interval '1 second' > ${at}`;
const ONE_MORE = `last_at = excluded.last_at,
  failures = case when old.last_at < excluded.last_at - ${MEMORY} then 1 else old.failures + 1 end`;

/** SQL of the parameters: the time (timestamptz), and what counts the caller's network (text). */
type CountingParameters = { at: string; network: string; kind: GuessKind };

/**
 * SQL: common table expressions that count a guess before it is looked at, so that many at once are not all free. `claims` selects sub
 * and device_key of what is guessed at. `counted` has a row unless whoever guesses is locked; `by_whom` what it was counted by.
 */
export function countingSql(claims: string, { at, network, kind }: CountingParameters): string {
  const strangers = `'strangers ${kind}'`;
  return `
    judged as (
      select c.sub, case when d.key is null then ${network} else 'device ' || d.key end as source,
        d.key is not null or exists (
          select from identity_guesses g where g.sub = c.sub and g.source = ${network} and g.signed_in_at > ${at} - ${KNOWN}
        ) as is_known
      from (${claims}) c left join identity_devices d on d.sub = c.sub and d.key = c.device_key
    ), barred as (
      select j.sub from judged j join identity_guesses t on t.sub = j.sub and t.source = ${strangers}
      where not j.is_known and ${isLocked('t', at, OF_STRANGERS[kind])}
    ), counted as (
      insert into identity_guesses as old (sub, source, failures, last_at)
      select sub, source, 1, ${at} from judged where not exists (select from barred)
      on conflict (sub, source) do update set ${ONE_MORE}
      where not (${isLocked('old', 'excluded.last_at', OF_A_SOURCE)}) returning old.sub, old.source
    ), strangers as (
      insert into identity_guesses as old (sub, source, failures, last_at)
      select j.sub, ${strangers}, 1, ${at} from judged j join counted on counted.sub = j.sub where not j.is_known
      on conflict (sub, source) do update set ${ONE_MORE} returning old.source
    ), by_whom as (
      select source from counted union all select source from strangers
    )`;
}

/** SQL that takes counted guesses back: of an answer that was right. */
export const FORGIVING_SQL = 'update identity_guesses set failures = greatest(failures - 1, 0)';

/** What the caller's network is counted by. */
export const networkSource = (): string => `network ${currentCaller().network ?? 'unknown'}`;

export type Attempts = {
  /** Counts a guess at the user's password by the caller. Throws IdentityError when there were too many. */
  count(sub: string): Promise<void>;
  /** After a right one: takes back what this call has counted. */
  forgive(sub: string): Promise<void>;
  /** After a sign-in, or another proof that it is the user: from here on the network vouches for them, and has no failures. */
  succeed(sub: string): Promise<void>;
  /** Nobody has any failures: after a password that an administrator or a code has set. */
  clear(sub: string): Promise<void>;
  sweep(): Promise<void>;
};

/** What was guessed wrong, by user and by who guessed; also of users that do not exist, which are locked all the same. */
export function createAttempts({ query }: Pick<Store, 'query'>, now: () => number): Attempts {
  const counting = countingSql('select $1::uuid as sub, $4::text as device_key', {
    at: '$2::timestamptz',
    network: '$3::text',
    kind: 'password',
  });
  return {
    async count(sub) {
      const caller = currentCaller();
      const counted = await query<{ source: string }>(`with ${counting} select source from by_whom`, [
        sub,
        new Date(now()),
        networkSource(),
        caller.deviceKey,
      ]);
      if (counted.length === 0) throw attemptsExceeded();
      caller.counted = counted.map(({ source }) => source);
    },
    async forgive(sub) {
      await query(`${FORGIVING_SQL} where sub = $1 and source = any($2::text[])`, [sub, currentCaller().counted]);
    },
    async succeed(sub) {
      const { network, deviceKey, counted } = currentCaller();
      const strangers = counted.filter((source) => source.startsWith('strangers'));
      const source = networkSource();
      await query(
        `with device as (update identity_guesses set failures = 0 where sub = $1 and source = 'device ' || $2::text),
           strangers as (${FORGIVING_SQL} where sub = $1 and source = any($3::text[]))
         insert into identity_guesses (sub, source, failures, last_at, signed_in_at) values ($1, $4, 0, $5, $6)
         on conflict (sub, source) do update
           set failures = 0, last_at = excluded.last_at, signed_in_at = excluded.signed_in_at`,
        [sub, deviceKey, strangers, source, new Date(now()), network === null ? null : new Date(now())],
      );
    },
    async clear(sub) {
      await query('update identity_guesses set failures = 0 where sub = $1', [sub]);
    },
    async sweep() {
      await query('delete from identity_guesses where last_at < $1', [new Date(now() - KNOWN_S * 1000)]);
    },
  };
}

export const attemptsExceeded = () => notAuthorized('Password attempts exceeded');
