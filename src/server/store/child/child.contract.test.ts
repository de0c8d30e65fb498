import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openStore, type Store } from '../store.ts';
import { isAway, isFull } from '../store-error.ts';
import { createChild } from './child-folder.ts';
import { findPrograms } from './programs.ts';

const run = promisify(execFile);
const CHILD = join(import.meta.dirname, '../fixtures/contract-child.ts');

/** A file system of 80 MB; false: this machine lets nobody mount one (it takes root). */
const disk = await mkdtemp(join(tmpdir(), 'child-disk-'));
const isMounted = await run('mount', ['-t', 'tmpfs', '-o', 'size=80m', 'tmpfs', disk]).then(
  () => true,
  () => false,
);

/** A data folder with a new PostgreSQL, of which tests have copies. */
let made: string;
let folder: string;

beforeAll(async () => {
  made = await mkdtemp(join(tmpdir(), 'child-made-'));
  await createChild(made, await findPrograms(null));
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'child-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));
afterAll(async () => {
  if (isMounted) await run('umount', ['--lazy', disk]);
  for (const each of [made, disk]) await rm(each, { recursive: true, force: true });
});

/** With whom it belongs to, who may be a user of its own. */
const copyMade = (to = folder) => run('cp', ['-a', join(made, 'postgres'), to]);

const open = (log: string[] = []): Promise<Store> =>
  openStore({ folder, embedded: 'postgres', log: (line) => log.push(line) });

/** Of the server of the data folder, as it has noted it. */
async function serverPid(): Promise<number> {
  return Number((await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);
}

/** Answers of a database that is being started again are not waited for by themselves. */
async function onceAnswered<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!isAway(error)) throw error;
      await sleep(50);
    }
  }
}

test('a folder with a long path, where nobody but its owner may go: opened, closed, and there again', async () => {
  const above = join(folder, 'x'.repeat(120));
  await mkdir(above);
  await copyMade(above);
  await chmod(folder, 0o700);
  const inside = () => openStore({ folder: above, embedded: 'postgres', log: () => {} });
  const first = await inside();
  expect(first.isEmbedded).toBe(true);
  await first.query('create table written (n integer)');
  await first.query('insert into written values (1)');
  const [facts] = await first.query(`select current_setting('listen_addresses') as addresses,
    current_setting('fsync') as fsync, current_setting('is_superuser') as "isSuperuser",
    pg_encoding_to_char(encoding) as encoding, datcollate as "collation" from pg_database where datname = current_database()`);
  expect(facts).toEqual({ addresses: '', fsync: 'on', isSuperuser: 'off', encoding: 'UTF8', collation: 'C' });
  await first.close();
  expect(await readdir(above)).toEqual(['postgres']);
  expect((await stat(join(above, 'postgres'))).mode & 0o777).toBe(0o700);
  expect(await readdir(join(above, 'postgres')), 'it has ended').not.toContain('postmaster.pid');
  const second = await inside();
  expect(await second.query('select n from written')).toEqual([{ n: 1 }]);
  await second.close();
  await expect(openStore({ folder: above, log: () => {} })).rejects.toThrow('set EMBEDDED_DATABASE=postgres');
});

