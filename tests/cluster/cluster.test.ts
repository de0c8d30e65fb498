import { readdirSync, readFileSync } from 'node:fs';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DownloadRecord } from '#/model/download.ts';
import { downloads, type StoredDownload } from '#/server/store/schema/schema.ts';
import { sharedSecret } from '#/server/store/tables/secrets.ts';
import { openStore, type Store } from '#/server/store/store.ts';
import { follow, type Followed } from '../setup/follow.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { createVisitor, linkFrom, newDownloadId, save, sha256OfMedia, value, type Visitor } from './visitor.ts';

const FILM = { url: 'https://x.com/replica/status/1800000000000000001', format: 'http-2176', file: 'prog_720.mp4' };
/** Of 14 MB: longer than what lies in buffers on the way, and than one part of an upload. */
const LONG = { url: 'https://www.youtube.com/watch?v=BigFile0001', format: '18', file: 'big_360.mp4' };
const TIMEOUTS = { timeout: 60_000, interval: 50 };

let cluster: Cluster;
let store: Store;
let secret: string;
let one: string;
let other: string;
let followed: Followed[] = [];

beforeAll(async () => {
  cluster = await startCluster();
  [one, other] = cluster.origins;
  store = await openStore({ url: cluster.databaseUrl, folder: '', log: () => {} });
  secret = await sharedSecret(store, 'signing');
});
beforeEach(() => cluster.platforms.reset());
afterEach(() => {
  for (const { close } of followed) close();
  followed = [];
});
afterAll(async () => {
  await store.close();
  await cluster.close();
});

function watch(origin: string, id: string, headers: Record<string, string> = {}): Followed {
  const watching = follow(origin, id, headers);
  followed.push(watching);
  return watching;
}

async function keep(origin: string, visitor: Visitor, { url, format }: typeof FILM): Promise<DownloadRecord> {
  const client = cluster.client(origin);
  const link = await linkFrom(client, visitor, url, format);
  return value(await client.keep({ link }, { onBehalf: visitor.onBehalf }));
}

async function rowOf(id: string): Promise<StoredDownload> {
  const [row] = await store.db.select().from(downloads).where(eq(downloads.id, id));
  if (!row) throw new Error('no row');
  return row;
}

function slowly(bytesPerS: number): void {
  cluster.platforms.knobs.throttleBytesPerS = bytesPerS;
}

describe('two web nodes', () => {
  test('a link that one has signed works on the other and through nginx, with the same bytes and ETag', async () => {
    const visitor = createVisitor(secret);
    const link = await linkFrom(cluster.client(one), visitor, FILM.url, FILM.format);
    const expected = await sha256OfMedia(FILM.file);
    for (const origin of [other, one, cluster.nginx.origin])
      expect(await save(origin + link, visitor)).toMatchObject({ sha256: expected, attempts: 1 });
    const answers = await Promise.all([one, other].map((origin) => fetch(origin + link, { method: 'HEAD' })));
    expect(answers[0]?.headers.get('etag')).toBe(answers[1]?.headers.get('etag'));
  });

  test('a kept file that is ordered through one is seen and fetched through the other', async () => {
    slowly(300_000);
    const visitor = createVisitor(secret);
    const { id } = await keep(one, visitor, FILM);
    const watching = watch(other, id);
    await expect.poll(() => watching.latest()?.state, TIMEOUTS).toBe('ready');
    expect(watching.seen.some(({ state, bytesPerS }) => state === 'preparing' && bytesPerS > 0)).toBe(true);
    const { downloads } = value(await cluster.client(other).downloads({ onBehalf: visitor.onBehalf }));
    expect(downloads).toMatchObject([{ id, state: 'ready', isKept: true }]);
    const link = downloads[0]?.file?.link ?? '';
    expect(await save(link, visitor)).toMatchObject({ sha256: await sha256OfMedia(FILM.file) });
  });

  test('a kept file that is ordered through one is cancelled through the other', async () => {
    slowly(20_000);
    const visitor = createVisitor(secret);
    const { id } = await keep(one, visitor, FILM);
    const watching = watch(one, id);
    await expect.poll(() => watching.latest()?.receivedBytes, TIMEOUTS).toBeGreaterThan(0);
    const cancelled = await cluster.client(other).cancel(id, { onBehalf: visitor.onBehalf });
    expect(cancelled).toEqual({ ok: true, value: null });
    await expect.poll(() => watching.latest()?.state, TIMEOUTS).toBe('cancelled');
    expect(await rowOf(id)).toMatchObject({ state: 'cancelled', objectKey: null });
  });

  test('a streamed download is seen, paused and resumed through the other', async () => {
    slowly(100_000);
    const visitor = createVisitor(secret);
    const link = await linkFrom(cluster.client(one), visitor, FILM.url, FILM.format);
    const id = newDownloadId();
    const watching = watch(other, id);
    const saving = save(`${one}${link}?d=${id}`, visitor);
    await expect.poll(() => watching.latest()?.receivedBytes, TIMEOUTS).toBeGreaterThan(0);
    const order = (what: 'pause' | 'resume') =>
      cluster.client(other).sendCommand(id, what, { onBehalf: visitor.onBehalf });
    expect(await order('pause')).toEqual({ ok: true, value: null });
    await expect.poll(() => watching.latest()?.state, TIMEOUTS).toBe('paused');
    cluster.platforms.reset();
    expect(await order('resume')).toEqual({ ok: true, value: null });
    expect(await saving).toMatchObject({ sha256: await sha256OfMedia(FILM.file), attempts: 1 });
    await expect.poll(() => watching.latest()?.state, TIMEOUTS).toBe('done');
  });

  test('a streamed download is cancelled through the other: its connection breaks', async () => {
    slowly(50_000);
    const visitor = createVisitor(secret);
    const link = await linkFrom(cluster.client(one), visitor, FILM.url, FILM.format);
    const id = newDownloadId();
    const watching = watch(one, id);
    const saving = fetch(`${one}${link}?d=${id}`, { headers: visitor.headers }).then((response) => response.bytes());
    const broken = expect(saving).rejects.toThrow();
    await expect.poll(() => watching.latest()?.receivedBytes, TIMEOUTS).toBeGreaterThan(0);
    const cancelled = await cluster.client(other).cancel(id, { onBehalf: visitor.onBehalf });
    expect(cancelled).toEqual({ ok: true, value: null });
    await broken;
    await expect.poll(() => watching.latest()?.state, TIMEOUTS).toBe('cancelled');
  });
});

