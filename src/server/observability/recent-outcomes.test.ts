import { expect, test } from 'vitest';
import { createRecentSignIns } from './recent-outcomes.ts';

const MINUTE_MS = 60_000;

test('answers and faults of the last ten minutes are known by platform, what says nothing is not', () => {
  let now = 0;
  const recent = createRecentSignIns(() => now);
  recent.note('youtube', 'ok');
  recent.note('youtube', 'private');
  recent.note('youtube', 'timeout');
  recent.note('youtube', 'cancelled');
  recent.note('tiktok', 'blocked_ip');
  now = 5 * MINUTE_MS;
  recent.note('youtube', 'timeout');
  expect(recent.of('youtube')).toEqual({ answers: 2, faults: { timeout: 2 } });
  expect(recent.of('tiktok')).toEqual({ answers: 0, faults: { blocked_ip: 1 } });
  now = 10 * MINUTE_MS;
  expect(recent.of('youtube')).toEqual({ answers: 0, faults: { timeout: 1 } });
  expect(recent.of('tiktok')).toEqual({ answers: 0, faults: {} });
  expect(recent.of('facebook')).toEqual({ answers: 0, faults: {} });
});
