import { expect, test } from 'vitest';
import { allowances } from '#app.config';
import { PLATFORMS } from '#/model/platform.ts';
import { questionsOf } from './questions.ts';

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
