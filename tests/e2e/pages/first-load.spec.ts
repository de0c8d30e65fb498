import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { LOCALE_CODES, type Locale } from '#/language/locales.ts';
import { hydrated } from '../hydrated.ts';
import { expect, pathIn, test } from '../test.ts';

/** What a page may load before its visitor does anything, compressed (AGENTS.md). */
const SCRIPTS_MAX_BYTES = 130_000;
const PAGES = ['/', '/youtube', '/privacy', '/how-to-youtube', '/api', '/status', '/nowhere'];
/** Languages differ in their texts alone, which are the most there. */
const PAGES_OF_EACH = ['/', '/youtube'];

test.describe('what a page loads before its visitor does anything', () => {
  test.use({ expectedStatuses: [404] });
  for (const locale of LOCALE_CODES) {
    test(`is small enough: ${locale}`, async ({ page }) => {
      for (const path of locale === 'en' ? PAGES : PAGES_OF_EACH) {
        const bytes = await scriptBytes(page, pathIn(locale, path));
        expect(bytes, path).toBeGreaterThan(0);
        expect(bytes, path).toBeLessThanOrEqual(SCRIPTS_MAX_BYTES);
      }
    });
  }
});

/** Sizes by address: pages share most of their scripts. */
const sizes = new Map<string, Promise<number>>();

async function scriptBytes(page: Page, path: string): Promise<number> {
  await page.goto(path);
  await hydrated(page);
  await page.waitForLoadState('networkidle');
  const urls = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .flatMap(({ name }) => (new URL(name).pathname.endsWith('.js') ? name : [])),
  );
  const ask = async (url: string) => gzipSync(await (await page.request.get(url)).body(), { level: 9 }).length;
  const known = [...new Set(urls)].map((url) => sizes.getOrInsertComputed(url, ask));
  return (await Promise.all(known)).reduce((sum, bytes) => sum + bytes, 0);
}

// Chromium alone tells of it. A slow machine paints a page of which it has read half.
const SLOWDOWN = 4;
const SHIFT_PAGES: [Locale, string][] = (['en', 'ja', 'ru'] as const).flatMap((locale) => [
  [locale, '/'],
  [locale, '/youtube'],
]);

for (const width of [360, 1440]) {
  test.describe(`in a window ${width} px wide`, () => {
    test.use({ viewport: { width, height: 800 } });
    for (const [locale, path] of SHIFT_PAGES) {
      test(`nothing of ${pathIn(locale, path)} moves while it is loaded`, async ({ page }) => {
        const machine = await page.context().newCDPSession(page);
        await machine.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
        await machine.send('Network.enable');
        await machine.send('Network.setCacheDisabled', { cacheDisabled: true });
        // What moves for a busy machine's sake does not do so each time.
        await expect(async () => {
          await page.goto(pathIn(locale, path), { waitUntil: 'networkidle' });
          expect(await moved(page)).toEqual([]);
        }).toPass({ timeout: 60_000 });
      });
    }
  });
}

test('the menu is laid out while nobody waits for it, without being opened', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.addInitScript(() => {
    const layouts: object[] = [];
    Object.assign(globalThis, { layouts });
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const [summary, sheet] = target instanceof HTMLDetailsElement ? target.children : [];
        if (summary?.checkVisibility())
          layouts.push({ isLaidOut: sheet?.checkVisibility(), isOpen: summary.matches('[open] *') });
      }
    }).observe(document, { subtree: true, attributeFilter: ['data-layout'] });
  });
  await page.goto('/youtube');
  await expect
    .poll(() => page.evaluate(() => (globalThis as unknown as { layouts: object[] }).layouts))
    .toEqual([
      { isLaidOut: true, isOpen: false },
      { isLaidOut: false, isOpen: false },
    ]);
});

type Shift = PerformanceEntry & { value: number; sources: { node: Node | null }[] };

/**
 * On a busy machine Chromium now and then paints while it still reads the form, although `rel=expect` asks it to wait: a button's words come
 * after the button. That is less than a line of text that comes late, which is what is looked for here.
 */
const SHIFT_MAX = 0.002;

/** What moved since the page was opened, and how far, by the browser's own measure. */
function moved(page: Page): Promise<string[]> {
  return page.evaluate(
    (max) =>
      new Promise<string[]>((resolve) => {
        const told: string[] = [];
        new PerformanceObserver((list) => {
          for (const { value, sources } of list.getEntries() as Shift[])
            if (value > max)
              told.push(`${value} ${sources.map(({ node }) => node?.textContent?.slice(0, 40)).join(', ')}`);
        }).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(told), 300);
      }),
    SHIFT_MAX,
  );
}
