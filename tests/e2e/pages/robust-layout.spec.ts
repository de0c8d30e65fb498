import type { Page } from '@playwright/test';
import { ADMIN_PAGES } from '#/admin/pages.ts';
import type { Locale } from '#/language/locales.ts';
import { signInAsAdmin, test as adminTest } from '../admin/admin-pages.ts';
import { hydrated } from '../hydrated.ts';
import { expectSoundLayout, openStrained, STRAINS } from '../sound-layout.ts';
import { expect, pathIn, test } from '../test.ts';

const FILM = 'https://www.youtube.com/watch?v=OKvideo0001';
const LINKS = [FILM, 'https://x.com/replica/status/1800000000000000001', 'https://www.instagram.com/reel/REPLICAok01/'];
const queueOf = (links: readonly string[]) => `?u=${encodeURIComponent(links.join(' '))}`;

/** The main pages, in the states that a visitor sees them in. */
const STATES: readonly [name: string, path: string][] = [
  ['home', '/'],
  ['platform page', '/youtube'],
  ['result', `/youtube${queueOf([FILM])}`],
  ['queue', `/${queueOf(LINKS)}`],
  ['status', '/status'],
  ['API reference', '/api'],
];

/** Of whoever is signed in, and of administrators. */
const SIGNED_IN = [
  ...['', '/preferences', '/security', '/keys', '/data'].map((path) => `/account${path}`),
  ...ADMIN_PAGES.map((name) => (name === 'overview' ? '/admin' : `/admin/${name}`)),
];

for (const [name, strain] of Object.entries(STRAINS)) {
  for (const locale of ['en', 'ru'] as const) {
    test(`${name}, ${locale}: nothing sticks out, is cut off or lies on something else`, async ({ baseURL }) => {
      const { browser, page } = await openStrained(strain, baseURL);
      for (const [state, path] of STATES) {
        await page.goto(pathIn(locale, path));
        await hydrated(page);
        await expectSoundLayout(page, strain, `${name}, ${locale}, ${state}`);
      }
      await openDialog(page, locale);
      await expectSoundLayout(page, strain, `${name}, ${locale}, sign-in`);
      // What is read from right to left is in the dialog alone, the same beside each language of the site.
      if (locale === 'en') {
        await page.evaluate(() => localStorage.setItem('authenticator-language', 'he'));
        await openDialog(page, locale);
        await expect(page.locator('dialog [lang="he"][dir="rtl"]')).toBeVisible();
        await expectSoundLayout(page, strain, `${name}, Hebrew sign-in`);
        await page.locator('dialog [role="tab"][aria-selected="false"]').click();
        await expect(page.locator('dialog input[name="confirm_password"]')).toBeVisible();
        await expectSoundLayout(page, strain, `${name}, Hebrew sign-up`);
      }
      await browser.close();
    });
  }

  // In the language with the longer words: there are many pages.
  adminTest(`${name}: the same of an account’s and the operators’ pages`, async ({ site, admin }) => {
    const { browser, page } = await openStrained(strain, site.origin);
    await signInAsAdmin(page, admin);
    for (const path of SIGNED_IN) {
      await page.goto(pathIn('ru', path));
      await expect(page.locator('main nav [aria-current="page"]')).toBeVisible();
      // Whatever was asked for is there.
      await expect(page.locator('main output[aria-label]')).toHaveCount(0);
      await expectSoundLayout(page, strain, `${name}, ${path}`);
    }
    await browser.close();
  });
}

async function openDialog(page: Page, locale: Locale): Promise<void> {
  await page.goto(pathIn(locale, '/privacy'));
  await hydrated(page);
  await page.locator('header a[href$="/account"]').click();
  await expect(page.locator('dialog input[name="password"]')).toBeVisible();
}
