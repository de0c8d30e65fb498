import { describe, expect, test } from 'vitest';
import { LOCALE_CODES } from '#/language/locales.ts';
import { chooseLanguage } from './language.ts';
import { directionOf, isLanguage, LANGUAGE_CODES, LANGUAGES } from './languages.ts';

describe('the language of the authenticator', () => {
  test.each([
    ['is the site’s', 'ja', null, ['ja-JP'], 'ja', null],
    ['offers the browser’s when the site has it not', 'en', null, ['de-AT', 'en'], 'en', 'de'],
    ['offers nothing when the browser prefers one of the site’s', 'en', null, ['fr', 'de'], 'en', null],
    ['passes over languages that nobody has', 'en', null, ['eo', 'th-TH', 'pl'], 'en', 'pl'],
    ['offers nothing when the browser knows none', 'en', null, ['eo'], 'en', null],
    ['knows Norwegian by each of its tags', 'fr', null, ['no'], 'fr', 'nb'],
    ['knows Nynorsk too', 'fr', null, ['nn-NO'], 'fr', 'nb'],
    ['knows Hebrew by its old tag', 'fr', null, ['iw-IL'], 'fr', 'he'],
    ['stays the one that was chosen, and offers the way back', 'fr', 'de', ['de'], 'de', 'fr'],
    ['is the site’s again when that was chosen', 'fr', 'fr', ['de'], 'fr', 'de'],
    ['follows the site, whichever of its languages was chosen once', 'ja', 'fr', ['de'], 'ja', 'de'],
    ['ignores what is no language', 'en', 'constructor', [], 'en', null],
  ] as const)('%s', (_, site, chosen, browser, language, offered) => {
    expect(chooseLanguage(site, chosen, browser)).toEqual({ language, offered });
  });

  test('has all of the site’s languages among its twenty', () => {
    expect(LOCALE_CODES.every(isLanguage)).toBe(true);
  });

  test('only Hebrew is written from the right', () => {
    expect(LANGUAGE_CODES.filter((code) => directionOf(code) === 'rtl')).toEqual(['he']);
  });

  test('every language is offered by words of its own', () => {
    const offers = LANGUAGE_CODES.map((code) => LANGUAGES[code].offer);
    expect(new Set(offers).size).toBe(20);
  });
});
