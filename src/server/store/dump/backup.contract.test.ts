import { appendFile, cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { asc } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { copyDatabase } from '../../../../tests/setup/embedded-template.ts';
import { type SharedPostgres, sharedPostgres } from '../../../../tests/setup/shared-postgres.ts';
import { backup, moveTo, restore } from './backup.ts';
import { newDownload } from '../fixtures/contract-places.ts';
import { downloads } from '../schema/schema.ts';
import { MIGRATIONS } from '../migrate.ts';
import { openStore, type Store } from '../store.ts';

let postgres: SharedPostgres;
/** A data folder with a filled database, of which each test has a copy, and its backup. */
let filled: string;
let made: string;
let root: string;
let store: Store;

beforeAll(async () => {
  postgres = await sharedPostgres();
  filled = await mkdtemp(join(tmpdir(), 'backup-filled-'));
  const source = join(filled, 'source');
  await mkdir(source);
  await copyDatabase(source);
  store = await open(source);
  await fill(store);
  made = join(filled, 'backup.sql');
  await backup(store, made);
  await store.close();
});
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'backup-'));
  const source = await newFolder('source');
  await cp(join(filled, 'source'), source, { recursive: true });
  store = await open(source);
});
afterEach(async () => {
  await store.close();
  await rm(root, { recursive: true, force: true });
});
afterAll(async () => {
  await postgres.close();
  await rm(filled, { recursive: true, force: true });
});

const open = (folder: string, url?: string): Promise<Store> => openStore({ url, folder, log: () => {} });

async function newFolder(name: string): Promise<string> {
  await mkdir(join(root, name));
  return join(root, name);
}

/** Rows of our own table, and what other rooms and their libraries may bring: schemas, sequences, partitions, functions, bytes. */
async function fill(store: Store): Promise<void> {
  await store.db.insert(downloads).values(Array.from({ length: 1_000 }, (_, n) => newDownload({ totalBytes: n })));
  await store.db
    .insert(downloads)
    .values({ ...newDownload(), failure: null, expiresAt: null, objectKey: null, totalBytes: null });
  for (const statement of [
    `insert into rate_limits values ('resolutions:someone', 30, 1795265301327)`,
    'create schema queue',
    'create table queue.jobs (id bigint generated always as identity, name text not null, content bytea) partition by list (name)',
    `create table queue.rest partition of queue.jobs default`,
    `create function queue.one() returns integer language sql as $$ select 1; $$`,
    `insert into queue.jobs (name, content) select 'job ' || n, decode('00ff0a5c', 'hex') from generate_series(1, 250) n`,
  ]) {
    await store.query(statement);
  }
}

async function contentOf(store: Store): Promise<unknown> {
  return {
    downloads: await store.db.select().from(downloads).orderBy(asc(downloads.id)),
    jobs: await store.query(`select id, name, encode(content, 'hex') as content from queue.jobs order by id`),
    migrations: await store.query('select * from schema_migrations'),
    called: await store.query('select queue.one() as one'),
  };
}

/** What is counted for limits stays behind: it is over in minutes, and nothing to be kept in a file. */
async function limitsOf(store: Store): Promise<unknown> {
  return {
    rows: await store.query('select * from rate_limits'),
    kind: await store.query(`select relpersistence as kind from pg_class where relname = 'rate_limits'`),
  };
}
/** A backup with an error in the middle. */
async function brokenOff(): Promise<string> {
  const path = join(root, 'broken.sql');
  await writeFile(path, (await readFile(made, 'utf8')).replace('\nCREATE INDEX', '\nCREATE NONSENSE'));
  return path;
}

const EMPTY_UNLOGGED = { rows: [], kind: [{ kind: 'u' }] };

