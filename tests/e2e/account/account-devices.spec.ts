import type { Page } from '@playwright/test';
import { openDevice, readLink, section, siteTexts, test, TIKTOK, TWITTER } from './account-pages.ts';
import { expect } from '../test.ts';
import { newPerson, openDialog, signIn, submitSignIn } from '../accounts.ts';

const text = await siteTexts();
const cards = (page: Page) => page.locator('article[data-state]');
const waiting = (page: Page) => section(page, text('account_queue_heading')).getByRole('article');

/** As somebody who takes up a device again. */
const takeUp = (page: Page) => page.evaluate(() => void dispatchEvent(new Event('focus')));

test('a link that is put into the queue on one device is there on the other, and goes from both', async ({
  page,
  person,
  browser,
  site,
}) => {
  const other = await openDevice(browser, site);
  await signIn(page, person);
  await signIn(other, person);
  await other.goto('/');
  await readLink(page, TIKTOK);
  await expect
    .poll(async () => {
      await takeUp(other);
      return cards(other).count();
    })
    .toBe(1);
  await expect(cards(other)).toContainText(TIKTOK.title);

  await other.goto('/account');
  await expect(waiting(other)).toHaveCount(1);
  await waiting(other)
    .getByRole('link', { name: text('account_queue_open') })
    .click();
  await expect(other).toHaveURL(/\/tiktok\?u=/);
  await other.goto('/account');
  await waiting(other)
    .getByRole('button', { name: text('download_remove') })
    .click();
  await expect(other.getByText(text('account_queue_empty_text'))).toBeVisible();
  await expect
    .poll(async () => {
      await takeUp(page);
      return cards(page).count();
    })
    .toBe(0);
  await other.context().close();
});

test('what a guest began goes with who signs in, and leaves the browser with them', async ({
  page,
  person,
  browser,
  site,
}) => {
  const card = await readLink(page, TIKTOK);
  await card
    .getByRole('link', { name: /^Download MP4/ })
    .first()
    .click();
  await expect(card.locator('[data-state="done"]')).toBeVisible();
  const dialog = await openDialog(page);
  await submitSignIn(dialog, person);
  await expect(dialog).toBeHidden();
  await expect(cards(page)).toHaveCount(1);
  await page.goto('/account');
  await expect(section(page, text('account_history_downloads')).getByRole('article')).toContainText(TIKTOK.title);
  await expect(waiting(page)).toHaveCount(1);

  const other = await openDevice(browser, site);
  await signIn(other, person);
  await expect(waiting(other)).toHaveCount(1);
  await other.context().close();

  await page
    .getByRole('button', { name: text('account_sign_out') })
    .first()
    .click();
  await expect(page.locator('input[name="username"]')).toBeVisible();
  await page.goto('/tiktok');
  await page.locator('#links').focus();
  await expect(cards(page)).toHaveCount(0);

  // The next one who signs in here finds their own things only.
  await signIn(page, await newPerson(site));
  await expect(page.getByText(text('account_history_empty'))).toBeVisible();
  await expect(page.getByText(text('account_queue_empty_text'))).toBeVisible();
});

test('a queue that was filled on two devices apart is the sum of both', async ({ page, person, browser, site }) => {
  const other = await openDevice(browser, site);
  await readLink(page, TIKTOK);
  await readLink(other, TWITTER);
  await signIn(page, person);
  await expect(waiting(page)).toHaveCount(1);
  await signIn(other, person);
  await expect(waiting(other)).toHaveCount(2);
  await page.goto('/');
  await expect(cards(page)).toHaveCount(2);
  await other.context().close();
});
