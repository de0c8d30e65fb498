import { expect, test } from 'vitest';
import { foreignLines, foreignText } from './foreign-text.ts';

test.each([
  ['/video\u202egpj.exe', '/videogpj.exe'],
  ['\u2066a\u2069\u200fb\u200ec\u061cd', 'abcd'],
  ['a\u200bb\u2060c\ufeffd\u00ade', 'abcde'],
  ['a\u001b[31mb\u0000c\u009bd', 'a[31mbcd'],
  ['one\ntwo\u2028three\tfour', 'one two three four'],
  ['half \ud83d a character, \u{e0041}tagged', 'half  a character, tagged'],
  ['  كلام עברית भाषा 日本語  ', 'كلام עברית भाषा 日本語'],
  ['👩\u200d👩\u200d👧 می\u200cخواهم 🏳️\u200d🌈', '👩\u200d👩\u200d👧 می\u200cخواهم 🏳️\u200d🌈'],
])('%j is shown as %j', (given, expected) => expect(foreignText(given)).toBe(expected));

test('a text keeps its lines', () => {
  expect(foreignLines('one\u202e\r\ntwo\u2028three\n\nfour')).toBe('one\ntwo\nthree\n\nfour');
});
