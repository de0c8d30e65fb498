import type { Locator, Page } from '@playwright/test';
import { MIDDLE_PLAYLIST } from '../../platforms/youtube/youtube-lists.ts';
import { expect, test } from '../test.ts';
import { type Cost, visitorOf } from '../visitor.ts';

/** Heights up to 4320, of which each is a file of its own. */
const MANY_HEIGHTS = 'https://www.youtube.com/watch?v=ManySounds1';
const FILM = 'https://www.youtube.com/watch?v=OKvideo0001';
const TIKTOK = 'https://www.tiktok.com/@replica.user/video/7400000000000000001';

async function read(page: Page, path: string, link: string): Promise<Locator> {
  await page.goto(path);
  await page.locator('#links').fill(link);
  await page.locator('#links').press('Enter');
  const card = page.locator('article[data-state="ready"]');
  await expect(card).toBeVisible();
  return card;
}

/** Presses one thing after another where it is, and answers what the browser saved, and what that cost. */
async function savedBy(page: Page, ...targets: Locator[]): Promise<{ name: string } & Cost> {
  const { press, cost } = visitorOf(page);
  const download = page.waitForEvent('download');
  for (const target of targets) await press(target);
  const saved = await download;
  expect(await saved.failure()).toBeNull();
  return { name: saved.suggestedFilename(), ...cost() };
}

const picker = (card: Locator) => card.getByRole('button', { name: /^Format:/ });
const entry = (card: Locator, name: RegExp) => card.locator('[popover]').getByRole('link', { name });

test('1080p is at most two presses from the answer, and is what the card offers from then on', async ({ page }) => {
  const card = await read(page, '/youtube', MANY_HEIGHTS);
  const { name, ...cost } = await savedBy(page, picker(card), entry(card, /^1080p/));
  expect(name).toContain('(1080p');
  expect(cost).toEqual({ presses: 2, scrolledPx: 0 });
  await expect(picker(card)).toHaveAccessibleName('Format: 1080p');
  await page.reload();
  await expect(picker(card)).toHaveAccessibleName('Format: 1080p');
});

test('so are MP3 and subtitles', async ({ page }) => {
  const card = await read(page, '/youtube', FILM);
  const mp3 = await savedBy(page, picker(card), entry(card, /^MP3/));
  expect([mp3.name, mp3.presses]).toEqual([expect.stringMatching(/\.mp3$/), 2]);
  const text = await savedBy(page, picker(card), entry(card, /^Subtitles/));
  expect([text.name, text.presses]).toEqual([expect.stringMatching(/\.srt$/), 2]);
});

test('a film of TikTok without watermark is one press from the answer, and the card says that it has none', async ({
  page,
}) => {
  const card = await read(page, '/tiktok', TIKTOK);
  await expect(card.getByText('No watermark')).toBeVisible();
  const { name, presses } = await savedBy(page, card.locator('a[download]').first());
  expect([name, presses]).toEqual([expect.stringMatching(/\.mp4$/), 1]);
  const done = card.locator('[data-state="done"]');
  await expect(done).toContainText(`Saved in Downloads · ${name}`);
  await done.getByRole('button', { name: 'Show me where' }).click();
  await expect(done).toContainText('The file is in your Downloads folder.');
  await done.getByRole('link', { name: 'Another link' }).click();
  await expect(page.locator('#links')).toBeFocused();
});

test('at 1440 px all that can be had stands beside the picture', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const card = await read(page, '/youtube', FILM);
  const edge = await card.locator('img').evaluate((image) => image.getBoundingClientRect().right);
  const parts = [card.locator('summary'), card.getByRole('link', { name: 'Open on YouTube' })];
  for (const part of parts) expect((await part.boundingBox())?.x ?? 0).toBeGreaterThan(edge);
  expect((await card.boundingBox())?.height ?? 0).toBeLessThan(300);
  // Also what there is of a list.
  const list = await read(page, '/youtube', `https://www.youtube.com/playlist?list=${MIDDLE_PLAYLIST}`);
  const picture = list.locator('img').first();
  const heading = (await list.locator('legend').boundingBox()) ?? { x: 0, y: 0 };
  expect(heading.x).toBeGreaterThan(await picture.evaluate((image) => image.getBoundingClientRect().right));
  expect(heading.y).toBeLessThan(await picture.evaluate((image) => image.getBoundingClientRect().bottom));
});

for (const width of [360, 1440])
  test(`at ${width} px what is said of a file that is saved begins at one edge, and its name has one line and its ending`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 740 });
    const card = await read(page, '/youtube', FILM);
    const { name } = await savedBy(page, card.locator('a[download]').first());
    const done = card.locator('[data-state="done"]');
    const [button, summary] = [done.getByRole('button').first(), done.locator('summary')];
    const edges = [await button.boundingBox(), await summary.boundingBox()].map((box) => box && Math.round(box.x));
    expect(edges[0]).toBe(edges[1]);
    const shown = done.getByTitle(name);
    const { height } = (await shown.boundingBox()) ?? { height: 0 };
    expect(height).toBeLessThan(30);
    await expect(shown.locator('span').last()).toBeInViewport({ ratio: 1 });
  });

test('the menu is had by keyboard alone, and gives the focus back', async ({ page }) => {
  const card = await read(page, '/youtube', FILM);
  await picker(card).focus();
  await page.keyboard.press('Enter');
  await expect(entry(card, /^720p60/)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(entry(card, /^360p/)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(entry(card, /^360p/)).toBeHidden();
  await expect(picker(card)).toBeFocused();
});

test('at 768 px the table of all formats needs no sideways scrolling', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 900 });
  const card = await read(page, '/ru/youtube', MANY_HEIGHTS);
  await card.locator('summary').first().click();
  const table = card.locator('table');
  await expect(table).toBeVisible();
  const isWhole = await table.evaluate(
    ({ parentElement, scrollWidth }) => scrollWidth <= (parentElement?.clientWidth ?? 0),
  );
  expect(isWhole).toBe(true);
});

for (const size of [
  { width: 1280, height: 720 },
  { width: 1024, height: 600 },
  { width: 640, height: 360 },
]) {
  test(`at ${size.width} × ${size.height} the menu stands whole in the window, and the page stays where it is`, async ({
    page,
  }) => {
    await page.setViewportSize(size);
    const card = await read(page, '/youtube', FILM);
    for (const block of ['start', 'center', 'end'] as const) {
      await picker(card).evaluate(
        (button, place) => button.scrollIntoView({ block: place, behavior: 'instant' }),
        block,
      );
      const before = await page.evaluate(() => scrollY);
      await picker(card).click();
      await expect(entry(card, /./).and(page.locator('[aria-current]'))).toBeFocused();
      await expect(card.locator('[popover]:popover-open')).toBeInViewport({ ratio: 1 });
      expect(await page.evaluate(() => scrollY)).toBe(before);
      await page.keyboard.press('Escape');
    }
  });
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('each common file is a link of the menu', async ({ page }) => {
    await page.goto(`/youtube?u=${encodeURIComponent(FILM)}`);
    const card = page.locator('article');
    const { name, presses } = await savedBy(page, picker(card), entry(card, /^360p/));
    expect([name, presses]).toEqual([expect.stringContaining('(360p'), 2]);
  });
});
