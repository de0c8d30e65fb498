import { expect, test } from 'vitest';
import { limitHeaders } from './limit-headers.ts';

const STANDING = { limit: 30, remaining: 29, resetsInS: 600, windowS: 600 };

test('what is left of a limit is told in headers, and when to come back only to who was refused', () => {
  expect(limitHeaders({ ...STANDING, isRefused: false })).toEqual({
    'ratelimit-limit': '30',
    'ratelimit-remaining': '29',
    'ratelimit-reset': '600',
    'ratelimit-policy': '30;w=600',
  });
  expect(limitHeaders({ ...STANDING, remaining: 0, resetsInS: 9, isRefused: true })).toEqual({
    'ratelimit-limit': '30',
    'ratelimit-remaining': '0',
    'ratelimit-reset': '9',
    'ratelimit-policy': '30;w=600',
    'retry-after': '9',
  });
  expect(limitHeaders(null)).toEqual({});
});
