import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { allowances } from '#app.config';
import { apiKeys, idempotentRequests } from '#/server/store/schema/api-key-schema.ts';
import { emptied, newDownload, served } from '#/server/store/fixtures/contract-places.ts';
import { downloads, type StoredDownload } from '#/server/store/schema/schema.ts';
import type { Store } from '#/server/store/store.ts';
import {
  createJobsPlace,
  type JobsPlace,
  kept,
  jobRequestOf,
  reached,
  rowOf,
  SETTINGS,
} from '../fixtures/jobs-place.ts';
import type { Jobs } from '../index.ts';
import { TIMING } from '../settings.ts';
import { sweep } from './sweep.ts';

describe('the sweep', () => {
  let kind: Awaited<ReturnType<typeof served.start>>;
  let store: Store;
  let place: JobsPlace;
  let jobs: Jobs;

  beforeAll(async () => {
    kind = await served.start();
    store = await (await kind.createPlace()).open();
  });
  beforeEach(async () => {
    place = await createJobsPlace();
    jobs = await place.open(store);
  });
  afterEach(async () => {
    await place.close();
    await emptied(store);
  });
  afterAll(async () => {
    await store.close();
    await kind.close();
  });

  /** As every minute; by default objects are judged however young they are. */
  const sweepNow = (timing: Partial<typeof TIMING> = { orphanGraceS: -1 }) =>
    sweep({ store, bucket: place.bucket, settings: SETTINGS, timing: { ...TIMING, ...timing } });

  const put = (key: string) => place.bucket.put(key, Readable.from([Buffer.from('x')]), { contentType: 'video/mp4' });

  const insert = async (given: Partial<StoredDownload>): Promise<StoredDownload> => {
    const [row] = await store.db
      .insert(downloads)
      .values({ ...newDownload(), failure: null, objectKey: null, expiresAt: null, updatedAt: new Date(), ...given })
      .returning();
    if (!row) throw new Error('not inserted');
    return row;
  };

  const ago = (seconds: number) => new Date(Date.now() - seconds * 1000);

  test('a file whose time is over is deleted and its row says so; others stay', async () => {
    await jobs.work();
    const [old, other] = [await kept(jobs, jobRequestOf('old')), await kept(jobs, jobRequestOf('other'))];
    await reached(store, old, 'ready');
    const fresh = await reached(store, other, 'ready');
    await store.query(`update downloads set expires_at = now() - interval '1 second' where id = $1`, [old.id]);
    const told: unknown[] = [];
    store.onEvent((event) => told.push(event));
    await sweepNow();
    expect(await rowOf(store, old)).toMatchObject({ state: 'expired', objectKey: null });
    expect(await rowOf(store, fresh)).toMatchObject({ state: 'ready' });
    expect(await place.keys()).toEqual([fresh.objectKey]);
    await expect.poll(() => told).toContainEqual({ type: 'changed', id: old.id });
    expect((await kept(jobs, jobRequestOf('old'))).id).not.toBe(old.id);
  });

  test('files that are gone, as after a restore of the database alone, are expired: by the sweep, and by the same order before it', async () => {
    await jobs.work();
    const rows = [
      await kept(jobs, jobRequestOf('one')),
      await kept(jobs, jobRequestOf('two')),
      await kept(jobs, jobRequestOf('here')),
    ];
    const [one, two, here] = await Promise.all(rows.map((row) => reached(store, row, 'ready')));
    if (!one || !two || !here) throw new Error('not kept');
    const told: unknown[] = [];
    store.onEvent((event) => told.push(event));
    for (const { objectKey } of [one, two]) await place.bucket.delete(objectKey ?? '');
    const anew = await kept(jobs, jobRequestOf('one'));
    expect(anew.id).not.toBe(one.id);
    await reached(store, anew, 'ready');
    expect(await rowOf(store, one)).toMatchObject({ state: 'expired', objectKey: null });
    await sweepNow();
    expect(await rowOf(store, two)).toMatchObject({ state: 'expired', objectKey: null });
    await expect.poll(() => told).toContainEqual({ type: 'changed', id: two.id });
    expect((await kept(jobs, jobRequestOf('here'))).id).toBe(here.id);
  });

  test('an order whose file is gone is made anew, though a sweep has noticed that at the same moment', async () => {
    await jobs.work();
    const one = await reached(store, await kept(jobs, jobRequestOf('one')), 'ready');
    await place.bucket.delete(one.objectKey ?? '');
    const head: typeof place.bucket.head = async (key) => {
      await store.query(`update downloads set state = 'expired', object_key = null where object_key = $1`, [key]);
      return place.bucket.head(key);
    };
    const server = await place.open(store, {}, { bucket: { ...place.bucket, head } });
    const anew = await kept(server, jobRequestOf('one'));
    expect(anew.id).not.toBe(one.id);
    await reached(store, anew, 'ready');
  });

  test('answers that are remembered, and keys that were revoked, are forgotten after their time', async () => {
    const { idempotencyS, revokedKeyS } = allowances;
    const request = { owner: 'key:1', attempt: randomUUID(), fingerprint: 'a' };
    await store.db.insert(idempotentRequests).values([
      { ...request, key: 'old', createdAt: ago(idempotencyS + 60) },
      { ...request, key: 'new', createdAt: ago(idempotencyS - 60) },
    ]);
    const scopes = { platforms: null, networks: null, actions: ['read' as const] };
    const limits = { resolutions: 1, downloads: 1, gigabytesPerDay: 1, transfers: 1 };
    const key = (name: string, changes: object) => ({
      id: randomUUID(),
      hash: name,
      prefix: '',
      name,
      scopes,
      limits,
      ...changes,
    });
    await store.db
      .insert(apiKeys)
      .values([
        key('revoked long ago', { revokedAt: ago(revokedKeyS + 60) }),
        key('revoked', { revokedAt: ago(revokedKeyS - 60) }),
        key('expired', { expiresAt: ago(10 * revokedKeyS) }),
      ]);
    await sweepNow();
    expect((await store.db.select().from(idempotentRequests)).map(({ key: name }) => name)).toEqual(['new']);
    expect((await store.db.select().from(apiKeys)).map(({ name }) => name).toSorted()).toEqual(['expired', 'revoked']);
  });

  test('a file that was fetched keeps its row as it is', async () => {
    const row = await insert({ state: 'done', objectKey: 'kept/x', expiresAt: ago(1) });
    await sweepNow();
    expect(await rowOf(store, row)).toMatchObject({ state: 'done', objectKey: null });
  });

  test('objects that no row names are deleted, but not those of attempts under way, nor what others put there', async () => {
    const id = crypto.randomUUID();
    const making = await insert({ state: 'preparing', attempt: 2 });
    const ready = await insert({ state: 'ready', attempt: 3, expiresAt: new Date(Date.now() + 1e6) });
    await store.query('update downloads set object_key = $1 where id = $2', [`kept/${ready.id}.3`, ready.id]);
    const doomed = [`kept/${id}.1`, `kept/${making.id}.1`, `kept/${ready.id}.2`];
    const spared = [`kept/${making.id}.2`, `kept/${ready.id}.3`, 'kept/readme', `other/${id}.1`];
    for (const key of [...doomed, ...spared]) await put(key);
    await sweepNow({ silenceS: 60, orphanGraceS: 60 });
    expect(await place.keys()).toEqual([...doomed, ...spared].toSorted());
    await sweepNow({ silenceS: 60, orphanGraceS: -1 });
    expect(await place.keys()).toEqual(spared.toSorted());
  });

  test('attempts go on while it sweeps again and again', async () => {
    await jobs.work();
    const rows: StoredDownload[] = [];
    for (let n = 0; n < 8; n++)
      rows.push(await kept(jobs, jobRequestOf(`film${n}`, { ms: 100 + n * 50, bytes: 50_000 })));
    const over = new AbortController();
    const sweeping = (async () => {
      while (!over.signal.aborted) await sweepNow({ orphanGraceS: -1, silenceS: 0 });
    })();
    for (const row of rows) await reached(store, row, 'ready');
    over.abort();
    await sweeping;
    for (const row of rows) {
      const { objectKey } = (await rowOf(store, row)) ?? {};
      expect(await place.bucket.head(objectKey ?? '')).toMatchObject({ bytes: 50_000 });
    }
    expect(await place.keys()).toHaveLength(8);
  });

  test('a row whose job is gone fails; one whose job waits does not', async () => {
    const waiting = await kept(jobs, jobRequestOf('film'));
    await store.query(`update downloads set updated_at = now() - interval '1 hour'`);
    const lost = await insert({ state: 'preparing', updatedAt: ago(3600) });
    const young = await insert({ state: 'queued' });
    await sweepNow();
    expect(await rowOf(store, lost)).toMatchObject({ state: 'failed', failure: { code: 'internal' } });
    expect(await rowOf(store, waiting)).toMatchObject({ state: 'queued' });
    expect(await rowOf(store, young)).toMatchObject({ state: 'queued' });
  });

  test('a stream that nobody hears of is over; rows of long ago are forgotten', async () => {
    const silent = await insert({ isKept: false, state: 'transferring', updatedAt: ago(61) });
    const paused = await insert({ isKept: false, state: 'paused', updatedAt: ago(61) });
    const heard = await insert({ isKept: false, state: 'transferring', updatedAt: ago(5) });
    const old = await insert({ isKept: false, state: 'done', updatedAt: ago(SETTINGS.downloadRecordS + 60) });
    const oldFailure = await insert({ state: 'failed', updatedAt: ago(SETTINGS.downloadRecordS + 60) });
    const recent = await insert({ isKept: false, state: 'done', updatedAt: ago(SETTINGS.downloadRecordS - 60) });
    await sweepNow();
    for (const row of [silent, paused]) expect(await rowOf(store, row)).toMatchObject({ state: 'cancelled' });
    expect(await rowOf(store, heard)).toMatchObject({ state: 'transferring' });
    for (const row of [old, oldFailure]) expect(await rowOf(store, row)).toBeUndefined();
    expect(await rowOf(store, recent)).toMatchObject({ state: 'done' });
  });

  test('a user’s downloads are remembered for longer than a guest’s, sessions and removed entries as long as they count', async () => {
    const own = { owner: 'user:ann', state: 'done', isKept: false } as const;
    const young = await insert({ ...own, updatedAt: ago(SETTINGS.historyS - 60) });
    const old = await insert({ ...own, updatedAt: ago(SETTINGS.historyS + 60) });
    await store.query(
      `insert into visitor_users (visitor_id, user_id, expires_at) values ('over', 'ann', $1), ('good', 'ann', $2)`,
      [ago(1), ago(-60)],
    );
    await store.query(
      `insert into queue_entries (user_id, id, link, mode, position, removed_at)
       select 'ann', gen_random_uuid(), link, 'video', 0, at from unnest($1::text[], $2::timestamptz[]) as t (link, at)`,
      [
        ['there', 'lately', 'long ago'],
        [null, ago(SETTINGS.removedEntryS - 60), ago(SETTINGS.removedEntryS + 60)],
      ],
    );
    await sweepNow();
    expect(await rowOf(store, young)).toMatchObject({ state: 'done' });
    expect(await rowOf(store, old)).toBeUndefined();
    expect(await store.query('select visitor_id as id from visitor_users')).toEqual([{ id: 'good' }]);
    const left = await store.query<{ link: string }>('select link from queue_entries order by link');
    expect(left.map(({ link }) => link)).toEqual(['lately', 'there']);
  });

  test('decided cases and the log of operators are forgotten after years, and what was taken down stays so', async () => {
    const [old, young, open, other] = ['a', 'b', 'c', 'd'].map(
      (letter) => `${letter.repeat(8)}-0000-4000-8000-000000000000`,
    );
    const long = ago(allowances.operatorRecordS + 60);
    await store.query(
      `insert into takedown_cases (id, state, source_url, claimant, work, statements, created_at, decided_at)
       select id::uuid, 'upheld', 'https://x.com/a/status/1', '{}'::jsonb, 'a film', '{}'::jsonb, $4::timestamptz, at
       from unnest($1::text[], $2::timestamptz[]) as t (id, at) union all
       select $3::uuid, 'open', 'https://x.com/a/status/2', '{}', 'a film', '{}', $4, null`,
      [[old, young, other], [long, ago(60), long], open, long],
    );
    await store.query(
      `insert into rules (id, kind, value, reason, case_id, created_by)
       select id::uuid, 'host', 'x.com', '', id::uuid, 'user:ann' from unnest($1::text[]) as t (id) union all
       select gen_random_uuid(), 'host', 'y.com', '', case_id, 'user:ann' from unnest($2::uuid[]) as y (case_id)`,
      [
        [old, young, other],
        [old, null],
      ],
    );
    await store.query(
      `insert into audit_log (id, at, actor, action, target) values ($1, $3, 'user:ann', 'rule.add', 'x'), ($2, now(), 'user:ann', 'rule.add', 'x')`,
      [old, young, long],
    );
    await sweepNow();
    const ids = async (table: string) =>
      (await store.query<{ id: string }>(`select id from ${table} order by id`)).map(({ id }) => id);
    expect(await ids('takedown_cases')).toEqual([young, open]);
    expect(await ids('audit_log')).toEqual([young]);
    // What several have taken down, and an operator besides, stays down once without the cases that are gone.
    expect(await store.query('select value, case_id as case from rules order by value, case_id')).toEqual([
      { value: 'x.com', case: young },
      { value: 'x.com', case: null },
      { value: 'y.com', case: null },
    ]);
  });

  test('it runs by itself as soon as a server takes jobs', async () => {
    const silent = await insert({ isKept: false, state: 'transferring', updatedAt: ago(61) });
    await jobs.work();
    await reached(store, silent, 'cancelled');
  });
});
