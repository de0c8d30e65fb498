import { expect, test } from 'vitest';
import { PLATFORMS } from '#/model/platform.ts';
import { questionsOf } from './questions.ts';

test.each(PLATFORMS)('%s has six to ten questions, each asked once and answered in whole sentences', (platform) => {
  const questions = questionsOf(platform);
  expect(questions.length).toBeGreaterThanOrEqual(6);
  expect(questions.length).toBeLessThanOrEqual(10);
  const texts = questions.flatMap(({ question, answer }) => [question, answer]);
  expect(new Set(texts).size).toBe(texts.length);
  expect(texts.filter((text) => !/[.?]$/.test(text) || /[{}]|undefined/.test(text))).toEqual([]);
});
