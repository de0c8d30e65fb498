import type { Page } from '@playwright/test';
import type { Locale } from '#/language/locales.ts';
import { expectAccessible, expectAccessibleInBothThemes, expectRobustLook } from '../accessible.ts';
import { download, question, section, siteTexts, test, TIKTOK } from './account-pages.ts';
import { openDialog, signIn } from '../accounts.ts';
import { expect, pathIn } from '../test.ts';

// Many looks, one after the other: where other programs share the machine, each takes ten times as long.

type Look = (page: Page) => Promise<void>;

/** Goes through all pages of an account with something in them, and each question that they ask. */
async function lookAround(page: Page, locale: Locale, look: Look): Promise<void> {
  const text = await siteTexts(locale);
  const keyName = `nightly ${locale}`;
  const button = (key: string) =>
    page
      .getByRole('main')
      .getByRole('button', { name: text(key) })
      .first();
  const ask = async (key: string) => {
    await button(key).click();
    await expect(question(page)).toBeVisible();
    await look(page);
    await page.keyboard.press('Escape');
  };
  await page.goto(pathIn(locale, '/account'));
  await expect(section(page, text('account_queue_heading')).getByRole('article')).toHaveCount(1);
  await look(page);
  await ask('account_history_clear');
  await page.goto(pathIn(locale, '/account?q=nothing'));
  await expect(page.getByText(text('account_history_no_match'))).toBeVisible();
  await look(page);
  await page.goto(pathIn(locale, '/account/preferences'));
  await expect(page.getByLabel(text('account_preferences_container'))).toBeVisible();
  await look(page);
  await page.goto(pathIn(locale, '/account/security'));
  await expect(section(page, text('account_devices_heading')).getByRole('listitem')).toHaveCount(1);
  await button('account_two_step_on').click();
  await expect(page.locator('main svg[role="img"]')).toBeVisible();
  await look(page);
  // Of a device that is not remembered there is nothing to forget.
  const remember = button('account_device_remember');
  if (await remember.isVisible()) await remember.click();
  await ask('account_device_forget');
  await ask('account_sign_out_everywhere');
  await page.goto(pathIn(locale, '/account/keys'));
  await page.getByLabel(text('account_keys_name'), { exact: true }).fill(keyName);
  await button('account_keys_create').click();
  await expect(page.getByText(text('account_keys_once'))).toBeVisible();
  await expect(page.getByRole('listitem', { name: keyName, exact: true }).first()).toBeVisible();
  await look(page);
  await ask('account_keys_revoke');
  await page.goto(pathIn(locale, '/account/data'));
  await ask('account_delete');
  await look(page);
}

test('axe finds nothing on the account’s pages, in either theme', async ({ page, person }) => {
  await signIn(page, person);
  await download(page, TIKTOK);
  await lookAround(page, 'en', expectAccessibleInBothThemes);
});

test('in forced colours the tab that is chosen in the sign-in dialog looks chosen', async ({ page }) => {
  await page.goto('/');
  await openDialog(page);
  await expectRobustLook(page);
});

test.describe('in dark', () => {
  test.use({ colorScheme: 'dark' });

  test('axe finds nothing in the sign-in dialog', async ({ page }) => {
    await page.goto('/');
    const dialog = await openDialog(page);
    await expectAccessible(page);
    await dialog.getByRole('tab').last().click();
    await expect(dialog.locator('input[name="confirm_password"]')).toBeVisible();
    await expectAccessible(page);
  });
});

test.describe('360 px, in Russian and Japanese', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('no page of the account scrolls sideways, and axe finds nothing', async ({ page, person }) => {
    // Some thirty looks by axe.
    test.slow();
    await signIn(page, person);
    await download(page, TIKTOK);
    for (const locale of ['ru', 'ja'] as const) await lookAround(page, locale, expectAccessible);
  });
});
