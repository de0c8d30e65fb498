import type { Page } from '@playwright/test';
import { QUIET } from '../../platforms/context.ts';
import { type FrontDoor, openFrontDoor } from '../front-door.ts';
import { type OwnSite, startOwnSite } from '../own-site.ts';
import { expect, messagesOf, test as base } from '../test.ts';

type Place = { site: OwnSite; door: FrontDoor };

/** A site that can be made unreachable, and updated. */
const test = base.extend<{ door: FrontDoor }, { place: Place }>({
  place: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright wants a pattern, also of nothing.
    async ({}, give) => {
      const site = await startOwnSite({ GUESTS_PER_ADDRESS: '1000' });
      const door = await openFrontDoor(site.origin);
      await give({ site, door });
      await door.close();
      await site.close();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ place }, give) => give(place.door.origin),
});

test.use({ serviceWorkers: 'allow', isCutOff: true });
test.describe.configure({ mode: 'serial' });

test.afterEach(({ place }) => {
  Object.assign(place.site.knobs, QUIET);
  place.door.open();
});

const LINK = 'https://youtu.be/OKvideo0001';
const BIG = 'https://youtu.be/BigFile0001';
/** Bytes per second at which a large film does not end while a test looks at it. */
const SLOW = 60_000;
const ready = 'article[data-state="ready"]';

/** Opens a page, touches it, and waits until the app could start without a connection. */
async function keep(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(async () => {
    await page.mouse.move(40, 200);
    await page.mouse.move(44, 204);
    await expect(page.locator('form[novalidate]')).toBeVisible();
    expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  }).toPass({ timeout: 60_000 });
  await expect
    .poll(() => page.evaluate(async (home) => Boolean(await caches.match(home)), path === '/' ? '/' : path.slice(0, 3)))
    .toBe(true);
}

test('without a connection the app starts, says so, takes links, and goes on by itself afterwards', async ({
  page,
  place,
}) => {
  const texts = await messagesOf('fr');
  const [now = '', later = ''] = [texts['section_offline_now']?.(), texts['download_continues_online']?.()];
  await keep(page, '/fr');
  place.door.shut();
  await page.context().setOffline(true);
  await page.goto('/fr');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr-FR');
  await page.locator('#links').fill(LINK);
  await expect(page.getByText(now)).toBeVisible();
  await page.locator('#links').press('Enter');
  // Said once: the card says it as well, and of what.
  await expect(page.getByText(later)).toBeVisible();
  await expect(page.getByText(now)).toBeHidden();
  await page.reload();
  await expect(page.getByText(later)).toBeVisible();
  place.door.open();
  await page.context().setOffline(false);
  await expect(page.locator(ready)).toHaveCount(1);
  await expect(page.getByText(now)).toBeHidden();
});

