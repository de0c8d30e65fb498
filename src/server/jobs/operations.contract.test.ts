import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAuditLog } from '#/server/store/tables/audit.ts';
import { embedded, emptied, served } from '#/server/store/fixtures/contract-places.ts';
import { createSwitchRepository } from '#/server/store/tables/platform-switches.ts';
import { createRuleRepository } from '#/server/store/tables/rules.ts';
import type { StoredDownload } from '#/server/store/schema/schema.ts';
import type { Store } from '#/server/store/store.ts';
import { linkTo } from './fixtures/fake-platform.ts';
import { createJobsPlace, type JobsPlace, kept, jobRequestOf, reached, rowOf } from './fixtures/jobs-place.ts';

const TAKEN_DOWN = { state: 'failed', failure: { code: 'taken_down' }, objectKey: null };

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
    expect(place.log.join('\n')).toBe('');
  });
  afterAll(async () => {
    await store.close();
    await kind.close();
  });

  /** Takes down the media of that name. */
  async function add(name: string): Promise<void> {
    const rules = createRuleRepository(store, createAuditLog(store));
    await rules.add({ kind: 'media', platform: 'youtube', value: name, reason: '' }, 'user:ann');
  }

  test('a takedown ends files that wait, that are being made, and that are kept, and no others', async () => {
    const jobs = await place.open(store, { concurrency: 2 });
    await jobs.work();
    const ready = await kept(jobs, jobRequestOf('film'));
    await reached(store, ready, 'ready');
    const [made, other] = [
      await kept(jobs, jobRequestOf('film', { ms: 60_000 })),
      await kept(jobs, jobRequestOf('other', { ms: 5_000 })),
    ];
    for (const row of [made, other]) await reached(store, row, 'preparing');
    const waiting = await kept(jobs, jobRequestOf('film', { ms: 60_001 }));
    await add('film');
    await expect.poll(() => jobs.takeDown()).toBe(3);
    for (const row of [ready, made, waiting]) expect(await rowOf(store, row)).toMatchObject(TAKEN_DOWN);
    await expect.poll(() => place.platform.running.now).toBe(1);
    const last = await reached(store, other, 'ready');
    expect(await place.keys()).toEqual([last.objectKey]);
    expect(await jobs.takeDown()).toBe(0);
    expect(await jobs.counts()).toEqual({ waiting: 0, running: 0, dead: 0 });
  });

  test('an archive is known by what it turned out to be made of', async () => {
    const jobs = await place.open(store);
    await jobs.work();
    const urls = [linkTo('one', { ms: 60_000 }), linkTo('two')];
    const request = {
      kind: 'archive',
      owner: 'visitor:1',
      urls,
      title: 'all',
      media: 'video',
      heightPx: null,
    } as const;
    const row = await kept(jobs, { ...request, urls: [...urls] });
    await expect.poll(() => place.platform.running.now).toBe(1);
    expect((await rowOf(store, row))?.ruleKeys).toEqual(
      expect.arrayContaining(['media:youtube:one', 'media:youtube:two', 'author:youtube:author', 'host:files.test']),
    );
    await add('two');
    await expect.poll(() => jobs.takeDown()).toBe(1);
    await expect.poll(() => place.platform.running.now).toBe(0);
    expect(await rowOf(store, row)).toMatchObject(TAKEN_DOWN);
    await expect.poll(() => place.keys()).toEqual([]);
  });

  test('a job that waits when its link is taken down or its platform goes off is not begun', async () => {
    const jobs = await place.open(store);
    const [film, other] = [
      await kept(jobs, jobRequestOf('film')),
      await kept(jobs, jobRequestOf('other', {}, { platform: 'tiktok' })),
    ];
    await add('film');
    const switches = createSwitchRepository(store, createAuditLog(store));
    await switches.turn({ platform: 'tiktok', isOn: false, notice: null }, 'user:ann');
    const worker = await place.open(store);
    await worker.work();
    expect(await reached(store, film, 'failed')).toMatchObject(TAKEN_DOWN);
    expect(await reached(store, other, 'failed')).toMatchObject({
      failure: { code: 'platform_off', platform: 'tiktok' },
    });
    expect(place.platform.begun).toEqual([]);
  });

  test('a dead letter is retried under its old id, once', async () => {
    const jobs = await place.open(store);
    await jobs.work();
    const row = await kept(jobs, jobRequestOf('film', { fail: 'private', times: 1 }));
    await reached(store, row, 'failed');
    const [letter] = await jobs.deadLetters();
    if (!letter) throw new Error('no letter');
    expect(await jobs.retry(letter)).toBe(true);
    expect(await jobs.retry(letter)).toBe(false);
    const ready: StoredDownload = await reached(store, row, 'ready');
    expect(ready).toMatchObject({ id: row.id, failure: null, attempt: 2 });
    expect(await jobs.deadLetters()).toEqual([]);
  });

  test('a dead letter is thrown away once, and one whose row is forgotten is not retried', async () => {
    const jobs = await place.open(store);
    await jobs.work();
    await reached(store, await kept(jobs, jobRequestOf('film', { fail: 'private' })), 'failed');
    const [letter] = await jobs.deadLetters();
    if (!letter) throw new Error('no letter');
    await store.query('delete from downloads');
    expect(await jobs.retry(letter)).toBe(false);
    expect(await jobs.discard(letter.letterId)).toBe(true);
    expect(await jobs.discard(letter.letterId)).toBe(false);
    expect(await jobs.deadLetters()).toEqual([]);
  });
});
