import { setTimeout as sleep } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import { type ClientBase, Pool, types } from 'pg';
import type { Adapter, Hearing } from './adapter.ts';
import { openListener } from './events/listener.ts';
import { prepareTables, type Session, type TablesAsked } from './migrate.ts';
import * as schema from './schema/schema.ts';
import { StoreError, toStoreError } from './store-error.ts';

/** Ten of the hundred that a PostgreSQL allows by default, the queue's own beside them. */
const POOL_SIZE = 10;
/** Any number, the same for all servers of one database. */
const MIGRATION_LOCK = 7_251_944_013;
const OLDEST_VERSION = 150_000;
/** deadlock_detected: of two statements that wait for each other PostgreSQL ends one, so that the other goes on. */
const DEADLOCK = '40P01';
/** How often one statement is tried that others get in the way of. */
const TRIES = 5;
/** Before the second try; longer before each one after, so that the others get done. */
const PAUSE_MS = 20;

// As PGlite reads them: a count is a number on both.
types.setTypeParser(types.builtins.INT8, Number);

/** PostgreSQL 15 or newer at a `postgres://` address, which several servers may share. */
export async function openPoolAdapter(url: string, hearing: Hearing, tables: TablesAsked): Promise<Adapter> {
  const pool = new Pool({
    connectionString: url,
    max: POOL_SIZE,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    application_name: 'clipferry',
  });
  // An idle connection that breaks is replaced by the next query.
  pool.on('error', (error) => hearing.log(toStoreError(error).message));
  // One that breaks inside a transaction, between two queries of it, would otherwise end the process; the next query tells.
  pool.on('connect', (client) => void client.on('error', () => {}));
  try {
    await withClient(pool, async (session) => {
      await refuseOldVersions(session);
      await underLock(session, () => prepareTables(session, tables));
    });
    const listener = await openListener(url, hearing);
    return {
      db: drizzle(pool, { schema }),
      query: triedAgain(poolSession(pool).query),
      async close() {
        await listener.close();
        await pool.end();
      },
    };
  } catch (error) {
    await pool.end();
    throw error instanceof Error && !('code' in error) ? error : toStoreError(error);
  }
}

/** Several servers start at once: without the lock three of four migrations of the same tables fail. */
export async function underLock<T>(session: Session, action: () => Promise<T>): Promise<T> {
  await session.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
  try {
    return await action();
  } finally {
    await session.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
  }
}

export function poolSession(client: Pool | ClientBase): Session {
  return {
    async query<Row>(text: string, values?: readonly unknown[]) {
      try {
        const { rows } = await client.query(text, values && [...values]);
        return rows as Row[];
      } catch (error) {
        throw toStoreError(error);
      }
    },
    async run(script) {
      await client.query(script).catch((error: unknown) => {
        throw toStoreError(error);
      });
    },
  };
}

/** Of a statement outside a transaction nothing was done when it was ended for another's sake: it is tried again. */
function triedAgain(query: Session['query']): Session['query'] {
  return async (text, values) => {
    for (let tries = 1; ; tries++) {
      try {
        return await query(text, values);
      } catch (error) {
        if (!(error instanceof StoreError && error.code === DEADLOCK) || tries === TRIES) throw error;
        await sleep(tries * PAUSE_MS * (0.5 + Math.random()));
      }
    }
  };
}

async function withClient(pool: Pool, action: (session: Session) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    await action(poolSession(client));
  } finally {
    client.release();
  }
}

async function refuseOldVersions(session: Session): Promise<void> {
  const [row] = await session.query<{ version: number; name: string }>(
    `select current_setting('server_version_num')::int as version, current_setting('server_version') as name`,
  );
  if (row && row.version >= OLDEST_VERSION) return;
  throw new StoreError(`PostgreSQL ${row?.name ?? ''} is too old: 15 is needed.`);
}
