import { afterEach, beforeEach, expect, test } from 'vitest';
import { emitAnalyticsEvent } from '#/site/browser/analytics-events.ts';
import { countVisit } from './count-visit.ts';
import { forgetTagCookies, holdsLink } from './tag-manager.ts';

const READ = { event: 'link_read', platform: 'tiktok', kind: 'video' } as const;
const scripts = () => [...document.head.querySelectorAll('script')].map(({ src }) => src);

beforeEach(() => openPage('tiktok___fr', '/fr/tiktok'));
afterEach(() => {
  delete window.dataLayer;
});

function openPage(name: string, path: string): void {
  document.head.innerHTML = `<meta name="route-name" content="${name}">`;
  history.replaceState(null, '', path);
}

test('nothing is loaded or kept before the visitor allows it', () => {
  const visit = countVisit('GTM-TEST123');
  visit.onStep();
  emitAnalyticsEvent(READ);
  expect(scripts()).toEqual([]);
  expect(window.dataLayer).toBeUndefined();
  visit.allow();
  expect(scripts()).toEqual(['https://www.googletagmanager.com/gtm.js?id=GTM-TEST123']);
  expect(window.dataLayer).toEqual([
    { event: 'gtm.js', 'gtm.start': expect.any(Number) },
    { event: 'page_view', page: 'tiktok___fr' },
  ]);
  visit.refuse();
});

test('each page, and what happens on it, is told by its name; the script is loaded once', () => {
  const visit = countVisit('GTM-TEST123');
  visit.allow();
  openPage('youtube___default', '/youtube');
  visit.onStep();
  emitAnalyticsEvent(READ);
  expect(window.dataLayer?.slice(2)).toEqual([
    { event: 'page_view', page: 'youtube___default' },
    { ...READ, page: 'youtube___default' },
  ]);
  expect(scripts()).toEqual([]);
  visit.refuse();
  emitAnalyticsEvent(READ);
  visit.onStep();
  expect(window.dataLayer).toHaveLength(4);
});

test('where the address holds a link of the visitor, nothing is loaded', () => {
  openPage('youtube___default', '/youtube?u=https%3A%2F%2Fyoutu.be%2Fsecret');
  countVisit('GTM-TEST123').allow();
  expect(scripts()).toEqual([]);
});

test('where a later address holds one, nothing more is told', () => {
  const visit = countVisit('GTM-TEST123');
  visit.allow();
  openPage('youtube___default', '/youtube?u=https%3A%2F%2Fyoutu.be%2Fsecret');
  visit.onStep();
  emitAnalyticsEvent(READ);
  expect(window.dataLayer).toHaveLength(2);
  visit.refuse();
});

test.each([
  ['https://site.example/youtube?u=x', true],
  ['https://site.example/?text=look', true],
  ['https://site.example/#https://youtu.be/x', true],
  ['https://site.example/#https%3A%2F%2Fyoutu.be%2Fx', true],
  ['https://site.example/fr/youtube?mode=audio#download', false],
  ['', false],
])('%s holds a link: %s', (address, expected) => {
  expect(holdsLink(address)).toBe(expected);
});

test('cookies of tags are deleted, and others are left', () => {
  for (const name of ['_ga', '_ga_ABC', '_gcl_au', 'i18n_redirected', '_gallery'])
    document.cookie = `${name}=1; path=/`;
  forgetTagCookies();
  expect(document.cookie).toBe('i18n_redirected=1; _gallery=1');
});
