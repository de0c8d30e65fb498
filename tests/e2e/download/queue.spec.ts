import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Download, type Page } from '@playwright/test';
import { QUIET } from '../../platforms/context.ts';
import { browserOptions } from '../browser.ts';
import { hydrated } from '../hydrated.ts';
import { type OwnSite, startOwnSite } from '../own-site.ts';
import { expect, test as base } from '../test.ts';

/** A site whose platforms can be slowed down; one guest may have two files on their way at once. */
const test = base.extend<object, { site: OwnSite }>({
  site: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright wants a pattern, also of nothing.
    async ({}, give) => {
      const site = await startOwnSite({ GUEST_TRANSFERS: '2', GUESTS_PER_ADDRESS: '1000' });
      await give(site);
      await site.close();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ site }, give) => give(site.origin),
});

/** Bytes per second at which a large film does not end while a test looks at it, and a small one. At the latter all is slow, also what the
 * server reads beforehand. */
const SLOW = 60_000;
const CRAWL = 10_000;
const BIG = 'https://youtu.be/BigFile0001';
const FILMS = [
  'https://www.facebook.com/watch/?v=900000000000001',
  'https://www.instagram.com/reel/REPLICAok01/',
  'https://vm.tiktok.com/ZMreplica1/',
  'https://x.com/replica/status/1800000000000000001',
  'https://www.youtube.com/watch?v=OKvideo0001',
  'https://fb.watch/rEpLiCa01/',
  'https://www.facebook.com/reel/900000000000002',
  'https://t.co/ok123',
  'https://www.youtube.com/watch?v=MultiAudio1',
  BIG,
];

// All of them on one site: starting another takes longer than waiting for it.
test.describe.configure({ mode: 'default' });

test.afterEach(({ site }) => void Object.assign(site.knobs, QUIET));

async function submit(page: Page, ...links: string[]): Promise<void> {
  await page.locator('#links').fill(links.join('\n'));
  await page.locator('#links').press('Enter');
  await expect(page.locator('article[data-state="ready"]')).toHaveCount(links.length);
}

const states = (page: Page, state: string) => page.locator(`[data-state="${state}"]:not(article)`);
const bar = (page: Page) => page.getByRole('progressbar');
const received = async (page: Page) => Number(await bar(page).getAttribute('value'));
/** The button of a transfer, whatever its title. */
const button = (page: Page, what: string) =>
  page.locator('article').getByRole('button', { name: new RegExp(`^${what}`) });

/** Puts a link into the queue and has its film come slowly. */
async function beginSlowly(page: Page, site: OwnSite, link = BIG): Promise<void> {
  await page.goto('/');
  await submit(page, link);
  site.knobs.throttleBytesPerS = SLOW;
  await page
    .getByRole('link', { name: /^Download MP4/ })
    .first()
    .click();
  await expect.poll(() => received(page)).toBeGreaterThan(0);
}

function downloadsOf(context: BrowserContext): Download[] {
  const downloads: Download[] = [];
  const listen = (page: Page) => page.on('download', (download) => downloads.push(download));
  context.pages().forEach(listen);
  context.on('page', listen);
  return downloads;
}

test('a download is paused, resumed, cancelled and tried again', async ({ page, site }) => {
  const downloads = downloadsOf(page.context());
  await beginSlowly(page, site);
  await expect(page).toHaveTitle(/^\d+% · /);
  await button(page, 'Pause').click();
  await expect(states(page, 'paused')).toContainText('Paused');
  await expect(button(page, 'Resume')).toBeFocused();
  const held = await received(page);
  site.knobs.throttleBytesPerS = 0;
  await button(page, 'Resume').click();
  await expect(states(page, 'done')).toContainText('Saved');
  expect(held).toBeLessThan(1);
  expect(await downloads[0]?.failure()).toBeNull();
  await expect(page).not.toHaveTitle(/%/);

  site.knobs.throttleBytesPerS = SLOW;
  await page
    .getByRole('link', { name: /^Download MP4/ })
    .first()
    .click();
  await expect(states(page, 'transferring')).toBeVisible();
  await button(page, 'Cancel').click();
  await expect(states(page, 'stopped')).toContainText('Canceled');
  expect(await downloads[1]?.failure()).not.toBeNull();
  site.knobs.throttleBytesPerS = 0;
  await button(page, 'Undo').click();
  await expect(states(page, 'done')).toHaveCount(2);
});

