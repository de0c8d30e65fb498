import { expect, test } from 'vitest';
import { languageCode } from './language.ts';

test.each([
  ['en', 'eng'],
  ['de-AT', 'ger'],
  ['pt-br', 'por'],
  ['zh-Hant', 'chi'],
  ['fra', 'fre'],
  ['fil', 'fil'],
  ['en-u-ca-buddhist', 'eng'],
])('%s', (tag, expected) => {
  expect(languageCode(tag)).toBe(expected);
});

test.each(['', 'x', 'not a language', 'en_US', 'en\0'])('%j is no language', (tag) => {
  expect(languageCode(tag)).toBeUndefined();
});
