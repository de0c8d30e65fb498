import { expect, test } from 'vitest';
import type { Outcome } from '#/model/outcome.ts';
import { ratesOf } from './statistics.ts';

const SINCE = new Date('2026-11-21T10:00:00.000Z');

function counted(hour: number, outcome: Outcome, count: number, kind: 'resolve' | 'canary' | 'download' = 'resolve') {
  const startsAt = new Date(SINCE.getTime() + hour * 60 * 60 * 1000);
  return { startsAt, platform: 'tiktok' as const, kind, outcome, count, bytes: 0 };
}

test('each hour has how often a platform answered, also that there is no such video, and how often it did not', () => {
  const all = [
    counted(-1, 'ok', 50),
    counted(0, 'ok', 7),
    counted(0, 'private', 2),
    counted(0, 'blocked_ip', 3),
    counted(2, 'timeout', 1),
    counted(2, 'ok', 1, 'canary'),
    counted(3, 'ok', 50),
    // Of us, of visitors and of files.
    counted(2, 'limit_reached', 9),
    counted(2, 'cancelled', 9),
    counted(2, 'ok', 9, 'download'),
  ];
  const { since, hours, platforms } = ratesOf(all, SINCE, 3);
  expect([since, hours, platforms.length]).toEqual(['2026-11-21T10:00:00.000Z', 3, 5]);
  expect(platforms.find(({ platform }) => platform === 'tiktok')).toEqual({
    platform: 'tiktok',
    answers: [9, 0, 1],
    faults: [3, 0, 1],
  });
  expect(platforms.find(({ platform }) => platform === 'youtube')).toMatchObject({ answers: [0, 0, 0] });
});
