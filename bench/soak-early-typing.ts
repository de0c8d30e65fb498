import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { browserOptions } from '../tests/e2e/browser.ts';
import { createChance } from '../src/server/transfer/fixtures/chance.ts';
import { startSite } from './sites.ts';
import { median } from './table.ts';

export type EarlyTypingOptions = {
  runs: number;
  seed: number;
  only?: string | undefined;
  log?: (line: string) => void;
};

export type EarlyTypingReport = {
  /** How often each thing was done, and how often what came of it was right. */
  acts: Record<string, { runs: number; kept: number; longestTaskMs: number[] }>;
  /** What was lost or scrambled, in words. */
  faults: string[];
};

/** How much slower than this machine: a phone of the middle class and a weak one, by Lighthouse's reckoning. */
const SLOWER = [4, 6] as const;
/** Lighthouse's slow mobile network. */
const SLOW_NETWORK = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 };
const LINK = 'https://www.youtube.com/watch?v=OKvideo0001';
/** Between the first paint and the visitor: code is nowhere, on its way, being compiled, or taking over. */
const LATEST_START_MS = 6_000;
const KEY_MS = [30, 90] as const;
const DONE_MS = 90_000;

type Visit = { page: Page; context: BrowserContext; keyMs: number };

/** Each does one thing as soon as the page is seen, and tells what is wrong with what came of it; null: nothing. */
const ACTS: Record<string, (visit: Visit) => Promise<string | null>> = {
  async typing({ page, keyMs }) {
    await field(page).focus();
    await page.keyboard.type(LINK, { delay: keyMs });
    await atWork(page);
    await page.keyboard.type('&t=1', { delay: keyMs });
    const { text, caret } = await page.evaluate(() => {
      const area = document.querySelector('textarea');
      return { text: area?.value, caret: document.activeElement === area ? area?.selectionEnd : -1 };
    });
    if (text !== `${LINK}&t=1`) return `the field says ${JSON.stringify(text)}`;
    return caret === text.length ? null : `the caret is at ${caret}`;
  },
  async 'caret in the middle'({ page, keyMs }) {
    await field(page).focus();
    await page.keyboard.insertText('abcdef');
    await field(page).evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(2, 2));
    await page.keyboard.type('0123456789', { delay: keyMs });
    await atWork(page);
    await page.keyboard.type('xyz', { delay: keyMs });
    const text = await field(page).inputValue();
    return text === 'ab0123456789xyzcdef' ? null : `the field says ${JSON.stringify(text)}`;
  },
  async Enter({ page, keyMs }) {
    await field(page).focus();
    await page.keyboard.type(LINK, { delay: keyMs });
    await page.keyboard.press('Enter');
    return queuedOnce(page);
  },
  async 'a click on the button'({ page }) {
    await field(page).focus();
    await page.keyboard.insertText(LINK);
    await page.locator('#download button[type="submit"]').click();
    return queuedOnce(page);
  },
  async 'a choice, and Enter'({ page }) {
    await page.locator('#download input[value="audio"]').check({ force: true });
    await field(page).focus();
    await page.keyboard.insertText(LINK);
    await page.keyboard.press('Enter');
    const problem = await queuedOnce(page);
    if (problem !== null) return problem;
    const stored = await page.evaluate(() => localStorage.getItem('clipferry-queue-1') ?? '');
    return stored.includes('"mode":"audio"') ? null : `the queue is ${stored.slice(0, 300)}`;
  },
  async 'pasting by keys'({ page, context }) {
    await onClipboard(page, context);
    await field(page).focus();
    await page.keyboard.press('Control+V');
    await page.keyboard.type('&t=1');
    await atWork(page);
    const text = await field(page).inputValue();
    return text === `${LINK}&t=1` ? null : `the field says ${JSON.stringify(text)}`;
  },
  async 'pasting by the button'({ page, context }) {
    await onClipboard(page, context);
    await page.locator('#download button[name="paste"]').click();
    await atWork(page);
    // A browser may find by then that the click was too long ago: then the visitor is told.
    if ((await page.locator('#download form [role="alert"]').count()) > 0) return null;
    // What was recognised stands in the field as a chip.
    const chips = page.locator('#download form li [title]');
    const held = await chips.evaluateAll((all) => all.map((chip) => chip.getAttribute('title')));
    const whole = [...held, await field(page).inputValue()].filter((part) => part !== '').join('\n');
    return whole === LINK ? null : `the field says ${JSON.stringify(whole)}`;
  },
};

/**
 * Visitors of a slow phone on a slow network who do something with the form as soon as they see it, or a little later, while its code is on
 * its way. Nothing of it may be lost, scrambled or done twice. The same seed chooses the same moments.
 */
