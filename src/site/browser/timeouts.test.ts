import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withTimeout } from './timeouts.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = new Promise<string>(() => {});

test('what never comes is waited for ten seconds, unless another time is given', async () => {
  const seen: string[] = [];
  void withTimeout(never, 'late').then((value) => seen.push(value));
  void withTimeout(never, 'sooner', 3_000).then((value) => seen.push(value));
  await vi.advanceTimersByTimeAsync(2_999);
  expect(seen).toEqual([]);
  await vi.advanceTimersByTimeAsync(7_000);
  expect(seen).toEqual(['sooner']);
  await vi.advanceTimersByTimeAsync(1);
  expect(seen).toEqual(['sooner', 'late']);
});

test('what comes in time, or fails in time, is told at once, and no clock runs on', async () => {
  expect(await withTimeout(Promise.resolve('here'), 'late')).toBe('here');
  await expect(withTimeout(Promise.reject(new Error('failed')), 'late')).rejects.toThrow('failed');
  expect(vi.getTimerCount()).toBe(0);
});
