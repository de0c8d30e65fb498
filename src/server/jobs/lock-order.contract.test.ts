import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Failure } from '#/model/failure.ts';
import { createAccountDataRepository } from '#/server/store/tables/account-data.ts';
import { emptied, newDownload, served } from '#/server/store/fixtures/contract-places.ts';
import { createDownloadRepository } from '#/server/store/tables/downloads.ts';
import { createHistoryRepository } from '#/server/store/tables/history.ts';
import { createIdempotentRequestRepository } from '#/server/store/tables/idempotent-requests.ts';
import { downloads } from '#/server/store/schema/schema.ts';
import { createStatisticsRepository } from '#/server/store/tables/statistics.ts';
import type { Store } from '#/server/store/store.ts';
import { createVisitorUserRepository } from '#/server/store/tables/visitor-users.ts';
import { createJobsPlace, type JobsPlace, kept, jobRequestOf, rowOf, SETTINGS } from './fixtures/jobs-place.ts';
import { expireMissingFiles } from './sweeping/expired-files.ts';
import { deleteOldRecords } from './sweeping/old-records.ts';
import { FILES, JOB_TABLE, openQueue, type JobQueue } from './queue.ts';
import { TIMING } from './settings.ts';
import { giveUp } from './finish-job.ts';
import { takeDown } from './take-down.ts';

/**
 * Statements that change several rows of a table lock them in one order, and rows before their jobs: otherwise two of them wait for each
 * other until PostgreSQL ends one. Each is stopped here at the row that it must lock first, and must have none of the others then.
 */

const TAKEN_DOWN: Failure = { code: 'taken_down' };
const OWNER = 'user:ann';
/** In the table in the opposite order of their ids, as whoever reads it from its beginning finds them. */
const IDS = ['c', 'b', 'a', '0'].map((digit) => `${digit}0000000-0000-4000-8000-000000000000`);
const [LOWEST = ''] = IDS.toSorted();

let kind: Awaited<ReturnType<typeof served.start>>;
let store: Store;
let queue: JobQueue;
let place: JobsPlace;
let stranger: Client;
let looker: Client;

beforeAll(async () => {
  kind = await served.start();
  const { open, target } = await kind.createPlace();
  store = await open();
  queue = await openQueue(store, () => {});
  [stranger, looker] = [new Client({ connectionString: target.url }), new Client({ connectionString: target.url })];
  await Promise.all([stranger.connect(), looker.connect()]);
});
beforeEach(async () => {
  place = await createJobsPlace();
});
afterEach(async () => {
  await stranger.query('rollback');
  await place.close();
  await emptied(store);
});
afterAll(async () => {
  await Promise.all([stranger.end(), looker.end()]);
  await queue.boss.stop({ graceful: false });
  await store.close();
  await kind.close();
});

async function hold(rows: string, values: unknown[]): Promise<void> {
  await stranger.query('begin');
  expect((await stranger.query(`select from ${rows} for update`, values)).rowCount).toBe(1);
}

