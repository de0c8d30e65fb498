import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import type { Locale } from '#/language/locales.ts';
import { newAdmin, signInAsAdmin } from '../e2e/admin/admin-pages.ts';
import { type AccountSite, newPerson, signIn } from '../e2e/accounts.ts';
import { browserOptions } from '../e2e/browser.ts';
import { messagesOf, pathIn } from '../e2e/test.ts';
import { QUIET } from '../platforms/context.ts';
import type { Screen } from './screen.ts';

/** Widths in CSS pixels: a phone, a tablet, a laptop, a large screen. */
export const WIDTHS = [360, 768, 1440, 1920] as const;
export const THEMES = ['light', 'dark'] as const;
/** English, a long language, another alphabet, a dense one. */
export const LANGUAGES: readonly Locale[] = ['en', 'fr', 'ru', 'ja'];

export type Picture = { screen: string; locale: Locale; theme: string; width: number; file: string };

/** What could not be brought about, and why. */
export type Missing = { screen: string; locale: Locale; why: string };

const HEIGHT_OF: Record<number, number> = { 360: 740, 768: 1024, 1440: 900, 1920: 1080 };
/** Up to here a screen is one for fingers, whose bars lie over the page and take no room. */
const WIDEST_TOUCH_PX = 1023;
/** Of a page that is longer, only this much: what stands below is one of the documents, which look alike. */
const TALLEST_PX = 4000;

export type Wanted = { locales: readonly Locale[]; widths: readonly number[]; themes: readonly string[] };

/** Takes pictures of screens into a folder, and tells what it took and what could not be shown. */
export async function takePictures(
  site: AccountSite,
  screens: Screen[],
  { locales, widths, themes }: Wanted,
  folder: string,
  onScreen: (screen: Screen) => void,
): Promise<{ pictures: Picture[]; missing: Missing[] }> {
  const browser = await chromium.launch(browserOptions);
  const pictures: Picture[] = [];
  const missing: Missing[] = [];
  try {
    const states = await signedIn(browser, site, screens);
    for (const screen of screens) {
      onScreen(screen);
      await mkdir(join(folder, screen.name), { recursive: true });
      for (const locale of locales) {
        const { as, userAgent } = screen;
        const context = await browser.newContext({ baseURL: site.origin, locale: 'en-US', userAgent, ...states[as] });
        try {
          const page = await context.newPage();
          await bring(page, site, screen, locale);
          for (const width of widths) {
            for (const theme of themes) {
              const file = join(screen.name, `${locale}-${width}-${theme}.png`);
              await take(page, width, theme as 'light' | 'dark', join(folder, file));
              pictures.push({ screen: screen.name, locale, theme, width, file });
            }
          }
        } catch (error) {
          const why = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
          missing.push({ screen: screen.name, locale, why });
        } finally {
          await context.close();
          Object.assign(site.knobs, QUIET);
        }
      }
    }
  } finally {
    await browser.close();
  }
  return { pictures, missing };
}

async function bring(page: Page, site: AccountSite, screen: Screen, locale: Locale): Promise<void> {
  const texts = await messagesOf(locale);
  const text = (key: string) => {
    const found = texts[key];
    if (!found) throw new Error(`There is no text ${key} in ${locale}.`);
    return found();
  };
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(pathIn(locale, screen.path));
  await screen.bring?.({ page, site, text });
  if (screen.as !== 'guest') await arrived(page);
  await page.evaluate(() => document.fonts.ready.then(() => {}));
}

/** Waits until a page of somebody who is signed in is there, and nothing on it stands for what is to come. */
async function arrived(page: Page): Promise<void> {
  await page.locator('main nav').first().waitFor();
  await page.waitForFunction(
    () => !document.querySelector('main div[aria-hidden="true"] > span:empty, main output > span:empty'),
  );
}

async function take(page: Page, width: number, colorScheme: 'light' | 'dark', path: string): Promise<void> {
  await page.setViewportSize({ width, height: HEIGHT_OF[width] ?? 900 });
  await showWhole(page, { hasScrollbars: width > WIDEST_TOUCH_PX });
  // What moves stands still, as for those who ask for that.
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  // The page's code follows the system, and may not be there yet.
  await page.waitForFunction((wanted) => {
    const { mantineColorScheme: shown = wanted } = document.documentElement.dataset;
    return shown === wanted;
  }, colorScheme);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.screenshot({ path, fullPage: true, clip: { x: 0, y: 0, width, height: Math.min(height, TALLEST_PX) } });
}

/** Has the page show what it leaves out or puts off as long as nobody scrolls there, and on phones and tablets without the bars of a desktop. */
async function showWhole(page: Page, { hasScrollbars }: { hasScrollbars: boolean }): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Emulation.setScrollbarsHidden', { hidden: !hasScrollbars });
  await page.evaluate(async () => {
    const shown = new CSSStyleSheet();
    shown.replaceSync('* { content-visibility: visible !important }');
    document.adoptedStyleSheets = [shown];
    const pictures = [...document.images].filter((image) => image.checkVisibility());
    for (const picture of pictures) picture.loading = 'eager';
    await Promise.allSettled(pictures.map((picture) => picture.decode()));
  });
}

/** Browsers' stores of somebody who has signed in, where a screen wants one. */
async function signedIn(
  browser: Browser,
  site: AccountSite,
  screens: Screen[],
): Promise<Record<Screen['as'], BrowserContextOptions>> {
  const stores: Record<Screen['as'], BrowserContextOptions> = { guest: {}, person: {}, admin: {} };
  for (const who of ['person', 'admin'] as const) {
    if (!screens.some((screen) => screen.as === who)) continue;
    const context = await browser.newContext({ baseURL: site.origin, locale: 'en-US' });
    const page = await context.newPage();
    if (who === 'admin') await signInAsAdmin(page, await newAdmin(site));
    else await signIn(page, await newPerson(site));
    stores[who] = { storageState: await context.storageState({ indexedDB: true }) };
    await context.close();
  }
  return stores;
}
