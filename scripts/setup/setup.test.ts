import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { lastLine } from './failing.ts';
import { fingerprint, isMarked } from './fingerprint.mjs';
import { CACHE, ROOT } from './paths.mjs';
import { findProgram } from './programs.ts';
import { askPython, atLeast, canExtract, type Python } from './extractor/python.ts';
import { runQuietly } from './run-quietly.mjs';
import { shortcomings } from './site.ts';

test.each([
  ['3.11.2', '3.11', true],
  ['3.9.18', '3.11', false],
  ['4.0', '3.11', true],
  ['2026.10.26', '2026.10', true],
  ['2026.9.30', '2026.10', false],
  ['2026', '2026.10', false],
])('%s is at least %s: %s', (version, oldest, expected) => {
  expect(atLeast(version, oldest)).toBe(expected);
});

describe('a Python', () => {
  const python: Python = {
    executable: '/usr/bin/python3',
    version: '3.11.2',
    extractor: '2026.10.26',
    keepsConnections: true,
    jsChallenges: false,
    browserFingerprints: false,
  };

  test('can extract with a yt-dlp that is new enough, and not without', () => {
    expect(canExtract(python)).toBe(true);
    expect(canExtract({ ...python, extractor: '2025.12.1' })).toBe(false);
    expect(canExtract({ ...python, extractor: null })).toBe(false);
    expect(canExtract(null)).toBe(false);
  });

  test('that does not run is one candidate less', async () => {
    expect(await askPython('/nowhere/python3', null)).toBeNull();
    expect(await askPython('/bin/false', null)).toBeNull();
  });
});

describe('a fingerprint', () => {
  let folder = '';
  const name = () => folder.slice(ROOT.length + 1);
  beforeEach(() => {
    mkdirSync(CACHE, { recursive: true });
    folder = mkdtempSync(join(CACHE, 'fingerprint-'));
    writeFileSync(join(folder, 'a.ts'), 'one');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test('changes with a file, a new file and a name, and stays otherwise', () => {
    const before = fingerprint([name()]);
    expect(fingerprint([name()])).toBe(before);
    writeFileSync(join(folder, 'a.ts'), 'two');
    const changed = fingerprint([name()]);
    writeFileSync(join(folder, 'b.ts'), '');
    expect(new Set([before, changed, fingerprint([name()])]).size).toBe(3);
  });

  test('leaves out what does not count', () => {
    const withoutTests = () => fingerprint([name()], (path) => !path.endsWith('.test.ts'));
    const before = withoutTests();
    writeFileSync(join(folder, 'a.test.ts'), 'a test');
    expect(withoutTests()).toBe(before);
  });

  test('left as a mark is recognised', () => {
    const file = join(folder, '.mark');
    expect(isMarked(file, 'abc')).toBe(false);
    writeFileSync(file, 'abc');
    expect(isMarked(file, 'abc')).toBe(true);
    expect(isMarked(file, 'abd')).toBe(false);
  });
});

test('ffmpeg lacks only where it is neither named nor on PATH', () => {
  const folder = mkdtempSync(join(tmpdir(), 'clipferry-path-'));
  const parts = { keepsConnections: true, jsChallenges: true, browserFingerprints: true };
  const said = () => shortcomings(parts);
  vi.stubEnv('FFMPEG_PATH', undefined);
  vi.stubEnv('PATH', folder);
  try {
    const lacks = [expect.stringContaining('No ffmpeg')];
    // What was fetched into the project counts, too.
    expect(said()).toEqual(findProgram(['ffmpeg']) ? [] : lacks);
    writeFileSync(join(folder, 'ffmpeg'), '');
    expect(said()).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a program that fails is told with the end of what it said, without a stack', async () => {
  const script = 'echo fine; echo "    at some (code.js:1)"; echo broken >&2; exit 3';
  const error: unknown = await runQuietly('setup-test', 'sh', ['-c', script]).catch((reason: unknown) => reason);
  expect(lastLine(error)).toBe('broken');
  expect(String(error)).toContain('ended with 3');
  expect(String(error)).not.toContain('code.js');
});
