import type { Browser, CDPSession, Locator, Page } from '@playwright/test';
import type { Site } from '../sites.ts';
import { median, type Row, row } from '../table.ts';

const GOAL_MS = 100;
const ROUNDS = 7;
/** How long a visitor holds a mouse's button, or a finger, on a link: quick ones. */
const PRESS_MS = 80;
const FIRST_VISITS = 5;
/** By then the browser has told how long an interaction took. */
const NOTICED_MS = 400;

/** Steps within the site, as visitors make them: the pointer comes first, then it is pressed, and what it is on is loaded meanwhile. */
const STEPS = {
  'to another language': ['header a[hreflang="fr-FR"]', 'header a[hreflang="en-US"]'],
  'to another platform': ['header nav a[href="/tiktok"]', 'header nav a[href="/youtube"]'],
} as const;

/** Milliseconds after a click. */
type Step = {
  /** The other page is there as far as it is seen: heading and form. */
  seen: number;
  /** And what is below. */
  whole: number;
};

/**
 * How long a step to another language or platform takes until the page is there, on a slow phone; the baseline is the goal.
 * @param slowdown how many times slower than this machine the phone is (phone.ts)
 */
export async function steps(browser: Browser, site: Site, slowdown: number): Promise<Row[]> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-US' });
  const phone = await page.context().newCDPSession(page);
  await page.goto(`${site.origin}/youtube`, { waitUntil: 'networkidle' });
  await phone.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const rows: Row[] = [];
  for (const [name, links] of Object.entries(STEPS)) {
    const measured: Step[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      for (const link of links) measured.push(await step(page, link));
    }
    rows.push(
      row(`step ${name}`, 'ms', median(measured.map(({ seen }) => seen)), GOAL_MS),
      row(`step ${name}`, 'ms, whole page', median(measured.map(({ whole }) => whole)), GOAL_MS),
    );
  }
  await page.close();
  const visits: Record<string, number>[] = [];
  for (let visit = 0; visit < FIRST_VISITS; visit++) visits.push(await interactionMs(browser, site, slowdown));
  for (const name of Object.keys(INTERACTIONS))
    rows.push(row(`interaction: ${name}`, 'next paint ms', median(visits.map((ms) => ms[name] ?? 0)), GOAL_MS));
  rows.push(row('interaction', 'next paint ms', median(visits.map((ms) => Math.max(...Object.values(ms)))), GOAL_MS));
  return rows;
}

/** From the click to the first frames with the other page's heading, and with its sections. */
async function step(page: Page, link: string): Promise<Step> {
  await act(page, link, ['pointerover', 'mouseover']);
  await page.waitForTimeout(400);
  await act(page, link, ['pointerdown']);
  await page.waitForTimeout(PRESS_MS);
  return page.evaluate(
    (selector) =>
      new Promise<Step>((resolve, reject) => {
        const heading = () => document.querySelector('h1')?.textContent;
        const below = () => document.querySelector('[aria-labelledby="how"]')?.textContent;
        const before = { heading: heading(), below: below() };
        const start = performance.now();
        let seen = 0;
        document.querySelector<HTMLElement>(selector)?.click();
        const look = () => {
          const ms = performance.now() - start;
          if (heading() !== before.heading) seen ||= ms;
          if (seen > 0 && below() !== before.below) resolve({ seen, whole: ms });
          else if (ms > 10_000) reject(new Error(`Nothing came of ${selector}`));
          else requestAnimationFrame(look);
        };
        look();
      }),
    link,
  );
}

async function act(page: Page, link: string, events: string[]): Promise<void> {
  await page.evaluate(
    ({ selector, names }) => {
      const target = document.querySelector(selector);
      for (const name of names) target?.dispatchEvent(new PointerEvent(name, { bubbles: true }));
    },
    { selector: link, names: events },
  );
}

/** What a visitor does first, on a phone: no faster than hands are, and the next press is not made before the last is let go. */
const INTERACTIONS: Record<string, (page: Page, finger: Finger) => Promise<void>> = {
  field: (page, finger) => finger(page.locator('#links')),
  keys: (page) => page.keyboard.type('https://youtu.be', { delay: PRESS_MS }),
  async menu(page, finger) {
    const menu = page.locator('header summary:visible').first();
    for (const isOpen of [true, false]) {
      await finger(menu);
      await page.waitForFunction((wanted) => !!document.querySelector('header details[open]') === wanted, isOpen);
      await page.waitForTimeout(PRESS_MS);
    }
  },
  choice: (page, finger) => finger(page.locator('label:has(input[name="mode"])').nth(1)),
};

type Finger = (on: Locator) => Promise<void>;

/** Playwright's own tap lets go in the instant that it touches: the page would answer both at once. */
function fingerOf(phone: CDPSession): Finger {
  return async (on) => {
    await on.scrollIntoViewIfNeeded();
    const box = await on.boundingBox();
    if (!box) throw new Error(`Nothing to touch at ${on}`);
    const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
    await phone.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
    await on.page().waitForTimeout(PRESS_MS);
    await phone.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
}

/** How long after each of them the slowest next paint comes, by the browser's own measure, on the screen that Lighthouse gives its phone. */
async function interactionMs(browser: Browser, site: Site, slowdown: number): Promise<Record<string, number>> {
  const screen = { viewport: { width: 412, height: 823 }, hasTouch: true, isMobile: true };
  const page = await browser.newPage({ ...screen, locale: 'en-US' });
  const phone = await page.context().newCDPSession(page);
  await page.goto(`${site.origin}/youtube`, { waitUntil: 'networkidle' });
  await phone.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.evaluate(() => {
    const seen: number[] = [];
    Object.assign(globalThis, { seen });
    // What is no interaction, as a pointer that passes, has no number.
    const interactions = (list: PerformanceObserverEntryList) =>
      (list.getEntries() as PerformanceEventTiming[]).filter(({ interactionId }) => interactionId);
    new PerformanceObserver((list) => seen.push(...interactions(list).map(({ duration }) => duration))).observe({
      type: 'event',
      durationThreshold: 16,
      buffered: true,
    } as PerformanceObserverInit);
  });
  const slowest: Record<string, number> = {};
  for (const [name, act] of Object.entries(INTERACTIONS)) {
    await act(page, fingerOf(phone));
    await page.waitForTimeout(NOTICED_MS);
    slowest[name] = await page.evaluate(() =>
      Math.max(0, ...(globalThis as unknown as { seen: number[] }).seen.splice(0)),
    );
  }
  await page.close();
  return slowest;
}
