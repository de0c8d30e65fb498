import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { plant } from './apply.ts';
import { MUTANTS } from './list.ts';

const ROOT = join(import.meta.dirname, '../..');

describe('the list of planted faults', () => {
  test.each(MUTANTS)('can be planted: $what', (mutant) => {
    const source = readFileSync(join(ROOT, mutant.file), 'utf8');
    expect(plant(source, mutant)).not.toBe(source);
    expect(existsSync(join(ROOT, mutant.test.file))).toBe(true);
  });

  test('has some of every room, each but once', () => {
    expect(MUTANTS.length).toBeGreaterThanOrEqual(20);
    expect(new Set(MUTANTS.map(({ what }) => what)).size).toBe(MUTANTS.length);
    for (const room of ['transfer', 'engine', 'identity', 'service/limits'])
      expect(MUTANTS.some(({ file }) => file.startsWith(`src/server/${room}/`))).toBe(true);
  });

  test('one whose text is gone, or is there twice, is a fault of the list', () => {
    const lost = { file: 'a.ts', before: 'x === y', after: 'x !== y' };
    expect(() => plant('nothing', lost)).toThrow('a.ts: found 0 times');
    expect(() => plant('x === y; x === y', lost)).toThrow('a.ts: found 2 times');
    expect(plant('if (x === y) z();', lost)).toBe('if (x !== y) z();');
  });
});
