import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Verdict } from './reports.ts';
import { runAll } from './run-all.ts';
import type { Runner } from './runners.ts';

let told: string[];
beforeEach(() => {
  told = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => void told.push(line));
});

/** One that ends when it is let, and what it was told. */
function runnerOf(name: string, verdict: Verdict = { passed: 1, failed: 0 }) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const labels: (string | null | undefined)[] = [];
  const runner: Runner = {
    name,
    async run({ label } = {}) {
      labels.push(label);
      await promise;
      return verdict;
    },
  };
  return { runner, labels, end: resolve };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('what runs when', () => {
  test('the rows side by side, each line with its name; what stands in a row one after the other', async () => {
    const [one, two, beside] = [runnerOf('one'), runnerOf('two'), runnerOf('beside')];
    const running = runAll([[one.runner, two.runner], [beside.runner]]);
    await turn();
    expect([one.labels, two.labels, beside.labels]).toEqual([['one   '], [], ['beside']]);
    one.end();
    await turn();
    expect(two.labels).toEqual(['two   ']);
    two.end();
    beside.end();
    expect(await running).toBe(true);
  });

  test('a row alone says no names', async () => {
    const alone = runnerOf('alone');
    alone.end();
    expect(await runAll([[alone.runner]])).toBe(true);
    expect(alone.labels).toEqual([null]);
  });

  test('what follows a failure runs all the same', async () => {
    const [bad, good] = [runnerOf('bad', { passed: 0, failed: 1 }), runnerOf('good')];
    bad.end();
    good.end();
    expect(await runAll([[bad.runner, good.runner]])).toBe(false);
    expect(good.labels).toHaveLength(1);
  });
});

describe('what is told in the end', () => {
  test('how long each took, the ten files that took longest, what failed, and the sum as the last line', async () => {
    const files = Array.from({ length: 12 }, (_, n) => ({ file: `file-${n}`, seconds: n * 60 }));
    const unit = runnerOf('unit', { passed: 12, failed: 0, files: files.slice(0, 6) });
    const e2e = runnerOf('e2e', { passed: 3, failed: 2, failures: ['a: one', 'b: two'], files: files.slice(6) });
    unit.end();
    e2e.end();
    expect(await runAll([[unit.runner, e2e.runner]])).toBe(false);
    const lines = told.slice(told.indexOf('\nWhat took longest:'));
    expect(lines.slice(1, 11)).toEqual(
      Array.from({ length: 10 }, (_, n) => `${`${11 - n}.0 min`.padStart(10)}  file-${11 - n}`),
    );
    expect(lines.slice(12)).toEqual([
      '✓ unit           12 passed, 0 failed   0.0 min',
      '✗ e2e             3 passed, 2 failed   0.0 min',
      '    a: one',
      '    b: two',
      expect.stringMatching(/^ {2}all +0\.0 min$/),
      '15 passed, 2 failed',
    ]);
  });
});
