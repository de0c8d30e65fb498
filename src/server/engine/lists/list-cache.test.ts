import { expect, test } from 'vitest';
import { createListCache, type ListAbout } from './list-cache.ts';
import type { ListRead } from '../worker/protocol.ts';

const ABOUT = { title: 'A list' } as ListAbout;
const HOUR_MS = 60 * 60_000;

function readOf(first: number, next: number | null, ...marks: number[]): ListRead {
  return {
    first,
    next,
    total: null,
    tabs: [],
    tab: null,
    marks: marks.map((entry) => ({ entry, token: `t${entry}`, visitor: null })),
  };
}

const beginOf = (cache: ReturnType<typeof createListCache>, from: number) => cache.begin('a', from)?.mark.entry ?? null;

test('a list is gone on with at the nearest place before the entry that is wanted', () => {
  const cache = createListCache();
  expect(beginOf(cache, 300)).toBeNull();
  cache.note('a', readOf(1, 101, 101), ABOUT);
  expect([50, 100, 101, 300].map((from) => beginOf(cache, from))).toEqual([null, null, 101, 101]);
  cache.note('a', readOf(101, 201, 101, 201), ABOUT);
  expect([150, 200, 201].map((from) => beginOf(cache, from))).toEqual([101, 101, 201]);
  expect(cache.begin('a', 300)?.about).toBe(ABOUT);
  expect(cache.begin('b', 300)).toBeNull();
});

test('an answer that has an entry is known by its first one', () => {
  const cache = createListCache();
  cache.note('a', readOf(1, 101, 101), ABOUT);
  cache.note('a', readOf(201, null), ABOUT);
  expect([1, 51, 100, 101, 150, 201, 9000].map((from) => cache.chunkOf('a', from))).toEqual([
    1, 1, 1, 101, 150, 201, 201,
  ]);
});

test('what was read before a failure need not be read again, once somebody knows what the list is', () => {
  const cache = createListCache();
  cache.note('a', readOf(1, null, 101, 201), null);
  expect([beginOf(cache, 250), cache.chunkOf('a', 150)]).toEqual([null, 150]);
  cache.note('a', readOf(1, 101, 101), ABOUT);
  expect(beginOf(cache, 250)).toBe(201);
});

test('it is forgotten when the platform does not take it, and after an hour', () => {
  let now = 0;
  const cache = createListCache(() => now);
  cache.note('a', readOf(1, 101, 101), ABOUT);
  cache.drop('a');
  expect(beginOf(cache, 101)).toBeNull();
  cache.note('a', readOf(1, 101, 101), ABOUT);
  now = HOUR_MS - 1;
  expect(beginOf(cache, 101)).toBe(101);
  now = HOUR_MS;
  expect([beginOf(cache, 101), cache.chunkOf('a', 51)]).toEqual([null, 51]);
});
