import type { Page } from '@playwright/test';
import { QUEUE_STORAGE_KEY } from '#/download/queue/queue-signal.ts';
import { conditions } from '../platforms/server.ts';
import { hydrated } from '../e2e/hydrated.ts';
import { PAGES } from './pages.ts';
import type { Screen, Tools } from './screen.ts';

/** Long enough that a picture is taken before it is over. */
const BIG = 'https://youtu.be/BigFile0001';
const FILM = 'https://www.youtube.com/watch?v=OKvideo0001';
const TIKTOK = 'https://www.tiktok.com/@replica.user/video/7400000000000000001';
const SEVERAL = [
  FILM,
  TIKTOK,
  'https://x.com/replica/status/1800000000000000001',
  'https://www.instagram.com/reel/REPLICAok01/',
];
const PLAYLIST = linkTo('a playlist of 60');
const CAROUSEL = 'https://www.instagram.com/p/REPLICAca02/';
/** Who has one is told how a film comes to the photos. */
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
/** Bytes per second at which a large film does not end while it is looked at. */
const SLOW = 40_000;
const PATIENCE_MS = 60_000;
/** So many links that fail on end, and a platform counts as down. */
const DOWN_AFTER = 7;

const ready = 'article[data-state="ready"]';

async function submit(page: Page, ...links: string[]): Promise<void> {
  await hydrated(page);
  await page.locator('#links').fill(links.join('\n'));
  await page.locator('#links').press('Enter');
}

async function read(page: Page, ...links: string[]): Promise<void> {
  await submit(page, ...links);
  await page
    .locator(ready)
    .nth(links.length - 1)
    .waitFor({ timeout: PATIENCE_MS });
}

/** Presses what saves the first file. */
async function save(page: Page): Promise<void> {
  await page.locator(`${ready} a[download]`).first().click();
}

async function openDrawer(page: Page): Promise<void> {
  await hydrated(page);
  await page.locator('header a[href*="#"]').last().click();
  await page.locator('dialog[open]').waitFor();
}

const transfer = (page: Page, state: string) =>
  page.locator(`[data-state="${state}"]`).first().waitFor({ timeout: PATIENCE_MS });

/** A link of the replicas, by what it leads to. */
function linkTo(what: string): string {
  const found = conditions.find((condition) => condition.what === what);
  if (!found) throw new Error(`There is no replica of ${what}.`);
  return found.link;
}

/** One link for each way in which reading one can fail on the replicas. */
const failing = [
  ...new Map(conditions.flatMap(({ link, expect }) => ('code' in expect ? [[expect.code, link] as const] : []))),
];