test('two tabs show one queue; either can act; when the one that began a file is closed, it still comes, once', async ({
  page,
  context,
  site,
}) => {
  const downloads = downloadsOf(context);
  await beginSlowly(page, site);
  const other = await context.newPage();
  await other.goto('/youtube');
  await expect(states(other, 'transferring')).toBeVisible();
  await button(other, 'Pause').click();
  await expect(states(page, 'paused')).toBeVisible();
  await button(page, 'Resume').click();
  await expect(states(other, 'transferring')).toBeVisible();
  const [film = ''] = FILMS;
  await other.locator('#links').fill(film);
  await other.locator('#links').press('Enter');
  await expect(page.locator('article')).toHaveCount(2);
  site.knobs.throttleBytesPerS = 0;
  await expect(states(other, 'done')).toHaveCount(1);
  await expect(states(page, 'done')).toHaveCount(1);
  await page.close();
  await other
    .locator('article')
    .filter({ has: other.getByText(/facebook/i) })
    .getByRole('link', { name: /^Download MP4/ })
    .first()
    .click();
  await expect(states(other, 'done')).toHaveCount(2);
  expect(downloads).toHaveLength(2);
});

test('a reload in the middle changes nothing: the file comes, once', async ({ page, context, site }) => {
  const downloads = downloadsOf(context);
  await beginSlowly(page, site);
  await page.reload();
  await expect(states(page, 'transferring')).toBeVisible();
  await expect(button(page, 'Pause')).toBeVisible();
  site.knobs.throttleBytesPerS = 0;
  await expect(states(page, 'done')).toContainText('Saved');
  expect(downloads).toHaveLength(1);
});

test.describe('more than a visitor may have at once', () => {
  test.use({ expectedStatuses: [429] });

  test('a third file waits for its turn, in the order that the visitor gives the list', async ({ page, site }) => {
    const [first = '', second = '', third = ''] = FILMS;
    await page.goto('/');
    await submit(page, first, second, third, BIG);
    // None of them is to end by itself, however long the rest takes.
    site.knobs.throttleBytesPerS = CRAWL / 2;
    const cards = page.locator('article');
    for (const n of [0, 1, 2, 3])
      await cards
        .nth(n)
        .getByRole('link', { name: /^Download MP4/ })
        .first()
        .click();
    await expect(states(page, 'transferring')).toHaveCount(2);
    await expect(states(page, 'waiting')).toHaveCount(2);
    await expect(states(page, 'waiting').first()).toContainText('Queued');
    const title = await cards.nth(3).getAttribute('aria-label');
    await cards
      .nth(3)
      .getByRole('button', { name: /^Show / })
      .click();
    const up = page.getByRole('button', { name: `Move ${title} up`, exact: true });
    await up.focus();
    await page.keyboard.press('Enter');
    await expect(up).toBeFocused();
    await expect(cards.nth(2)).toHaveAttribute('aria-label', title ?? '');
    await cards
      .nth(0)
      .getByRole('button', { name: /^Cancel/ })
      .click();
    await expect(cards.nth(2).locator('[data-state="transferring"]')).toBeVisible();
    await expect(cards.nth(3).locator('[data-state="waiting"]')).toBeVisible();
  });

  test('a limit that others of the visitor use up is waited out', async ({ page, site, context }) => {
    await page.goto('/');
    const [film = ''] = FILMS;
    await submit(page, BIG, film);
    site.knobs.throttleBytesPerS = CRAWL;
    // Two files that the page's queue knows nothing of, as another device of the visitor would fetch them.
    const links = await Promise.all(
      [0, 1].map((n) => page.locator('article').nth(n).locator('a[download]').nth(2).getAttribute('href')),
    );
    const elsewhere = await context.newPage();
    await elsewhere.goto('/api/v1/health');
    await elsewhere.evaluate((hrefs) => Object.assign(window, { held: hrefs.map((href) => fetch(href ?? '')) }), links);
    await page
      .locator('article')
      .nth(1)
      .getByRole('link', { name: /^Download MP4/ })
      .first()
      .click();
    await expect(states(page, 'waiting')).toContainText(/Too many downloads are running at once\. Waiting until \d/);
    await elsewhere.close();
    await expect(states(page, 'transferring')).toBeVisible();
    site.knobs.throttleBytesPerS = 0;
    await expect(states(page, 'done')).toBeVisible();
  });
});

