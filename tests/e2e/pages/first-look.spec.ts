import { app } from '#app.config';
import { LOCALE_CODES } from '#/language/locales.ts';
import { expect, messagesOf, pathIn, test } from '../test.ts';

/** What a visitor is to see of a page without doing anything. */
const PHONE = { width: 360, height: 740 };
const LAPTOP = { width: 1440, height: 900 };

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true });

  test('the home page says what it does and why it can be trusted, and takes a link, without scrolling', async ({
    page,
  }) => {
    for (const locale of LOCALE_CODES) {
      const m = await messagesOf(locale);
      await page.goto(pathIn(locale, '/'));
      const trust = page.getByRole('list', { name: m['section_trust']?.({ name: app.name }) ?? '' });
      const parts = [
        page.getByRole('heading', { level: 1 }),
        page.locator('textarea[name="u"]'),
        page.locator('#download button[type="submit"]'),
        trust.getByText(m['section_trust_ads']?.() ?? ''),
        trust.getByText(m['section_trust_sizes']?.() ?? ''),
        trust.getByText(m['section_trust_files']?.() ?? ''),
      ];
      for (const part of parts) await expect(part, locale).toBeInViewport({ ratio: 1 });
    }
  });

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });

    test('how to begins with the steps for a phone, and shows those of another device', async ({ page }) => {
      const m = await messagesOf('en');
      await page.goto('/youtube');
      const phone = page.getByText(m['section_how_android_2']?.() ?? '');
      const computer = page.getByText(m['section_how_computer_2']?.() ?? '');
      await expect(phone).toBeVisible();
      await expect(computer).toBeHidden();
      await page.getByRole('radio', { name: m['section_how_computer']?.() ?? '' }).check({ force: true });
      await expect(computer).toBeVisible();
      await expect(phone).toBeHidden();
    });
  });
});

test.describe('on a laptop', () => {
  test.use({ viewport: LAPTOP });

  test('a platform’s page is two screens long, and begins with the steps for a computer', async ({ page }) => {
    // Nothing is longer than Russian.
    for (const locale of ['en', 'ru'] as const) {
      const m = await messagesOf(locale);
      for (const platform of ['youtube', 'tiktok']) {
        await page.goto(pathIn(locale, `/${platform}`));
        await expect(page.getByText(m['section_how_computer_2']?.() ?? '')).toBeVisible();
        expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(1900);
      }
    }
  });

  test.describe('where things may move', () => {
    test.use({ reducedMotion: 'no-preference' });

    test('the demonstration stops when it is asked to, and goes for a queue', async ({ page }) => {
      const m = await messagesOf('en');
      await page.goto('/');
      const moving = () =>
        page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length);
      await expect.poll(moving).toBeGreaterThan(0);
      await page.getByRole('checkbox', { name: m['section_demo_pause']?.() ?? '' }).check({ force: true });
      await expect.poll(moving).toBe(0);
      await page.goto('/?u=https://www.youtube.com/watch?v=OKvideo0001');
      await expect(page.getByRole('heading', { name: m['section_demo_heading']?.() ?? '' })).toBeHidden();
    });
  });

  test('each script has its letters in the site’s typeface, but for those that platforms have better', async ({
    page,
  }) => {
    const facesOf = async (path: string) => {
      await page.goto(path, { waitUntil: 'load' });
      await page.evaluate(() => document.fonts.ready);
      return page.evaluate(
        () => [...document.fonts].filter(({ family, status }) => family === 'Manrope' && status === 'loaded').length,
      );
    };
    expect(await facesOf('/')).toBeGreaterThanOrEqual(1);
    expect(await facesOf('/ru')).toBeGreaterThanOrEqual(2);
    expect(await facesOf('/ja')).toBe(0);
  });
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(`${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
    test.use({ javaScriptEnabled, expectedStatuses: [404] });

    test('the page of an address that leads nowhere takes a link', async ({ page }) => {
      const m = await messagesOf('fr');
      await page.goto('/fr/no/such/page');
      const link = 'https://www.youtube.com/watch?v=OKvideo0001';
      await page.getByRole('textbox', { name: m['download_field_label']?.() ?? '' }).fill(link);
      await page.getByRole('button', { name: m['download_submit']?.() ?? '', exact: true }).click();
      await expect(page).toHaveURL(/\/fr\?u=/);
      await expect(page.locator('#queue')).toBeVisible();
      // What was asked for comes first: the page's top is one line above it.
      await expect(page.locator('html')).toHaveAttribute('data-queue', 'shown');
      await expect(page.locator('h1')).toBeVisible();
      await expect(page.locator('h1 + p')).toBeHidden();
    });
  });
}