test('a restore into a folder that fails can be tried again; then it has every row, and goes on counting where it was', async () => {
  expect((await stat(made)).mode & 0o777).toBe(0o600);
  const folder = await newFolder('restored');
  await expect(restore({ folder }, await brokenOff())).rejects.toMatchObject({ name: 'StoreError', code: '42601' });
  await restore({ folder }, made);
  const restored = await open(folder);
  expect(await contentOf(restored)).toEqual(await contentOf(store));
  expect(await limitsOf(restored)).toEqual(EMPTY_UNLOGGED);
  expect(await restored.query(`insert into queue.jobs (name) values ('new') returning id`)).toEqual([{ id: 251 }]);
  await restored.close();
});

test('the store works on after a backup, and what it then writes lasts', async () => {
  await backup(store, join(root, 'backup.sql'));
  const row = newDownload({ owner: 'afterwards' });
  await store.db.insert(downloads).values(row);
  expect(await store.query('show search_path')).toEqual([{ search_path: 'public' }]);
  await store.close();
  store = await open(join(root, 'source'));
  expect(await store.db.$count(downloads)).toBe(1_002);
});

test('a backup that a newer version makes is one that the version before can go back to', async () => {
  const newest = MIGRATIONS.at(-1)?.name;
  await store.query('delete from schema_migrations where name = $1', [newest]);
  await store.close();
  store = await openStore({ folder: join(root, 'source'), tables: 'any', log: () => {} });
  const file = join(root, 'backup.sql');
  await backup(store, file);
  expect(await readFile(file, 'utf8')).not.toContain(newest);
});

test('a backup waits for the transaction that is under way, and has it whole', async () => {
  const begun = Promise.withResolvers<void>();
  const file = join(root, 'backup.sql');
  const writing = store.transaction(async (tx) => {
    await tx.insert(downloads).values(newDownload({ owner: 'half' }));
    begun.resolve();
    // Open for longer than pg_dump needs to be loaded and begin.
    for (let n = 0; n < 20; n++) {
      await sleep(100);
      await tx.insert(downloads).values(newDownload({ owner: 'half' }));
    }
  });
  await begun.promise;
  await Promise.all([backup(store, file), writing]);
  expect((await readFile(file, 'utf8')).match(/'half'/g)).toHaveLength(21);
  expect(await store.db.$count(downloads)).toBe(1_022);
});

test('a move to PostgreSQL copies every row, and is refused where there is something', async () => {
  const url = await postgres.createDatabase();
  await moveTo(store, url);
  const moved = await open('', url);
  expect(await contentOf(moved)).toEqual(await contentOf(store));
  expect(await limitsOf(moved)).toEqual(EMPTY_UNLOGGED);
  expect(await moved.query(`insert into queue.jobs (name) values ('new') returning id`)).toEqual([{ id: 251 }]);
  await expect(moveTo(store, url)).rejects.toThrow('The database is not empty; nothing was changed.');
  await expect(backup(moved, join(root, 'served.sql'))).rejects.toThrow('pg_dump');
  await moved.close();
});

test('a backup is restored into PostgreSQL as well; one that breaks off in the middle leaves it empty', async () => {
  const url = await postgres.createDatabase();
  await expect(restore({ url, folder: '' }, await brokenOff())).rejects.toMatchObject({
    name: 'StoreError',
    code: '42601',
  });
  await restore({ url, folder: '' }, made);
  const restored = await open('', url);
  expect(await contentOf(restored)).toEqual(await contentOf(store));
  await restored.close();
});

test('nothing is overwritten, and a file that is cut short is refused', async () => {
  const file = join(root, 'backup.sql');
  await writeFile(file, '');
  await expect(backup(store, file)).rejects.toThrow('is there already');
  await expect(restore({ folder: join(root, 'other') }, file)).rejects.toThrow('its end is missing');
  await cp(made, file);
  await expect(restore({ folder: join(root, 'source') }, file)).rejects.toThrow('has a database already');
  await appendFile(file, 'insert');
  await expect(restore({ folder: join(root, 'other') }, file)).rejects.toThrow('its end is missing');
});
