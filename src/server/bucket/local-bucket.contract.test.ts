import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runOn, smallDisks } from './fixtures/small-disk.ts';
import { chunksOf } from './fixtures/sources.ts';
import { openLocalBucket } from './local-bucket.ts';

const run = promisify(execFile);
const SECRET = 'a secret of at least 32 characters';
const VIDEO = { contentType: 'video/mp4' };
const script = (name: string) => join(import.meta.dirname, 'fixtures', name);

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'local-bucket-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

async function openOn(folder: string, secret = SECRET) {
  const bucket = await openLocalBucket({ folder, secret });
  onTestFinished(() => bucket.close());
  return bucket;
}

describe('a disk without room', async () => {
  test.each(await smallDisks())('$way: the file is refused, and nothing of it is kept', async (disk) => {
    const folder = await emptyFolder();
    const said = await runOn(disk, folder, [process.execPath, script('fill-disk.ts'), folder]);
    expect(JSON.parse(said)).toEqual({
      outcomes: ['stored', 'disk_full: No room is left for the file', 'stored'],
      listed: ['first', 'last'],
      unfinished: [],
    });
  });
});

test('what a killed process was writing is never seen, and gone a day later', async () => {
  const folder = await emptyFolder();
  const unfinished = join(folder, 'unfinished');
  const dying = run(process.execPath, [script('die-writing.ts'), folder]);
  await expect(dying).rejects.toMatchObject({ signal: 'SIGKILL' });
  const bucket = await openOn(folder);
  expect(await bucket.head('dying.mp4')).toBeNull();
  expect(await Array.fromAsync(bucket.list(''))).toEqual([]);

  const [left = ''] = await readdir(unfinished);
  expect((await stat(join(unfinished, left))).size).toBeGreaterThan(0);
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  await utimes(join(unfinished, left), hoursAgo(23), hoursAgo(23));
  await openOn(folder);
  expect(await readdir(unfinished)).toEqual([left]);
  await utimes(join(unfinished, left), hoursAgo(25), hoursAgo(25));
  await openOn(folder);
  expect(await readdir(unfinished)).toEqual([]);
});

test('what a killed process was writing is gone at once, where no other can be', async () => {
  const folder = await emptyFolder();
  const dying = run(process.execPath, [script('die-writing.ts'), folder]);
  await expect(dying).rejects.toMatchObject({ signal: 'SIGKILL' });
  expect(await readdir(join(folder, 'unfinished'))).toHaveLength(1);
  await openLocalBucket({ folder, secret: SECRET, isAlone: true });
  expect(await readdir(join(folder, 'unfinished'))).toEqual([]);
});

test('only the owner may read folders and files', async () => {
  const folder = join(await emptyFolder(), 'bucket');
  const bucket = await openOn(folder);
  await bucket.put('obj/file.mp4', chunksOf(Buffer.from('x')), VIDEO);
  const mode = async (...path: string[]) => (await stat(join(folder, ...path))).mode & 0o777;
  expect(await mode()).toBe(0o700);
  expect(await mode('unfinished')).toBe(0o700);
  expect(await mode('finished', 'obj+')).toBe(0o700);
  expect(await mode('finished', 'obj+', 'file.mp4')).toBe(0o600);
});

test('files are still there, with their types, when the bucket is opened again', async () => {
  const folder = await emptyFolder();
  const before = await openOn(folder);
  await before.put('kept.mp4', chunksOf(Buffer.from('kept')), VIDEO);
  const url = await before.url('kept.mp4', { expiresAt: new Date(Date.now() + 60_000), fileName: 'a.mp4' });
  await before.close();
  const again = await openOn(folder);
  expect(await again.head('kept.mp4')).toMatchObject({ bytes: 4, contentType: 'video/mp4' });
  expect(again.verify(url)).toMatchObject({ ok: true, value: { key: 'kept.mp4', fileName: 'a.mp4' } });
});

test('a file the bucket did not write, or that was cut short, is not passed off as whole', async () => {
  const folder = await emptyFolder();
  const bucket = await openOn(folder);
  await writeFile(join(folder, 'finished', 'foreign.mp4'), Buffer.alloc(1000));
  await expect(bucket.open('foreign.mp4')).rejects.toMatchObject({ code: 'unavailable' });
  await expect(bucket.head('foreign.mp4')).rejects.toMatchObject({ code: 'unavailable' });
});

test('what cannot be a content type is refused before anything is written', async () => {
  const folder = await emptyFolder();
  const bucket = await openOn(folder);
  for (const contentType of ['', 'video/mp4\r\nset-cookie: a', 'v'.repeat(201)]) {
    await expect(bucket.put('a', chunksOf(Buffer.from('x')), { contentType })).rejects.toThrow(TypeError);
  }
  expect(await readdir(join(folder, 'unfinished'))).toEqual([]);
});

test('a folder that cannot be one is unavailable, and its path stays out of the message', async () => {
  const folder = join(await emptyFolder(), 'file');
  await writeFile(folder, '');
  const error = await openLocalBucket({ folder, secret: SECRET }).catch((error: unknown) => error);
  expect(error).toMatchObject({ code: 'unavailable' });
  expect(String(error)).not.toContain(folder);
});

describe('signed paths', () => {
  const later = () => new Date(Date.now() + 60_000);
  const invalid = { ok: false, failure: { code: 'link_invalid' } };

  test('say what they allow, until they expire', async () => {
    const bucket = await openOn(await emptyFolder());
    const expiresAt = later();
    const url = await bucket.url('obj/a.mp4', { expiresAt, fileName: 'Видео & "more".mp4' });
    expect(url).toMatch(/^\/files\/obj\/a\.mp4\?/);
    expect(bucket.verify(url)).toEqual({
      ok: true,
      value: { key: 'obj/a.mp4', fileName: 'Видео & "more".mp4', expiresAt },
    });
    const past = await bucket.url('obj/a.mp4', { expiresAt: new Date(Date.now() - 1), fileName: 'a.mp4' });
    expect(bucket.verify(past)).toEqual({ ok: false, failure: { code: 'link_expired' } });
  });

  test('of another secret, or damaged, are refused', async () => {
    const folder = await emptyFolder();
    const bucket = await openOn(folder);
    const other = await openOn(folder, 'another secret of 32 characters at least');
    const url = await bucket.url('obj/a.mp4', { expiresAt: later(), fileName: 'a.mp4' });
    expect(other.verify(url)).toEqual(invalid);
    const [path = '', query = ''] = url.split('?');
    for (const damaged of [
      '',
      '/',
      '/files/',
      path,
      `${path}?`,
      `/other/obj/a.mp4?${query}`,
      `/files/obj/../a.mp4?${query}`,
    ]) {
      expect(bucket.verify(damaged), damaged).toEqual(invalid);
    }
    expect(bucket.verify(url.replace(/e=\d+/, 'e=1e99'))).toEqual(invalid);
    expect(bucket.verify(`${url}${'x'.repeat(5000)}`)).toEqual(invalid);
  });
});
