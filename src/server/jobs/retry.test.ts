import { expect, test } from 'vitest';
import { FAILURE_CODES } from '#/model/failure.ts';
import { createQuietLog } from './quiet-log.ts';
import { isWorthRetrying, retryDelayS } from './retry.ts';
import { TIMING } from './settings.ts';

test('each retry waits three times as long, with some chance in it', () => {
  const delays = [0, 1, 2].map((failures) => retryDelayS({ code: 'timeout' }, failures, TIMING, 0));
  expect(delays).toEqual([5, 15, 45]);
  expect(retryDelayS({ code: 'timeout' }, 0, TIMING, 1)).toBe(8);
  expect(retryDelayS({ code: 'timeout' }, 90, TIMING, 1)).toBe(300);
});

test('what a platform asks for is waited for, within bounds', () => {
  expect(retryDelayS({ code: 'rate_limited', retryAfterS: 60 }, 0, TIMING, 0)).toBe(60);
  expect(retryDelayS({ code: 'rate_limited', retryAfterS: 2 }, 0, TIMING, 0)).toBe(5);
  expect(retryDelayS({ code: 'rate_limited', retryAfterS: 1e9 }, 0, TIMING, 0)).toBe(300);
});

test('what the platform or our side may do better next time is tried again, and nothing else', () => {
  expect(FAILURE_CODES.filter(isWorthRetrying)).toEqual([
    'rate_limited',
    'blocked_bot_check',
    'blocked_ip',
    'upstream_error',
    'upstream_forbidden',
    'timeout',
    'extractor_broken',
    'engine_misconfigured',
    'engine_unavailable',
    'egress_down',
    'busy',
    'storage_full',
    'internal',
    'media_changed',
    'transfer_broken',
    'conversion_failed',
  ]);
});

test('the same trouble is told once a minute, others at once', () => {
  const lines: string[] = [];
  let now = 0;
  const log = createQuietLog(
    (line) => lines.push(line),
    () => now,
  );
  log('connect ECONNREFUSED 127.0.0.1:5432 (Queue: files, Worker: 1)');
  log('connect ECONNREFUSED 127.0.0.1:5433 (Queue: sweep, Worker: 2)');
  log('read ECONNRESET\n    at stack');
  now = 60_000;
  log('connect ECONNREFUSED 127.0.0.1:5432');
  expect(lines).toEqual([
    'connect ECONNREFUSED 127.0.0.1:5432 (Queue: files, Worker: 1)',
    'read ECONNRESET',
    'connect ECONNREFUSED 127.0.0.1:5432',
  ]);
});
