import { expect, test } from 'vitest';
import { boundedChunks } from './bounded-body.ts';

/** Ten bytes at a time, and how much of them was asked for. */
function tens(count: number) {
  const seen = { chunks: 0, isClosed: false };
  async function* body() {
    try {
      for (; seen.chunks < count;) {
        seen.chunks++;
        yield new Uint8Array(10);
      }
    } finally {
      seen.isClosed = true;
    }
  }
  return { body: body(), seen };
}

test('a body of just so many bytes comes whole', async () => {
  const chunks = await boundedChunks(tens(3).body, 30);
  expect(chunks?.map(({ length }) => length)).toEqual([10, 10, 10]);
  expect(await boundedChunks(null, 0)).toEqual([]);
});

test('one that is larger is closed at once, or is read as far as it may be thrown away', async () => {
  const larger = tens(100);
  expect(await boundedChunks(larger.body, 29)).toBeNull();
  expect(larger.seen).toEqual({ chunks: 3, isClosed: true });
  const drained = tens(5);
  expect(await boundedChunks(drained.body, 10, 1000)).toBeNull();
  expect(drained.seen.chunks).toBe(5);
  const endless = tens(100);
  expect(await boundedChunks(endless.body, 10, 40)).toBeNull();
  expect(endless.seen).toEqual({ chunks: 5, isClosed: true });
});
