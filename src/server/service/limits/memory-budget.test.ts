import { expect, test } from 'vitest';
import { createMemoryWatch, memoryBudget } from './memory-budget.ts';

const GIB = 2 ** 30;

test.each([
  ['a container’s limit', 2 * GIB, 8 * GIB, 1.6 * GIB],
  ['no container', 0, 8 * GIB, 6.4 * GIB],
  ['a container without a limit', 2 ** 64, 8 * GIB, 6.4 * GIB],
])('the budget: %s', (_, allowed, machine, budget) => {
  expect(memoryBudget(allowed, machine)).toBe(Math.floor(budget));
});

test('the budget of this very process is some of this machine', () => {
  expect(memoryBudget()).toBeGreaterThan(100 * 2 ** 20);
});

test('memory is measured at most once a second', () => {
  let bytes = 101;
  let measured = 0;
  let nowMs = 50;
  const measureBytes = () => {
    measured += 1;
    return bytes;
  };
  const isShort = createMemoryWatch(100, { measureBytes, nowMs: () => nowMs });
  expect(isShort()).toBe(true);
  bytes = 100;
  nowMs += 999;
  expect([isShort(), isShort()]).toEqual([true, true]);
  expect(measured).toBe(1);
  nowMs += 1;
  expect([isShort(), isShort()]).toEqual([false, false]);
  expect(measured).toBe(2);
});

test('a process is above a budget of one byte', () => {
  expect(createMemoryWatch(1)()).toBe(true);
});
