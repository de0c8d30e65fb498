import { downloadsSql } from './migrations/0001-downloads.ts';
import { limitsSql } from './migrations/0002-limits.ts';
import { secretsSql } from './migrations/0003-secrets.ts';
import { identitySql } from './migrations/0004-identity.ts';
import { accountsSql } from './migrations/0005-accounts.ts';
import { apiKeysSql } from './migrations/0006-api-keys.ts';
import { statisticsSql } from './migrations/0008-statistics.ts';
import { operationsSql } from './migrations/0007-operations.ts';
import { counterNoticesSql } from './migrations/0009-counter-notices.ts';
import { liveSessionsSql } from './migrations/0010-live-sessions.ts';
import { abuseSql } from './migrations/0011-abuse.ts';
import { unreadAnswersSql } from './migrations/0012-unread-answers.ts';
import { foldedNamesSql } from './migrations/0013-folded-names.ts';
import { extractorVersionsSql } from './migrations/0014-extractor-versions.ts';
import { watchedLinksSql } from './migrations/0015-watched-links.ts';
import { identityMessagesSql } from './migrations/0016-identity-messages.ts';
import { leftOutSql } from './migrations/0017-left-out.ts';
import { indexesByAgeSql } from './migrations/0018-indexes-by-age.ts';
import { unconfirmedUsersSql } from './migrations/0019-unconfirmed-users.ts';
import { goneUsersSql } from './migrations/0020-gone-users.ts';
import { rulesOfCasesSql } from './migrations/0021-rules-of-cases.ts';
import { StoreError } from './store-error.ts';

type Migration = { name: string; sql: string };

/**
 * In the order they are applied; one that has been released is never changed. They are modules rather than .sql files because the
 * server is built into one file, which has no files beside it.
 */
export const MIGRATIONS: readonly Migration[] = [
  { name: '0001-downloads', sql: downloadsSql },
  { name: '0002-limits', sql: limitsSql },
  { name: '0003-secrets', sql: secretsSql },
  { name: '0004-identity', sql: identitySql },
  { name: '0005-accounts', sql: accountsSql },
  { name: '0006-api-keys', sql: apiKeysSql },
  { name: '0008-statistics', sql: statisticsSql },
  { name: '0007-operations', sql: operationsSql },
  { name: '0009-counter-notices', sql: counterNoticesSql },
  { name: '0010-live-sessions', sql: liveSessionsSql },
  { name: '0011-abuse', sql: abuseSql },
  { name: '0012-unread-answers', sql: unreadAnswersSql },
  { name: '0013-folded-names', sql: foldedNamesSql },
  { name: '0014-extractor-versions', sql: extractorVersionsSql },
  { name: '0015-watched-links', sql: watchedLinksSql },
  { name: '0016-identity-messages', sql: identityMessagesSql },
  { name: '0017-left-out', sql: leftOutSql },
  { name: '0018-indexes-by-age', sql: indexesByAgeSql },
  { name: '0019-unconfirmed-users', sql: unconfirmedUsersSql },
  { name: '0020-gone-users', sql: goneUsersSql },
  { name: '0021-rules-of-cases', sql: rulesOfCasesSql },
];

/** One connection of its own. `run` takes a script of several statements, which is one transaction unless it says otherwise. */
export type Session = {
  query: <Row>(text: string, values?: readonly unknown[]) => Promise<Row[]>;
  run: (script: string) => Promise<void>;
};

/**
 * What becomes of the tables of a database that is opened: they are brought up to date; they must be this version's already, since a
 * process of another one is at work; or they stay as they are, whatever they are, as for a backup.
 */
export type TablesAsked = 'migrated' | 'matching' | 'any';

/** Does that. Throws StoreError when the tables are a newer version's, or have to match and do not. */
export async function prepareTables(
  session: Session,
  asked: TablesAsked,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<void> {
  if (asked === 'migrated') await migrate(session, migrations);
  if (asked === 'matching') await refuseOtherTables(session, migrations);
}

async function refuseOtherTables(session: Session, migrations: readonly Migration[]): Promise<void> {
  const other = [...(await appliedNames(session)).symmetricDifference(namesOf(migrations))];
  if (other.length === 0) return;
  throw new StoreError(
    `The site that is running is of another version, which differs by ${other.join(', ')}. Use the command of that version, or stop the site.`,
  );
}

async function appliedNames(session: Session): Promise<Set<string>> {
  return namesOf(await session.query<{ name: string }>('select name from schema_migrations'));
}

function namesOf(migrations: readonly { name: string }[]): Set<string> {
  return new Set(migrations.map(({ name }) => name));
}

/**
 * Brings the tables up to date, each migration in a transaction with the note that it was applied. On a database that several
 * servers share, the caller holds a lock. Throws StoreError when the database was migrated by a newer version.
 */
export async function migrate(session: Session, migrations: readonly Migration[] = MIGRATIONS): Promise<void> {
  await session.run(
    'create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now())',
  );
  const applied = await appliedNames(session);
  const unknown = applied.difference(namesOf(migrations));
  if (unknown.size > 0) {
    throw new StoreError(`The database is newer than this version: it has ${[...unknown].join(', ')}.`);
  }
  for (const { name, sql } of migrations.filter(({ name }) => !applied.has(name))) {
    await session.run(`${sql};\ninsert into schema_migrations (name) values ('${name}');`);
  }
}
