import type { Browser, Locator, Page } from '@playwright/test';
import type { Locale } from '#/language/locales.ts';
import { type AccountSite, newPerson, type Person, test as base } from '../accounts.ts';
import { expect, messagesOf } from '../test.ts';

/** Tests of an account's pages: each has a `person` of its own, who can sign in. */
export const test = base.extend<{ person: Person }>({
  person: async ({ site }, give) => give(await newPerson(site)),
});

/** The site's texts of a language; a key that there is not fails the test. */
export async function siteTexts(locale: Locale = 'en'): Promise<(key: string, inputs?: object) => string> {
  const texts = await messagesOf(locale);
  return (key, inputs = {}) => {
    const text = texts[key];
    if (!text) throw new Error(`There is no text ${key} in ${locale}.`);
    return text({ ...inputs });
  };
}

/** A part of an account page by its heading. */
export const section = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

/** The question before something that cannot be undone. */
export const question = (page: Page): Locator => page.getByRole('dialog');

/** Another browser of the same or another visitor. */
export async function openDevice(browser: Browser, { origin }: AccountSite): Promise<Page> {
  const context = await browser.newContext({ baseURL: origin, locale: 'en-US' });
  return context.newPage();
}

/** A link of the replicas, the page it belongs on, and what its card's link to the original has in it. */
export type Film = { link: string; path: string; source: string };

export const TIKTOK = {
  link: 'https://vm.tiktok.com/ZMreplica1/',
  path: '/tiktok',
  source: 'tiktok.com/',
  title: /Four seconds of test pattern/,
};
export const TWITTER: Film = {
  link: 'https://x.com/replica/status/1800000000000000001',
  path: '/twitter',
  source: '//x.com/',
};

/** Has a link read on its platform's page, and waits until its file could be had. Other cards may be there already. */
export async function readLink(page: Page, { link, path, source }: Film): Promise<Locator> {
  await page.goto(path);
  await page.locator('#links').fill(link);
  await page.locator('#links').press('Enter');
  const card = page.locator('article[data-state="ready"]').filter({ has: page.locator(`footer a[href*="${source}"]`) });
  await expect(card).toBeVisible();
  return card;
}

/** Downloads the film of a link, until it is saved. */
export async function download(page: Page, film: Film): Promise<void> {
  const card = await readLink(page, film);
  await card
    .getByRole('link', { name: /^Download MP4/ })
    .first()
    .click();
  await expect(card.locator('[data-state="done"]')).toBeVisible();
}