describe('nginx', () => {
  test('passes ranges, lengths and ETags on, and video as it is', async () => {
    const visitor = createVisitor(secret);
    const { origin } = cluster.nginx;
    const path = await linkFrom(cluster.client(origin), visitor, FILM.url, FILM.format);
    const ask = (headers: Record<string, string>) =>
      fetch(origin + path, { headers: { 'accept-encoding': 'gzip, br', ...visitor.headers, ...headers } });
    const whole = await ask({});
    const bytes = await whole.bytes();
    const etag = whole.headers.get('etag') ?? '';
    expect(whole.headers.get('content-length')).toBe(String(bytes.length));
    expect(whole.headers.get('content-encoding')).toBeNull();
    const part = await ask({ range: 'bytes=100-199', 'if-range': etag });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 100-199/${bytes.length}`]);
    expect(await part.bytes()).toEqual(bytes.slice(100, 200));
    const changed = await ask({ range: 'bytes=100-199', 'if-range': '"another"' });
    expect([changed.status, (await changed.bytes()).length]).toEqual([200, bytes.length]);
  });

  test('keeps what never changes, in each encoding, also for when no node is there', async () => {
    const { origin } = cluster.nginx;
    const [asset = ''] = /\/assets\/[\w.-]+\.js/.exec(await (await fetch(`${origin}/youtube`)).text()) ?? [];
    const encodings = ['br', 'gzip', 'identity'];
    const read = async (from: string, encoding: string) => {
      const response = await fetch(from + asset, { headers: { 'accept-encoding': encoding } });
      return { encoding: response.headers.get('content-encoding'), text: await response.text() };
    };
    const direct = await Promise.all(encodings.map((encoding) => read(one, encoding)));
    for (const [n, encoding] of encodings.entries()) expect(await read(origin, encoding)).toEqual(direct[n]);
    for (const web of cluster.webs) await web.kill();
    for (const [n, encoding] of encodings.entries()) expect(await read(origin, encoding)).toEqual(direct[n]);
    expect((await fetch(`${origin}/youtube`)).status).toBe(502);
    await Promise.all(cluster.webs.map((web) => web.start()));
    await expect.poll(async () => (await fetch(`${origin}/youtube`)).status, TIMEOUTS).toBe(200);
  });
});

test('a node takes as many connections to PostgreSQL as the documentation says, at most', async () => {
  const orders = Array.from({ length: 40 }, (_, n) => keep(cluster.origins[n % 2] ?? '', createVisitor(secret), FILM));
  let most = 0;
  const count = async (): Promise<void> => {
    const [row] = await store.query<{ count: number }>(
      'select count(*) as count from pg_stat_activity where datname = current_database()',
    );
    most = Math.max(most, row?.count ?? 0);
  };
  const counting = setInterval(() => void count(), 50);
  const records = await Promise.all(orders).finally(() => clearInterval(counting));
  process.stderr.write(`connections of four nodes and this test: ${most}\n`);
  // Sixteen of each node, and the eleven of this test's own store.
  expect(most).toBeLessThanOrEqual(4 * 16 + 11);
  for (const { id } of records) await expect.poll(async () => (await rowOf(id)).state, TIMEOUTS).toBe('ready');
});

test('every program that a node starts to read what strangers made is confined', async () => {
  slowly(200_000);
  const visitor = createVisitor(secret);
  const link = await linkFrom(cluster.client(one), visitor, LONG.url, 'mp3-192');
  const leaving = new AbortController();
  const answer = await fetch(one + link, { headers: visitor.headers, signal: leaving.signal });
  expect(answer.status).toBe(200);
  await answer.body?.getReader().read();
  const programs = childrenOf(cluster.webs[0].pid());
  leaving.abort();
  expect(programs.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['ffmpeg', expect.stringMatching(/^python/)]),
  );
  expect(programs.filter(({ isConfined }) => !isConfined)).toEqual([]);
});

/** The processes that one has started, and whether they can gain no rights any more, which is where confinement begins (confine.py). */
function childrenOf(pid: number): { name: string; isConfined: boolean }[] {
  return readdirSync('/proc').flatMap((entry) => {
    if (!/^\d+$/.test(entry)) return [];
    try {
      const status = readFileSync(`/proc/${entry}/status`, 'utf8');
      const [name = '', parent, gainsNone] = ['Name', 'PPid', 'NoNewPrivs'].map(
        (key) => new RegExp(`^${key}:\\s+(.*)$`, 'm').exec(status)?.[1],
      );
      return Number(parent) === pid ? [{ name, isConfined: gainsNone === '1' }] : [];
    } catch {
      // It has ended meanwhile.
      return [];
    }
  });
}

describe('what dies', () => {
  test('a worker in mid-job: another finishes the file', async () => {
    const [first, second] = cluster.workers;
    await second.close();
    slowly(400_000);
    const visitor = createVisitor(secret);
    const { id } = await keep(cluster.nginx.origin, visitor, LONG);
    const watching = watch(cluster.nginx.origin, id, visitor.headers);
    await expect.poll(() => watching.latest()?.receivedBytes, TIMEOUTS).toBeGreaterThan(1_000_000);
    // It is not done by the time the other has started, however busy the machine is.
    slowly(10_000);
    await second.start();
    await first.kill();
    expect(await rowOf(id)).toMatchObject({ state: 'preparing', attempt: 1 });
    const killedAt = performance.now();
    cluster.platforms.reset();
    await expect.poll(async () => (await rowOf(id)).attempt, TIMEOUTS).toBe(2);
    const takenOverMs = performance.now() - killedAt;
    await expect.poll(() => watching.latest()?.state, TIMEOUTS).toBe('ready');
    const readyMs = performance.now() - killedAt;
    process.stderr.write(`killed worker's file: begun anew after ${secs(takenOverMs)}, ready after ${secs(readyMs)}\n`);
    await first.start();
    const link = watching.latest()?.file?.link ?? '';
    expect(await save(link, visitor)).toMatchObject({ sha256: await sha256OfMedia(LONG.file) });
  });

  test('a web node in mid-stream: the browser goes on at the other', async () => {
    const [first, second] = cluster.webs;
    const visitor = createVisitor(secret);
    const { origin } = cluster.nginx;
    await second.kill();
    slowly(300_000);
    const link = await linkFrom(cluster.client(one), visitor, LONG.url, LONG.format);
    let received = 0;
    const saving = save(origin + link, visitor, (bytes) => (received = bytes));
    await expect.poll(() => received, TIMEOUTS).toBeGreaterThan(500_000);
    await second.start();
    await first.kill();
    cluster.platforms.reset();
    const saved = await saving;
    await first.start();
    expect(saved).toMatchObject({ sha256: await sha256OfMedia(LONG.file) });
    expect(saved.attempts).toBeGreaterThan(1);
  });

  test('PostgreSQL: streams go on as if nothing were, jobs go on when it is back', async () => {
    slowly(300_000);
    const visitor = createVisitor(secret);
    const { origin } = cluster.nginx;
    const link = await linkFrom(cluster.client(origin), visitor, LONG.url, LONG.format);
    let received = 0;
    const streaming = save(origin + link, visitor, (bytes) => (received = bytes));
    const { id } = await keep(origin, visitor, FILM);
    await expect.poll(() => received, TIMEOUTS).toBeGreaterThan(0);
    await expect.poll(async () => (await rowOf(id)).state, TIMEOUTS).toBe('preparing');
    await cluster.postgres.kill();
    const before = received;
    await expect.poll(() => received - before, TIMEOUTS).toBeGreaterThan(500_000);
    await cluster.postgres.start();
    cluster.platforms.reset();
    const watching = watch(origin, id, visitor.headers);
    await expect.poll(() => watching.latest()?.state, TIMEOUTS).toBe('ready');
    expect(await save(watching.latest()?.file?.link ?? '', visitor)).toMatchObject({
      sha256: await sha256OfMedia(FILM.file),
    });
    expect(await streaming).toMatchObject({ sha256: await sha256OfMedia(LONG.file), attempts: 1 });
  });
});

function secs(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
