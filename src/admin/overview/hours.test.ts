import { expect, test } from 'vitest';
import type { CountedHour, Statistics } from '#/model/admin.ts';
import { reasonsOf, hoursOf, isQuiet, successShare, sum } from './hours.ts';

const counted = (changes: Partial<CountedHour>): CountedHour => ({
  startsAt: '2026-11-21T10:00:00.000Z',
  platform: 'tiktok',
  kind: 'resolve',
  outcome: 'ok',
  count: 1,
  bytes: 0,
  ...changes,
});

const STATISTICS: Statistics = {
  since: '2026-11-21T09:00:00.000Z',
  until: '2026-11-21T11:20:00.000Z',
  hours: [
    counted({ count: 7 }),
    counted({ kind: 'download', count: 2, bytes: 5_000_000 }),
    counted({ kind: 'download', outcome: 'transfer_broken', bytes: 1_000_000 }),
    counted({ kind: 'download', outcome: 'cancelled', bytes: 500_000 }),
    counted({ outcome: 'private', count: 3 }),
    counted({ startsAt: '2026-11-21T11:00:00.000Z', outcome: 'private', count: 1 }),
    counted({ kind: 'canary', outcome: 'timeout', count: 9 }),
    counted({ platform: 'youtube', count: 100 }),
  ],
};

test('every hour has its figures, also one in which nothing happened, and the one that runs; what is private was checked, and is no failure', () => {
  const hours = hoursOf(STATISTICS, 'tiktok');
  expect(hours.map(({ startsAt, links, files, bytes, failures }) => [startsAt, links, files, bytes, failures])).toEqual(
    [
      ['2026-11-21T09:00:00.000Z', 0, 0, 0, 0],
      ['2026-11-21T10:00:00.000Z', 10, 2, 6_500_000, 1],
      ['2026-11-21T11:00:00.000Z', 1, 0, 0, 0],
    ],
  );
  expect(sum(hours, ({ links }) => links)).toBe(11);
});

test('why there was no file is told by codes, the most frequent first', () => {
  expect(reasonsOf(hoursOf(STATISTICS, 'tiktok'))).toEqual([
    ['private', 4],
    ['transfer_broken', 1],
  ]);
});

test('the rate is of links, of which one that is private was answered, and of canaries; where none was read, there is none', () => {
  expect(successShare(hoursOf(STATISTICS, 'tiktok'))).toBeCloseTo(11 / 20);
  expect(successShare(hoursOf(STATISTICS, 'facebook'))).toBeNull();
});

test('hours are quiet in which nobody asked for anything, nor the site by itself', () => {
  expect(isQuiet(hoursOf(STATISTICS, 'tiktok'))).toBe(false);
  expect(isQuiet(hoursOf({ ...STATISTICS, hours: [counted({ kind: 'canary' })] }, 'tiktok'))).toBe(false);
  expect(isQuiet(hoursOf(STATISTICS, 'facebook'))).toBe(true);
});
