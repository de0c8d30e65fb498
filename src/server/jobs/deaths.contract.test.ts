import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type LocalBucket, openLocalBucket } from '#/server/bucket/local-bucket.ts';
import { openLiveControls } from '#/server/store/events/live-controls.ts';
import { downloads } from '#/server/store/schema/schema.ts';
import { openStore, type Store } from '#/server/store/store.ts';
import { copyDatabase } from '../../../tests/setup/embedded-template.ts';
import { type Postgres, startPostgres } from '../../../tests/setup/postgres.ts';
import { contentOf, createFakePlatform } from './fixtures/fake-platform.ts';
import { kept, jobRequestOf, reached, SETTINGS } from './fixtures/jobs-place.ts';
import { createJobs, type Jobs } from './index.ts';

type Worker = { process: ChildProcessByStdio<null, Readable, Readable>; output: () => string };

const SECRET = 'a secret of at least 32 characters';
let folder: string;
let bucket: LocalBucket;
const workers: Worker[] = [];
const closings: (() => void)[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deaths-'));
  bucket = await openLocalBucket({ folder: join(folder, 'bucket'), secret: SECRET });
});
afterEach(async () => {
  for (const close of closings.splice(0)) close();
  for (const { process } of workers.splice(0)) await kill(process);
  await rm(folder, { recursive: true });
});

async function startWorker(database: string, ...orders: object[]): Promise<Worker> {
  const child = join(import.meta.dirname, 'fixtures/worker-child.ts');
  const args = [child, database, join(folder, 'bucket'), ...orders.map((order) => JSON.stringify(order))];
  const started = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const told of [started.stdout, started.stderr]) told.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const worker = { process: started, output: () => text };
  workers.push(worker);
  await expect.poll(worker.output, { timeout: 120_000 }).toContain('up');
  return worker;
}

async function kill(process: Worker['process']): Promise<number> {
  if (process.exitCode !== null || process.signalCode !== null) return Date.now();
  const exited = once(process, 'exit');
  process.kill('SIGKILL');
  await exited;
  return Date.now();
}

function begunAt(worker: Worker, name: string): number {
  return Number(new RegExp(`begun ${name} (\\d+)`).exec(worker.output())?.[1]);
}

async function openJobs(store: Store): Promise<Jobs> {
  const { engine, transfer } = createFakePlatform();
  const controls = await openLiveControls(store, () => {});
  closings.push(controls.close);
  return createJobs({ store, bucket, engine, transfer, controls, settings: SETTINGS, log: () => {} });
}

async function keys(): Promise<string[]> {
  const found: string[] = [];
  for await (const { key } of bucket.list('')) found.push(key);
  return found;
}

describe('with PostgreSQL', () => {
  let postgres: Postgres;
  let url: string;
  let store: Store;

  beforeEach(async () => {
    postgres = await startPostgres();
    url = await postgres.createDatabase();
    store = await openStore({ url, folder: '', log: () => {} });
  });
  afterEach(async () => {
    await store.close();
    for (const { process } of workers.splice(0)) await kill(process);
    await postgres.close();
  });

  test('the file of a worker that was killed is finished by another', async () => {
    // Both are there before there is anything to do: starting one takes as long as making the file, or longer.
    const both = [await startWorker(url), await startWorker(url)] as const;
    const web = await openJobs(store);
    await kept(web, jobRequestOf('film', { ms: 4_000, bytes: 200_000 }));
    const begun = () => both.findIndex((worker) => begunAt(worker, 'film') > 0);
    await expect.poll(begun, { timeout: 90_000 }).toBeGreaterThanOrEqual(0);
    const [first, second] = begun() === 0 ? both : [both[1], both[0]];
    const killedAt = await kill(first.process);
    const [row] = await store.db.select().from(downloads);
    if (!row) throw new Error('no row');
    expect(row.state).toBe('preparing');
    const ready = await reached(store, row, 'ready', 90_000);
    process.stderr.write(`taken over after ${begunAt(second, 'film') - killedAt} ms\n`);
    expect(ready).toMatchObject({ attempt: 2, objectKey: `kept/${row.id}.2` });
    const { body } = await bucket.open(ready.objectKey ?? '');
    expect(Buffer.concat(await body.toArray()).equals(contentOf('film', 200_000))).toBe(true);
    expect(await keys()).toEqual([ready.objectKey]);
    await web.close();
  });

  test('a file that kills each process which makes it is given up', async () => {
    const first = await startWorker(url, jobRequestOf('film', { ms: 60_000 }));
    await expect.poll(() => begunAt(first, 'film'), { timeout: 90_000 }).toBeGreaterThan(0);
    await kill(first.process);
    // Four deaths take most of a minute: three of them are told here as the library tells them.
    await store.query(`update pgboss.job set retry_count = 3, state = 'retry' where name = 'files'`);
    await startWorker(url);
    const [row] = await store.db.select().from(downloads);
    if (!row) throw new Error('no row');
    expect(await reached(store, row, 'failed')).toMatchObject({ failure: { code: 'internal' }, attempt: 1 });
  });

  test('workers go on when the database is back, and what was being made is kept', async () => {
    const worker = await startWorker(url, jobRequestOf('film', { ms: 3_000 }), jobRequestOf('other', { ms: 8_000 }));
    await expect.poll(() => begunAt(worker, 'other'), { timeout: 90_000 }).toBeGreaterThan(0);
    const rows = await store.db.select().from(downloads);
    await postgres.stop();
    // One file ends while there is no database, one when it is back.
    await sleep(5_000);
    await postgres.start();
    for (const row of rows) {
      const ready = await reached(store, row, 'ready', 90_000);
      expect(await bucket.head(ready.objectKey ?? '')).toMatchObject({ bytes: 100_000 });
    }
    const web = await openJobs(store);
    await reached(store, await kept(web, jobRequestOf('next')), 'ready');
    await web.close();
    expect(worker.process.exitCode).toBeNull();
  });
});

describe('embedded', () => {
  test('after the process was killed, its files are begun again as soon as it is back', async () => {
    const data = await mkdtemp(join(folder, 'data-'));
    await copyDatabase(data);
    const first = await startWorker(data, jobRequestOf('film', { ms: 4_000 }), jobRequestOf('other', { ms: 4_000 }));
    await expect.poll(() => begunAt(first, 'other'), { timeout: 90_000 }).toBeGreaterThan(0);
    await kill(first.process);
    const startedAt = Date.now();
    const second = await startWorker(data);
    await expect.poll(() => begunAt(second, 'other'), { timeout: 90_000 }).toBeGreaterThan(0);
    process.stderr.write(`first job running ${begunAt(second, 'film') - startedAt} ms after the start\n`);
    await kill(second.process);
    const store = await openStore({ folder: data, log: () => {} });
    const jobs = await openJobs(store);
    await jobs.work();
    const row = await kept(jobs, jobRequestOf('film', { ms: 4_000 }));
    expect(await reached(store, row, 'ready')).toMatchObject({ attempt: 3, objectKey: `kept/${row.id}.3` });
    await expect.poll(async () => (await keys()).length).toBe(2);
    await jobs.close();
    await store.close();
  });
});
