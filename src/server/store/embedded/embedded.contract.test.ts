import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { mkdtemp, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { copyDatabase } from '../../../../tests/setup/embedded-template.ts';
import { openEmbedded } from './embedded-folder.ts';
import { FolderPostgres } from './folder-postgres.ts';
import { embeddedSession } from './embedded.ts';
import { openStore, type Store } from '../store.ts';
import { isAway } from '../store-error.ts';
import { createTransactionScope } from './transaction-scope.ts';
import { startMaintenance } from './maintenance.ts';

const CHILD = join(import.meta.dirname, '../fixtures/contract-child.ts');
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'embedded-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const open = (): Promise<Store> => openStore({ folder, log: () => {} });

/** Numbers that a child which inserts for ever acknowledged before it was killed, some time after it told the first. */
async function insertUntilKilled(label: string, killAfterMs: number): Promise<number[]> {
  const child = spawn(process.execPath, [CHILD, 'insert', folder, label], { stdio: ['ignore', 'pipe', 'inherit'] });
  let told = '';
  child.stdout.on('data', (chunk: Buffer) => (told += chunk.toString()));
  const exited = once(child, 'close');
  await Promise.race([once(child.stdout, 'data'), exited]);
  await sleep(killAfterMs);
  child.kill('SIGKILL');
  expect(await exited).toEqual([null, 'SIGKILL']);
  return told.slice(0, told.lastIndexOf('\n')).split('\n').map(Number);
}

test('every commit that was acknowledged is there after a SIGKILL at any moment', async () => {
  await copyDatabase(folder);
  for (let round = 0; round < 5; round++) {
    const killAfterMs = Math.round(Math.random() * 400);
    const acknowledged = await insertUntilKilled(`round ${round}`, killAfterMs);
    const store = await open();
    const rows = await store.query<{ n: number }>('select n from written where label = $1 order by n', [
      `round ${round}`,
    ]);
    await store.close();
    const missing = acknowledged.filter((n, index) => rows[index]?.n !== n);
    expect(missing, `lost after a kill at ${killAfterMs} ms`).toEqual([]);
    // At most the one that was under way when it was killed is there without having been told.
    expect(rows.length - acknowledged.length).toBeLessThanOrEqual(1);
  }
});

test('a kill during the very first start leaves nothing that keeps the next from working, nor anything half made; the folder is its owner’s alone', async () => {
  for (let round = 0; round < 3; round++) {
    const child = spawn(process.execPath, [CHILD, 'insert', folder, 'first'], { stdio: 'ignore' });
    const exited = once(child, 'close');
    // The files are written within a second or so after the first.
    while ((await readdir(folder, { recursive: true })).length < 3) await sleep(5);
    await sleep(Math.random() * 1_000);
    child.kill('SIGKILL');
    await exited;
  }
  const store = await open();
  expect(await store.query('select count(*) as count from downloads')).toEqual([{ count: 0 }]);
  await store.close();
  // Of the halves that were made before, too.
  expect(await readdir(folder), 'nothing half made stays').toEqual(['pg']);
  expect((await stat(join(folder, 'pg'))).mode & 0o777, 'for its owner alone').toBe(0o700);
});

test.each(['', '\n'])(
  'a kill while Postgres wrote its lock does not keep the next start from working (%j)',
  async (written) => {
    await copyDatabase(folder);
    await writeFile(join(folder, 'pg', 'postmaster.pid'), written);
    const store = await open();
    expect(await store.query('select count(*) as count from downloads')).toEqual([{ count: 0 }]);
    await store.close();
  },
);

test('each commit is flushed to the disk before it is acknowledged', async () => {
  await copyDatabase(folder);
  // In this thread, where flushes can be counted.
  const postgres = new FolderPostgres(join(folder, 'pg'));
  await postgres.query('create table written (n integer)');
  const { fdatasyncSync } = fs;
  let flushes = 0;
  fs.fdatasyncSync = (descriptor) => {
    flushes++;
    fdatasyncSync(descriptor);
  };
  syncBuiltinESMExports();
  try {
    for (let n = 1; n <= 20; n++) {
      const before = flushes;
      await postgres.query('insert into written values ($1)', [n]);
      expect(flushes, `commit ${n}`).toBeGreaterThan(before);
    }
    const before = flushes;
    await postgres.query('select * from written');
    expect(flushes, 'reading').toBe(before);
  } finally {
    fs.fdatasyncSync = fdatasyncSync;
    syncBuiltinESMExports();
    await postgres.close();
  }
});

const DAMAGES: [what: string, damage: (pg: string) => Promise<void>, reason: RegExp][] = [
  ['lost files', (pg) => rm(join(pg, 'global'), { recursive: true }), /could not open file "global\/pg_control"/],
  [
    'a file cut short',
    (pg) => truncate(join(pg, 'global', 'pg_control'), 100),
    /could not read file "global\/pg_control"/,
  ],
  [
    'files of another version',
    (pg) => writeFile(join(pg, 'PG_VERSION'), '12\n'),
    /database files are incompatible with server\. The data directory was initialized by PostgreSQL version 12/,
  ],
];

test.each(DAMAGES)('a damaged folder, by %s, is said in a line with the reason', async (_what, damage, reason) => {
  await copyDatabase(folder);
  await damage(join(folder, 'pg'));
  const error: unknown = await open().catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    name: 'StoreError',
    message: expect.stringContaining(`The database in ${join(folder, 'pg')} cannot be opened. Database: `),
  });
  const { message } = error as Error;
  expect(message).toMatch(reason);
  expect(message).not.toMatch(/\n|PGlite|Aborted|\/pglite\//);
});

