import { expect, test } from 'vitest';
import { parseRange, rangeStart } from './index.ts';

test.each<[string | undefined, number, ReturnType<typeof parseRange>]>([
  [undefined, 0, 'whole'],
  ['bytes=0-', 0, { start: 0, end: 99 }],
  ['bytes=7-', 7, { start: 7, end: 99 }],
  ['Bytes= 7 - 9 ', 7, { start: 7, end: 9 }],
  ['bytes=7-7', 7, { start: 7, end: 7 }],
  ['bytes=7-500', 7, { start: 7, end: 99 }],
  ['bytes=100-', 100, 'unsatisfiable'],
  ['bytes=-7', 0, { start: 93, end: 99 }],
  ['bytes=-500', 0, { start: 0, end: 99 }],
  ['bytes=-0', 0, 'unsatisfiable'],
  ['bytes=-', 0, 'whole'],
  ['bytes=9-1', 0, 'whole'],
  ['bytes=5-6,8-9', 0, 'whole'],
  ['bytes=5-6, ', 0, 'whole'],
  ['bytes=5-x', 0, 'whole'],
  ['bytes=5', 0, 'whole'],
  ['items=5-6', 0, 'whole'],
  [`bytes=${'9'.repeat(16)}-`, 0, 'whole'],
])('%s begins, before the size is known, where it does then: %i', (header, start, range) => {
  expect([rangeStart(header), parseRange(header, 100)]).toEqual([start, range]);
});