test('ten links, and the browser is closed in the middle: opened again, all ten go on until they are done', async ({
  site,
}) => {
  const profile = await mkdtemp(join(tmpdir(), 'clipferry-profile-'));
  const open = () =>
    chromium.launchPersistentContext(profile, { ...browserOptions, baseURL: site.origin, locale: 'en-US' });
  try {
    const before = await open();
    const page = before.pages()[0] ?? (await before.newPage());
    await page.goto('/');
    await submit(page, ...FILMS);
    site.knobs.throttleBytesPerS = CRAWL;
    for (const card of await page.locator('article').all()) {
      await card
        .getByRole('link', { name: /^Download MP4/ })
        .first()
        .click();
    }
    await expect(states(page, 'transferring')).toHaveCount(2);
    await expect(states(page, 'waiting')).toHaveCount(8);
    await before.close();

    site.knobs.throttleBytesPerS = 0;
    const after = await open();
    const downloads = downloadsOf(after);
    const again = after.pages()[0] ?? (await after.newPage());
    await again.goto('/tiktok');
    await expect(again.locator('article')).toHaveCount(10);
    await expect(states(again, 'done')).toHaveCount(10, { timeout: 180_000 });
    expect(downloads).toHaveLength(10);
    for (const download of downloads) expect(await download.failure()).toBeNull();
    await after.close();
  } finally {
    await rm(profile, { recursive: true, force: true });
  }
});

test('a file is prepared, kept and saved; a playlist comes as one archive', async ({ page }) => {
  await page.goto('/youtube');
  await submit(page, 'https://www.youtube.com/watch?v=OKvideo0001');
  await page.getByText(/^All formats/).click();
  await page
    .getByRole('button', { name: /^More options: MP3/ })
    .first()
    .click();
  await page.getByRole('button', { name: /^Prepare on server: MP3/ }).click();
  await expect(states(page, 'ready')).toContainText(/Ready until \d/);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page
      .locator('article')
      .getByRole('link', { name: /^Save / })
      .click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/\.mp3$/);
  expect(await file.failure()).toBeNull();
  await button(page, 'Delete file').click();
  await expect(states(page, 'stopped')).toBeVisible();

  await page.getByRole('button', { name: /^Remove / }).click();
  // Without a queue the page's top is whole again.
  await expect(page.locator('h1 + p')).toBeVisible();
  await submit(page, 'https://www.youtube.com/playlist?list=PLreplica0000000000000000000000001');
  await page.getByRole('button', { name: 'All in one ZIP' }).click();
  await expect(states(page, 'ready')).toBeVisible();
  await expect(page.getByText(/^The ZIP has 3 of 4 items\. \S/)).toBeVisible();
  const [archive] = await Promise.all([
    page.waitForEvent('download'),
    page
      .locator('article')
      .getByRole('link', { name: /^Save / })
      .click(),
  ]);
  expect(archive.suggestedFilename()).toMatch(/\.zip$/);
  expect(await archive.failure()).toBeNull();
});

test('what is left of the limits is told, and counts', async ({ page, site }) => {
  await beginSlowly(page, site, FILMS[3]);
  await page.locator('#queue summary', { hasText: 'Options' }).click();
  await expect(page.getByText(/^29 of 30 links and 19 of 20 downloads left, resets in \d+ min$/)).toBeVisible();
});

test.describe('a server that dies in the middle', () => {
  test.use({ isCutOff: true });

  test('is back with the files that were running', async ({ page, site }) => {
    await beginSlowly(page, site);
    await site.restart();
    site.knobs.throttleBytesPerS = 0;
    await expect(states(page, 'done')).toContainText('Saved');
  });
});

test('the drawer of another page begins all that is ready, and its code comes with it', async ({ page, context }) => {
  const downloads = downloadsOf(context);
  await page.goto('/');
  await submit(page, ...FILMS.slice(0, 2));
  const scripts: string[] = [];
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
  await page.goto('/privacy');
  await hydrated(page);
  await page.waitForLoadState('networkidle');
  expect(scripts.filter((url) => /QueueDrawer|queue-store/.test(url))).toEqual([]);
  await page.locator('header a[href*="#"]').last().click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('button', { name: 'Download all (2)' }).click();
  await expect(drawer.getByRole('heading')).toBeFocused();
  await expect.poll(() => downloads.length).toBe(2);
  await expect(drawer.getByRole('button', { name: /^Download all/ })).toHaveCount(0);
  await expect(drawer.getByRole('button', { name: 'Clear finished' })).toBeVisible();
});
