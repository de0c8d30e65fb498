import { expect, test } from 'vitest';
import { onlyRead, parseSearch, stringifySearch } from './search-text.ts';

test.each([
  '1',
  'null',
  'true',
  '{}',
  '{"a":1}',
  '[1]',
  '-0',
  '1e999',
  '"a"',
  '',
  'NaN',
  '9007199254740993',
  'a+b',
  'ä',
])('%j is read as the text it is, and written so that it is read again', (text) => {
  const written = stringifySearch({ u: text });
  expect(parseSearch(written)).toEqual({ u: text });
  expect(parseSearch(`?u=${encodeURIComponent(text)}`)).toEqual({ u: text });
});

test('several of a name are several texts', () => {
  expect(parseSearch('?u=a&x=1&u=2')).toEqual({ u: ['a', '2'], x: '1' });
  expect(stringifySearch({ u: ['a', '2'], x: 1, none: undefined, nothing: null })).toBe('?u=a&u=2&x=1');
  expect(stringifySearch({})).toBe('');
});

test.each(['%', '%E0%A4%A', '=', '&&', 'a', '__proto__=1&constructor=2', 'a%00b=%ED%A0%80'])(
  '%j ends nothing',
  (text) => {
    expect(
      Object.values(parseSearch(text))
        .flat()
        .every((one) => typeof one === 'string'),
    ).toBe(true);
    expect(Object.getPrototypeOf(parseSearch(text))).toBe(Object.prototype);
  },
);

test('what a page could not read of its address is not there at all', () => {
  const read = onlyRead<{ u?: string }>(['u'], ({ u }) => (typeof u === 'string' ? { u } : {}));
  // As the router puts them together.
  const merged = (given: Record<string, unknown>) => ({ ...given, ...read(given) });
  expect(merged({ u: ['a'], other: '1' })).toEqual({ u: undefined, other: '1' });
  expect(merged({ u: 'a' })).toEqual({ u: 'a' });
});
