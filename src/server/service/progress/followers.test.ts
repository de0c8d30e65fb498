import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFollowers } from './followers.ts';
import type { Reader } from './visible-progress.ts';

/** Those for whom a session or key is known to have ended. */
let ended: Set<Reader['owner']>;
let followers: ReturnType<typeof createFollowers>;

beforeEach(() => {
  vi.useFakeTimers();
  ended = new Set();
  followers = createFollowers(async ({ owner }) => ended.has(owner));
});
afterEach(() => {
  followers.close();
  vi.useRealTimers();
});

function follow(reader: Reader) {
  const listener = { onProgress: vi.fn<() => void>(), onEnd: vi.fn<() => void>() };
  return { ...listener, stop: followers.add(['a'], reader, listener) };
}

test('what nobody tells, such as the end of a key’s time, is found within half a minute', async () => {
  const [ann, bob] = [follow({ owner: 'key:ann' }), follow({ owner: 'key:bob' })];
  await vi.advanceTimersByTimeAsync(30_000);
  expect([ann.onEnd.mock.calls, bob.onEnd.mock.calls]).toEqual([[], []]);
  ended.add('key:ann');
  await vi.advanceTimersByTimeAsync(30_000);
  expect([ann.onEnd.mock.calls.length, bob.onEnd.mock.calls.length]).toEqual([1, 0]);
});

test('what ended while a reader was let in is found at once, and where events were missed, when that is known', async () => {
  ended.add('user:ann');
  const [ann, bob] = [follow({ owner: 'user:ann' }), follow({ owner: 'user:bob' })];
  await vi.advanceTimersByTimeAsync(0);
  expect([ann.onEnd.mock.calls.length, bob.onEnd.mock.calls.length]).toEqual([1, 0]);
  ended.add('user:bob');
  await followers.check();
  expect(bob.onEnd).toHaveBeenCalledOnce();
});

test('whoever has left is told nothing, and nobody follows an id that all have left', async () => {
  const [ann, bob] = [follow({ owner: 'user:ann' }), follow({ owner: 'user:bob' })];
  ann.stop();
  expect(followers.has('a')).toBe(true);
  bob.stop();
  expect([followers.has('a'), followers.ids()]).toEqual([false, []]);
  ended.add('user:ann');
  await followers.check();
  followers.hearOfSession({ type: 'accountChanged', userId: 'ann' });
  await vi.advanceTimersByTimeAsync(0);
  expect(ann.onEnd).not.toHaveBeenCalled();
});
