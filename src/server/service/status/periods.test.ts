import { expect, test } from 'vitest';
import type { OutcomeCount } from '#/model/outcome.ts';
import type { StoredIncident } from '#/server/store/tables/incidents.ts';
import type { CountedPeriod } from '#/server/store/tables/statistics.ts';
import { beginnings, periodsOf, successRate } from './periods.ts';

const NOW = Date.parse('2026-11-21T12:30:00Z');
const at = (time: string) => new Date(`2026-11-21T${time}:00Z`);

const counted = (time: string, given: Partial<OutcomeCount>): CountedPeriod => ({
  startsAt: at(time),
  platform: 'youtube',
  kind: 'resolve',
  outcome: 'ok',
  count: 1,
  bytes: 0,
  ...given,
});
const incident = (given: Partial<StoredIncident>): StoredIncident => ({
  id: '1',
  platform: 'youtube',
  state: 'unavailable',
  code: 'timeout',
  beganAt: at('09:10'),
  endedAt: at('09:30'),
  ...given,
});

const states = (periods: CountedPeriod[], incidents: StoredIncident[] = []) =>
  periodsOf('youtube', { counted: periods, incidents }, { span: 'hour', count: 4, now: NOW }).map(({ state }) => state);

test('periods begin on the hour and at midnight, and the last one runs', () => {
  expect(beginnings('hour', 3, NOW)).toEqual([at('10:00'), at('11:00'), at('12:00')]);
  expect(beginnings('day', 2, NOW).map((day) => day.toISOString())).toEqual([
    '2026-11-20T00:00:00.000Z',
    '2026-11-21T00:00:00.000Z',
  ]);
});

test('an hour without links is unknown, one with answers works, one with many faults is disturbed', () => {
  const periods = [
    counted('10:00', { count: 2 }),
    counted('10:00', { outcome: 'private', count: 5 }),
    counted('11:00', { count: 6 }),
    counted('11:00', { outcome: 'timeout', count: 3 }),
    counted('12:00', { kind: 'canary' }),
    counted('09:00', { outcome: 'unsupported_link' }),
    counted('09:00', { platform: 'tiktok' }),
  ];
  expect(states(periods)).toEqual(['unknown', 'working', 'degraded', 'working']);
});

test('an incident shows in all that it touches, as away where it took half of the time', () => {
  expect(states([], [incident({})])).toEqual(['degraded', 'unknown', 'unknown', 'unknown']);
  expect(states([], [incident({ beganAt: at('09:20'), endedAt: at('11:05') })])).toEqual([
    'unavailable',
    'unavailable',
    'degraded',
    'unknown',
  ]);
  expect(states([], [incident({ beganAt: at('12:10'), endedAt: null })])).toEqual([
    'unknown',
    'unknown',
    'unknown',
    'unavailable',
  ]);
  expect(states([], [incident({ platform: 'tiktok', endedAt: null })])).toEqual(Array(4).fill('unknown'));
  expect(states([], [incident({ state: 'degraded', endedAt: at('10:00') })])[0]).toBe('degraded');
});

test('an hour in which nothing was answered, and little was asked, is no good one', () => {
  expect(states([counted('12:00', { outcome: 'timeout', count: 2 })]).at(-1)).toBe('unknown');
  expect(states([counted('12:00', { outcome: 'timeout', count: 3 })]).at(-1)).toBe('degraded');
});

test('the rate is of links that should have been read; without visitors, of canaries', () => {
  const canaries = [
    counted('09:00', { kind: 'canary', count: 6 }),
    counted('09:00', { kind: 'canary', outcome: 'timeout', count: 6 }),
  ];
  const links = [
    counted('09:00', { count: 12 }),
    counted('09:00', { outcome: 'private', count: 6 }),
    counted('09:00', { outcome: 'blocked_ip', count: 2 }),
    counted('09:00', { outcome: 'cancelled', count: 50 }),
    counted('09:00', { kind: 'download', outcome: 'transfer_broken', count: 50 }),
  ];
  expect(successRate([...links, ...canaries])).toBe(0.9);
  expect(successRate(canaries)).toBe(0.5);
  expect(successRate([])).toBeNull();
});

test.each([
  [0, 1, null],
  [2, 2, null],
  [11, 0, null],
  [9, 2, null],
  [12, 0, 1],
  [10, 2, 10 / 12],
  [0, 3, 0],
  [2, 3, 0.4],
])(
  'of %i answers and %i faults there is a rate only where a platform would be judged by them',
  (answers, faults, rate) => {
    expect(
      successRate([counted('09:00', { count: answers }), counted('09:00', { outcome: 'timeout', count: faults })]),
    ).toBe(rate);
  },
);
