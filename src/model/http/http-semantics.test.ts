import { expect, test } from 'vitest';
import { acceptedWeights, isKnownVersion } from './http-semantics.ts';

test.each([
  [null, []],
  ['', []],
  [
    'gzip, deflate, br',
    [
      ['gzip', 1],
      ['deflate', 1],
      ['br', 1],
    ],
  ],
  [
    'gzip;q=0.5, BR ; q=0.8',
    [
      ['br', 0.8],
      ['gzip', 0.5],
    ],
  ],
  [
    'br;q=0, *;q=1.',
    [
      ['*', 1],
      ['br', 0],
    ],
  ],
  ['image/avif;v=1;q=.3,,;', [['image/avif', 0.3]]],
  [
    'en;q=0.1, fr, en',
    [
      ['fr', 1],
      ['en', 1],
    ],
  ],
  [
    'a;q=x, b;q=7',
    [
      ['a', 1],
      ['b', 1],
    ],
  ],
])('%j names', (header, expected) => {
  expect([...acceptedWeights(header)]).toEqual(expected);
});

test.each([
  ['"a"', '"a"', true],
  ['W/"a"', '"a"', true],
  ['"a"', 'W/"a"', true],
  ['"b" , W/"a"', 'W/"a"', true],
  [' * ', '"a"', true],
  ['"b"', '"a"', false],
  ['a', '"a"', false],
  ['', '"a"', false],
  [null, '"a"', false],
])('of %s and %s', (given, etag, expected) => {
  expect(isKnownVersion(given, etag)).toBe(expected);
});
