import { expect, test } from 'vitest';
import { isTold } from './equal-times.ts';

/** A hundred times that are spread evenly over a tenth of a second, from a beginning on. */
function spread(fromMs: number): number[] {
  return Array.from({ length: 100 }, (_, n) => fromMs + n);
}

test('who has an account is told by a time where it is longer or shorter more than 55 times of a hundred', () => {
  expect(isTold({ user: spread(0), nobody: spread(0) })).toBe(false);
  for (const [ms, expected] of [
    [4, false],
    [7, true],
  ] as const) {
    expect(isTold({ user: spread(ms), nobody: spread(0) })).toBe(expected);
    expect(isTold({ user: spread(0), nobody: spread(ms) })).toBe(expected);
  }
});
