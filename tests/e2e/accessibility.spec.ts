import AxeBuilder from '@axe-core/playwright';
import { LOCALE_CODES } from '#/language/locales.ts';
import { PLATFORMS } from '#/model/platform.ts';
import { expect, pathIn, test } from './test.ts';

const PAGES = ['/', ...PLATFORMS.map((platform) => `/${platform}`), '/privacy', '/terms', '/dmca'];

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`axe finds nothing in ${colorScheme}`, () => {
    test.use({ colorScheme });
    for (const path of PAGES) {
      test(path, async ({ page }) => {
        await page.goto(path);
        expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
      });
    }
    for (const locale of LOCALE_CODES.filter((code) => code !== 'en')) {
      test(`/tiktok in ${locale}, on a narrow screen`, async ({ page }) => {
        await page.setViewportSize({ width: 360, height: 740 });
        await page.goto(pathIn(locale, '/tiktok'));
        expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
      });
    }
  });
}

test.describe('no page scrolls sideways', () => {
  for (const width of [320, 360, 768, 1440]) {
    test(`${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      for (const locale of LOCALE_CODES) {
        await page.goto(pathIn(locale, '/instagram'));
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(overflow, locale).toBeLessThanOrEqual(0);
      }
    });
  }
});
