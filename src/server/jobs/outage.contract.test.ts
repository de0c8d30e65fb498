import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStore, type Store } from '#/server/store/store.ts';
import { type Postgres, startPostgres } from '../../../tests/setup/postgres.ts';
import { createJobsPlace, type JobsPlace, kept, jobRequestOf, reached } from './fixtures/jobs-place.ts';

let postgres: Postgres;
let store: Store;
let place: JobsPlace;

beforeEach(async () => {
  postgres = await startPostgres();
  store = await openStore({ url: await postgres.createDatabase(), folder: '', log: () => {} });
  place = await createJobsPlace();
});
afterEach(async () => {
  await place.close();
  await store.close();
  await postgres.close();
});

/** A store whose first transactions are cut off by the database, as one cuts them off that goes away. */
function cutOff(times: number): Store {
  let left = times;
  return {
    ...store,
    transaction: (code) =>
      store.transaction(async (tx) => {
        if (left-- > 0) await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`);
        return code(tx);
      }),
  };
}

test('a database that goes away before a file is begun uses up none of its attempts', async () => {
  const row = await kept(await place.open(store), jobRequestOf('film'));
  const worker = await place.open(cutOff(12));
  await worker.work();
  expect(await reached(store, row, 'ready', 60_000)).toMatchObject({ attempt: 1 });
});

test('what is being made while the database is away for some seconds is not begun anew', async () => {
  const jobs = await place.open(store);
  await jobs.work();
  const row = await kept(jobs, jobRequestOf('film', { ms: 14_000 }));
  await reached(store, row, 'preparing');
  await sleep(3_000);
  await postgres.stop();
  await sleep(4_000);
  await postgres.start();
  expect(await reached(store, row, 'ready', 60_000)).toMatchObject({ attempt: 1 });
  expect(place.platform.begun).toEqual(['film']);
});
