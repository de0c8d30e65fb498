import { expect, test } from 'vitest';
import { createChance } from '../fixtures/chance.ts';
import { createBufferPool, SLAB_BYTES } from './buffer-pool.ts';

const KiB = 1024;

test('refuses what is above its limit, but for what is needed', () => {
  const bufferPool = createBufferPool(256 * KiB);
  const first = bufferPool.take(128 * KiB, false);
  expect(first?.length).toBe(128 * KiB);
  expect(bufferPool.take(256 * KiB, false)).toBeUndefined();
  expect(bufferPool.take(256 * KiB, true)?.length).toBe(256 * KiB);
  expect(bufferPool.usedBytes).toBe(384 * KiB);
  if (first) bufferPool.give(first);
  expect(bufferPool.usedBytes).toBe(256 * KiB);
});

test('giving a buffer back twice does nothing more', () => {
  const bufferPool = createBufferPool(SLAB_BYTES);
  const buffer = bufferPool.take(4 * KiB, true);
  if (buffer) bufferPool.give(buffer);
  if (buffer) bufferPool.give(buffer);
  expect(bufferPool.usedBytes).toBe(0);
});

test('blocks of many sizes never overlap, and come together again', () => {
  const chance = createChance(7);
  const bufferPool = createBufferPool(8 * SLAB_BYTES);
  const held = new Map<Buffer, number>();
  for (let n = 0; n < 5000; n++) {
    const mark = n % 256;
    const buffer = chance.below(2) === 0 ? bufferPool.take(2 ** (12 + chance.below(9)), false) : undefined;
    if (buffer) held.set(buffer.fill(mark), mark);
    const [oldest] = held.size > 20 || !buffer ? held : [];
    if (!oldest) continue;
    const [bytes, expected] = oldest;
    expect(bytes.equals(Buffer.alloc(bytes.length, expected))).toBe(true);
    held.delete(bytes);
    bufferPool.give(bytes);
  }
  for (const bytes of held.keys()) bufferPool.give(bytes);
  expect(bufferPool.usedBytes).toBe(0);
  const slabs = Array.from({ length: 4 }, () => bufferPool.take(SLAB_BYTES, false));
  expect(new Set(slabs.map((slab) => slab?.buffer)).size).toBe(4);
  expect(slabs.every((slab) => slab?.length === SLAB_BYTES)).toBe(true);
});

test('memory is used again: the same slab serves one size after the other', () => {
  const bufferPool = createBufferPool(8 * SLAB_BYTES);
  const seen = new Set<ArrayBufferLike>();
  for (let n = 0; n < 100; n++) {
    const buffer = bufferPool.take(2 ** (12 + (n % 9)), true);
    if (!buffer) continue;
    seen.add(buffer.buffer);
    bufferPool.give(buffer);
  }
  expect(seen.size).toBe(1);
});
