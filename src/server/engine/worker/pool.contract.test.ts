import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { localExtractor } from '../fixtures/local-extractor.ts';
import { createPool, type Pool, type WorkerPoolSettings } from './pool.ts';
import { startWorker, type WorkerProcess } from './process.ts';
import type { Job } from './protocol.ts';

const extractor = localExtractor();
const job: Job = {
  url: 'https://x.com/i/status/1800000000000000001',
  deadlineMs: 15_000,
  extractorArgs: {},
};

/** A proxy that takes connections and says nothing, until told to hang up on all. */
let proxy: Server;
let sockets: Socket[];
let hangUp: boolean;
let workers: WorkerProcess[];
let pool: Pool | undefined;
let logged: string[];

beforeEach(async () => {
  sockets = [];
  workers = [];
  logged = [];
  hangUp = false;
  proxy = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => {});
    if (hangUp) socket.destroy();
    proxy.emit('taken');
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
});

afterEach(async () => {
  await pool?.close();
  for (const socket of sockets) socket.destroy();
  proxy.close();
});

async function start(settings: Partial<WorkerPoolSettings> = {}): Promise<Pool> {
  const { port } = proxy.address() as AddressInfo;
  pool = createPool({
    size: 1,
    log: (line) => logged.push(line),
    start: () => {
      const worker = startWorker({ ...extractor, proxyUrl: `http://127.0.0.1:${port}` });
      workers.push(worker);
      return worker;
    },
    ...settings,
  });
  await pool.started;
  return pool;
}

const taken = () => once(proxy, 'taken');
const kindOf = (result: Awaited<ReturnType<Pool['run']>>) =>
  result.ok && 'error' in result.value ? result.value.error.kind : result;

describe('the pool, with real workers', () => {
  it('says what it runs', async () => {
    const { extractor: version, python } = (await start()).ready() ?? {};
    expect(version).toMatch(/^20\d\d\.\d\d/);
    expect(python).toMatch(/^3\.\d+/);
  });

  it('grows and shrinks while it runs, and a worker that has a job ends after it', async () => {
    const running = await start({ size: 1 });
    const ready = async (count: number) =>
      expect.poll(() => workers.filter((worker) => worker.alive()).length).toBe(count);
    running.resize({ size: 3 });
    await ready(3);
    await Promise.all(workers.map((worker) => worker.ready));
    expect(running.stats()).toMatchObject({ size: 3, restarts: 0 });
    const begun = taken();
    const job1 = running.run('twitter', { ...job, deadlineMs: 1_500 });
    await begun;
    running.resize({ size: 1 });
    await ready(1);
    expect(kindOf(await job1)).toBe('deadline');
    expect(running.stats()).toMatchObject({ size: 1, busy: 0, restarts: 0 });
    await ready(1);
  });

  it('lets one platform hold more, or fewer, while it runs', async () => {
    const running = await start({ size: 2, perPlatform: 1 });
    await Promise.all(workers.map((worker) => worker.ready));
    const short = { ...job, deadlineMs: 2_000 };
    const both = [running.run('twitter', short), running.run('twitter', short)];
    await expect.poll(() => running.stats()).toMatchObject({ busy: 1, queued: 1 });
    running.resize({ size: 2, perPlatform: 2 });
    await expect.poll(() => running.stats()).toMatchObject({ busy: 2, queued: 0 });
    expect((await Promise.all(both)).map(kindOf)).toEqual(['deadline', 'deadline']);
  });

  it('ends a job at its deadline and goes on with the same worker', async () => {
    const running = await start();
    expect(kindOf(await running.run('twitter', { ...job, deadlineMs: 200 }))).toBe('deadline');
    hangUp = true;
    expect(kindOf(await running.run('twitter', job))).toBe('extractor');
    expect(workers).toHaveLength(1);
  });

  it('cancels a job when its visitor leaves, and goes on with the same worker', async () => {
    const running = await start();
    const leaving = new AbortController();
    const answer = running.run('twitter', job, leaving.signal);
    await taken();
    leaving.abort();
    expect(kindOf(await answer)).toBe('cancelled');
    hangUp = true;
    expect(kindOf(await running.run('twitter', job))).toBe('extractor');
    expect(workers).toHaveLength(1);
  });

  it('kills a worker that hears no signal', async () => {
    const running = await start();
    const answer = running.run('twitter', { ...job, deadlineMs: 100 });
    process.kill(workers[0]?.pid ?? 0, 'SIGSTOP');
    expect(kindOf(await answer)).toBe('deadline');
    hangUp = true;
    expect(kindOf(await running.run('twitter', job))).toBe('extractor');
    expect(running.stats().restarts).toBe(1);
  });

  it('replaces a worker that dies, and tries its job once more', async () => {
    const running = await start();
    const answer = running.run('twitter', job);
    await taken();
    hangUp = true;
    workers[0]?.kill();
    expect(kindOf(await answer)).toBe('extractor');
    expect(workers).toHaveLength(2);
    expect(running.stats()).toEqual({ size: 1, busy: 0, queued: 0, restarts: 1 });
  });

  it('gives up on a job that kills two workers', async () => {
    const running = await start();
    const answer = running.run('twitter', job);
    await taken();
    workers[0]?.kill();
    await taken();
    workers[1]?.kill();
    expect(await answer).toEqual({ ok: false, failure: { code: 'engine_unavailable', platform: 'twitter' } });
  });

  it('recycles a worker after its share of jobs', async () => {
    hangUp = true;
    const running = await start({ recycleAfter: 2 });
    for (let n = 0; n < 3; n++) await running.run('twitter', job);
    expect(workers).toHaveLength(2);
    await workers[0]?.exited;
  });

  it('refuses what does not fit the queue, and what has waited too long', async () => {
    const running = await start({ maxQueued: 1, queueTimeoutMs: 300 });
    const leaving = new AbortController();
    const first = running.run('twitter', job, leaving.signal);
    const second = running.run('twitter', job);
    const busy = { ok: false, failure: { code: 'busy', platform: 'twitter', retryAfterS: 10 } };
    expect(await running.run('twitter', job)).toEqual(busy);
    expect(running.stats()).toMatchObject({ busy: 1, queued: 1 });
    expect(await second).toEqual(busy);
    leaving.abort();
    expect(kindOf(await first)).toBe('cancelled');
  });

  it('says why it cannot start, and keeps trying', async () => {
    // In front of whatever the Python has by itself.
    const extractorPath = mkdtempSync(join(tmpdir(), 'clipferry-broken-'));
    writeFileSync(join(extractorPath, 'yt_dlp.py'), "raise ImportError('a broken yt_dlp')\n");
    const running = await start({
      start: () => startWorker({ ...extractor, extractorPath, proxyUrl: 'http://127.0.0.1:9' }),
    });
    expect(running.ready()).toBeNull();
    expect(logged[0]).toMatch(/did not start: .*yt_dlp/);
    rmSync(extractorPath, { recursive: true });
  });
});

