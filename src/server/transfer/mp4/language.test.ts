import { expect, test } from 'vitest';
import { packLanguage, threeLetterCode } from './language.ts';

test.each([
  ['en', 'eng'],
  ['de-AT', 'deu'],
  ['ger', 'deu'],
  ['zh-yue', 'zho'],
  ['iw', 'heb'],
  ['rw', 'kin'],
  ['fil', 'fil'],
  ['en-nP7-2PuUl7o', 'eng'],
])('%s', (tag, expected) => {
  expect(threeLetterCode(tag)).toBe(expected);
});

test.each([null, '', 'x', 'qq', 'not a language'])('%j is no language with three letters', (tag) => {
  expect(threeLetterCode(tag)).toBeNull();
  expect(packLanguage(tag)).toBeNull();
});

test('three letters are three times five bits', () => {
  expect(packLanguage('und')).toBe(0x55c4);
});
