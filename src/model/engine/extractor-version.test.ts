import { expect, test } from 'vitest';
import { asPipCallsIt, compareVersions } from './extractor-version.ts';

test.each([
  ['2026.10.26', '2026.11.1', -1],
  ['2026.03.01', '2026.3.1', 0],
  ['2026.10.26.1', '2026.10.26', 1],
  ['2026.9.30', '2026.10.1', -1],
])('%s beside %s', (one, other, order) => {
  expect(Math.sign(compareVersions(one, other))).toBe(order);
});

test('pip leaves out zeros in front', () => {
  expect(asPipCallsIt('2026.03.01')).toBe('2026.3.1');
});
