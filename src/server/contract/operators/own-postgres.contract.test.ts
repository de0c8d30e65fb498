import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startAdministration } from '../../../../tests/setup/administration.ts';
import { bareEnvironment } from '../../../../tests/setup/bare-environment.ts';
import { copyDatabase } from '../../../../tests/setup/embedded-template.ts';
import { openDataFolder } from '#/server/data-folder.ts';
import { openQueue } from '#/server/jobs/queue.ts';
import { createApiKeyRepository, hashOfKey } from '#/server/store/tables/api-keys.ts';
import { newDownload } from '#/server/store/fixtures/contract-places.ts';
import { downloads } from '#/server/store/schema/schema.ts';
import { openStore, type Store } from '#/server/store/store.ts';

const run = promisify(execFile);
const COMMANDS = join(import.meta.dirname, '../../../../scripts/commands');

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'own-postgres-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const open = (log: string[] = []): Promise<Store> =>
  openStore({ folder, embedded: 'postgres', log: (line) => log.push(line) });

/** Every row of every table, as JSON in the order of its text. */
async function rowsOf(store: Store): Promise<Record<string, unknown>> {
  const tables = await store.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and c.relpersistence = 'p' and n.nspname in ('public', 'pgboss') order by 1`,
  );
  const content: Record<string, unknown> = {};
  for (const { name } of tables) {
    content[name] = await store.query(`select to_jsonb(one) as row from ${name} one order by to_jsonb(one)::text`);
  }
  return content;
}

test('a folder with a PGlite brings all it has: accounts, history, kept files, keys, jobs; its files stay beside', async () => {
  await copyDatabase(folder);
  const before = await openStore({ folder, log: () => {} });
  const accounts = await startAdministration(before);
  const person = await accounts.person('admins');
  await accounts.close();
  await before.db.insert(downloads).values(Array.from({ length: 50 }, (_, n) => newDownload({ totalBytes: n })));
  const key = await createApiKeyRepository(before).create({
    name: 'a key',
    userId: person.sub,
    scopes: { platforms: null, networks: [], actions: ['resolve'] },
    limits: { resolutions: 10, downloads: 5, gigabytesPerDay: 3, transfers: 2 },
    expiresAt: null,
    hasWebhooks: true,
  });
  const { boss } = await openQueue(before, () => {});
  const job = await boss.send('files', { of: 'somebody' }, { startAfter: 3_600 });
  await boss.stop();
  const had = await rowsOf(before);
  expect(Object.keys(had).length).toBeGreaterThan(20);
  await before.close();

  const log: string[] = [];
  const store = await open(log);
  expect(await rowsOf(store)).toEqual(had);
  expect(log).toContainEqual(expect.stringContaining(`Its files stay in ${join(folder, 'pg.moved')}`));
  expect((await readdir(folder)).toSorted()).toEqual(['pg.moved', 'postgres']);
  const queue = await openQueue(store, () => {});
  expect(await queue.boss.findJobs('files', { id: job ?? '' })).toMatchObject([{ data: { of: 'somebody' } }]);
  await queue.boss.stop();
  expect(await createApiKeyRepository(store).find(hashOfKey(key?.secret ?? '') ?? '')).toMatchObject({
    id: key?.key.id,
  });
  const moved = await startAdministration(store);
  expect(await moved.again(person)).toMatchObject({ sub: person.sub, idToken: expect.stringMatching(/^ey/) });
  await moved.close();
  await store.close();
  // A second start has nothing to bring.
  const again = await open();
  expect(await again.query('select count(*) as count from downloads')).toEqual([{ count: 50 }]);
  await again.close();
});

test('beside the site: its administrators are changed, its jobs read, and a backup written and restored elsewhere', async () => {
  const { release } = openDataFolder(folder);
  const store = await open();
  await store.db.insert(downloads).values([newDownload()]);
  const elsewhere = await mkdtemp(join(tmpdir(), 'child-restored-'));
  const command = async (name: string, args: string[], dataDir = folder) => {
    const settings = { DATABASE_URL: '', EMBEDDED_DATABASE: 'postgres', DATA_DIR: dataDir, IDENTITY: 'embedded' };
    const env = { ...bareEnvironment(), ...settings, ACCOUNTS: '' };
    return (await run(process.execPath, [join(COMMANDS, `${name}.ts`), ...args], { env })).stdout;
  };
  expect(await command('admin', ['create', 'first@example.com'])).toContain('first@example.com is an administrator.');
  expect(await store.query('select count(*) as count from identity_users')).toEqual([{ count: 1 }]);
  expect(await command('jobs', [])).toContain('0 waiting, 0 being made');
  const file = join(elsewhere, 'backup.sql');
  await command('backup', [file]);
  const restored = join(elsewhere, 'data');
  await command('restore', [file], restored);
  const had = await rowsOf(store);
  await store.close();
  release();
  const copy = await openStore({ folder: restored, embedded: 'postgres', log: () => {} });
  expect(await rowsOf(copy)).toEqual(had);
  await copy.close();
  await rm(elsewhere, { recursive: true });
});
