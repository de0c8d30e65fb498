import type { Browser, CDPSession, Page } from '@playwright/test';
import type { Site } from '../sites.ts';
import { median, type Row, row } from '../table.ts';

/** As slow as Lighthouse's phone is beside the machine it runs on. */
const SLOWDOWN = 4;
const GOAL_MS = 100;
const ROUNDS = 7;

/** Steps within the site, as visitors make them: the pointer comes first, and what it points at is loaded meanwhile. */
const STEPS = {
  'to another language': ['header a[hreflang="fr-FR"]', 'header a[hreflang="en-US"]'],
  'to another platform': ['header nav a[href="/tiktok"]', 'header nav a[href="/youtube"]'],
} as const;

/** How long a step to another language or platform takes until the page is there, on a slow phone; the baseline is the goal. */
export async function steps(browser: Browser, site: Site): Promise<Row[]> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-US' });
  const phone = await page.context().newCDPSession(page);
  await page.goto(`${site.origin}/youtube`, { waitUntil: 'networkidle' });
  await phone.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  const rows: Row[] = [];
  for (const [name, links] of Object.entries(STEPS)) {
    const measured: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      for (const link of links) measured.push(await step(page, link));
    }
    rows.push(row(`step ${name}`, 'ms', median(measured), GOAL_MS));
  }
  rows.push(row('interaction', 'next paint ms', await interactionMs(page, phone, site), GOAL_MS));
  await page.close();
  return rows;
}

/** From the click to the first frame with the other page's heading. */
async function step(page: Page, link: string): Promise<number> {
  await page.evaluate((selector) => {
    const target = document.querySelector(selector);
    target?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    target?.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));
  }, link);
  await page.waitForTimeout(400);
  return page.evaluate(
    (selector) =>
      new Promise<number>((resolve, reject) => {
        const before = document.querySelector('h1')?.textContent;
        const start = performance.now();
        document.querySelector<HTMLElement>(selector)?.click();
        const look = () => {
          if (document.querySelector('h1')?.textContent !== before) resolve(performance.now() - start);
          else if (performance.now() - start > 10_000) reject(new Error(`Nothing came of ${selector}`));
          else requestAnimationFrame(look);
        };
        look();
      }),
    link,
  );
}

/** The slowest of a visitor's first interactions, by the browser's own measure: the menu, the field, a key, a choice. */
async function interactionMs(page: Page, phone: CDPSession, site: Site): Promise<number> {
  await phone.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await page.goto(`${site.origin}/youtube`, { waitUntil: 'networkidle' });
  await phone.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  await page.evaluate(() => {
    const seen: number[] = [];
    Object.assign(globalThis, { seen });
    new PerformanceObserver((list) => seen.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: 'event',
      durationThreshold: 16,
      buffered: true,
    } as PerformanceObserverInit);
  });
  await page.locator('textarea[name="u"]').click();
  await page.keyboard.type('https://youtu.be');
  await page.locator('header summary').first().click();
  await page.keyboard.press('Escape');
  await page.locator('input[name="mode"]').nth(1).check({ force: true });
  await page.waitForTimeout(1_000);
  return page.evaluate(() => Math.max(0, ...(globalThis as unknown as { seen: number[] }).seen));
}
