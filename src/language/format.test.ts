import { AsyncLocalStorage } from 'node:async_hooks';
import { describe, expect, test } from 'vitest';
import { provideRequestLanguage } from './current.ts';
import {
  formatBytes,
  formatDate,
  formatDateTime,
  formatDay,
  formatInstant,
  formatMoment,
  formatSpeed,
  formatTimeLeft,
  gapAfter,
  joinSentences,
} from './format.ts';
import type { Locale } from './locales.ts';

const spoken = new AsyncLocalStorage<{ locale?: Locale }>();
provideRequestLanguage(spoken);

test('dates keep a Russian year together with what follows it', () => {
  const instant = '2024-11-28T00:51:00.000Z';
  const now = Date.parse('2026-11-28T00:51:00.000Z');
  const told = spoken.run({ locale: 'ru' }, () => [
    formatDate(instant),
    formatDateTime(instant),
    formatInstant(instant),
    formatMoment(instant, now),
    formatDay(instant, now),
  ]);
  for (const text of told) expect(text).toContain('2024\u00a0г.');
});

describe('sentences', () => {
  test('have a space between them', () => {
    expect(joinSentences(['3 of 4.', null, 'One is private.', false])).toBe('3 of 4. One is private.');
  });

  test('have none behind a mark that is as wide as a letter', () => {
    expect(joinSentences(['4 件中 3 件です。', '非公開です。'])).toBe('4 件中 3 件です。非公開です。');
  });

  test('have the same gap before what is no sentence', () => {
    expect(['One is private.', '非公開です。', ''].map(gapAfter)).toEqual([' ', '', '']);
  });

  test('are nothing where there are none', () => {
    expect(joinSentences([undefined, ''])).toBe('');
  });
});

test('in French a unit stands a whole space behind its number, since the typeface has no narrow one', () => {
  const told = spoken.run({ locale: 'fr' }, () => [formatBytes(12_345_000), formatSpeed(2_500_000), formatTimeLeft(2)]);
  expect(told).toEqual(['12,3\u00a0Mo', '2,5\u00a0Mo/s', '2\u00a0s']);
});
