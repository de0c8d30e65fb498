import type { Page } from '@playwright/test';
import { openDevice, siteTexts, test } from './account-pages.ts';
import { expect } from '../test.ts';
import { signIn } from '../accounts.ts';

const english = await siteTexts();
const french = await siteTexts('fr');
const theme = (page: Page) => page.locator('html').getAttribute('data-mantine-color-scheme');

test('what is settled holds here at once, and on another device with the sign-in there', async ({
  page,
  person,
  browser,
  site,
}) => {
  await signIn(page, person, '/account/preferences');
  await page.getByLabel(english('download_mode_label')).selectOption('audio');
  await page.getByLabel(english('download_column_quality')).selectOption('720');
  await page.getByLabel(english('account_preferences_container')).selectOption('webm');
  await page.getByLabel(english('download_names_label')).selectOption('plain');
  await page.getByRole('main').getByLabel(english('site_theme')).selectOption('dark');
  expect(await theme(page)).toBe('dark');
  // There before it has words: what comes into the page together with them is not read out.
  await expect(page.locator('main').getByRole('status').and(page.locator(':empty'))).toHaveCount(1);
  await page.getByRole('button', { name: english('download_save'), exact: true }).click();
  await expect(page.getByText(english('account_saved'), { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel(english('account_preferences_container'))).toHaveValue('webm');
  expect(await theme(page)).toBe('dark');

  await page.getByRole('main').getByLabel(english('site_language')).selectOption('fr');
  await page.getByRole('button', { name: english('download_save'), exact: true }).click();
  await expect(page).toHaveURL('/fr/account/preferences');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(french('account_preferences_heading'));
  await expect(page.getByLabel(french('account_preferences_container'))).toHaveValue('webm');

  await page.goto('/fr/tiktok');
  await page.locator('#links').focus();
  await expect(page.locator('input[name="mode"][value="audio"]')).toBeChecked();

  const other = await openDevice(browser, site);
  await signIn(other, person);
  await expect.poll(() => theme(other)).toBe('dark');
  await other.goto('/');
  await expect(other).toHaveURL('/fr');
  await other.locator('#links').focus();
  await expect(other.locator('input[name="mode"][value="audio"]')).toBeChecked();
  await other.context().close();
});

test.describe('when the server is away', () => {
  test.use({ isCutOff: true });

  test('nothing typed is lost, and saving it again works', async ({ page, person, context }) => {
    await signIn(page, person, '/account/preferences');
    await page.getByLabel(english('download_mode_label')).selectOption('muted');
    await context.setOffline(true);
    await page.getByRole('button', { name: english('download_save'), exact: true }).click();
    await expect(page.getByRole('alert')).toContainText(english('failure_offline_title'));
    await context.setOffline(false);
    await page.getByRole('button', { name: english('download_save'), exact: true }).click();
    await expect(page.getByText(english('account_saved'), { exact: true })).toBeVisible();
    await expect(page.getByLabel(english('download_mode_label'))).toHaveValue('muted');
  });
});