const READY = {
  ready: true as const,
  extractor: '2026.10.26',
  python: '3.11',
  challengeScripts: null,
  curlCffi: null,
  browserFingerprints: false,
};

describe('the queue', () => {
  /** A pool whose jobs begin in `order` and end when told to. */
  async function slowPool(settings: Pick<WorkerPoolSettings, 'size' | 'perPlatform'>) {
    const order: string[] = [];
    const finish: (() => void)[] = [];
    const fake = (): WorkerProcess => ({
      pid: undefined,
      ready: Promise.resolve(READY),
      exited: new Promise(() => {}),
      jobs: () => 0,
      alive: () => true,
      run: ({ url }) => {
        order.push(url);
        return new Promise((resolve) => finish.push(() => resolve({ info: {}, warnings: [], refusals: [] })));
      },
      stop: () => {},
      kill: () => {},
    });
    const slow = createPool({ ...settings, log: () => {}, start: fake });
    await slow.started;
    const jobs = (['tiktok', 'tiktok', 'tiktok', 'twitter'] as const).map((platform, n) =>
      slow.run(platform, { ...job, url: `${platform} ${n}` }),
    );
    await new Promise(setImmediate);
    return { order, finish, jobs };
  }

  it('serves the platform that has the least running', async () => {
    const { order, finish, jobs } = await slowPool({ size: 2 });
    finish[0]?.();
    await jobs[0];
    await new Promise(setImmediate);
    expect(order).toEqual(['tiktok 0', 'tiktok 1', 'twitter 3']);
  });

  it('keeps a worker free for others, however much one platform wants', async () => {
    const { order, finish, jobs } = await slowPool({ size: 3 });
    expect(order).toEqual(['tiktok 0', 'tiktok 1', 'twitter 3']);
    finish[0]?.();
    await jobs[0];
    await new Promise(setImmediate);
    expect(order.at(-1)).toBe('tiktok 2');
  });

  it('lets no worker go on that has met its memory limit', async () => {
    let stopped = 0;
    const fake = (): WorkerProcess => ({
      pid: undefined,
      ready: Promise.resolve(READY),
      exited: new Promise(() => {}),
      jobs: () => 0,
      alive: () => true,
      run: () => Promise.resolve({ error: { kind: 'memory' }, warnings: [] }),
      stop: () => stopped++,
      kill: () => {},
    });
    const small = createPool({ size: 1, log: () => {}, start: fake });
    expect(kindOf(await small.run('facebook', job))).toBe('memory');
    expect(stopped).toBe(1);
    expect(small.stats()).toMatchObject({ busy: 0, restarts: 1 });
  });
});
