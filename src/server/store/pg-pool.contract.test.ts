import { execFile } from 'node:child_process';
import { inspect, promisify } from 'node:util';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startPostgres } from '../../../tests/setup/postgres.ts';
import { type SharedPostgres, sharedPostgres } from '../../../tests/setup/shared-postgres.ts';
import { MIGRATIONS, migrate, prepareTables } from './migrate.ts';
import { poolSession } from './pg-pool.ts';
import type { StoreEvent } from './events/events.ts';
import { openStore, type Store } from './store.ts';

const run = promisify(execFile);
const CHILD = join(import.meta.dirname, 'fixtures/contract-child.ts');
let postgres: SharedPostgres;
let url: string;

beforeAll(async () => {
  postgres = await sharedPostgres();
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
  const session = poolSession(client);
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

test('who joins a site that runs changes no tables: they match, or it is refused', async () => {
  const client = new Client({ connectionString: url });
  await client.connect();
  const session = poolSession(client);
  const first = { name: 'a', sql: 'create table a (n integer)' };
  const second = { name: 'b', sql: 'create table b (n integer)' };
  await migrate(session, [first]);
  await prepareTables(session, 'matching', [first]);
  await expect(prepareTables(session, 'matching', [first, second])).rejects.toThrow('which differs by b');
  await expect(prepareTables(session, 'matching', [])).rejects.toThrow('which differs by a');
  await prepareTables(session, 'any', [first, second]);
  expect(await session.query(`select to_regclass('b') as b`)).toEqual([{ b: null }]);
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
  await store.query(`create function lock_both() returns setof integer language plpgsql as $$ begin
    perform from pairs where id = 2 for update;
    perform pg_advisory_xact_lock_shared(1);
    perform from pairs where id = 1 for update;
    return query select id from pairs order by id desc;
  end $$`);
  const [other, gate] = [new Client({ connectionString: url }), new Client({ connectionString: url })];
  await Promise.all([other.connect(), gate.connect()]);
  await gate.query('select pg_advisory_lock(1)');
  // Who waits looks for a deadlock once, after a second: this one never does, so PostgreSQL ends the other, however slow the machine.
  await other.query(`set deadlock_timeout = '1h'`);
  await other.query('begin');
  await other.query(`update pairs set by_whom = 'other' where id = 1`);
  const waitsFor = (statement: string) => () =>
    store.query(
      `select pid from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and query = $1`,
      [statement],
    );
  // It has the second row, and stands at the gate.
  const both = store.query('select lock_both() as id');
  await expect.poll(waitsFor('select lock_both() as id')).toHaveLength(1);
  const second = `update pairs set by_whom = 'other' where id = 2`;
  const updated = other.query(second);
  await expect.poll(waitsFor(second)).toHaveLength(1);
  // And waits for the first from here on, which the other has.
  await gate.query('select pg_advisory_unlock(1)');
  await updated;
  const { rows } = await gate.query('select deadlocks from pg_stat_database where datname = current_database()');
  await other.query('commit');
  expect(await both).toEqual([{ id: 2 }, { id: 1 }]);
  expect(rows).toEqual([{ deadlocks: 1 }]);
  await Promise.all([other.end(), gate.end()]);
  await store.close();
});
