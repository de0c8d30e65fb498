import { AsyncLocalStorage } from 'node:async_hooks';
import { expect, test } from 'vitest';
import { allowances } from '#app.config';
import { provideRequestLanguage } from '#/language/current.ts';
import type { Locale } from '#/language/locales.ts';
import { PLATFORMS } from '#/model/platform.ts';
import { questionsOf } from './questions.ts';

const spoken = new AsyncLocalStorage<{ locale?: Locale }>();
provideRequestLanguage(spoken);

test.each(PLATFORMS)('%s has six or more questions, each asked once and answered in whole sentences', (platform) => {
  const questions = questionsOf(platform, {});
  expect(questions.length).toBeGreaterThanOrEqual(6);
  const texts = questions.flatMap(({ question, answer }) => [question, answer]);
  expect(new Set(texts).size).toBe(texts.length);
  expect(texts.filter((text) => !/[.?]$/.test(text) || /[{}]|undefined/.test(text))).toEqual([]);
});

const limitsToldOf = (changedFacts: Parameters<typeof questionsOf>[1]) =>
  questionsOf('tiktok', changedFacts).find(({ more }) => more === 'limits')?.answer;

test('limits are those of the configuration, in words and numbers of the page', () => {
  const told = limitsToldOf({});
  expect(told).toContain(`${allowances.guest.downloads} downloads every 10 minutes`);
  expect(told).toContain('10 GB or 6 hours');
});

test('what an installation has set otherwise is what it tells', () => {
  expect(limitsToldOf({ 'allowances.guest.downloads': 7 })).toContain('7 downloads every 10 minutes');
});

test.each(['ja', 'zh'] as const)('in %s the sentences of an answer stand without a space between them', (locale) => {
  const answers = spoken.run({ locale }, () => PLATFORMS.flatMap((platform) => questionsOf(platform, {})));
  expect(answers.map(({ answer }) => answer).filter((answer) => /[。！？] /.test(answer))).toEqual([]);
});