export async function soakEarlyTyping(options: EarlyTypingOptions): Promise<EarlyTypingReport> {
  const site = await startSite();
  try {
    return await earlyTypingAt(site.origin, options);
  } finally {
    await site.close();
  }
}

/** @param origin of a site that runs */
async function earlyTypingAt(origin: string, options: EarlyTypingOptions): Promise<EarlyTypingReport> {
  const { runs, seed, only = '', log = () => {} } = options;
  const report: EarlyTypingReport = { acts: {}, faults: [] };
  const chance = createChance(seed);
  const browser = await chromium.launch(browserOptions);
  try {
    for (const [name, act] of Object.entries(ACTS)) {
      if (!name.includes(only)) continue;
      const seen = (report.acts[name] = { runs, kept: 0, longestTaskMs: [] as number[] });
      for (let run = 0; run < runs; run++) {
        const slower = SLOWER[run % SLOWER.length] ?? 4;
        // Every other visitor is there with the first paint.
        const startMs = run % 4 < 2 ? 0 : chance.below(LATEST_START_MS);
        const keyMs = KEY_MS[0] + chance.below(KEY_MS[1] - KEY_MS[0]);
        const { problem, longestTaskMs } = await visit(browser, origin, { slower, startMs, keyMs }, act);
        seen.longestTaskMs.push(longestTaskMs);
        if (problem === null) seen.kept++;
        else report.faults.push(`${name}, ${slower} times slower, after ${startMs} ms: ${problem}`);
      }
      log(`${name}: ${seen.kept} of ${runs} kept`);
    }
  } finally {
    await browser.close();
  }
  return report;
}

export function printEarlyTypingReport({ acts, faults }: EarlyTypingReport): void {
  for (const [name, { runs, kept, longestTaskMs }] of Object.entries(acts)) {
    const longest = `longest task ${median(longestTaskMs).toFixed(0)} ms (median), ${Math.max(...longestTaskMs).toFixed(0)} ms at most`;
    console.log(`${name.padEnd(24)} ${kept} of ${runs} kept, ${longest}`);
  }
  console.log(faults.length === 0 ? 'nothing is wrong' : faults.join('\n'));
}

type Pace = { slower: number; startMs: number; keyMs: number };

async function visit(
  browser: Browser,
  origin: string,
  { slower, startMs, keyMs }: Pace,
  act: (visit: Visit) => Promise<string | null>,
): Promise<{ problem: string | null; longestTaskMs: number }> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 }, locale: 'en-US' });
  context.setDefaultTimeout(DONE_MS);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  try {
    const phone = await context.newCDPSession(page);
    await phone.send('Network.enable');
    await phone.send('Network.emulateNetworkConditions', SLOW_NETWORK);
    await phone.send('Emulation.setCPUThrottlingRate', { rate: slower });
    await page.addInitScript(() => {
      Object.assign(globalThis, { tasks: [] as number[] });
      new PerformanceObserver((list) =>
        (globalThis as unknown as { tasks: number[] }).tasks.push(...list.getEntries().map(({ duration }) => duration)),
      ).observe({ type: 'longtask', buffered: true });
    });
    await page.goto(`${origin}/youtube`, { waitUntil: 'commit' });
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    await page.waitForTimeout(startMs);
    const problem = await act({ page, context, keyMs }).catch((error: unknown) => String(error));
    const longestTaskMs = await page.evaluate(() =>
      Math.max(0, ...(globalThis as unknown as { tasks: number[] }).tasks),
    );
    return { problem: problem ?? errors[0] ?? null, longestTaskMs };
  } finally {
    await context.close();
  }
}

const field = (page: Page) => page.locator('#links');

async function onClipboard(page: Page, context: BrowserContext): Promise<void> {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((link) => navigator.clipboard.writeText(link), LINK);
}

/** Where something stands in the field, the form offers to take it away as soon as it is at work; else it says why nothing does. */
async function atWork(page: Page): Promise<void> {
  await page
    .locator('#download')
    .getByText(/^(?:Clear$|Your browser did not let us read)/)
    .first()
    .waitFor();
}

/** What was sent stands in the queue once, and no longer in the field. */
async function queuedOnce(page: Page): Promise<string | null> {
  await page.locator('#queue article').first().waitFor();
  await page.waitForFunction(() => (localStorage.getItem('clipferry-queue-1') ?? '[]') !== '[]');
  const [text, count] = [await field(page).inputValue(), await page.locator('#queue article').count()];
  if (count !== 1) return `${count} entries are in the queue`;
  return text.trim() === '' ? null : `the field still says ${JSON.stringify(text)}`;
}
