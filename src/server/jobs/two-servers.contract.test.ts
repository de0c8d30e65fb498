import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Place, served } from '#/server/store/contract-places.ts';
import type { StoredDownload } from '#/server/store/schema.ts';
import type { Store } from '#/server/store/store.ts';
import { contentOf } from './fixtures/fake-platform.ts';
import { createJobsPlace, type JobsPlace, kept, orderOf, reached, rowOf } from './fixtures/jobs-place.ts';

let kind: Awaited<ReturnType<typeof served.start>>;
let database: Place;
let stores: Store[];
let place: JobsPlace;

beforeAll(async () => {
  kind = await served.start();
});
beforeEach(async () => {
  database = await kind.createPlace();
  stores = [];
  place = await createJobsPlace();
});
afterEach(async () => {
  await place.close();
  for (const store of stores) await store.close();
});
afterAll(() => kind.close());

async function openServer(settings?: Parameters<JobsPlace['open']>[1]) {
  const store = await database.open();
  stores.push(store);
  return { store, jobs: await place.open(store, settings) };
}

test('of one platform no more than the cap are made at once over all servers', async () => {
  const settings = { concurrency: 4, keptPerPlatform: 2, keptPerOwner: 50 };
  const [one, two] = [await openServer(settings), await openServer(settings)];
  const rows: StoredDownload[] = [];
  for (let n = 0; n < 20; n++) rows.push(await kept(n % 2 ? one.jobs : two.jobs, orderOf(`film${n}`, { ms: 200 })));
  await Promise.all([one.jobs.work(), two.jobs.work()]);
  for (const row of rows) await reached(one.store, row, 'ready');
  expect(place.platform.running.most).toBe(2);
  expect(place.platform.begun).toHaveLength(20);
});

test('100 orders over two servers fill the queue to its bound', async () => {
  const settings = { keptWaiting: 20 };
  const servers = [await openServer(settings), await openServer(settings)];
  const results = await Promise.all(
    Array.from({ length: 100 }, (_, n) =>
      servers[n % 2]?.jobs.keep(orderOf(`film${n}`, {}, { owner: `visitor:${n}` })),
    ),
  );
  expect(results.filter((result) => result?.ok)).toHaveLength(20);
});

test('a job is cancelled from a server that does not run it', async () => {
  const [web, worker] = [await openServer(), await openServer()];
  await worker.jobs.work();
  const row = await kept(web.jobs, orderOf('film', { ms: 60_000 }));
  await reached(web.store, row, 'preparing');
  await expect.poll(() => place.platform.running.now).toBe(1);
  const askedAt = performance.now();
  expect(await web.jobs.cancel(row.id, row.owner)).toBe(true);
  await expect.poll(() => place.platform.running.now, { interval: 1 }).toBe(0);
  process.stderr.write(`cancelled after ${Math.round(performance.now() - askedAt)} ms\n`);
  expect(await rowOf(web.store, row)).toMatchObject({ state: 'cancelled' });
  expect(await place.keys()).toEqual([]);
});

test('what one server gives back as it closes, the other begins at once', async () => {
  const [one, two] = [await openServer(), await openServer()];
  await one.jobs.work();
  const row = await kept(one.jobs, orderOf('film', { ms: 1_000 }));
  await expect.poll(() => place.platform.running.now).toBe(1);
  await two.jobs.work();
  await one.jobs.close();
  const ready = await reached(two.store, row, 'ready');
  expect(ready).toMatchObject({ attempt: 2 });
  expect(await place.keys()).toEqual([ready.objectKey]);
});

test('workers go on when the database is back, and what was being made is kept', async () => {
  const { store, jobs } = await openServer();
  await jobs.work();
  const row = await kept(jobs, orderOf('film', { ms: 2_500, bytes: 300_000 }));
  await expect.poll(() => place.platform.running.now).toBe(1);
  await kind.pause();
  // It ends while there is no database.
  await expect.poll(() => place.platform.running.now, { timeout: 10_000 }).toBe(0);
  await kind.resume();
  const ready = await reached(store, row, 'ready', 25_000);
  expect((await place.read(ready)).equals(contentOf('film', 300_000))).toBe(true);
  expect(await place.keys()).toEqual([ready.objectKey]);
  await reached(store, await kept(jobs, orderOf('next')), 'ready');
  expect(new Set(place.log).size).toBe(place.log.length);
});
