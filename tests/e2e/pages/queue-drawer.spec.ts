import type { Page } from '@playwright/test';
import { expectAccessible, showTheme } from '../accessible.ts';
import { hydrated } from '../hydrated.ts';
import { expect, messagesOf, test } from '../test.ts';
import { QUEUE_STORAGE_KEY } from '#/download/queue/queue-signal.ts';

/** What an earlier visit left: nothing of it asks for anything. */
const LEFT = ['One', 'Two'].map((title, index) => ({
  id: `${index}`,
  link: `https://www.tiktok.com/@replica.user/video/${index}`,
  platform: 'tiktok',
  mode: 'video',
  state: 'failed',
  resolved: null,
  failure: { code: 'private', mediaTitle: title },
  transfers: {},
}));

test.beforeEach(async ({ page }) => {
  await page.addInitScript(([key, left]) => localStorage.getItem(key) ?? localStorage.setItem(key, left), [
    QUEUE_STORAGE_KEY,
    JSON.stringify(LEFT),
  ] as const);
});

const opener = (page: Page) => page.locator('header a[href*="#"]').last();
/** Where the page is scrolled to, and where its toolbar's logo stands. */
const place = (page: Page) =>
  page.evaluate(() => [scrollY, document.querySelector('header a[aria-label]')?.getBoundingClientRect().x]);

for (const width of [360, 1440]) {
  test(`the queue opens beside a document of ${width} px, which stays as it is`, async ({ page }) => {
    await page.setViewportSize({ width, height: 740 });
    await page.goto('/privacy');
    await hydrated(page);
    await page.evaluate(() => scrollTo(0, 500));
    const before = await place(page);
    await opener(page).click();
    const drawer = page.getByRole('dialog');
    await expect(drawer.getByRole('listitem')).toHaveCount(2);
    expect(await place(page)).toEqual(before);
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    await expect(opener(page)).toBeFocused();
    expect(await place(page)).toEqual(before);
    await page.keyboard.press('Enter');
    const m = await messagesOf('en');
    await drawer.getByRole('button', { name: m['download_remove_named']?.({ title: 'One' }) ?? '' }).click();
    await expect(drawer.getByRole('listitem')).toHaveText([/^Two/]);
    await expect(drawer.getByRole('status')).toHaveText(m['download_removed']?.() ?? '');
    const undo = drawer.getByRole('button', { name: m['download_undo']?.() ?? '', exact: true });
    // As long as it has the focus it stays.
    await undo.focus();
    for (const theme of ['light', 'dark'] as const) {
      await showTheme(page, theme);
      await expectAccessible(page);
    }
    await undo.click();
    await expect(drawer.getByRole('listitem')).toHaveText([/^One/, /^Two/]);
    await drawer.getByRole('link').click();
    await expect(page).toHaveURL('/#queue');
    await expect(page.locator('#queue article')).toHaveCount(2);
  });
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the button leads to the page with the form', async ({ page }) => {
    await page.goto('/privacy');
    await opener(page).click();
    await expect(page).toHaveURL('/#download');
  });
});
