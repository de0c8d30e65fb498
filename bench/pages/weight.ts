import { gzipSync } from 'node:zlib';
import type { Browser, Page } from '@playwright/test';
import { Pool } from 'undici';
import type { Site } from '../sites.ts';
import { median, type Row, row } from '../table.ts';

const PAGES = {
  'home page': '/',
  'platform page': '/youtube',
  'platform page, Japanese': '/ja/youtube',
  document: '/privacy',
};
/** Where nothing else is loaded by the first thing that a visitor does. */
const DOCUMENT_PAGE = '/privacy';
/** What signing in may cost a visitor, at the most, beyond the page. */
const DIALOG_MAX_BYTES = 90_000;
const TTFB_SAMPLES = 60;
const LOAD_REQUESTS = 1500;
const LOAD_CONNECTIONS = 8;

type PageFigures = { jsBytes: number; cssBytes: number; foreign: number; layoutShift: number };

/** What a page costs a visitor before touching it, beside an empty page of the same framework. */
export async function weight(browser: Browser, ours: Site, hello: Site): Promise<Row[]> {
  const floor = await load(browser, hello, '/');
  const rows: Row[] = [];
  for (const [name, path] of Object.entries(PAGES)) {
    const page = await load(browser, ours, path);
    rows.push(
      row(name, 'js bytes gz', page.jsBytes, floor.jsBytes),
      row(name, 'css bytes gz', page.cssBytes, floor.cssBytes),
      row(name, 'layout shift', page.layoutShift, floor.layoutShift),
      row(name, 'foreign requests', page.foreign, floor.foreign),
      row(name, 'first byte ms', await firstByteMs(ours, path), await firstByteMs(hello, '/')),
      row(name, 'requests per s', await requestsPerS(ours, path), await requestsPerS(hello, '/')),
    );
  }
  rows.push(row('dialog', 'js bytes gz', await dialogBytes(browser, ours), DIALOG_MAX_BYTES));
  return rows;
}

async function load(browser: Browser, site: Site, path: string): Promise<PageFigures> {
  const page = await browser.newPage();
  const received = watch(page, site);
  await page.goto(site.origin + path, { waitUntil: 'networkidle' });
  const figures = { ...(await received()), layoutShift: await layoutShift(page) };
  await page.close();
  return figures;
}

/** What the dialog for signing in loads when it is opened. */
async function dialogBytes(browser: Browser, site: Site): Promise<number> {
  const page = await browser.newPage();
  await page.goto(site.origin + DOCUMENT_PAGE, { waitUntil: 'networkidle' });
  const received = watch(page, site);
  await page.locator('header a[href="/account"]').click();
  await page.locator('dialog input[name="password"]').waitFor();
  await page.waitForLoadState('networkidle');
  const { jsBytes } = await received();
  await page.close();
  return jsBytes;
}

/** Counts what comes from now on, as it would come compressed. */
function watch(page: Page, site: Site): () => Promise<Omit<PageFigures, 'layoutShift'>> {
  const figures = { jsBytes: 0, cssBytes: 0, foreign: 0 };
  const bodies: Promise<void>[] = [];
  page.on('response', (response) => {
    if (new URL(response.url()).origin !== site.origin) figures.foreign += 1;
    const type = response.headers()['content-type'] ?? '';
    if (!/javascript|css/.test(type)) return;
    bodies.push(
      response.body().then((body) => {
        const bytes = gzipSync(body, { level: 9 }).length;
        if (type.includes('css')) figures.cssBytes += bytes;
        else figures.jsBytes += bytes;
      }),
    );
  });
  return async () => {
    await Promise.all(bodies);
    return figures;
  };
}

function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value;
        }).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(sum), 300);
      }),
  );
}

async function firstByteMs(site: Site, path: string): Promise<number> {
  const pool = new Pool(site.origin, { connections: 1 });
  const samples: number[] = [];
  for (let i = 0; i < TTFB_SAMPLES; i++) {
    const start = performance.now();
    const { body } = await pool.request({ path, method: 'GET' });
    samples.push(performance.now() - start);
    await body.dump();
  }
  await pool.close();
  return median(samples.slice(TTFB_SAMPLES / 4));
}

async function requestsPerS(site: Site, path: string): Promise<number> {
  const pool = new Pool(site.origin, { connections: LOAD_CONNECTIONS });
  let left = LOAD_REQUESTS;
  const start = performance.now();
  await Promise.all(
    Array.from({ length: LOAD_CONNECTIONS }, async () => {
      while (left-- > 0) await (await pool.request({ path, method: 'GET' })).body.dump();
    }),
  );
  const perS = LOAD_REQUESTS / ((performance.now() - start) / 1000);
  await pool.close();
  return perS;
}
