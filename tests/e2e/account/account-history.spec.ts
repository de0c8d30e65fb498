import type { Page } from '@playwright/test';
import { download, question, section, siteTexts, test, TIKTOK, TWITTER } from './account-pages.ts';
import { expect } from '../test.ts';
import { signIn } from '../accounts.ts';

const text = await siteTexts();
const downloads = (page: Page) => section(page, text('account_history_downloads'));
const rows = (page: Page) => downloads(page).getByRole('article');

test('what a user downloads is listed, is found again, and is forgotten when it is told to be', async ({
  page,
  person,
}) => {
  await signIn(page, person);
  await expect(page.getByText(text('account_history_empty'))).toBeVisible();
  await download(page, TIKTOK);
  await download(page, TWITTER);
  await page.goto('/account');
  await expect(rows(page)).toHaveCount(2);
  const older = rows(page).nth(1);
  await expect(older).toContainText(TIKTOK.title);
  await expect(older).toContainText(text('download_state_done'));
  await expect(older.getByRole('link', { name: text('account_history_source') })).toHaveAttribute('rel', /noreferrer/);

  await page.getByLabel(text('account_history_platform'), { exact: true }).selectOption('tiktok');
  await expect(rows(page)).toHaveCount(1);
  await expect(page).toHaveURL(/platform=tiktok/);
  await page.getByLabel(text('account_history_state'), { exact: true }).selectOption('failed');
  await expect(page.getByText(text('account_history_no_match'))).toBeVisible();
  await page.getByRole('button', { name: text('account_history_show_all') }).click();
  await expect(rows(page)).toHaveCount(2);
  await page.getByLabel(text('account_history_search')).fill('FYP');
  await expect(rows(page)).toHaveCount(1);
  await expect(page).toHaveURL(/q=FYP/);
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByLabel(text('account_history_search'))).toHaveValue('FYP');

  await expect(rows(page).locator('img')).toBeVisible();

  const saved = page.waitForEvent('download');
  await rows(page)
    .getByRole('link', { name: text('account_history_again') })
    .click();
  await expect(page).toHaveURL(/\/tiktok$/);
  expect(await (await saved).failure()).toBeNull();
  await expect(page.locator('article[data-state="ready"]').first()).toContainText(TIKTOK.title);

  await page.goto('/account');
  await expect(rows(page)).toHaveCount(3);
  await rows(page)
    .first()
    .getByRole('button', { name: text('download_remove') })
    .click();
  await question(page)
    .getByRole('button', { name: text('download_remove') })
    .click();
  await expect(rows(page)).toHaveCount(2);
  await rows(page)
    .nth(1)
    .getByRole('button', { name: text('download_remove') })
    .click();
  await question(page)
    .getByRole('button', { name: text('download_cancel') })
    .click();
  await expect(rows(page)).toHaveCount(2);
  await rows(page)
    .nth(1)
    .getByRole('button', { name: text('download_remove') })
    .click();
  await question(page)
    .getByRole('button', { name: text('download_remove') })
    .click();
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: text('account_history_clear') }).click();
  await question(page)
    .getByRole('button', { name: text('account_history_clear') })
    .click();
  await expect(page.getByText(text('account_history_cleared'))).toBeVisible();
  await expect(page.getByText(text('account_history_empty'))).toBeVisible();
  await page.reload();
  await expect(page.getByText(text('account_history_empty'))).toBeVisible();
});

test('a long history comes page after page', async ({ page, person }) => {
  await signIn(page, person);
  await download(page, TIKTOK);
  await page.evaluate(
    async (href) => {
      const link = new URL(href ?? '', location.href);
      for (let n = 0; n < 30; n++) {
        link.searchParams.set('d', crypto.randomUUID());
        await (await fetch(link)).arrayBuffer();
      }
    },
    await page.locator('article a[download]').first().getAttribute('href'),
  );
  await page.goto('/account');
  await expect(rows(page)).toHaveCount(30);
  await page.getByRole('button', { name: text('account_history_older') }).click();
  await expect(rows(page)).toHaveCount(31);
  await expect(page.getByRole('button', { name: text('account_history_older') })).toBeHidden();
});

test.describe('without a connection', () => {
  test.use({ isCutOff: true });

  test('the history says so, and comes as soon as there is one again', async ({ page, person, context }) => {
    await signIn(page, person, '/account?platform=youtube');
    await expect(page.getByText(text('account_history_no_match'))).toBeVisible();
    await context.setOffline(true);
    await page.getByLabel(text('account_history_platform'), { exact: true }).selectOption('tiktok');
    await expect(downloads(page).getByRole('alert')).toContainText(text('failure_offline_title'));
    await context.setOffline(false);
    await expect(page.getByText(text('account_history_no_match'))).toBeVisible();
  });
});
