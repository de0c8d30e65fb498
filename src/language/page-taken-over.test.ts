import { afterEach, expect, test, vi } from 'vitest';
import { partsTakenOver, takeOverPart } from './page-taken-over.ts';

let ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends) end();
  ends = [];
  vi.useRealTimers();
});

/** What has resolved by now. */
async function isOver(wait: Promise<void>): Promise<boolean> {
  return Promise.race([wait.then(() => true), new Promise<false>((resolve) => setImmediate(() => resolve(false)))]);
}

function begin(code: Promise<unknown>, isMeant = true): () => void {
  const end = takeOverPart(code, () => isMeant);
  ends.push(end);
  return end;
}

test('a part whose code has come is waited for until it is through', async () => {
  const code = Promise.withResolvers<void>();
  const end = begin(code.promise);
  expect(await isOver(partsTakenOver())).toBe(true);
  code.resolve();
  await code.promise;
  const wait = partsTakenOver();
  expect(await isOver(wait)).toBe(false);
  end();
  expect(await isOver(wait)).toBe(true);
});

test('one that is gone, or is not taken over, is not', async () => {
  const code = Promise.withResolvers<void>();
  begin(code.promise)();
  begin(code.promise, false);
  code.resolve();
  await code.promise;
  expect(await isOver(partsTakenOver())).toBe(true);
});

test('nor one that is never through, for good', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  begin(Promise.resolve());
  await Promise.resolve();
  const wait = partsTakenOver();
  expect(await isOver(wait)).toBe(false);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await isOver(wait)).toBe(true);
});
