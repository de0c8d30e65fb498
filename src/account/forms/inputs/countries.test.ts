import { expect, test } from 'vitest';
import { countriesOf, countryOf } from './countries.ts';

test('there are some two hundred dial codes, each a plus and one to four digits', () => {
  const countries = countriesOf(null, 'en');
  expect(new Set(countries.map(({ dialCode }) => dialCode)).size).toBeGreaterThan(200);
  expect(countries.filter(({ dialCode }) => !/^\+[1-9]\d{0,3}$/.test(dialCode))).toEqual([]);
  expect(new Set(countries.map(({ iso }) => iso)).size).toBe(countries.length);
});

test('countries are named and sorted as the language does it, with their flags', () => {
  expect(countriesOf(['+49', '+43'], 'de').map(({ name }) => name)).toEqual(['Deutschland', 'Österreich']);
  expect(countriesOf(['+49'], 'ja')).toEqual([{ iso: 'DE', dialCode: '+49', name: 'ドイツ', flag: '🇩🇪' }]);
  expect(countriesOf(null, 'en').filter(({ name }) => /^[A-Z]{2}$/.test(name))).toEqual([]);
});

test.each([
  ['+1', 'US'],
  ['+7', 'RU'],
  ['+44', 'GB'],
  ['+39', 'IT'],
  ['+61', 'AU'],
  ['+47', 'NO'],
  ['+290', 'SH'],
  ['+1246', 'BB'],
  ['+590', 'GP'],
  ['+358', 'FI'],
  ['+212', 'MA'],
  ['+599', 'CW'],
  ['+262', 'RE'],
])('%s alone means %s', (dialCode, iso) => {
  expect(countryOf(dialCode, countriesOf(null, 'en'))?.iso).toBe(iso);
});

test('a code means the same country in every language', () => {
  const codes = new Set(countriesOf(null, 'en').map(({ dialCode }) => dialCode));
  const meanings = ['en', 'ja', 'he', 'uk'].map((language) => {
    const countries = countriesOf(null, language);
    return [...codes].map((code) => countryOf(code, countries)?.iso);
  });
  for (const meaning of meanings) expect(meaning).toEqual(meanings[0]);
});
