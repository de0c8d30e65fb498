import { ne } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { allowances } from '#app.config';
import { BucketError } from '#/server/bucket/bucket.ts';
import { embedded, emptied, newDownload, served } from '#/server/store/fixtures/contract-places.ts';
import { readProgressEvent } from '#/server/store/events/download-events.ts';
import { createPlatformReportRepository } from '#/server/store/tables/platform-reports.ts';
import { downloads, type StoredDownload } from '#/server/store/schema/schema.ts';
import type { Store } from '#/server/store/store.ts';
import { contentOf, linkTo } from './fixtures/fake-platform.ts';
import { createJobsPlace, type JobsPlace, kept, jobRequestOf, reached, rowOf } from './fixtures/jobs-place.ts';
import type { Jobs } from './index.ts';
import { CANARIES, openQueue } from './queue.ts';

describe.each([embedded, served])('$name', ({ start }) => {
  let kind: Awaited<ReturnType<typeof start>>;
  let store: Store;
  let place: JobsPlace;

  beforeAll(async () => {
    kind = await start();
    store = await (await kind.createPlace()).open();
  });
  beforeEach(async () => {
    place = await createJobsPlace();
  });
  afterEach(async () => {
    await place.close();
    await emptied(store);
  });
  afterAll(async () => {
    await store.close();
    await kind.close();
  });

  const working = async (...args: Parameters<JobsPlace['open']> extends [Store, ...infer Rest] ? Rest : never) => {
    const jobs = await place.open(store, ...args);
    await jobs.work();
    return jobs;
  };

  test('a kept file has the bytes of its format, a name, a length and an end', async () => {
    const jobs = await working();
    const row = await kept(jobs, jobRequestOf('film', { bytes: 300_000 }));
    expect(row).toMatchObject({ state: 'queued', isKept: true, attempt: 0 });
    const ready = await reached(store, row, 'ready');
    expect(ready).toMatchObject({
      fileName: 'Author - film (720p).mp4',
      totalBytes: 300_000,
      receivedBytes: 300_000,
      attempt: 1,
      objectKey: `kept/${row.id}.1`,
      failure: null,
    });
    expect((ready.expiresAt?.getTime() ?? 0) - Date.now()).toBeGreaterThan(3_500_000);
    expect((await place.read(ready)).equals(contentOf('film', 300_000))).toBe(true);
    expect(await jobs.deadLetters()).toEqual([]);
    expect(await jobs.counts()).toMatchObject({ waiting: 0, dead: 0 });
  });

  test('its progress is told while it is made, and each change of its state', async () => {
    const jobs = await working();
    const heard: { type: string; received?: number; total?: number | null }[] = [];
    store.onEvent((event) => {
      const { received, total } = readProgressEvent(event) ?? {};
      heard.push({ type: event.type, ...(total !== undefined && { received, total }) });
    });
    await reached(store, await kept(jobs, jobRequestOf('film', { bytes: 200_000, ms: 2_600 })), 'ready');
    const progress = heard.filter(({ type }) => type === 'progress');
    expect(progress.length).toBeGreaterThan(2);
    expect(progress.at(-1)?.total).toBe(200_000);
    expect(progress.at(-1)?.received).toBeGreaterThan(progress[0]?.received ?? Infinity);
    await expect.poll(() => heard.filter(({ type }) => type === 'changed').length).toBe(3);
  });

  test('the same order is joined while it runs and when it is ready, by its owner only', async () => {
    const jobs = await working();
    const request = jobRequestOf('film', { ms: 200 });
    const rows = await Promise.all(Array.from({ length: 10 }, () => kept(jobs, request)));
    expect(new Set(rows.map(({ id }) => id)).size).toBe(1);
    const [row] = rows as [StoredDownload];
    await reached(store, row, 'ready');
    expect(await kept(jobs, { ...request, title: 'Renamed' })).toMatchObject({ id: row.id, state: 'ready' });
    const others = [
      jobRequestOf('film', { ms: 200 }, { owner: 'visitor:2' }),
      jobRequestOf('film', { ms: 200 }, { query: { name: 'plain' } }),
    ];
    for (const other of others) expect((await kept(jobs, other)).id).not.toBe(row.id);
    expect(place.platform.begun.filter((name) => name === 'film').length).toBeLessThanOrEqual(3);
  });

  test('50 orders at once fill the queue to its bound and never over it, and no owner has more than their share', async () => {
    // Each waits for those before it, and for a connection no longer than ten seconds.
    const jobs = await place.open(store, { keptWaiting: 20, keptPerOwner: 3 });
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, n) => jobs.keep(jobRequestOf(`film${n}`, {}, { owner: `visitor:${n}` }))),
    );
    const refused = results.flatMap((result) => (result.ok ? [] : result.failure));
    expect(refused).toHaveLength(30);
    expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['queue_full']));
    expect(refused[0]?.retryAfterS).toBeGreaterThan(0);
    expect(await jobs.counts()).toEqual({ waiting: 20, running: 0, dead: 0 });
    expect(await store.db.$count(downloads)).toBe(20);
  });

  test('20 orders of one owner at once give them what one owner may keep', async () => {
    const jobs = await place.open(store, { keptPerOwner: 3 });
    const results = await Promise.all(Array.from({ length: 20 }, (_, n) => jobs.keep(jobRequestOf(`film${n}`))));
    expect(results.filter(({ ok }) => ok)).toHaveLength(3);
    expect(results.find(({ ok }) => !ok)).toMatchObject({ failure: { code: 'too_many_kept' } });
    expect((await jobs.keep(jobRequestOf('film', {}, { owner: 'visitor:2' }))).ok).toBe(true);
  });

  test('a signed-in user may keep twice as many as a guest', async () => {
    const jobs = await place.open(store, { keptPerOwner: 3 });
    const requests = Array.from({ length: 8 }, (_, n) => jobRequestOf(`film${n}`, {}, { owner: 'user:ann' }));
    const results = await Promise.all(requests.map((request) => jobs.keep(request)));
    expect(results.filter(({ ok }) => ok)).toHaveLength(6);
  });

  test('visitors take turns, and whoever comes later is not put before the rounds that were', async () => {
    const jobs = await place.open(store, { concurrency: 1 });
    for (const name of ['a1', 'a2', 'a3', 'a4']) await kept(jobs, jobRequestOf(name, {}, { owner: 'a' }));
    for (const name of ['b1', 'b2']) await kept(jobs, jobRequestOf(name, {}, { owner: 'b' }));
    const last = await kept(jobs, jobRequestOf('c1', {}, { owner: 'c' }));
    await jobs.work();
    await reached(store, last, 'ready');
    await expect.poll(() => place.platform.begun).toHaveLength(7);
    expect(place.platform.begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
  });

  test('of one platform no more than the cap are made at once, and others pass by', async () => {
    const jobs = await place.open(store, { concurrency: 4, keptPerPlatform: 2 });
    const rows: StoredDownload[] = [];
    for (let n = 0; n < 6; n++) rows.push(await kept(jobs, jobRequestOf(`film${n}`, { ms: 500 })));
    const other = await kept(jobs, jobRequestOf('other', { ms: 100 }, { platform: 'tiktok', owner: 'visitor:2' }));
    await jobs.work();
    await reached(store, other, 'ready');
    // It went past those that were ordered before it: they wait for the two to end.
    const others = await store.db.select().from(downloads).where(ne(downloads.id, other.id));
    expect(others.filter(({ state }) => state === 'queued').length).toBeGreaterThan(0);
    expect(others.filter(({ state }) => state === 'preparing').length).toBeLessThanOrEqual(2);
    for (const row of rows) await reached(store, row, 'ready');
    expect(place.platform.running.most).toBeLessThanOrEqual(3);
  });

  test('what may pass is tried again, and what a platform asks for is waited for', async () => {
    const jobs = await working();
    const row = await kept(jobs, jobRequestOf('film', { fail: 'rate_limited', times: 1, after: 2 }));
    const ready = await reached(store, row, 'ready');
    expect(ready).toMatchObject({ attempt: 2, objectKey: `kept/${row.id}.2` });
    const [first = 0, second = 0] = place.platform.begunAt.get('film') ?? [];
    expect(second - first).toBeGreaterThanOrEqual(1_900);
    expect(await place.keys()).toEqual([ready.objectKey]);
  });

  test.each(['private', 'drm', 'limit_reached'] as const)('%s fails at once and for good', async (code) => {
    const jobs = await working();
    const row = await kept(jobs, jobRequestOf('film', { fail: code }));
    expect(await reached(store, row, 'failed')).toMatchObject({ attempt: 1, failure: { code } });
    const [letter] = await jobs.deadLetters();
    expect(letter?.letter).toMatchObject({ id: row.id, failure: { code }, platform: 'youtube', title: 'film' });
    expect(await jobs.counts()).toEqual({ waiting: 0, running: 0, dead: 1 });
    expect(await kept(jobs, jobRequestOf('film', { fail: code }))).not.toMatchObject({ id: row.id });
  });

  test('what never passes fails when its attempts are used up, and leaves a letter', async () => {
    const jobs = await working({ timing: { retryDelayS: 0.05 } });
    const row = await kept(jobs, jobRequestOf('film', { fail: 'timeout' }));
    expect(await reached(store, row, 'failed')).toMatchObject({ attempt: 4, failure: { code: 'timeout' } });
    expect(await jobs.deadLetters()).toMatchObject([
      { letter: { id: row.id, attempt: 4, failure: { code: 'timeout' } } },
    ]);
    expect(await place.keys()).toEqual([]);
  });

  test('a job that waits is cancelled, by its owner only', async () => {
    const jobs = await place.open(store);
    const row = await kept(jobs, jobRequestOf('film'));
    expect(await jobs.cancel(row.id, 'visitor:2')).toBe('unknown');
    expect(await jobs.cancel('no id', 'visitor:1')).toBe('unknown');
    expect(await jobs.cancel(crypto.randomUUID(), 'visitor:1')).toBe('unknown');
    expect(await jobs.cancel(row.id, 'visitor:1')).toBe('cancelled');
    expect(await rowOf(store, row)).toMatchObject({ state: 'cancelled' });
    await jobs.work();
    await reached(store, await kept(jobs, jobRequestOf('next')), 'ready');
    expect(place.platform.begun).toEqual(['next']);
    expect((await kept(jobs, jobRequestOf('film'))).id).not.toBe(row.id);
  });

  test('a job that runs is cancelled: its transfer ends and leaves nothing', async () => {
    const jobs = await working();
    const row = await kept(jobs, jobRequestOf('film', { ms: 60_000 }));
    await reached(store, row, 'preparing');
    await expect.poll(() => place.platform.running.now).toBe(1);
    expect(await jobs.cancel(row.id, row.owner)).toBe('cancelled');
    await expect.poll(() => place.platform.running.now).toBe(0);
    await expect.poll(() => jobs.counts()).toMatchObject({ running: 0, waiting: 0 });
    expect(await rowOf(store, row)).toMatchObject({ state: 'cancelled', objectKey: null });
    expect(await place.keys()).toEqual([]);
    expect(await jobs.deadLetters()).toEqual([]);
  });

  test('a file that is ready is cancelled: it is deleted', async () => {
    const jobs = await working();
    const row = await reached(store, await kept(jobs, jobRequestOf('film')), 'ready');
    expect(await place.keys()).toHaveLength(1);
    expect(await jobs.cancel(row.id, row.owner)).toBe('cancelled');
    expect(await rowOf(store, row)).toMatchObject({ state: 'cancelled', objectKey: null });
    expect(await place.keys()).toEqual([]);
    expect(await jobs.cancel(row.id, row.owner)).toBe('over');
  });

  test('a full disk is tried again, and refuses new orders meanwhile', async () => {
    let isFull = true;
    const put: typeof place.bucket.put = (...args) =>
      isFull ? Promise.reject(new BucketError('disk_full', 'No room is left')) : place.bucket.put(...args);
    const jobs = await working({ timing: { retryDelayS: 1 } }, { bucket: { ...place.bucket, put } });
    const row = await kept(jobs, jobRequestOf('film'));
    await expect.poll(async () => (await rowOf(store, row))?.attempt).toBe(1);
    await reached(store, row, 'queued');
    isFull = false;
    expect(await jobs.keep(jobRequestOf('other'))).toMatchObject({
      failure: { code: 'storage_full', retryAfterS: 60 },
    });
    expect((await kept(jobs, jobRequestOf('film'))).id).toBe(row.id);
    expect(await reached(store, row, 'ready')).toMatchObject({ attempt: 2 });
  });

  test('an attempt that was taken over publishes nothing and leaves no object', async () => {
    const jobs = await working();
    const row = await kept(jobs, jobRequestOf('film', { ms: 3_500 }));
    await reached(store, row, 'preparing');
    await expect.poll(() => place.platform.running.now).toBe(1);
    // As the library does with a job whose worker is not heard of; this one is only slow.
    await store.query(`update pgboss.job set state = 'retry', start_after = now() where id = $1`, [row.id]);
    // Wakes the other workers, which would look by themselves a little later.
    await kept(jobs, jobRequestOf('other', {}, { owner: 'visitor:2' }));
    const ready = await reached(store, row, 'ready');
    expect(ready).toMatchObject({ attempt: 2, objectKey: `kept/${row.id}.2` });
    expect(place.platform.running.most).toBeGreaterThan(1);
    await expect.poll(() => place.platform.running.now).toBe(0);
    const ofFilm = async () => (await place.keys()).filter((key) => key.includes(row.id));
    await expect.poll(ofFilm).toEqual([ready.objectKey]);
    expect((await place.read(ready)).equals(contentOf('film', 100_000))).toBe(true);
  });

  test('what one server gives back when it closes is begun anew, and costs none of the attempts', async () => {
    const row = await (async () => {
      const jobs = await working();
      const row = await kept(jobs, jobRequestOf('film', { ms: 60_000, slow: 5 }));
      for (let n = 1; n <= 5; n++) {
        const next = n === 1 ? jobs : await working();
        await expect.poll(async () => (await rowOf(store, row))?.attempt).toBe(n);
        await expect.poll(() => place.platform.running.now).toBe(1);
        await next.close();
        expect(place.platform.running.now).toBe(0);
        expect(await rowOf(store, row)).toMatchObject({ state: 'queued', failure: null });
      }
      return row;
    })();
    await working();
    const ready = await reached(store, row, 'ready');
    expect(ready).toMatchObject({ attempt: 6 });
    expect(await place.keys()).toEqual([ready.objectKey]);
  });

  test('links that fail are left out of an archive; one of nothing but such fails as the first does', async () => {
    const jobs = await working({ timing: { retryDelayS: 0.05 } });
    const request = { kind: 'archive', owner: 'visitor:1', media: 'video', heightPx: null } as const;
    const urls = [linkTo('one'), linkTo('two', { fail: 'private' }), linkTo('three')];
    const row = await kept(jobs, { ...request, urls, title: 'A / B: "C"' });
    const ready = await reached(store, row, 'ready');
    expect(ready).toMatchObject({ platform: null, canonicalUrl: null, fileName: 'A B C.zip', totalBytes: 200_000 });
    expect(ready.leftOut).toEqual(['private']);
    const parts = [contentOf('one', 100_000), contentOf('three', 100_000)];
    expect((await place.read(ready)).equals(Buffer.concat(parts))).toBe(true);
    const bad = [linkTo('four', { fail: 'private' }), linkTo('five', { fail: 'timeout' })];
    const failed = await kept(jobs, { ...request, urls: bad, title: 'Bad' });
    expect(await reached(store, failed, 'failed')).toMatchObject({ failure: { code: 'private' } });
  });

  test('a file of an archive that does not open is left out; if none opens, it is tried again like any other', async () => {
    const jobs = await working({ timing: { retryDelayS: 0.05 } });
    const request = { kind: 'archive', owner: 'visitor:1', media: 'video', heightPx: null, title: 'All' } as const;
    const shut = linkTo('two', { opens: 'no' });
    const ready = await reached(store, await kept(jobs, { ...request, urls: [shut, linkTo('three')] }), 'ready');
    expect((await place.read(ready)).equals(contentOf('three', 100_000))).toBe(true);
    expect(ready.leftOut).toEqual(['upstream_forbidden']);
    const failed = await reached(store, await kept(jobs, { ...request, urls: [shut] }), 'failed');
    expect(failed).toMatchObject({ failure: { code: 'upstream_forbidden' }, attempt: 4 });
  });

  test('what is longer than any file may be fails for good, before a byte of it is read', async () => {
    const jobs = await working();
    const bytes = allowances.fileGigabytes * 1e9 + 1;
    const archive = { kind: 'archive', owner: 'visitor:1', media: 'video', heightPx: null, title: 'All' } as const;
    const requests = [
      jobRequestOf('film', { bytes }),
      { ...archive, urls: [linkTo('one', { bytes: bytes - 1 }), linkTo('two')] },
    ];
    for (const request of requests) {
      const row = await reached(store, await kept(jobs, request), 'failed');
      expect(row).toMatchObject({ failure: { code: 'file_too_large' }, receivedBytes: 0, attempt: 1 });
    }
  });

  test('links that are known to work are resolved at once, and then when it is time, where there are any', async () => {
    const scheduled = () => store.query('select cron from pgboss.schedule where name = $1', [CANARIES]);
    const [good, bad] = [linkTo('canary'), linkTo('bird', { fail: 'timeout' })];
    const jobs = await working({ canaries: { youtube: good, tiktok: bad } });
    expect(await scheduled()).toEqual([{ cron: '*/5 * * * *' }]);
    await expect.poll(() => place.platform.resolved).toEqual([bad, good]);
    const repository = createPlatformReportRepository(store);
    await expect.poll(() => repository.canaries()).toHaveLength(2);
    const { boss } = await openQueue(store, () => {});
    await expect.poll(() => boss.send(CANARIES)).not.toBeNull();
    // The one that works rests for half an hour.
    await expect.poll(() => place.platform.resolved).toEqual([bad, good, bad]);
    await expect
      .poll(() => repository.canaries())
      .toContainEqual(expect.objectContaining({ platform: 'tiktok', outcome: 'timeout', failures: 2 }));
    expect(await repository.canaries()).toContainEqual(expect.objectContaining({ platform: 'youtube', outcome: 'ok' }));
    await boss.stop({ graceful: false });
    await jobs.close();
    await working();
    expect(await scheduled()).toEqual([]);
  });

  test('a kept file is counted once, when nothing more will come of it', async () => {
    const counted: object[] = [];
    const jobs = await place.open(store, {}, { telemetry: { count: (told) => counted.push(told) } });
    await jobs.work();
    const [good, bad] = [jobRequestOf('film', { bytes: 3_000 }), jobRequestOf('lost', { fail: 'private' })];
    await reached(store, await kept(jobs, good), 'ready');
    await reached(store, await kept(jobs, bad), 'failed');
    const common = { platform: 'youtube', kind: 'download' };
    await expect
      .poll(() => counted)
      .toEqual([
        { ...common, outcome: 'ok', bytes: 3_000 },
        { ...common, outcome: 'private' },
      ]);
  });

  test('a request that this version cannot read fails for good', async () => {
    const jobs = await place.open(store);
    const row = await kept(jobs, jobRequestOf('film'));
    await store.query(`update downloads set request = '{"kind": "of tomorrow"}' where id = $1`, [row.id]);
    await jobs.work();
    expect(await reached(store, row, 'failed')).toMatchObject({ failure: { code: 'internal' }, attempt: 0 });
    expect(await jobs.deadLetters()).toMatchObject([{ letter: { id: row.id } }]);
  });

  test('rows of streamed downloads are no jobs', async () => {
    const jobs: Jobs = await place.open(store);
    const row = newDownload({ isKept: false, state: 'transferring', owner: 'visitor:1' });
    await store.db.insert(downloads).values(row);
    expect(await jobs.cancel(row.id, 'visitor:1')).toBe('unknown');
    expect((await rowOf(store, row))?.state).toBe('transferring');
  });
});
