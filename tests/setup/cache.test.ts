import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CACHE } from '../../scripts/setup/paths.mjs';
import { cachePlace, cacheRoot, ensureCached, ensureCachedSync } from './cache.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cache-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('where things are kept', () => {
  test('where the user says, else in the home folder', () => {
    const [cache, home] = [join(root, 'cache'), join(root, 'home')];
    mkdirSync(home);
    expect(cacheRoot({ XDG_CACHE_HOME: cache, HOME: home })).toBe(join(cache, 'clipferry'));
    expect(cacheRoot({ HOME: home })).toBe(join(home, '.cache/clipferry'));
    expect(cacheRoot({ XDG_CACHE_HOME: 'relative', HOME: home })).toBe(join(home, '.cache/clipferry'));
  });

  test('in the checkout, without a home folder and where it cannot be written to', () => {
    const file = join(root, 'file');
    writeFileSync(file, '');
    for (const HOME of [undefined, '', 'relative', file, join(root, 'nowhere')])
      expect(cacheRoot({ HOME })).toBe(join(CACHE, 'tests'));
  });

  test('another recipe has another place', () => {
    expect(cachePlace('kind', ['a', 1], root)).toBe(cachePlace('kind', ['a', 1], root));
    expect(cachePlace('kind', ['a', 1], root)).not.toBe(cachePlace('kind', ['a', 2], root));
  });
});

test('a thing is made once', async () => {
  const place = cachePlace('kind', 'recipe', root);
  await ensureCached(place, async (folder) => writeFileSync(join(folder, 'file'), 'first'));
  await ensureCached(place, () => Promise.reject(new Error('made again')));
  ensureCachedSync(place, () => expect.unreachable('made again'));
  expect(readFileSync(join(place, 'file'), 'utf8')).toBe('first');
});

test('what breaks off in the middle is never seen, and tried again', async () => {
  const place = cachePlace('kind', 'recipe', root);
  const breakOff = (folder: string) => {
    writeFileSync(join(folder, 'file'), 'half');
    expect(existsSync(place)).toBe(false);
    throw new Error('broken off');
  };
  await expect(ensureCached(place, async (folder) => breakOff(folder))).rejects.toThrow('broken off');
  expect(() => ensureCachedSync(place, breakOff)).toThrow('broken off');
  expect(readdirSync(root)).toEqual([]);
  await ensureCached(place, async (folder) => writeFileSync(join(folder, 'file'), 'whole'));
  expect(readFileSync(join(place, 'file'), 'utf8')).toBe('whole');
});

test('of several that make it at once, all get one that is whole, and nothing else is left', async () => {
  const place = cachePlace('kind', 'recipe', root);
  const makers = Array.from({ length: 8 }, (_, n) =>
    ensureCached(place, async (folder) => {
      writeFileSync(join(folder, 'a'), `${n}`);
      await sleep(n % 3);
      writeFileSync(join(folder, 'b'), `${n}`);
    }),
  );
  expect(new Set(await Promise.all(makers))).toEqual(new Set([place]));
  expect(readFileSync(join(place, 'a'), 'utf8')).toBe(readFileSync(join(place, 'b'), 'utf8'));
  expect(readdirSync(root)).toHaveLength(1);
});

test('what nobody has asked for in a month goes, and what a killed process left', async () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  const folder = (path: string, days: number) => {
    mkdirSync(path, { recursive: true });
    utimesSync(path, daysAgo(days), daysAgo(days));
    return path;
  };
  const place = cachePlace('kind', 'new', root);
  const forgotten = [folder(cachePlace('kind', 'old', root), 31), folder(`${place}.left`, 2)];
  const others = [
    folder(cachePlace('kind', 'young', root), 29),
    folder(cachePlace('other', 'old', root), 31),
    folder(`${place}.underway`, 0),
  ];
  const used = folder(cachePlace('kind', 'used', root), 31);
  await ensureCached(used, () => Promise.reject(new Error('made again')));
  await ensureCached(place, async () => {});
  expect(forgotten.filter((path) => existsSync(path))).toEqual([]);
  for (const path of [...others, used, place]) expect(existsSync(path), path).toBe(true);
});
