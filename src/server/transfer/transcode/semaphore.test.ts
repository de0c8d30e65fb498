import { expect, test } from 'vitest';
import { TransferError } from '../transfer-error.ts';
import { createSemaphore } from './semaphore.ts';

const patient = new AbortController().signal;

test('hands places out in the order they were asked for', async () => {
  const semaphore = createSemaphore({ count: 2, maxWaiting: 5 });
  const order: string[] = [];
  const enter = async (name: string) => {
    const release = await semaphore.acquire(patient);
    order.push(name);
    return release;
  };
  const [first, second] = await Promise.all([enter('a'), enter('b')]);
  const others = ['c', 'd', 'e'].map(enter);
  expect(semaphore.stats()).toEqual({ running: 2, waiting: 3 });
  second?.();
  const third = await others[0];
  expect(semaphore.stats()).toEqual({ running: 2, waiting: 2 });
  first?.();
  third?.();
  const rest = await Promise.all(others.slice(1));
  expect(order).toEqual(['a', 'b', 'c', 'd', 'e']);
  for (const release of rest) release();
  expect(semaphore.stats()).toEqual({ running: 0, waiting: 0 });
});

test('refuses those who would wait behind too many', async () => {
  const semaphore = createSemaphore({ count: 1, maxWaiting: 1 });
  const release = await semaphore.acquire(patient);
  const waiting = semaphore.acquire(patient);
  await expect(semaphore.acquire(patient)).rejects.toEqual(new TransferError({ code: 'busy', retryAfterS: 10 }));
  await expect(semaphore.acquire(patient)).rejects.toMatchObject({ failure: { code: 'busy', retryAfterS: 10 } });
  release();
  (await waiting)();
});

test('gives a place back once', async () => {
  const semaphore = createSemaphore({ count: 1, maxWaiting: 2 });
  const release = await semaphore.acquire(patient);
  release();
  release();
  expect(semaphore.stats()).toEqual({ running: 0, waiting: 0 });
  await semaphore.acquire(patient);
  release();
  expect(semaphore.stats()).toEqual({ running: 1, waiting: 0 });
});

test('one who leaves while waiting is passed over', async () => {
  const semaphore = createSemaphore({ count: 1, maxWaiting: 2 });
  const release = await semaphore.acquire(patient);
  const leaving = new AbortController();
  const left = semaphore.acquire(leaving.signal);
  const next = semaphore.acquire(patient);
  leaving.abort();
  await expect(left).rejects.toMatchObject({ failure: { code: 'cancelled' } });
  expect(semaphore.stats()).toEqual({ running: 1, waiting: 1 });
  release();
  (await next)();
  expect(semaphore.stats()).toEqual({ running: 0, waiting: 0 });
});

test('one who has left already gets none', async () => {
  const semaphore = createSemaphore({ count: 1, maxWaiting: 2 });
  await expect(semaphore.acquire(AbortSignal.abort())).rejects.toMatchObject({ failure: { code: 'cancelled' } });
  expect(semaphore.stats()).toEqual({ running: 0, waiting: 0 });
});
