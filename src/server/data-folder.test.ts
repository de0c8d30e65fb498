import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { openDataFolder } from './data-folder.ts';

const run = promisify(execFile);
const folder = async () => join(await mkdtemp(join(tmpdir(), 'data-')), 'data');

test('is made for its owner alone', async () => {
  const path = await folder();
  const first = openDataFolder(path);
  expect((await stat(path)).mode & 0o777).toBe(0o700);
  first.release();
});

test('is refused to a second process, which is told who has it, and free again after any death', async () => {
  const path = await folder();
  const script = `import { openDataFolder } from ${JSON.stringify(join(import.meta.dirname, 'data-folder.ts'))};
    try { openDataFolder(${JSON.stringify(path)}); console.log('opened'); process.kill(process.pid, 'SIGKILL'); } catch (error) { console.log(error.message); }`;
  const other = () =>
    run(process.execPath, ['--input-type=module', '-e', script]).then(
      ({ stdout }) => stdout,
      ({ stdout }) => stdout,
    );
  const held = openDataFolder(path);
  expect(await other()).toContain(`in use by another Clipferry, process ${process.pid}`);
  held.release();
  expect(await other()).toContain('opened');
  openDataFolder(path).release();
});

test('that several processes share is refused to none', async () => {
  const path = await folder();
  const [first, second] = [openDataFolder(path, { isShared: true }), openDataFolder(path, { isShared: true })];
  expect(second.path).toBe(first.path);
  openDataFolder(path).release();
});

test('without room to start, it is said which folder has how much, and how much is needed; nothing keeps it from starting later', async () => {
  const path = await folder();
  const open = (megabytes: number) => openDataFolder(path, { freeBytesIn: () => megabytes * 1e6 });
  expect(() => open(63)).toThrow(
    `There is no room to start: DATA_DIR ${path} has 63 MB free, and 64 MB are needed. Make room there, or set DATA_DIR`,
  );
  open(64).release();
  // A database that is there needs less.
  await mkdir(join(path, 'pg'));
  expect(() => open(23)).toThrow('has 23 MB free, and 24 MB are needed');
  open(24).release();
  expect(() => openDataFolder(path, { isShared: true, freeBytesIn: () => 0 })).toThrow('has 0 MB free');
});

test('what a start that was killed has left of a new database is removed before room is asked for', async () => {
  const path = await folder();
  await mkdir(join(path, 'pg.new'), { recursive: true });
  const left = () => existsSync(join(path, 'pg.new'));
  const room = openDataFolder(path, { freeBytesIn: () => (left() ? 10e6 : 70e6) });
  expect(left()).toBe(false);
  room.release();
});

test('a lock that cannot be written is not said to be somebody else’s', async () => {
  const path = await folder();
  await mkdir(path);
  await writeFile(
    join(path, 'lock.sqlite'),
    'This is no database, and fills more than its header of a hundred bytes.'.repeat(10),
  );
  await writeFile(join(path, 'owner.pid'), '4711');
  expect(() => openDataFolder(path)).toThrow(/cannot be used: file is not a database/);
});
