import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDataFolder } from '../../src/server/data-folder.ts';
import { bareEnvironment } from '../setup/bare-environment.ts';

const COMMAND = join(import.meta.dirname, '../../scripts/commands/admin.ts');
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'admin-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function admin(...args: string[]) {
  // An empty one counts as not given, and what .env says does not count.
  const env = { ...bareEnvironment(), DATA_DIR: folder, DATABASE_URL: '', IDENTITY: 'embedded', ACCOUNTS: '' };
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...args], { env, encoding: 'utf8' });
  return { status, stdout, stderr };
}

test('the first administrator is made, listed, made only once, and removed', () => {
  const nowhere = `${folder} has no database. DATA_DIR says where it is, in the environment or in .env.\n`;
  for (const args of [['list'], ['remove', 'first@example.com']])
    expect(admin(...args)).toMatchObject({ status: 1, stdout: '', stderr: nowhere });
  const created = admin('create', 'first@example.com');
  expect(created.stdout).toMatch(
    /^first@example\.com is an administrator\.\nTemporary password, shown only now: \S{14}\n\S+ had no database, so one was made there\.\n$/,
  );
  expect(admin('create', 'first@example.com').stdout).toBe('first@example.com is an administrator.\n');
  expect(admin('list').stdout).toBe('first@example.com\n');
  expect(admin('remove', 'first@example.com').status).toBe(0);
  expect(admin('list').stdout).toBe('There is no administrator.\n');
  expect(admin('remove', 'nobody@example.com')).toMatchObject({ status: 1, stderr: 'User does not exist.\n' });
});

test.each([[[]], [['create']], [['create', 'nobody']], [['constructor', 'a@example.com']]])(
  'it says how it is used: %j',
  (args) => {
    expect(admin(...args)).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^npm run admin -- create <email>/),
    });
  },
);

test('while the site runs on the same folder, it is refused', () => {
  const { release } = openDataFolder(folder);
  expect(admin('list')).toMatchObject({ status: 1, stderr: expect.stringContaining('is in use by another Clipferry') });
  release();
});