const states: Omit<Screen, 'as'>[] = [
  { name: 'state-empty', path: '/youtube' },
  {
    name: 'state-recognised',
    path: '/youtube',
    async bring({ page, text }: Tools) {
      await hydrated(page);
      await page.locator('#links').focus();
      await page.keyboard.insertText(FILM);
      // The field's code comes with the first act.
      await page.getByRole('button', { name: text('download_clear'), exact: true }).waitFor();
      await page.keyboard.insertText([...SEVERAL, BIG].join('\n'));
      await page.locator('form ul li').nth(SEVERAL.length).waitFor({ timeout: PATIENCE_MS });
    },
  },
  {
    name: 'state-reading',
    path: '/youtube',
    async bring({ page, site }) {
      site.knobs.latencyMs = 60_000;
      await submit(page, FILM);
      await page.locator('article[data-state="resolving"]').waitFor();
    },
  },
  { name: 'state-answered', path: '/youtube', bring: ({ page }) => read(page, FILM) },
  { name: 'state-answered-tiktok', path: '/tiktok', bring: ({ page }) => read(page, TIKTOK) },
  {
    name: 'state-answered-mp3',
    path: '/youtube',
    async bring({ page }: Tools) {
      await hydrated(page);
      await page.locator('input[name="mode"]').nth(1).check({ force: true });
      await read(page, FILM);
    },
  },
  {
    name: 'state-clip',
    path: '/youtube',
    async bring({ page, text }: Tools) {
      await read(page, FILM);
      await page.getByRole('button', { name: text('download_preview'), exact: true }).click();
      await page.getByRole('textbox', { name: text('download_clip_start'), exact: true }).fill('0:01');
      await page.getByRole('textbox', { name: text('download_clip_end'), exact: true }).fill('0:03');
    },
  },
  {
    name: 'state-all-formats',
    path: '/youtube',
    async bring({ page }: Tools) {
      await read(page, FILM);
      await page.locator(`${ready} details > summary`).first().click();
    },
  },
  {
    name: 'state-picker',
    path: '/youtube',
    async bring({ page }: Tools) {
      await read(page, FILM);
      await page.locator(`${ready} button[popovertarget]`).first().click();
    },
  },
  { name: 'state-several', path: '/', bring: ({ page }) => read(page, ...SEVERAL) },
  { name: 'state-carousel', path: '/instagram', bring: ({ page }) => read(page, CAROUSEL) },
  {
    name: 'state-playlist',
    path: '/youtube',
    async bring({ page }: Tools) {
      await submit(page, PLAYLIST);
      await page.locator('article input[type="checkbox"]').first().waitFor({ timeout: PATIENCE_MS });
    },
  },
  {
    name: 'state-downloading',
    path: '/youtube',
    async bring({ page, site }) {
      await read(page, BIG);
      site.knobs.throttleBytesPerS = SLOW;
      await save(page);
      await transfer(page, 'transferring');
    },
  },
  {
    name: 'state-paused',
    path: '/youtube',
    async bring({ page, site, text }) {
      await read(page, BIG);
      site.knobs.throttleBytesPerS = SLOW;
      await save(page);
      await transfer(page, 'transferring');
      await page
        .getByRole('button', { name: text('download_pause') })
        .first()
        .click();
      await transfer(page, 'paused');
    },
  },
  {
    name: 'state-done',
    path: '/youtube',
    async bring({ page }: Tools) {
      await read(page, FILM);
      await save(page);
      await transfer(page, 'done');
    },
  },
  {
    name: 'state-done-where',
    path: '/youtube',
    async bring({ page, text }: Tools) {
      await read(page, FILM);
      await save(page);
      await transfer(page, 'done');
      await page.getByRole('button', { name: text('download_where') }).click();
    },
  },
  {
    name: 'state-done-iphone',
    path: '/youtube',
    userAgent: IPHONE,
    async bring({ page }: Tools) {
      await read(page, FILM);
      await save(page);
      await transfer(page, 'done');
    },
  },
  ...failing.map(([code, link]) => ({
    name: `failed-${code}`,
    path: '/',
    async bring({ page }: Tools) {
      await submit(page, link);
      await page.locator('article[data-state="failed"]').waitFor({ timeout: PATIENCE_MS });
    },
  })),
  {
    name: 'state-undo',
    path: '/youtube',
    async bring({ page, text }: Tools) {
      await read(page, FILM);
      await page.locator(`${ready} > footer button`).last().click();
      await page.getByText(text('download_removed')).waitFor();
    },
  },
  {
    name: 'state-limit',
    path: '/youtube',
    async bring({ page }: Tools) {
      // As an earlier visit leaves it.
      const failure = { code: 'limit_reached', retryAfterS: 1200 };
      const left = { id: '0', link: FILM, platform: 'youtube', mode: 'video', resolved: null, transfers: {}, failure };
      const items = JSON.stringify([{ ...left, state: 'waiting', waitUntil: Date.now() + 1_200_000 }]);
      await page.evaluate(([key, queue]) => localStorage.setItem(key, queue), [QUEUE_STORAGE_KEY, items] as const);
      await page.reload();
      await page.getByRole('timer').waitFor();
    },
  },
  { name: 'state-drawer-empty', path: '/privacy', bring: ({ page }) => openDrawer(page) },
  {
    name: 'state-drawer',
    path: '/youtube',
    async bring({ page }: Tools) {
      await read(page, ...SEVERAL);
      await openDrawer(page);
    },
  },
  {
    name: 'state-not-a-link',
    path: '/',
    async bring({ page }: Tools) {
      await submit(page, 'no link at all');
      await page.getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'state-offline',
    path: '/youtube',
    async bring({ page }: Tools) {
      // The form's code comes with the first act.
      await read(page, FILM);
      await page.context().setOffline(true);
      await submit(page, BIG);
      await page.locator('article').nth(1).waitFor();
    },
  },
];

/** Behind all others: its platform stays so for minutes. */
const platformDown: Screen = {
  name: 'state-platform-down',
  path: '/facebook',
  as: 'guest',
  async bring({ page, site }: Tools) {
    site.knobs.failNext = { host: 'facebook', status: 500, count: 1000 };
    const unlike = Array.from({ length: DOWN_AFTER }, (_, n) => `https://www.facebook.com/watch/?v=10000000000000${n}`);
    await submit(page, ...unlike);
    await page
      .locator('[data-state="failed"]')
      .nth(DOWN_AFTER - 1)
      .waitFor({ timeout: PATIENCE_MS });
    await page.reload();
    await page.locator('p[data-state="unavailable"]').waitFor();
  },
};

/** Every page and every state of the form and the queue, in the order that they have on the sheets. */
export const SCREENS: Screen[] = [
  ...states.map((screen): Screen => ({ ...screen, as: 'guest' })),
  ...PAGES,
  platformDown,
];
