import { expect, test } from 'vitest';
import { uniqueNames } from './names.ts';

test.each([
  ['different names stay', ['a.jpg', 'b.jpg'], ['a.jpg', 'b.jpg']],
  ['equal names are numbered', ['a.jpg', 'a.jpg', 'a.jpg'], ['a.jpg', 'a (2).jpg', 'a (3).jpg']],
  ['without an extension', ['a', 'a'], ['a', 'a (2)']],
  ['only the last extension counts', ['a.tar.gz', 'a.tar.gz'], ['a.tar.gz', 'a.tar (2).gz']],
  ['a hidden file has none', ['.env', '.env'], ['.env', '.env (2)']],
  ['a dot in a folder is none', ['v1.0/a', 'v1.0/a'], ['v1.0/a', 'v1.0/a (2)']],
  ['a number that is taken is passed over', ['a (2).jpg', 'a.jpg', 'a.jpg'], ['a (2).jpg', 'a.jpg', 'a (3).jpg']],
  ['a number that is taken later', ['a.jpg', 'a.jpg', 'a (2).jpg'], ['a.jpg', 'a (2).jpg', 'a (2) (2).jpg']],
  ['case makes no difference', ['Фото.jpg', 'фото.JPG'], ['Фото.jpg', 'фото (2).JPG']],
  ['nor does how letters are composed', ['\u00e9.jpg', 'e\u0301.jpg'], ['\u00e9.jpg', 'e\u0301 (2).jpg']],
])('%s', (_, names, expected) => {
  expect(uniqueNames(names)).toEqual(expected);
});

test('very many equal names are each made unique', () => {
  const names = uniqueNames(Array.from({ length: 100_000 }, () => 'a.jpg'));
  expect(new Set(names).size).toBe(100_000);
  expect(names.at(-1)).toBe('a (100000).jpg');
});
