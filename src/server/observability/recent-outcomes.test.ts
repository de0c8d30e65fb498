import { expect, test } from 'vitest';
import { createRecentSignIns } from './recent-outcomes.ts';

const MINUTE_MS = 60_000;

test('answers and faults of the last ten minutes are known by platform, what says nothing is not', () => {
  let now = 0;
  const book = createRecentSignIns(() => now);
  book.note('youtube', 'ok');
  book.note('youtube', 'private');
  book.note('youtube', 'timeout');
  book.note('youtube', 'cancelled');
  book.note('tiktok', 'blocked_ip');
  now = 5 * MINUTE_MS;
  book.note('youtube', 'timeout');
  expect(book.of('youtube')).toEqual({ answers: 2, faults: { timeout: 2 } });
  expect(book.of('tiktok')).toEqual({ answers: 0, faults: { blocked_ip: 1 } });
  now = 10 * MINUTE_MS;
  expect(book.of('youtube')).toEqual({ answers: 0, faults: { timeout: 1 } });
  expect(book.of('tiktok')).toEqual({ answers: 0, faults: {} });
  expect(book.of('facebook')).toEqual({ answers: 0, faults: {} });
});
