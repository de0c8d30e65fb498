import { describe, expect, test } from 'vitest';
import { detectLocale, localeCookie } from './detect.ts';
import { langParam } from './lang-param.ts';
import { isPrefixedLocale, localeOfPath, localizePath, routeName } from './locales.ts';

describe('the language of a first visit', () => {
  test.each([
    ['a saved language wins over the browser', 'a=1; i18n_redirected=ja', 'fr-FR', 'ja'],
    ['a saved English is a choice too', 'i18n_redirected=en', 'fr-FR', 'en'],
    ['an unknown saved code is ignored', 'i18n_redirected=de', 'fr-FR', 'fr'],
    ['a prototype name is no language', 'i18n_redirected=constructor', null, 'en'],
    ['an exact iso match comes before an earlier base match', null, 'pt-PT,zh-CN;q=0.5', 'zh'],
    ['otherwise the base language', null, 'de-DE,pt-PT;q=0.9', 'pt'],
    ['weights order the languages', null, 'fr;q=0.3,ko;q=0.8', 'ko'],
    ['a weight of zero refuses', null, 'fr;q=0,vi;q=0.1', 'vi'],
    ['nothing known is English', null, 'de-DE,es;q=0.8,*;q=0.1', 'en'],
    ['no header is English', null, null, 'en'],
  ])('%s', (_, cookie, accept, expected) => {
    expect(detectLocale(cookie, accept)).toBe(expected);
  });

  test('the cookie lives a year, on every path, and is SameSite none only across origins, and secure there and where the site is https', () => {
    const life = 'i18n_redirected=ru; Max-Age=31536000; Path=/';
    expect(localeCookie('ru', { crossOrigin: false, isSecure: false })).toBe(`${life}; SameSite=Lax`);
    expect(localeCookie('ru', { crossOrigin: false, isSecure: true })).toBe(`${life}; SameSite=Lax; Secure`);
    for (const isSecure of [false, true])
      expect(localeCookie('ru', { crossOrigin: true, isSecure })).toBe(`${life}; SameSite=None; Secure`);
  });
});

describe('language prefixes', () => {
  test('every language but English is a prefix, in lower case only', () => {
    expect(['fr', 'zh'].every(isPrefixedLocale)).toBe(true);
    expect(['en', 'de', 'FR', 'toString', ''].some(isPrefixedLocale)).toBe(false);
  });

  test('a segment that is no prefix is refused, a missing one is English', () => {
    expect(langParam.parse({ lang: 'fr' })).toEqual({ lang: 'fr' });
    expect(langParam.parse({})).toEqual({});
    expect(langParam.parse({ lang: 'en' })).toBe(false);
    expect(langParam.parse({ lang: 'xx' })).toBe(false);
  });

  test('a path has an equivalent in every language', () => {
    expect(localizePath('/', 'fr')).toBe('/fr');
    expect(localizePath('/fr', 'en')).toBe('/');
    expect(localizePath('/fr/youtube', 'ja')).toBe('/ja/youtube');
    expect(localizePath('/ja/youtube', 'en')).toBe('/youtube');
    expect(localizePath('/free', 'ko')).toBe('/ko/free');
    expect(localeOfPath('/free')).toBe('en');
  });

  test('route names follow {page}___{lang}', () => {
    expect(routeName('youtube', 'fr')).toBe('youtube___fr');
    expect(routeName('index', 'en')).toBe('index___default');
  });
});
