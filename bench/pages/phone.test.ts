import { expect, test } from 'vitest';
import { phoneSlowdown } from './phone.ts';

test.each([
  [150, 1],
  [475, 1.5],
  [800, 2],
  [1050, 2.5],
  [1300, 3],
  [1533, 4],
  [1766, 5],
])('a machine of %d is so many times faster than the phone: %d', (index, slowdown) => {
  expect(phoneSlowdown(index)).toBe(slowdown);
});

test('a machine that is slower than the phone cannot stand for one', () => {
  expect(() => phoneSlowdown(149)).toThrow('slower than a phone');
});