const waiting = async () => {
  const { rows } = await looker.query(
    `select count(*)::integer as count from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0].count;
};
const free = async (table: string) => (await looker.query(`select from ${table} for update skip locked`)).rowCount;

const controls = { takenDown: () => TAKEN_DOWN };
const CHANGES: [what: string, change: () => Promise<unknown>][] = [
  [
    'transfers that are noted as running',
    () => createDownloadRepository(store).touch(IDS.map((id) => ({ id, state: 'transferring', receivedBytes: 1 }))),
  ],
  ['a history that is cleared', () => createHistoryRepository(store).forget(OWNER, 'all')],
  ['an account that is deleted', () => createAccountDataRepository(store).erase('ann')],
  [
    'a guest who signs in',
    () =>
      createVisitorUserRepository(store).begin({
        visitorId: 'u1',
        userId: 'bob',
        lifeS: 60,
        former: { visitorId: 'g1', owner: OWNER },
      }),
  ],
  [
    'files that are gone',
    () =>
      expireMissingFiles(
        { store, bucket: place.bucket },
        IDS.map((id) => ({ id, key: `kept/${id}` })),
      ),
  ],
  ['what is taken down', () => takeDown({ store, queue, bucket: place.bucket, controls, log: () => {} })],
];

test.each(CHANGES)('%s: locked from the lowest id up', async (what, change) => {
  const isStream = what.startsWith('transfers');
  const state = isStream ? 'transferring' : 'ready';
  for (const id of IDS) {
    const given = { id, owner: OWNER, isKept: !isStream, state, objectKey: isStream ? null : `kept/${id}` } as const;
    await store.db.insert(downloads).values(newDownload(given));
  }
  await hold('downloads where id = $1', [LOWEST]);
  const changed = change();
  await expect.poll(waiting).toBe(1);
  expect(await free('downloads')).toBe(IDS.length - 1);
  await stranger.query('rollback');
  await changed;
});

test('what servers count: added in one order, whatever was counted first', async () => {
  const repository = createStatisticsRepository(store);
  const counts = (['tiktok', 'facebook'] as const).map((platform) => {
    return { platform, kind: 'resolve', outcome: 'ok', count: 1, bytes: 0 } as const;
  });
  await repository.add(counts);
  await hold('statistics where platform = $1', ['facebook']);
  const added = repository.add(counts);
  await expect.poll(waiting).toBe(1);
  expect(await free('statistics')).toBe(1);
  await stranger.query('rollback');
  await added;
});

test('what servers are about: renewed in one order', async () => {
  const repository = createIdempotentRequestRepository(store, { renewMs: 50 });
  for (const key of ['b', 'a']) await repository.begin({ owner: OWNER, key, fingerprint: '' }, 60);
  await hold('idempotent_requests where key = $1', ['a']);
  await expect.poll(waiting).toBeGreaterThan(0);
  expect(await free('idempotent_requests')).toBe(1);
  await stranger.query('rollback');
  repository.close();
});

test('old cases: locked before their rules; one that is being decided anew is kept, with its rules', async () => {
  const [id] = IDS;
  const person = `'https://x.com/a/status/1', '{}', 'a film', '{}'`;
  await store.query(
    `insert into takedown_cases (id, state, source_url, claimant, work, statements, decided_at)
     values ($1, 'upheld', ${person}, now() - interval '20 years')`,
    [id],
  );
  await store.query(
    `insert into rules (id, kind, value, reason, case_id, created_by) values ($1, 'host', 'x.com', '', $1, 'user:ann')`,
    [id],
  );
  await hold('takedown_cases where id = $1', [id]);
  await deleteOldRecords({ store, settings: SETTINGS });
  await stranger.query('rollback');
  expect(await store.query('select case_id as case from rules')).toEqual([{ case: id }]);
  await deleteOldRecords({ store, settings: SETTINGS });
  expect(await store.query('select case_id as case from rules')).toEqual([{ case: null }]);
  expect(await store.query('select from takedown_cases')).toEqual([]);
});

test('a job that is given up while its file is taken down: neither waits for the other', async () => {
  const jobs = await place.open(store);
  const row = await kept(jobs, jobRequestOf('film'));
  const [job] = await queue.boss.fetch<object>(FILES, { includeMetadata: true });
  if (!job) throw new Error('no job');
  await hold(`${JOB_TABLE} where id = $1`, [row.id]);
  const ports = { store, queue, bucket: place.bucket, controls, timing: { ...TIMING, patienceMs: 0 }, log: () => {} };
  const givenUp = giveUp(ports, { ...job, signal: AbortSignal.timeout(60_000) }, row, TAKEN_DOWN);
  await expect.poll(waiting).toBe(1);
  const takenDown = takeDown(ports);
  await expect.poll(waiting).toBe(2);
  await stranger.query('rollback');
  await Promise.all([givenUp, takenDown]);
  expect(await rowOf(store, row)).toMatchObject({ state: 'failed', failure: TAKEN_DOWN });
});
