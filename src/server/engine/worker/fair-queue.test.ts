import { expect, test } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

const SETTINGS = { perPlatform: 1, maxQueued: 1, queueTimeoutMs: 600_000 };

test('nobody waits for a worker once the queue is closing: neither who came before, nor who comes then', async () => {
  const closing = new AbortController();
  const queue = createFairQueue({ ...SETTINGS, closing: closing.signal });
  const before = queue.take('tiktok');
  expect(queue.counts().queued).toBe(1);
  closing.abort();
  expect([await before, await queue.take('tiktok')]).toEqual([null, null]);
  expect(queue.counts()).toEqual({ busy: 0, queued: 0 });
});

test('whoever has left does not wait', async () => {
  const queue = createFairQueue({ ...SETTINGS, closing: new AbortController().signal });
  expect(await queue.take('tiktok', AbortSignal.abort())).toBeNull();
  expect(queue.counts()).toEqual({ busy: 0, queued: 0 });
});
