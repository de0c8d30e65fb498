import { expect, test } from 'vitest';
import { pageBefore, switchedTo } from './switched.ts';

const SITE = 'https://site.example';
const hosts = ['site.example'];

function step(pathname: string, referer: string | null, more: Record<string, string> = {}) {
  const headers = new Headers({ accept: 'text/html,*/*', ...more, ...(referer !== null && { referer }) });
  return { headers, pathname, hosts };
}

test.each([
  [`${SITE}/fr`, '/fr'],
  [`${SITE}/fr/youtube?u=x`, '/fr/youtube'],
  ['https://elsewhere.example/fr', null],
  ['https://site.example.evil/fr', null],
  ['https://site.example:8443/fr', null],
  // Whoever comes back from signing in was on no page of the site.
  [`${SITE}/identity/oauth2/authorize`, null],
  ['no address', null],
  [null, null],
])('of who comes from %s, the page before is %s', (referer, before) => {
  expect(pageBefore(step('/', referer))).toBe(before);
});

test.each([
  ['/', '/fr', 'en'],
  ['/youtube', '/fr/youtube', 'en'],
  ['/ja/youtube', '/fr/youtube?u=x', 'ja'],
  ['/ja', '/', 'ja'],
  // Another page, or the same language: a link like others.
  ['/ja/tiktok', '/fr/youtube', null],
  ['/ja/tiktok', '/ja/youtube', null],
])('to %s from %s is a switch to %s', (pathname, from, locale) => {
  expect(switchedTo(step(pathname, SITE + from))).toBe(locale);
});

test('what is saved already, is told by nobody, or is no page, is no switch', () => {
  expect(switchedTo(step('/ja', `${SITE}/fr`, { cookie: 'i18n_redirected=ja' }))).toBeNull();
  expect(switchedTo(step('/ja', `${SITE}/fr`, { cookie: 'i18n_redirected=fr' }))).toBe('ja');
  expect(switchedTo(step('/ja', null))).toBeNull();
  expect(switchedTo(step('/ja', 'https://elsewhere.example/fr'))).toBeNull();
  expect(switchedTo(step('/ja', `${SITE}/fr`, { accept: 'application/json' }))).toBeNull();
});
