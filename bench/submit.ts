import { setTimeout } from 'node:timers/promises';
import { type Browser, chromium, type Page } from '@playwright/test';
import { browserOptions } from '../tests/e2e/browser.ts';
import type { Options } from './options.ts';
import { type Site, startHello, startSite } from './sites.ts';
import { median, type Row, row } from './table.ts';

const ROUNDS = 7;
/** Nothing was seen at all. */
const GIVE_UP_MS = 10_000;
const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 360, height: 740 };
/** As slow as Lighthouse's phone is beside the machine it runs on. */
const SLOWER = 4;
const FILM = 'https://www.youtube.com/watch?v=OKvideo0001';
const MANY = Array.from({ length: 10 }, (_, index) => `https://youtu.be/OKvideo00${10 + index}`).join('\n');

const CARD = '#queue article';
const MARK = '#download form[data-held]';

type Case = {
  viewport: typeof DESKTOP;
  slower: number;
  links: string;
  /** What of the page's code is there when the button is pressed: all, none of the form's, or none at all. */
  code: 'all' | 'page' | 'none';
};

const CASES: Record<string, Case> = {
  'one link': { viewport: DESKTOP, slower: 1, links: FILM, code: 'all' },
  'one link, phone': { viewport: PHONE, slower: SLOWER, links: FILM, code: 'all' },
  'ten links, phone': { viewport: PHONE, slower: SLOWER, links: MANY, code: 'all' },
  'before the form’s code, phone': { viewport: PHONE, slower: SLOWER, links: FILM, code: 'page' },
  'before any code, phone': { viewport: PHONE, slower: SLOWER, links: FILM, code: 'none' },
};

/** Milliseconds after the press. `cardMs`: of what is seen at last, where that is not the first. */
type Seen = { firstMs: number; cardMs: number };

/**
 * From the press of the button to the first frame with something new in view: the card of a link that is read, or, as long as the code for
 * that is not there, the mark that the button was pressed. No answer of the server ever comes. The baseline is a page of the same framework
 * with a button that writes a word, in the same browser.
 */
export async function submitTimes({ runs = `${ROUNDS}` }: Options): Promise<Row[]> {
  const ours = await startSite();
  const hello = await startHello();
  const browser = await chromium.launch(browserOptions);
  try {
    const rows: Row[] = [];
    for (const [name, one] of Object.entries(CASES)) {
      const [own, floor]: [Seen[], Seen[]] = [[], []];
      for (let run = 0; run < Number(runs); run++) {
        own.push(await pressed(browser, ours, one));
        floor.push(await pressedFloor(browser, hello, one));
      }
      const [first, floorFirst] = [own, floor].map((all) => all.map(({ firstMs }) => firstMs)) as [number[], number[]];
      rows.push(
        row(name, 'something new is seen, ms', median(first), median(floorFirst)),
        row(name, 'at the worst, ms', Math.max(...first), Math.max(...floorFirst)),
      );
      if (one.code === 'all')
        rows.push(row(name, 'the card is seen, ms', median(own.map(({ cardMs }) => cardMs)), median(floorFirst)));
    }
    return rows;
  } finally {
    await browser.close();
    await ours.close();
    await hello.close();
  }
}

async function open(browser: Browser, { viewport, slower }: Case): Promise<Page> {
  const page = await browser.newPage({ viewport, locale: 'en-US', serviceWorkers: 'block' });
  const machine = await page.context().newCDPSession(page);
  await machine.send('Emulation.setCPUThrottlingRate', { rate: slower });
  return page;
}

async function pressed(browser: Browser, site: Site, one: Case): Promise<Seen> {
  const page = await open(browser, one);
  const never = () => {};
  await page.route('**/_serverFn/**', never);
  await page.route('**/*?u=*', never);
  if (one.code === 'none') await page.route('**/assets/*.js', never);
  await page.goto(`${site.origin}/youtube`, { waitUntil: one.code === 'none' ? 'commit' : 'networkidle' });
  if (one.code === 'page') await page.route('**/assets/*.js', never);
  const field = page.locator('#links');
  await field.focus();
  await page.keyboard.insertText(one.links);
  // What is pasted has become a chip: the form is at work.
  if (one.code === 'all') await page.locator('#download').getByText('Clear', { exact: true }).waitFor();
  await page.waitForTimeout(500);
  const last = one.code === 'all' ? CARD : MARK;
  const seen = await untilSeen(page, '#download button[type="submit"]', `${CARD}, ${MARK}`, last);
  await page.close();
  return seen;
}

async function pressedFloor(browser: Browser, site: Site, one: Case): Promise<Seen> {
  const page = await open(browser, one);
  await page.goto(site.origin, { waitUntil: 'networkidle' });
  await page.evaluate(() => {
    const button = document.body.appendChild(document.createElement('button'));
    button.textContent = 'Press';
    button.addEventListener('click', () => {
      const word = document.body.appendChild(document.createElement('output'));
      word.textContent = 'Pressed';
    });
  });
  await page.waitForTimeout(500);
  const seen = await untilSeen(page, 'button', 'output', 'output');
  await page.close();
  return seen;
}

/** Presses a button as a visitor does, and tells how long after that a frame was shown with the first thing in view, and one with the last. */
async function untilSeen(page: Page, button: string, first: string, last: string): Promise<Seen> {
  const seen = { first: Promise.withResolvers<number>(), last: Promise.withResolvers<number>() };
  // Told by the page itself: of one that is being left, nothing can be asked.
  await page.exposeFunction('tellSeen', (which: keyof typeof seen, ms: number) => seen[which].resolve(ms));
  await page.evaluate(
    (wanted) => {
      const isInView = (element: Element) => {
        const { top, bottom, height } = element.getBoundingClientRect();
        return height > 0 && bottom > 0 && top < innerHeight;
      };
      const { tellSeen } = globalThis as unknown as { tellSeen: (which: string, ms: number) => void };
      const look = (which: string, selector: string, pressedAt: number) =>
        requestAnimationFrame(() => {
          if (![...document.querySelectorAll(selector)].some(isInView)) return look(which, selector, pressedAt);
          // The next task comes once this frame was shown.
          const after = new MessageChannel();
          after.port1.addEventListener('message', () => tellSeen(which, performance.now() - pressedAt));
          after.port1.start();
          after.port2.postMessage(null);
        });
      const begin = ({ timeStamp }: Event) => {
        for (const [which, selector] of Object.entries(wanted)) look(which, selector, timeStamp);
      };
      addEventListener('click', begin, { capture: true, once: true });
    },
    { first, last },
  );
  await page.locator(button).first().click({ noWaitAfter: true });
  const [firstMs, cardMs] = await Promise.all(
    [seen.first, seen.last].map(({ promise }) => Promise.race([promise, setTimeout(GIVE_UP_MS, Infinity)])),
  );
  return { firstMs: firstMs ?? Infinity, cardMs: cardMs ?? Infinity };
}
