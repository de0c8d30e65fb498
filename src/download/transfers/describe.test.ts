import { AsyncLocalStorage } from 'node:async_hooks';
import { expect, test } from 'vitest';
import { provideRequestLanguage } from '#/language/current.ts';
import type { Locale } from '#/language/locales.ts';
import { transferOf } from '../fixtures/resolved.ts';
import { describe } from './describe.ts';

const spoken = new AsyncLocalStorage<{ locale?: Locale }>();
provideRequestLanguage(spoken);

test.each([
  ['en', /^[^.]+\. \S[^.]+\.$/],
  ['ja', /^[^。]+。\S[^。]+。$/],
  ['zh', /^[^。]+。\S[^。]+。$/],
] as const)(
  'in %s what is waited for, and until when, are sentences as the language joins them',
  (locale, sentences) => {
    const waiting = transferOf({ waitUntil: Date.parse('2026-11-28T12:00:00Z'), waitsFor: { code: 'busy' } });
    expect(spoken.run({ locale }, () => describe(waiting))).toMatch(sentences);
  },
);
