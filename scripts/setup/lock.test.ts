import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { outOfStep, unlikeLock } from './lock.mjs';
import { ROOT } from './paths.mjs';

const read = (file: string) => JSON.parse(readFileSync(join(ROOT, file), 'utf8'));
const locks = execFileSync('git', ['ls-files', '*package-lock.json'], { cwd: ROOT, encoding: 'utf8' })
  .trim()
  .split('\n');

describe.each(locks)('%s', (file) => {
  test('names no registry, so that every one will do, and knows the content of each package', () => {
    const packages: [string, Record<string, unknown>][] = Object.entries(read(file).packages);
    expect(packages.filter(([, entry]) => 'resolved' in entry).map(([place]) => place)).toEqual([]);
    const unknown = packages.filter(([place, entry]) => place !== '' && !entry['integrity'] && !entry['inBundle']);
    expect(unknown.map(([place]) => place)).toEqual([]);
    expect(readFileSync(join(ROOT, file), 'utf8')).not.toMatch(/"https?:[^"]*\.tgz/);
  });

  test('is in step with its package.json', () => {
    expect(outOfStep(read(join(dirname(file), 'package.json')), read(file))).toEqual([]);
  });

  test('has nothing that wants to run when it is installed', () => {
    const packages: [string, Record<string, unknown>][] = Object.entries(read(file).packages);
    const running = packages.filter(([, entry]) => entry['hasInstallScript'] && !entry['optional']);
    expect(running.map(([place]) => place)).toEqual([]);
  });
});

test('package.json says otherwise than the lock', () => {
  const lock = { packages: { '': { dependencies: { a: '1.0.0', b: '1.0.0' }, devDependencies: { c: '1.0.0' } } } };
  const manifest = { dependencies: { a: '1.0.0', b: '1.0.1', d: '2.0.0' } };
  expect(outOfStep(manifest, lock)).toEqual([
    'b: 1.0.1 in package.json, 1.0.0 in the lock',
    'd: 2.0.0 in package.json, nothing in the lock',
    'c: nothing in package.json, 1.0.0 in the lock',
  ]);
});

describe('what is installed', () => {
  const entry = { version: '1.0.0', integrity: 'sha512-a' };
  const place = 'node_modules/a';

  test('is what the lock says, however an npm writes it', () => {
    const installed = { ...entry, resolved: 'https://registry.example/a/-/a-1.0.0.tgz', peer: true, license: 'MIT' };
    expect(unlikeLock({ packages: { '': {}, [place]: entry } }, { packages: { [place]: installed } })).toEqual([]);
  });

  test.each([
    ['is another version', { version: '1.0.1', integrity: 'sha512-b' }, '1.0.1 is installed, 1.0.0 in the lock'],
    ['has another content', { version: '1.0.0', integrity: 'sha512-b' }, '1.0.0 has another content than in the lock'],
    ['is missing', undefined, '1.0.0 is missing'],
  ])('%s', (_, found, told) => {
    const packages: Record<string, typeof entry> = found ? { [place]: found } : {};
    expect(unlikeLock({ packages: { [place]: entry } }, { packages })).toEqual([`${place}: ${told}`]);
  });

  test('is more than the lock says', () => {
    const told = [`${place}: 1.0.0 is installed, and not in the lock`];
    expect(unlikeLock({ packages: {} }, { packages: { [place]: entry } })).toEqual(told);
  });

  const here = { os: 'linux', cpu: 'x64', libc: 'glibc' };
  test.each([
    ['may lack what is for another system', { os: ['darwin'], cpu: ['x64'] }, []],
    ['may lack what is for another C library', { os: 'linux', cpu: 'x64', libc: ['musl'] }, []],
    ['may lack a part of what is for another system', {}, []],
    ['may not lack what is for this one', { os: 'linux', cpu: ['x64', 'arm64'] }, [`${place}: 1.0.0 is missing`]],
  ])('%s', (_, systems, told) => {
    const lock = { packages: { [place]: { ...entry, ...systems, optional: true } } };
    expect(unlikeLock(lock, { packages: {} }, here)).toEqual(told);
  });
});
