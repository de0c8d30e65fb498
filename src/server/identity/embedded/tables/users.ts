import { type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { isAway, StoreError } from '#/server/store/store-error.ts';
import type { Store, StoreTransaction } from '#/server/store/store.ts';
import type { Alongside } from '../notices.ts';
import type { GoneUsers } from './gone-users.ts';
import { refuseTooLong } from './attributes.ts';
import { foldName } from './fold-name.ts';
import { filterColumn, likePattern, type UserFilter } from './user-filter.ts';
import { type Aliases, type IdentityUser, USER_COLUMNS } from './user.ts';

export type NewUser = Omit<IdentityUser, 'groups' | 'createdAt' | 'updatedAt'> & Aliases;
export type UserChanges = Partial<Omit<NewUser, 'sub' | 'username'>>;
/** What changes are worked out from. */
export type CurrentUser = Pick<IdentityUser, 'attributes' | 'mfa' | 'totpSecret' | 'verifier'>;

type UserPage = {
  users: IdentityUser[];
  /** Where the next page begins; null: this was the last. */
  next: string | null;
};

export type UserRepository = {
  /** By username, e-mail address or phone number as far as they are aliases; capitals do not count. */
  find(name: string): Promise<IdentityUser | null>;
  bySub(sub: string): Promise<IdentityUser | null>;
  /**
   * null: the sub, the username, or an alias, is another's. Throws IdentityError for attributes that are too long together. What `alongside`
   * throws leaves nobody.
   */
  create(user: NewUser, alongside?: Alongside): Promise<IdentityUser | null>;
  /**
   * Writes what does not depend on what was; what does is for `change`. Attributes and mfa are replaced as a whole. False: an alias is
   * another's, and nothing was changed.
   */
  update(sub: string, changes: UserChanges): Promise<boolean>;
  /**
   * Changes a user by what they are at that moment: whoever changes them at the same time waits, and then sees what came of it. Gives what
   * was changed, nothing where the user is gone; null: an alias is another's, and nothing was changed. What `decide` throws, and
   * IdentityError for attributes that are too long together, leaves them as they were. `alongside` writes what belongs to the change.
   */
  change(sub: string, decide: (user: CurrentUser) => UserChanges, alongside?: Alongside): Promise<UserChanges | null>;
  /**
   * What a sign-up does whose name a user has: `changes` are of one who waits for a code, null of anybody else, who is written as they are,
   * so that it is as much work. `alongside` writes what belongs to it. False: the user is not so any more, or is gone, and nothing was written.
   */
  signUpAgain(sub: string, changes: UserChanges | null, alongside: Alongside): Promise<boolean>;
  /** Whether somebody has it, or had it and is gone: nobody else gets it. */
  isSpent(sub: string): Promise<boolean>;
  /** With everything that is only theirs, wherever it is kept; sessions stay, so that whoever comes with one is told. */
  remove(sub: string): Promise<void>;
  /** Oldest first. `after` as a page before told. */
  list(query: {
    filter: UserFilter | null;
    group: string | null;
    after: string | null;
    limit: number;
  }): Promise<UserPage>;
  /** Takes an alias from whoever else has it. */
  releaseAlias(alias: string, keeper: string): Promise<void>;
  /** Notes the step of a code that was taken. False: that one or a later one was taken before. */
  advanceTotpStep(sub: string, step: number): Promise<boolean>;
  /** Makes room for a sign-up: whoever took the name, never confirmed it, and can no longer, is forgotten. */
  forgetUnconfirmed(name: string, before: Date): Promise<void>;
  /**
   * Forgets who signed up and never confirmed it: made a week ago, without a sign-up again for two days, and without a code that still works.
   * Their subs are not spent: they never were anybody's, and are what the names go on showing. Who was disabled stays.
   */
  sweep(): Promise<void>;
};

const COLUMNS = {
  status: 'status',
  isEnabled: 'is_enabled',
  attributes: 'attributes',
  emailAlias: 'email_alias',
  phoneAlias: 'phone_alias',
  salt: 'salt',
  verifier: 'verifier',
  totpSecret: 'totp_secret',
  totpPending: 'totp_pending',
  totpStep: 'totp_step',
  mfa: 'mfa',
} as const satisfies Record<keyof UserChanges, string>;
const COLUMN_ENTRIES = Object.entries(COLUMNS) as [keyof UserChanges, string][];

const FOUND = `u.folded_name = $1 or u.email_alias = $1 or u.phone_alias = $1`;
/** Who waits for the code of their sign-up. */
const IS_OPEN = sql`status = 'UNCONFIRMED' and is_enabled`;
const DAY_MS = 24 * 60 * 60 * 1000;
const UNCONFIRMED_KEPT_MS = 7 * DAY_MS;
const UNCHANGED_KEPT_MS = 2 * DAY_MS;
/** Rows of one statement, which others wait for. */
const FORGOTTEN_AT_ONCE = 500;
const UNIQUE_VIOLATION = '23505';
const FORGET_ABANDONED = forgetting(`u.sub in (
  select sub from identity_users abandoned
  where status = 'UNCONFIRMED' and is_enabled and created_at < $2 and updated_at < $3
    and not exists (select from identity_codes c where c.sub = abandoned.sub and c.expires_at > $1)
  limit $4 for update skip locked)`);
const DIALECT = new PgDialect();

/** Who hears of users. */
type UserListeners = {
  /** Who may act otherwise than before: was disabled, let in again, or is gone. */
  onChange: (sub: string) => Promise<void>;
  /** Deletes what else is kept of who is gone, at once, and again after a time. */
  gone: Pick<GoneUsers, 'erase' | 'eraseAfter'> | null;
};

/** The users' table. Rejects with StoreError. `now` in milliseconds since 1970. */
export function createUserRepository(
  { query, transaction }: Pick<Store, 'query' | 'transaction'>,
  now: () => number,
  { onChange, gone }: UserListeners = { onChange: async () => {}, gone: null },
): UserRepository {
  const one = async (condition: string, value: string) => {
    const [user] = await query<IdentityUser>(
      `select ${USER_COLUMNS} from identity_users u where ${condition} limit 1`,
      [value],
    );
    return user ?? null;
  };
  const updateOf = (sub: string, changes: UserChanges): SQL => {
    const sets = COLUMN_ENTRIES.filter(([name]) => changes[name] !== undefined).map(
      ([name, column]) => sql`, ${sql.raw(column)} = ${asColumn(changes[name])}`,
    );
    const at = new Date(now()).toISOString();
    return sql`update identity_users set updated_at = ${at}${sql.join(sets, sql``)} where sub = ${sub}`;
  };
  const tellOf = async (sub: string, { isEnabled, status }: UserChanges) => {
    if (isEnabled !== undefined || status !== undefined) await onChange(sub);
  };
  return {
    find: (name) => one(FOUND, foldName(name)),
    bySub: (sub) => one('u.sub = $1::uuid', sub),
    async create(user, alongside) {
      refuseTooLong(user.attributes);
      const at = new Date(now());
      const entries: [string, unknown][] = [
        ['sub', user.sub],
        ['username', user.username],
        ['folded_name', foldName(user.username)],
        ['created_at', at.toISOString()],
        ['updated_at', at.toISOString()],
        ...COLUMN_ENTRIES.map(([name, column]): [string, unknown] => [column, asColumn(user[name])]),
      ];
      const names = sql.raw(entries.map(([column]) => column).join(', '));
      const values = sql.join(
        entries.map(([, value]) => sql`${value}`),
        sql`, `,
      );
      const write = async (tx: StoreTransaction) => {
        await tx.execute(sql`insert into identity_users (${names}) values (${values})`);
        await alongside?.(tx);
      };
      const isNew = await unlessTaken(transaction(write));
      return isNew ? { ...user, groups: [], createdAt: at, updatedAt: at } : null;
    },
    async update(sub, changes) {
      const { sql: text, params } = DIALECT.sqlToQuery(updateOf(sub, changes));
      const isUpdated = await unlessTaken(query(text, params));
      if (isUpdated) await tellOf(sub, changes);
      return isUpdated;
    },
    async change(sub, decide, alongside) {
      let changes: UserChanges = {};
      const write = async (tx: StoreTransaction) => {
        const { rows } = await tx.execute<CurrentUser>(
          sql`select attributes, mfa, totp_secret as "totpSecret", verifier from identity_users where sub = ${sub} for update`,
        );
        const [user] = rows;
        if (!user) return;
        changes = decide(user);
        if (changes.attributes) refuseTooLong(changes.attributes, user.attributes);
        await tx.execute(updateOf(sub, changes));
        await alongside?.(tx);
      };
      if (!(await unlessTaken(transaction(write)))) return null;
      await tellOf(sub, changes);
      return changes;
    },
    async signUpAgain(sub, changes, alongside) {
      let isWritten = false;
      const write = async (tx: StoreTransaction) => {
        const update = changes
          ? sql`${updateOf(sub, changes)} and ${IS_OPEN}`
          : sql`update identity_users set updated_at = updated_at where sub = ${sub} and not (${IS_OPEN})`;
        isWritten = (await tx.execute(sql`${update} returning sub`)).rows.length > 0;
        if (isWritten) await alongside(tx);
      };
      return (await unlessTaken(transaction(write))) && isWritten;
    },
    async isSpent(sub) {
      const [row] = await query<{ isSpent: boolean }>(
        `select exists (select from identity_spent_subs where sub = $1)
           or exists (select from identity_users where sub = $1) as "isSpent"`,
        [sub],
      );
      return row?.isSpent === true;
    },
    async remove(sub) {
      await query(
        `with codes as (delete from identity_codes where sub = $1),
           messages as (delete from identity_messages where sub = $1),
           spent as (
             insert into identity_spent_subs (sub, erase_after) values ($1, $2)
             on conflict (sub) do update set erase_after = excluded.erase_after
           )
         delete from identity_users where sub = $1`,
        [sub, gone?.eraseAfter() ?? null],
      );
      await onChange(sub);
      await gone?.erase(sub);
    },
    async list({ filter, group, after, limit }) {
      const [createdAt, sub] = after?.split(' ') ?? [];
      const users = await query<IdentityUser>(
        `select ${USER_COLUMNS} from identity_users u
         where ($1::timestamptz is null or (u.created_at, u.sub) > ($1::timestamptz, $2::uuid))
           and ($3::text is null or u.sub in (select sub from identity_members where group_name = $3))
           and ($4::text is null or ${filterColumn(filter)} like $4)
         order by u.created_at, u.sub limit $5`,
        [createdAt ?? null, sub ?? null, group, filter && likePattern(filter), limit + 1],
      );
      const page = users.slice(0, limit);
      const last = page.at(-1);
      const next = users.length > limit && last ? `${last.createdAt.toISOString()} ${last.sub}` : null;
      return { users: page, next };
    },
    async releaseAlias(alias, keeper) {
      await query(
        `update identity_users set email_alias = nullif(email_alias, $1), phone_alias = nullif(phone_alias, $1)
         where (email_alias = $1 or phone_alias = $1) and sub <> $2`,
        [foldName(alias), keeper],
      );
    },
    async advanceTotpStep(sub, step) {
      const advanced = await query(
        'update identity_users set totp_step = $2 where sub = $1 and (totp_step is null or totp_step < $2) returning sub',
        [sub, step],
      );
      return advanced.length > 0;
    },
    async forgetUnconfirmed(name, before) {
      await query(forgetting(`(${FOUND}) and status = 'UNCONFIRMED' and created_at < $2`), [foldName(name), before]);
    },
    async sweep() {
      const [at, made, unchanged] = [0, UNCONFIRMED_KEPT_MS, UNCHANGED_KEPT_MS].map((ago) => new Date(now() - ago));
      let forgotten: object[];
      do forgotten = await query(FORGET_ABANDONED, [at, made, unchanged, FORGOTTEN_AT_ONCE]);
      while (forgotten.length === FORGOTTEN_AT_ONCE);
    },
  };
}

/** SQL that deletes the unconfirmed users `u` of the condition, with their codes and messages; everything else of a user begins later. */
function forgetting(condition: string): string {
  return `
    with forgotten as (delete from identity_users u where ${condition} returning u.sub),
      codes as (delete from identity_codes where sub in (select sub from forgotten)),
      messages as (delete from identity_messages where sub in (select sub from forgotten))
    select sub from forgotten`;
}

function asColumn(value: unknown): unknown {
  const isJson = typeof value === 'object' && value !== null;
  return isJson ? JSON.stringify(value) : value;
}

async function unlessTaken(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof StoreError && !isAway(error) && error.code === UNIQUE_VIOLATION) return false;
    throw error;
  }
}
