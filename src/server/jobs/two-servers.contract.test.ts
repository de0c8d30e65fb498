import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Place, served } from '#/server/store/fixtures/contract-places.ts';
import type { StoredDownload } from '#/server/store/schema/schema.ts';
import type { Store } from '#/server/store/store.ts';
import { createJobsPlace, type JobsPlace, kept, jobRequestOf, reached, rowOf } from './fixtures/jobs-place.ts';

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

test('four servers that start at once on an empty database all start, and make files', async () => {
  const servers = await Promise.all(Array.from({ length: 4 }, () => openServer()));
  await Promise.all(servers.map(({ jobs }) => jobs.work()));
  const rows = await Promise.all(
    servers.map(({ jobs }, n) => kept(jobs, jobRequestOf(`film${n}`, {}, { owner: `visitor:${n}` }))),
  );
  const [{ store }] = servers as [(typeof servers)[0]];
  for (const row of rows) await reached(store, row, 'ready');
  expect(place.log).toEqual([]);
});

test('of one platform no more than the cap are made at once over all servers', async () => {
  const settings = { concurrency: 4, keptPerPlatform: 2, keptPerOwner: 50 };
  const [one, two] = [await openServer(settings), await openServer(settings)];
  const rows: StoredDownload[] = [];
  for (let n = 0; n < 20; n++)
    rows.push(await kept(n % 2 ? one.jobs : two.jobs, jobRequestOf(`film${n}`, { ms: 200 })));
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
      servers[n % 2]?.jobs.keep(jobRequestOf(`film${n}`, {}, { owner: `visitor:${n}` })),
    ),
  );
  expect(results.filter((result) => result?.ok)).toHaveLength(20);
});

test('a job is cancelled from a server that does not run it', async () => {
  const [web, worker] = [await openServer(), await openServer()];
  await worker.jobs.work();
  const row = await kept(web.jobs, jobRequestOf('film', { ms: 60_000 }));
  await reached(web.store, row, 'preparing');
  await expect.poll(() => place.platform.running.now).toBe(1);
  const askedAt = performance.now();
  expect(await web.jobs.cancel(row.id, row.owner)).toBe('cancelled');
  await expect.poll(() => place.platform.running.now, { interval: 1 }).toBe(0);
  process.stderr.write(`cancelled after ${Math.round(performance.now() - askedAt)} ms\n`);
  expect(await rowOf(web.store, row)).toMatchObject({ state: 'cancelled' });
  expect(await place.keys()).toEqual([]);
});

test('what one server gives back as it closes, the other begins at once', async () => {
  const [one, two] = [await openServer(), await openServer()];
  await one.jobs.work();
  const row = await kept(one.jobs, jobRequestOf('film', { ms: 60_000, slow: 1 }));
  await expect.poll(() => place.platform.running.now).toBe(1);
  await two.jobs.work();
  await one.jobs.close();
  const ready = await reached(two.store, row, 'ready');
  expect(ready).toMatchObject({ attempt: 2 });
  expect(await place.keys()).toEqual([ready.objectKey]);
});
