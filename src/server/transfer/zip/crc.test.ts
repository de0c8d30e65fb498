import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { createCrcCache } from './crc.ts';

const bytes = Buffer.from('123456789');
/** The check value that catalogues of CRCs give for these nine characters. */
const CHECK = 0xcbf4_3926;

test('knows an entry once all of it has passed', () => {
  const cache = createCrcCache([9]);
  for (const [offset, byte] of bytes.entries()) {
    expect(cache.of(0)).toBeUndefined();
    cache.pass(0, offset, Uint8Array.of(byte));
  }
  expect(cache.of(0)).toBe(CHECK);
});

test('keeps entries apart, also when they pass in turns', () => {
  const cache = createCrcCache([9, 4]);
  cache.pass(1, 0, bytes.subarray(0, 2));
  cache.pass(0, 0, bytes);
  cache.pass(1, 2, bytes.subarray(2, 4));
  expect(cache.of(0)).toBe(CHECK);
  expect(cache.of(1)).toBe(crc32(bytes.subarray(0, 4)));
});

test('bytes behind a gap are ignored until the gap is filled', () => {
  const cache = createCrcCache([9]);
  cache.pass(0, 4, bytes.subarray(4));
  expect(cache.of(0)).toBeUndefined();
  cache.pass(0, 0, bytes.subarray(0, 3));
  cache.pass(0, 4, bytes.subarray(4));
  expect(cache.of(0)).toBeUndefined();
  cache.pass(0, 3, bytes.subarray(3));
  expect(cache.of(0)).toBe(CHECK);
});

test('bytes that pass again, as when a download is resumed, count once', () => {
  const cache = createCrcCache([9]);
  cache.pass(0, 0, bytes.subarray(0, 5));
  cache.pass(0, 1, bytes.subarray(1, 3));
  cache.pass(0, 2, bytes.subarray(2));
  expect(cache.of(0)).toBe(CHECK);
  cache.pass(0, 0, bytes);
  expect(cache.of(0)).toBe(CHECK);
});

test('bytes beyond the end of an entry do not belong to it', () => {
  const cache = createCrcCache([9]);
  cache.pass(0, 0, Buffer.concat([bytes, Buffer.from('more')]));
  expect(cache.of(0)).toBe(CHECK);
});

test('an empty entry is known at once, one that is not in the cache never', () => {
  const cache = createCrcCache([0]);
  expect(cache.of(0)).toBe(0);
  cache.pass(1, 0, bytes);
  expect(cache.of(1)).toBeUndefined();
});