test('upkeep makes a checkpoint when something was written, and the vacuum once a night', async () => {
  await copyDatabase(folder);
  const postgres = await openEmbedded(folder, createTransactionScope());
  const session = embeddedSession(postgres);
  let now = new Date(2026, 10, 21, 22, 0);
  const maintenance = startMaintenance(
    session,
    () => {},
    () => now,
  );
  const checkpoint = () => session.query('select checkpoint_lsn::text as lsn from pg_control_checkpoint()');
  const rowsKnown = () => session.query(`select reltuples::int as rows from pg_class where relname = 'written'`);
  await session.run('create table written as select generate_series(1, 500) as n');

  await maintenance.tick();
  const first = await checkpoint();
  await maintenance.tick();
  expect(await checkpoint(), 'nothing was written').toEqual(first);
  await session.run('insert into written values (0)');
  await maintenance.tick();
  expect(await checkpoint(), 'something was written').not.toEqual(first);

  expect(await rowsKnown()).toEqual([{ rows: -1 }]);
  now = new Date(2026, 10, 22, 2, 59);
  await maintenance.tick();
  expect(await rowsKnown(), 'before three').toEqual([{ rows: -1 }]);
  now = new Date(2026, 10, 22, 3, 1);
  await maintenance.tick();
  expect(await rowsKnown(), 'after three').toEqual([{ rows: 501 }]);

  await maintenance.stop();
  await postgres.close();
});

test('a database that gives up in the middle is there again within seconds, with what was acknowledged and nothing else', async () => {
  const log: string[] = [];
  await copyDatabase(folder);
  const store = await openStore({ folder, log: (line) => log.push(line) });
  const heard: string[] = [];
  store.onEvent(({ type }) => heard.push(type));
  const resynced = new Promise<void>((resolve) => store.onResync(resolve));
  await store.query('create table written (n integer)');
  await store.query('insert into written values (1)');
  // Its log finds no place for the next segment: as on a full disk, Postgres panics.
  const wal = join(folder, 'pg', 'pg_wal');
  const fill = (run: Store['query']) => run(`select pg_logical_emit_message(true, 'fill', repeat('x', 4000000))`);
  await fs.promises.rename(wal, `${wal}.away`);
  const cut = store.transaction(async (tx) => {
    await tx.execute(sql`insert into written values (2)`);
    for (let n = 0; n < 20; n++)
      await tx.execute(sql`select pg_logical_emit_message(true, 'fill', repeat('x', 4000000))`);
  });
  await expect(cut).rejects.toMatchObject({ name: 'StoreError' });
  const refused = await store.query('select 1').catch((error: unknown) => error);
  expect(isAway(refused), String(refused)).toBe(true);
  await fs.promises.rename(`${wal}.away`, wal);
  await resynced;
  expect(await store.query('select n from written')).toEqual([{ n: 1 }]);
  await fill(store.query);
  await store.publish([{ type: 'still' }]);
  await expect.poll(() => heard).toContain('still');
  expect(log.join(' ')).toMatch(/gave up, and is opened anew.*open again/);
  await store.close();
  const again = await open();
  expect(await again.query('select n from written')).toEqual([{ n: 1 }]);
  await again.close();
});
