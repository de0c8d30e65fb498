import { sql } from 'drizzle-orm';
import { type ConstructorOptions, type Db, fromDrizzle, fromPglite, type JobWithMetadata, PgBoss } from 'pg-boss';
import type { Store, StoreTransaction } from '#/server/store/store.ts';
import { createQuietLog } from './quiet-log.ts';

/** Files to be made: a job's id is its row's. */
export const FILES = 'files';
/** Jobs that failed for good, for an operator to read. */
export const DEAD_LETTERS = 'files_dead';
export const SWEEP = 'sweep';
/** Messages to clients, and those that could not be delivered. */
export const WEBHOOKS = 'webhooks';
const DEAD_WEBHOOKS = 'webhooks_dead';
export const CANARIES = 'canaries';
/** Links that users wait for: looking at them, and telling who has waited. */
export const WATCHES = 'watches';
export const WATCHED_NEWS = 'watched_news';

/** pg-boss's own schema; where the few questions it has no call for are asked. */
export const JOB_TABLE = 'pgboss.job';

/**
 * How often a job may be begun before it is given up, whatever it failed of; those that were only given back do not count.
 * The attempt after the last, which only a process that died leaves, does nothing but say so.
 */
const ATTEMPTS = 4;

/** Ten more tries, each after twice as long, up to four hours: a receiver may be away for most of a day. */
const WEBHOOK_RETRIES = { retryLimit: 10, retryBackoff: true, retryDelayMax: 4 * 60 * 60 };

/** The shortest pg-boss allows: a worker whose heartbeat is older is dead. */
const HEARTBEAT_S = 10;
/** So often it is renewed, that a database may be away for some seconds and nothing is taken over that is still being made. */
export const HEARTBEAT_EVERY_S = 2;
/**
 * How often the dead are looked for, and how long a worker sleeps that nothing wakes. With several servers, so that a job is taken over
 * within 13 s. Embedded there is nobody to take it, and each look costs the one process some milliseconds.
 */
const LOOK_S = { served: 1, embedded: 5 };
const EXPIRE_S = 3 * 60 * 60;
/** A share of the hundred connections a PostgreSQL allows by default, the store's ten beside them. */
const POOL_SIZE = 4;

export type FileJob = JobWithMetadata<object>;

/** How often a job has been begun and not given back: it failed, or its worker died. */
export function failedAttempts({ retryCount, retryLimit }: Pick<FileJob, 'retryCount' | 'retryLimit'>): number {
  return retryCount - (retryLimit - ATTEMPTS);
}

/** Whether this attempt is the last that may be. */
export function isLastAttempt({ retryCount, retryLimit }: Pick<FileJob, 'retryCount' | 'retryLimit'>): boolean {
  return retryCount + 1 >= retryLimit;
}

/** The queue library, opened over the store's database. */
export type JobQueue = {
  boss: PgBoss;
  /** Lets a call of the library be part of a transaction of the store. */
  within: (tx: StoreTransaction) => { db: Db };
  /** How long a worker may sleep. */
  pollingS: number;
};

/** How many jobs a call has changed: none, where another worker has taken the job over. */
export function affectedBy(response: object): number {
  return 'affected' in response ? Number(response.affected) : 0;
}

/** Opens the queues, made on first use. In an embedded database, jobs that a process left when it died are given back. */
export async function openQueue(store: Store, log: (line: string) => void): Promise<JobQueue> {
  const lookS = store.isEmbedded ? LOOK_S.embedded : LOOK_S.served;
  const boss = new PgBoss({
    ...placeOf(store),
    useListenNotify: true,
    supervise: true,
    superviseIntervalSeconds: lookS,
    monitorIntervalSeconds: lookS,
  });
  const quiet = createQuietLog(log);
  boss.on('error', ({ message }) => quiet(`The queue: ${message}`));
  boss.on('warning', ({ message }) => quiet(`The queue: ${message}`));
  await boss.start();
  await createQueues(boss);
  if (store.isEmbedded) await giveBackOrphans(store, boss);
  return { boss, within: (tx) => ({ db: fromDrizzle(tx, sql) }), pollingS: lookS };
}

function placeOf({ connection }: Store): ConstructorOptions {
  if ('url' in connection) return { connectionString: connection.url, max: POOL_SIZE };
  // Embedded there is neither autovacuum nor a second connection that could rebuild an index.
  return { db: fromPglite(connection), backend: 'pglite', monitorVacuum: false, reindex: false };
}

async function createQueues(boss: PgBoss): Promise<void> {
  const options = {
    [DEAD_LETTERS]: {},
    [FILES]: {
      notify: true,
      retryLimit: ATTEMPTS,
      heartbeatSeconds: HEARTBEAT_S,
      expireInSeconds: EXPIRE_S,
      deleteAfterSeconds: 60 * 60,
      deadLetter: DEAD_LETTERS,
    },
    [DEAD_WEBHOOKS]: {},
    [WEBHOOKS]: {
      notify: true,
      ...WEBHOOK_RETRIES,
      expireInSeconds: 60,
      deleteAfterSeconds: 60 * 60,
      deadLetter: DEAD_WEBHOOKS,
    },
    [SWEEP]: { notify: true, retryLimit: 0, heartbeatSeconds: HEARTBEAT_S, deleteAfterSeconds: 60 * 60 },
    [CANARIES]: { notify: true, retryLimit: 0, heartbeatSeconds: HEARTBEAT_S, deleteAfterSeconds: 60 * 60 },
    [WATCHES]: { notify: true, retryLimit: 0, heartbeatSeconds: HEARTBEAT_S, deleteAfterSeconds: 60 * 60 },
    // A mail server may be away for as long as a receiver of webhooks.
    [WATCHED_NEWS]: {
      notify: true,
      ...WEBHOOK_RETRIES,
      retryDelay: 30,
      expireInSeconds: 60,
      deleteAfterSeconds: 60 * 60,
    },
  };
  for (const [name, settings] of Object.entries(options)) {
    // One sweep at a time, and never two waiting.
    const policy = [SWEEP, CANARIES, WATCHES].includes(name) ? 'exclusive' : 'standard';
    await boss.createQueue(name, { ...settings, policy });
    // What is there already is not changed by creating it.
    if (Object.keys(settings).length > 0) await boss.updateQueue(name, settings);
    // Its settings are remembered from here on: reading them inside a transaction of the embedded database is refused.
    await boss.findJobs(name, { key: 'none' });
  }
}

/** The data folder is locked, so whoever had begun these jobs is dead. */
async function giveBackOrphans(store: Store, boss: PgBoss): Promise<void> {
  const orphans = await store.query<{ id: string; retryCount: number }>(
    `select id, retry_count as "retryCount" from ${JOB_TABLE} where name = $1 and state = 'active'`,
    [FILES],
  );
  if (orphans.length > 0) await boss.fail(FILES, orphans, { message: 'the process ended' });
  await store.query(`update downloads set state = 'queued' where is_kept and state = 'preparing'`);
}
