import type { Page } from '@playwright/test';
import { ADMIN_PAGES } from '#/admin/pages.ts';
import { LOCALE_CODES, type Locale } from '#/language/locales.ts';
import { expectAccessible, expectAccessibleInBothThemes } from '../accessible.ts';
import { openDevice, question, readLink, section, siteTexts, TWITTER } from '../account/account-pages.ts';
import { submitSignIn } from '../accounts.ts';
import { expect, pathIn } from '../test.ts';
import { signInAsAdmin, test } from './admin-pages.ts';

const text = await siteTexts();
const SLOW_BYTES_PER_S = 50_000;

test.afterEach(({ site }) => void (site.knobs.throttleBytesPerS = 0));

test('an administrator reaches every page', async ({ page, admin }) => {
  await signInAsAdmin(page, admin);
  const menu = page.getByRole('navigation', { name: text('admin_nav_label') });
  for (const name of ADMIN_PAGES) {
    const heading = text(`admin_nav_${name}`);
    await menu.getByRole('link', { name: heading, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible();
    await expect(menu.locator('[aria-current="page"]')).toHaveText(heading);
    await isSettled(page);
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
  }
});

test('who is not signed in is asked to, and who is no administrator is refused', async ({ page, person }) => {
  const answer = await page.goto('/admin/rules');
  expect(answer?.headers()['cache-control']).toBe('no-store');
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  await expect(page.getByText(text('admin_sign_in_text'))).toBeVisible();
  await submitSignIn(page, person);
  await expect(page.getByText(text('admin_refused_title'))).toBeVisible();
  await expect(page.getByRole('navigation', { name: text('admin_nav_label') })).toHaveCount(0);
  await page
    .getByRole('main')
    .getByRole('button', { name: text('account_sign_out') })
    .click();
  await expect(page.getByText(text('admin_sign_in_text'))).toBeVisible();
});

test('a takedown stops a download that runs, and answers 451 from then on', async ({ page, admin, browser, site }) => {
  const visitor = await openDevice(browser, site);
  const card = await readLink(visitor, TWITTER);
  const file = card.getByRole('link', { name: /^Download MP4/ }).first();
  const link = (await file.getAttribute('href')) ?? '';
  await signInAsAdmin(page, admin, '/admin/rules');
  const rule = section(page, text('admin_rules_new'));
  await rule.getByRole('textbox').first().fill(TWITTER.link);
  await rule.getByRole('button', { name: text('admin_rules_preview') }).click();
  await expect(section(page, text('admin_rules_preview_heading'))).toContainText(TWITTER.link);

  site.knobs.throttleBytesPerS = SLOW_BYTES_PER_S;
  await visitor.evaluate(save, link);
  await expect.poll(() => visitor.evaluate(() => saving.receivedBytes)).toBeGreaterThan(0);
  const orderedAt = Date.now();
  await rule.getByRole('button', { name: text('admin_rules_add') }).click();
  await expect.poll(() => visitor.evaluate(() => saving.brokenAt), { intervals: [20] }).not.toBe(0);
  const brokenAt = await visitor.evaluate(() => saving.brokenAt);
  test.info().annotations.push({ type: 'download stopped', description: `${brokenAt - orderedAt} ms after the click` });

  await expect(page.getByText(TWITTER.link).first()).toBeVisible();
  expect(await visitor.evaluate(async (link) => (await fetch(link)).status, link)).toBe(451);
  const another = await openDevice(browser, site);
  await another.goto(`/twitter?u=${encodeURIComponent(TWITTER.link)}`);
  await expect(another.locator('[data-code="taken_down"]').first()).toBeVisible();
  await another.context().close();
  await visitor.context().close();

  await page.getByRole('button', { name: `${text('download_remove')}: ${TWITTER.link}` }).click();
  await question(page)
    .getByRole('button', { name: text('download_remove') })
    .click();
  await expect(question(page)).toHaveCount(0);
});

test('a platform that is switched off says so to visitors, with the operator’s words', async ({
  page,
  admin,
  browser,
  site,
}) => {
  const visitor = await openDevice(browser, site);
  await signInAsAdmin(page, admin, '/admin/platforms');
  const tiktok = section(page, 'TikTok');
  const turn = tiktok.getByRole('switch');
  await expect(turn).toBeChecked();
  await tiktok.getByText(text('admin_platforms_message')).first().click();
  await tiktok.getByLabel(text('admin_platforms_message')).fill('Back on Monday.');
  await tiktok.getByLabel(text('admin_platforms_language')).selectOption('ja');
  await expect(tiktok.getByRole('blockquote')).toHaveText('Back on Monday.');
  await tiktok.getByLabel(text('admin_platforms_message')).fill('月曜日に再開します。');
  await expect(tiktok.getByRole('blockquote')).toHaveText('月曜日に再開します。');
  await tiktok.getByRole('button', { name: text('admin_save'), exact: true }).click();
  await expect(tiktok.getByRole('button', { name: text('admin_save'), exact: true })).toBeDisabled();
  await toBeTold(visitor, '/ja/tiktok', '月曜日に再開します。');

  await turn.click();
  const orderedAt = Date.now();
  await question(page)
    .getByRole('button', { name: text('admin_platforms_off_do') })
    .click();
  await toBeTold(visitor, '/tiktok', text('download_platform_unavailable'));
  const description = `${Date.now() - orderedAt} ms after the click, with the page loaded anew`;
  test.info().annotations.push({ type: 'platform off', description });
  await expect(visitor.getByText('Back on Monday.').first()).toBeVisible();
  await visitor.context().close();

  await expect(turn).not.toBeChecked();
  await turn.click();
  await expect(turn).toBeChecked();
});

test('the engine is settled for all servers, and what cannot be is refused in place', async ({ page, admin }) => {
  await signInAsAdmin(page, admin, '/admin/engine');
  const clients = page.getByLabel(text('admin_engine_clients'));
  const save = page.getByRole('main').getByRole('button', { name: text('admin_save'), exact: true });
  await clients.fill('TV');
  await save.click();
  await expect(page.getByText(text('admin_engine_clients_wrong'))).toBeVisible();
  await clients.fill('tv web_safari');
  await save.click();
  await expect(page.getByText(text('admin_saved'))).toBeVisible();
  await page.reload();
  await expect(clients).toHaveValue('tv web_safari');
  await clients.fill('');
  await save.click();
  await expect(page.getByText(text('admin_saved'))).toBeVisible();
});

test('axe finds nothing on any page, in either theme, and none is wider than its window', async ({
  page,
  admin,
  browser,
  site,
}) => {
  const visitor = await openDevice(browser, site);
  const card = await readLink(visitor, TWITTER);
  const file = card.getByRole('link', { name: /^Download MP4/ }).first();
  // So that the list of downloads has a row.
  await visitor.request.get((await file.getAttribute('href')) ?? '');
  await visitor.context().close();
  await signInAsAdmin(page, admin);
  await page.getByRole('button', { name: `${text('admin_overview_charts')}: TikTok` }).click();
  await expect(page.locator('main canvas, main article').first()).toBeVisible();
  for (const name of ADMIN_PAGES) await look(page, 'en', name, expectAccessibleInBothThemes);
});

// Some languages a test: one sign-in for them.
for (const locales of inThrees(LOCALE_CODES.filter((code) => code !== 'en')))
  test(`the same in ${locales.join(', ')}`, async ({ page, admin }) => {
    await signInAsAdmin(page, admin);
    for (const locale of locales) for (const name of ADMIN_PAGES) await look(page, locale, name, expectAccessible);
  });

async function look(
  page: Page,
  locale: Locale,
  name: (typeof ADMIN_PAGES)[number],
  expectFair: (page: Page) => Promise<void>,
): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  const path = pathIn(locale, name === 'overview' ? '/admin' : `/admin/${name}`);
  // The first page of a language comes from the server, the others as operators go on from it.
  if (name === 'overview') await page.goto(path);
  else await page.locator(`main nav a[href="${path}"]`).click();
  await expect(page.locator(`main nav a[href="${path}"][aria-current="page"]`)).toBeVisible();
  await isSettled(page);
  await expectFair(page);
  await page.setViewportSize({ width: 360, height: 900 });
  const isScrolled = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  await expect.poll(isScrolled, `${locale} ${name} at 360 px`).toBe(false);
}

function inThrees<Item>(items: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / 3) }, (_, n) => items.slice(3 * n, 3 * n + 3));
}

/** Loads a page until it says something. */
async function toBeTold(visitor: Page, path: string, words: string): Promise<void> {
  const isTold = async () => {
    await visitor.goto(path);
    return visitor.getByText(words).count();
  };
  await expect.poll(isTold, { intervals: [50] }).toBeGreaterThan(0);
}

/** Whatever was asked for is there. */
async function isSettled(page: Page): Promise<void> {
  await expect(page.locator('main output[aria-label]')).toHaveCount(0);
}

/** What runs in the visitor's page. */
declare const saving: { receivedBytes: number; brokenAt: number };

async function save(link: string): Promise<void> {
  const state = { receivedBytes: 0, brokenAt: 0 };
  Object.assign(window, { saving: state });
  const { body } = await fetch(link);
  const take = async () => {
    for await (const chunk of body ?? []) state.receivedBytes += chunk.length;
  };
  void take().catch(() => (state.brokenAt = Date.now()));
}
