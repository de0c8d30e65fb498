import { execFile } from 'node:child_process';
import { inspect, promisify } from 'node:util';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Postgres, startPostgres } from '../../../tests/setup/postgres.ts';
import { MIGRATIONS, migrate } from './migrate.ts';
import { sessionOf } from './served.ts';
import type { StoreEvent } from './events.ts';
import { openStore, type Store } from './store.ts';

const run = promisify(execFile);
const CHILD = join(import.meta.dirname, 'contract-child.ts');
let postgres: Postgres;
let url: string;

beforeAll(async () => {
  postgres = await startPostgres();
});
beforeEach(async () => {
  url = await postgres.createDatabase();
});
afterAll(() => postgres.close());

const open = (): Promise<Store> => openStore({ url, folder: '', log: () => {} });

test('eight servers that start at once on an empty database all start', async () => {
  const stores = await Promise.all(Array.from({ length: 8 }, () => open()));
  const [first] = stores;
  expect(await first?.query('select name from schema_migrations')).toEqual(MIGRATIONS.map(({ name }) => ({ name })));
  await Promise.all(stores.map((store) => store.close()));
});

test('migrations: each once, a failed one leaves nothing, a newer database is refused', async () => {
  const client = new Client({ connectionString: url });
  await client.connect();
  const session = sessionOf(client);
  const first = { name: 'a', sql: 'create table a (n integer)' };
  const broken = { name: 'b', sql: 'create table b (n integer); insert into nowhere values (1)' };
  await migrate(session, [first]);
  await expect(migrate(session, [first, broken])).rejects.toMatchObject({ name: 'StoreError', code: '42P01' });
  expect(await session.query(`select to_regclass('b') as b`)).toEqual([{ b: null }]);
  await migrate(session, [first, { name: 'b', sql: 'create table b (n integer)' }]);
  expect(await session.query('select name from schema_migrations order by name')).toEqual([
    { name: 'a' },
    { name: 'b' },
  ]);
  await expect(migrate(session, [first])).rejects.toThrow('newer than this version: it has b');
  await client.end();
});

test('events of two other processes arrive, each one’s in order, none lost', async () => {
  const store = await open();
  const heard: Record<string, unknown[]> = { one: [], two: [] };
  const all = Promise.withResolvers<void>();
  store.onEvent(({ label, n }) => {
    heard[String(label)]?.push(n);
    if (heard['one']?.length === 1_000 && heard['two']?.length === 1_000) all.resolve();
  });
  const publish = (label: string) => run(process.execPath, [CHILD, 'publish', url, label, '1000']);
  await Promise.all([publish('one'), publish('two')]);
  await all.promise;
  const inOrder = Array.from({ length: 1_000 }, (_, n) => n);
  expect(heard).toEqual({ one: inOrder, two: inOrder });
  await store.close();
});

test('when the connection that hears is cut, it is made again, a resync is asked for, and events arrive as before', async () => {
  const store = await open();
  const heard: StoreEvent[] = [];
  store.onEvent((event) => heard.push(event));
  for (let round = 0; round < 3; round++) {
    const resynced = Promise.withResolvers<void>();
    const end = store.onResync(resynced.resolve);
    const cut = await store.query(
      `select pg_terminate_backend(pid) as cut from pg_stat_activity where application_name = 'clipferry events' and datname = current_database()`,
    );
    expect(cut).toEqual([{ cut: true }]);
    await resynced.promise;
    end();
    const arrived = Promise.withResolvers<void>();
    const endWaiting = store.onEvent(() => arrived.resolve());
    await store.publish([{ type: 'after', round }]);
    await arrived.promise;
    endWaiting();
  }
  expect(heard).toEqual([0, 1, 2].map((round) => ({ type: 'after', round })));
  await store.close();
});

test('a server that goes away: queries fail in a line, events are not sent and say so, closing does not hang', async () => {
  const own = await startPostgres();
  const lines: string[] = [];
  const store = await openStore({ url: await own.createDatabase(), folder: '', log: (line) => lines.push(line) });
  await own.close();
  const error: unknown = await store.query('select 1').catch((reason: unknown) => reason);
  expect(error).toMatchObject({ name: 'StoreError' });
  expect(inspect(error)).not.toContain('\n    at Parser');
  expect(await store.publish([{ type: 'lost' }])).toBe(false);
  expect(lines).toContainEqual(expect.stringContaining('Events were not sent. Database: '));
  await store.close();
});

test('a server that goes away inside a transaction, between two of its queries: it is rejected, and the next works', async () => {
  const own = await startPostgres();
  const store = await openStore({ url: await own.createDatabase(), folder: '', log: () => {} });
  const transaction = store.transaction(async (tx) => {
    await tx.execute(sql`select 1`);
    await own.stop();
    await own.start();
    await tx.execute(sql`select 1`);
  });
  await expect(transaction).rejects.toMatchObject({ name: 'StoreError' });
  expect(await store.transaction(async (tx) => (await tx.execute(sql`select 1 as one`)).rows)).toEqual([{ one: 1 }]);
  await store.close();
  await own.close();
});

test('an address where nothing answers is refused in a line that has no password', async () => {
  const opening = openStore({ url: 'postgres://clipferry:hush@127.0.0.1:1/clipferry', folder: '', log: () => {} });
  const error: unknown = await opening.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toMatchObject({ name: 'StoreError', code: 'ECONNREFUSED' });
  expect(inspect(error)).not.toContain('hush');
});

test('a statement that a deadlock ended is done all the same', async () => {
  const store = await open();
  await store.query('create table pairs (id integer primary key, by_whom text)');
  await store.query('insert into pairs (id) values (1), (2)');
  const other = new Client({ connectionString: url });
  await other.connect();
  await other.query('begin');
  await other.query(`update pairs set by_whom = 'other' where id = 1`);
  // Locks the second row and waits for the first. It waits longer than the other, so it is the one that PostgreSQL ends.
  const both = store.query<{ id: number }>('select id from pairs order by id desc for update');
  const waiting = `select pid from pg_stat_activity where wait_event_type = 'Lock' and query like '%for update'`;
  await expect.poll(() => store.query(waiting)).toHaveLength(1);
  await other.query(`update pairs set by_whom = 'other' where id = 2`);
  await other.query('commit');
  expect(await both).toEqual([{ id: 2 }, { id: 1 }]);
  await other.end();
  await store.close();
});