test('we are killed at any moment: every commit that was acknowledged is there, and the server that was left is ended', async () => {
  await copyMade();
  for (let round = 0; round < 2; round++) {
    const label = `round ${round}`;
    const child = spawn(process.execPath, [CHILD, 'insert-postgres', folder, label], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let told = '';
    child.stdout.on('data', (chunk: Buffer) => (told += chunk.toString()));
    const exited = once(child, 'close');
    await Promise.race([once(child.stdout, 'data'), exited]);
    await sleep(Math.random() * 400);
    child.kill('SIGKILL');
    expect(await exited).toEqual([null, 'SIGKILL']);
    const left = await serverPid();
    const acknowledged = told.slice(0, told.lastIndexOf('\n')).split('\n').map(Number);

    const store = await open();
    expect(await serverPid()).not.toBe(left);
    const rows = await store.query<{ n: number }>('select n from written where label = $1 order by n', [label]);
    await store.close();
    expect(acknowledged.filter((n, index) => rows[index]?.n !== n)).toEqual([]);
    // At most the one that was under way is there without having been told.
    expect(rows.length - acknowledged.length).toBeLessThanOrEqual(1);
  }
});

test('we are killed during the very first start: nothing half made counts, and nothing of it stays', async () => {
  for (let round = 0; round < 2; round++) {
    const child = spawn(process.execPath, [CHILD, 'insert-postgres', folder, 'first'], { stdio: 'ignore' });
    const exited = once(child, 'close');
    while ((await readdir(folder, { recursive: true })).length < 3) await sleep(5);
    await sleep(Math.random() * 1_000);
    child.kill('SIGKILL');
    await exited;
  }
  const store = await open();
  expect(await store.query('select count(*) as count from downloads')).toEqual([{ count: 0 }]);
  await store.close();
  expect(await readdir(folder)).toEqual(['postgres']);
});

test('the server is killed: it is there again by itself with what was acknowledged, and events are heard as before', async () => {
  await copyMade();
  const log: string[] = [];
  const store = await open(log);
  const heard: string[] = [];
  store.onEvent(({ type }) => heard.push(type));
  const resynced = new Promise<void>((resolve) => store.onResync(resolve));
  await store.query('create table written (n integer)');
  await store.query('insert into written values (1)');
  const cut = store.transaction(async (tx) => {
    await tx.execute(sql`insert into written values (2)`);
    process.kill(await serverPid(), 'SIGKILL');
    await expect.poll(() => log.join(' ')).toContain('The database ended, and is started again.');
    await tx.execute(sql`insert into written values (3)`);
  });
  await expect(cut).rejects.toSatisfy(isAway);
  await resynced;
  expect(await onceAnswered(() => store.query('select n from written'))).toEqual([{ n: 1 }]);
  await store.publish([{ type: 'still' }]);
  await expect.poll(() => heard).toContain('still');
  expect(log.join(' ')).toContain('The database is there again.');
  await store.close();
});

test('its log finds no place: what is asked is refused, and done again when there is', async () => {
  await copyMade();
  const store = await open();
  await store.query('create table written (n integer)');
  await store.query('insert into written values (1)');
  const wal = join(folder, 'postgres', 'pg_wal');
  await rename(wal, `${wal}.away`);
  const fill = () => store.query(`select pg_logical_emit_message(true, 'fill', repeat('x', 20000000))`);
  await expect(fill()).rejects.toMatchObject({ name: 'StoreError' });
  await rename(`${wal}.away`, wal);
  await onceAnswered(fill);
  expect(await onceAnswered(() => store.query('select n from written'))).toEqual([{ n: 1 }]);
  await store.close();
});

// Where nobody may mount, a log without a place for its next segment is what is tried.
if (isMounted) {
  test('a full disk: what finds no room is refused and says so, what is there stays, and all goes on with room', async () => {
    await copyMade(disk);
    const store = await openStore({ folder: disk, embedded: 'postgres', log: () => {} });
    await store.query('create table written (n integer, filler text)');
    await store.query(`insert into written values (1, '')`);
    const others = join(disk, 'others');
    await writeFile(others, Buffer.alloc(200e6)).catch(() => {});
    const refused: unknown = await store
      .query(`insert into written select 2, repeat('x', 2000) from generate_series(1, 20000)`)
      .catch((error: unknown) => error);
    expect(isFull(refused) || isAway(refused), String(refused)).toBe(true);
    await rm(others);
    expect(await onceAnswered(() => store.query('select n from written'))).toEqual([{ n: 1 }]);
    await onceAnswered(() => store.query(`insert into written values (3, '')`));
    await store.close();
  });
}

test('files of a version that is not installed are refused with its number', async () => {
  await mkdir(join(folder, 'postgres'));
  await writeFile(join(folder, 'postgres', 'PG_VERSION'), '99\n');
  await expect(open()).rejects.toThrow(/^PostgreSQL 99 is needed: .*There is \d+.*postgresql-99/s);
});
