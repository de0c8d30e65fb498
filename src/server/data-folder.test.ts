import { execFile } from 'node:child_process';
import { mkdtemp, stat } from 'node:fs/promises';
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