test('every other page says that it is not there, in its language; links in an address wait in the queue', async ({
  page,
  place,
}) => {
  await keep(page, '/');
  place.door.shut();
  for (const [path, locale] of [
    ['/youtube', 'en'],
    ['/ja/youtube', 'ja'],
    ['/ru', 'ru'],
  ] as const) {
    await page.goto(path);
    const { site_offline_title: title } = await messagesOf(locale);
    await expect(page.getByRole('heading', { name: title?.() ?? '' })).toBeVisible();
  }
  // The page stands alone, and shows the theme that was chosen all the same.
  const theme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
  for (const chosen of ['dark', 'light']) {
    await page.evaluate((scheme) => localStorage.setItem('mantine-color-scheme-value', scheme), chosen);
    await page.reload();
    expect(await theme()).toBe(chosen);
  }
  await page.goto(`/tiktok?u=${encodeURIComponent(LINK)}`);
  await expect(page).toHaveURL(/\/#https/);
  await expect(page.locator('#queue article')).toHaveCount(1);
});

test.describe('behind a proxy that does not reach the site', () => {
  test.use({ expectedStatuses: [502] });

  test('the app starts with its queue; other pages say that they are not there', async ({ page, place }) => {
    await keep(page, '/');
    place.door.lose();
    await page.goto(`/?u=${encodeURIComponent(LINK)}`);
    await expect(page).toHaveURL(/\/#https/);
    await expect(page.locator('#queue article')).toHaveCount(1);
    await page.goto('/youtube');
    const { site_offline_title: title } = await messagesOf('en');
    await expect(page.getByRole('heading', { name: title?.() ?? '' })).toBeVisible();
    place.door.open();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('YouTube');
  });
});

test.describe('without what it needs', () => {
  // React tells what a page could not be made for.
  test.use({ expectedText: 'TypeError: Failed to fetch' });

  test('a step to another page says that there is no connection, and is made as soon as there is one', async ({
    page,
    place,
  }) => {
    const texts = await messagesOf('fr');
    const heading = page.getByRole('heading', { level: 1 });
    await keep(page, '/fr');
    place.door.shut();
    await page.context().setOffline(true);
    await page.getByRole('navigation').getByRole('link', { name: 'TikTok' }).first().click();
    await expect(heading).toHaveText(texts['site_offline_title']?.() ?? '');
    await expect(page).toHaveURL(/\/fr\/tiktok$/);
    place.door.open();
    await page.context().setOffline(false);
    await expect(heading).toHaveText(texts['site_tiktok_heading']?.() ?? '');
  });
});

test('downloads, calls and shared links go past the worker; pages and scripts do not', async ({ page, place }) => {
  await keep(page, '/');
  const answers: { path: string; isByWorker: boolean }[] = [];
  page.on('response', (response) => {
    answers.push({ path: new URL(response.url()).pathname, isByWorker: response.fromServiceWorker() });
  });
  const download = page.waitForEvent('download');
  await page.goto(`/?u=${encodeURIComponent(LINK)}`);
  await page
    .getByRole('link', { name: /^Download MP4/ })
    .first()
    .click();
  expect(await (await download).failure()).toBeNull();
  await page.goto('/share?text=hello');
  const by = (isByWorker: boolean) =>
    answers.filter((answer) => answer.isByWorker === isByWorker).map(({ path }) => path);
  expect(by(true).filter((path) => /^\/(?:api|files|identity|_serverFn|share)/.test(path))).toEqual([]);
  expect(by(true)).toContain('/');
  expect(by(true).some((path) => path.startsWith('/assets/'))).toBe(true);
  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(kept.filter((path) => !/^\/assets\/|^\/(?:[a-z]{2}\/)?offline$|^\/(?:[a-z]{2})?$/.test(path))).toEqual([]);
  expect(place.door.origin).toBe(new URL(page.url()).origin);
});

test('a new version waits until it is agreed to; a running download, the queue and pasted links outlive it', async ({
  page,
  place,
}) => {
  await keep(page, '/');
  await page.locator('#links').fill(BIG);
  await page.locator('#links').press('Enter');
  await expect(page.locator(ready)).toHaveCount(1);
  place.site.knobs.throttleBytesPerS = SLOW;
  const begun = page.waitForEvent('download');
  await page
    .getByRole('link', { name: /^Download MP4/ })
    .first()
    .click();
  const download = await begun;
  await expect(page.locator('[data-state="transferring"]')).toBeVisible();
  const first = await page.evaluate(() => caches.keys());

  place.door.release();
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  const note = page.getByText('A new version is available. Your queue and running downloads are kept.');
  await expect(note).toBeVisible();
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting?.state)).toBe(
    'installed',
  );
  await page.locator('#links').focus();
  await page.keyboard.insertText(LINK);
  await expect(page.locator('#links'), 'it is a chip').toHaveValue('');
  const reloaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Reload' }).click();
  await reloaded;
  await expect(page.locator('[data-state="transferring"]')).toBeVisible();
  await expect(page.locator(ready)).toHaveCount(2);
  expect(await page.evaluate(() => caches.keys())).not.toEqual(first);
  await expect(note).toBeHidden();

  place.site.knobs.throttleBytesPerS = 0;
  await expect(page.locator('[data-state="done"]')).toContainText('Saved');
  expect(await download.failure()).toBeNull();
});

test('a new version that one tab has agreed to is agreed to in another, too', async ({ page, place }) => {
  await keep(page, '/');
  const second = await page.context().newPage();
  await second.goto('/');
  place.door.release();
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  const tabs = [page, second];
  const agree = (tab: Page) => tab.getByRole('button', { name: 'Reload' });
  // What tells of it comes with the form's code, which is loaded once the page is touched.
  for (const tab of tabs)
    await expect(async () => {
      await tab.mouse.move(40, 200);
      await tab.mouse.move(44, 204);
      await expect(agree(tab)).toBeVisible({ timeout: 1_000 });
    }).toPass({ timeout: 60_000 });
  for (const tab of tabs) {
    const reloaded = tab.waitForEvent('load');
    await agree(tab).click();
    await reloaded;
    await expect(agree(tab)).toBeHidden();
  }
});
