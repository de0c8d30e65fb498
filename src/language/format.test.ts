import { AsyncLocalStorage } from 'node:async_hooks';
import { describe, expect, test } from 'vitest';
import { provideRequestLanguage } from './current.ts';
import type { Locale } from './locales.ts';
import { formatBytes, formatSpeed, formatTimeLeft, joinSentences } from './format.ts';

describe('sentences', () => {
  test('have a space between them', () => {
    expect(joinSentences(['3 of 4.', null, 'One is private.', false])).toBe('3 of 4. One is private.');
  });

  test('have none behind a mark that is as wide as a letter', () => {
    expect(joinSentences(['4 件中 3 件です。', '非公開です。'])).toBe('4 件中 3 件です。非公開です。');
  });

  test('are nothing where there are none', () => {
    expect(joinSentences([undefined, ''])).toBe('');
  });
});

test('in French a unit stands a whole space behind its number, since the typeface has no narrow one', () => {
  const store = new AsyncLocalStorage<{ locale?: Locale }>();
  provideRequestLanguage(store);
  const told = store.run({ locale: 'fr' }, () => [formatBytes(12_345_000), formatSpeed(2_500_000), formatTimeLeft(2)]);
  expect(told).toEqual(['12,3\u00a0Mo', '2,5\u00a0Mo/s', '2\u00a0s']);
});
