import type { Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../test.ts';

const FILM = 'https://www.youtube.com/watch?v=OKvideo0001';
const SHORT = 'https://www.youtube.com/shorts/Shorts00001';

async function open(page: Page, link: string): Promise<void> {
  await page.goto('/youtube');
  await page.locator('#links').fill(link);
  await page.locator('#links').press('Enter');
  await page.getByRole('button', { name: 'Preview' }).click();
}

test('the thumbnail comes in a width that is shown, as a modern picture', async ({ page }) => {
  const pictures: { url: string; type: string | undefined }[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'image' && response.url().includes('/api/video/'))
      pictures.push({ url: response.url(), type: response.headers()['content-type'] });
  });
  await page.goto(`/youtube?u=${encodeURIComponent(FILM)}`);
  const thumbnail = page.locator('article img').first();
  await expect.poll(() => thumbnail.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  expect(await thumbnail.evaluate((image: HTMLImageElement) => image.currentSrc)).toMatch(/\?w=320$/);
  expect(pictures.map(({ type }) => type)).toContain('image/avif');
});

test('over the line of the film there is a picture of each moment, with its time and chapter', async ({ page }) => {
  const sheets: number[] = [];
  page.on('response', (response) => {
    if (response.url().includes('?sheet=')) sheets.push(response.status());
  });
  await open(page, FILM);
  const slider = page.getByRole('slider', { name: 'Playback position' });
  // A film that is known has its height, and what stands below it its place.
  const video = page.locator('video');
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.readyState)).toBeGreaterThan(0);
  await slider.scrollIntoViewIfNeeded();
  expect(sheets).toEqual([]);
  const box = (await slider.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(box.x + box.width * 0.6, box.y + box.height / 2);
  const preview = page.locator('[style*="--share"]');
  await expect(preview).toHaveText('0:02 · Middle');
  const picture = preview.locator('[style*="background-image"]');
  await expect(picture).toHaveCSS('background-position', '-160px -90px');
  await expect.poll(() => sheets).toEqual([200]);
  // It stays on the screen from one end of the film to the other.
  for (const share of [0.01, 0.99]) {
    await page.mouse.move(box.x + box.width * share, box.y + box.height / 2);
    const shown = (await preview.boundingBox()) ?? { x: -1, width: 0 };
    expect(shown.x).toBeGreaterThanOrEqual(box.x - 1);
    expect(shown.x + shown.width).toBeLessThanOrEqual(box.x + box.width + 1);
  }
  await page.mouse.move(0, 0);
  await expect(preview).toBeHidden();
  await slider.focus();
  await slider.press('End');
  await expect(preview).toHaveText('0:04');
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(3);
  await expectAccessible(page);
});

test('where the platform has no storyboard there are time and chapter alone', async ({ page }) => {
  await open(page, SHORT);
  await expect(page.locator('video')).toBeVisible();
  await page.getByRole('slider', { name: 'Playback position' }).hover();
  const moment = page.locator('[style*="--share"]');
  await expect(moment).toHaveText(/^0:0\d/);
  await expect(moment.locator('[style*="background-image"]')).toHaveCount(0);
});

test('the line of the film is that of the clip: pressed beside its handles, the film goes there, and they stay', async ({
  page,
}) => {
  await open(page, FILM);
  const video = page.locator('video');
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.readyState)).toBeGreaterThan(0);
  const position = page.getByRole('slider', { name: 'Playback position' });
  await position.scrollIntoViewIfNeeded();
  const box = (await position.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const now = () => video.evaluate((element: HTMLVideoElement) => element.currentTime);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await expect.poll(now).toBeCloseTo(2, 0);
  await expect(page.getByRole('textbox', { name: 'Start' })).toHaveValue('');
  // The start is dragged from the left end to where the film stands.
  await page.mouse.move(box.x + 12, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 4, box.y + box.height / 2, { steps: 4 });
  await expect(page.locator('[style*="--share"]')).toHaveText(/^0:0[01]/);
  await page.mouse.up();
  await expect(page.getByRole('textbox', { name: 'Start' })).toHaveValue(/^0:0[01]\.\d/);
  await expect.poll(now).toBeLessThan(1.5);
});

test('with a film open at 1440 px, what stands beside it is about as high as it is', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, FILM);
  const video = page.locator('video');
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.readyState)).toBeGreaterThan(0);
  await page.getByRole('textbox', { name: 'Start' }).fill('0:01');
  await page.getByRole('textbox', { name: 'End' }).fill('0:03');
  await expect(page.getByText(/^Cut at exactly/)).toBeVisible();
  const bottomOf = (selector: string) =>
    page.locator(selector).evaluate((element) => element.getBoundingClientRect().bottom);
  const [left, right] = [
    await bottomOf('article a[download]:not(details *, fieldset *, [popover] *)'),
    await bottomOf('article details'),
  ];
  expect(Math.abs(left - right)).toBeLessThan(120);
});

for (const [width, isSticky] of [
  [1440, true],
  [1280, true],
  [1024, false],
  [360, false],
] as const) {
  test(`beside all formats the film stays in view at ${width} px: ${isSticky}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 740 });
    await open(page, 'https://www.youtube.com/watch?v=ManySounds1');
    const video = page.locator('video');
    await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.readyState)).toBeGreaterThan(0);
    await page.getByText(/^All formats/).click();
    // By the keyboard, to where the list ends.
    const last = page.locator('details table').getByRole('button').last();
    await last.scrollIntoViewIfNeeded();
    await page.locator('details table a[download]').nth(2).focus();
    let hidden = 0;
    for (let step = 0; step < 24; step++) {
      await page.keyboard.press('Tab');
      hidden += await page.evaluate(() => {
        const focused = document.activeElement;
        const { left, top, width: wide, height } = focused?.getBoundingClientRect() ?? new DOMRect();
        const there = document.elementFromPoint(left + wide / 2, top + height / 2);
        return there?.closest('video') && there !== focused ? 1 : 0;
      });
    }
    expect(hidden).toBe(0);
    await last.focus();
    await last.scrollIntoViewIfNeeded();
    if (isSticky) await expect(video).toBeInViewport({ ratio: 1 });
    else await expect(video).not.toBeInViewport();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });
}
