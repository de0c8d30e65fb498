import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { repeat } from './repeat.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => vi.useRealTimers());

/** Each time ends when it is told to. */
function handWork() {
  const begun: PromiseWithResolvers<void>[] = [];
  return {
    begun,
    work() {
      const one = Promise.withResolvers<void>();
      begun.push(one);
      return one.promise;
    },
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('work that takes longer than its pause is not begun a second time beside itself', async () => {
  const { begun, work } = handWork();
  const repeated = repeat(work, 1000, () => {});
  vi.advanceTimersByTime(3000);
  await settled();
  expect(begun).toHaveLength(1);
  begun[0]?.resolve();
  await settled();
  expect(begun).toHaveLength(2);
  begun[1]?.resolve();
  await settled();
  begun[2]?.resolve();
  await repeated.close();
});

test('what fails is told, and is no reason not to go on', async () => {
  const { begun, work } = handWork();
  const failures: unknown[] = [];
  const repeated = repeat(work, 1000, (error) => failures.push(error));
  const asked = repeated.now();
  await settled();
  begun[0]?.reject('away');
  await asked;
  expect(failures).toEqual(['away']);
  vi.advanceTimersByTime(1000);
  await settled();
  expect(begun).toHaveLength(2);
  begun[1]?.resolve();
  await repeated.close();
});

test('closing waits for what is under way, and nothing is begun after it', async () => {
  const { begun, work } = handWork();
  const repeated = repeat(work, 1000, () => {});
  vi.advanceTimersByTime(1000);
  await settled();
  let isClosed = false;
  const closed = repeated.close().then(() => (isClosed = true));
  await settled();
  expect(isClosed).toBe(false);
  begun[0]?.resolve();
  await closed;
  vi.advanceTimersByTime(5000);
  await settled();
  expect(begun).toHaveLength(1);
});
