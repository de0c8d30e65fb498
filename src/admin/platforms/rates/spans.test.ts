import { expect, test } from 'vitest';
import { rateOf, spansOf, totalOf, worstOf } from './spans.ts';

const SINCE = '2026-11-01T00:00:00.000Z';
const each = (hours: number, count: number) => Array.from({ length: hours }, () => count);

test('a day has a bar for each hour, a month one for each half day, and no link is lost between them', () => {
  const day = spansOf({ since: SINCE, hours: 24 }, { answers: each(24, 2), faults: each(24, 1) });
  expect([day.length, day[1]]).toEqual([24, { startsAt: '2026-11-01T01:00:00.000Z', answers: 2, faults: 1 }]);
  const month = spansOf({ since: SINCE, hours: 720 }, { answers: each(720, 2), faults: each(720, 1) });
  expect([month.length, month[59]]).toEqual([60, { startsAt: '2026-11-30T12:00:00.000Z', answers: 24, faults: 12 }]);
  expect(totalOf(month)).toEqual({ answers: 1440, faults: 720 });
});

test('hours that do not fill the last bar are in it all the same', () => {
  const spans = spansOf({ since: SINCE, hours: 61 }, { answers: each(61, 1), faults: each(61, 0) });
  expect([spans.length, spans.at(-1)?.answers]).toEqual([31, 1]);
});

test('where nothing was read there is no rate, and no worst time', () => {
  const span = (answers: number, faults: number, startsAt = SINCE) => ({ startsAt, answers, faults });
  expect(rateOf(span(0, 0))).toBeNull();
  expect(rateOf(span(3, 1))).toBe(0.75);
  expect(worstOf([span(0, 0)])).toBeNull();
  expect(worstOf([span(9, 1), span(1, 1, 'first'), span(0, 0), span(2, 2, 'later'), span(5, 0)])?.startsAt).toBe(
    'later',
  );
});
