import { expect, test } from 'vitest';
import { csvLine } from './csv.ts';

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])('%j is no formula any more', (text) => {
  expect(csvLine([text])).toMatch(/^"?'/);
});

test('what divides lines and cells is quoted, numbers stay numbers, nothing is nothing', () => {
  expect(csvLine(['a,b', 'say "yes"', 'two\nlines', -5, true, null, undefined, { n: '=1' }])).toBe(
    '"a,b","say ""yes""","two\nlines",-5,true,,,"{""n"":""=1""}"\r\n',
  );
});

test('what looks harmless is left alone', () => {
  expect(csvLine(['https://x.com/a?b=c', 'русский', '日本'])).toBe('https://x.com/a?b=c,русский,日本\r\n');
});
