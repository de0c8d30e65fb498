import { devices, type Page } from '@playwright/test';
import { MIDDLE_PLAYLIST } from '../../platforms/youtube/youtube-lists.ts';
import { hydrated } from '../hydrated.ts';
import { expect, messagesOf, test } from '../test.ts';
import { countEntrances, noteJumps, noteWhatIsNew, visitorOf } from '../visitor.ts';

const FILM = 'https://www.youtube.com/watch?v=OKvideo0001';
const PRIVATE = 'https://www.youtube.com/watch?v=Private0001';
const TIKTOK = 'https://www.tiktok.com/@replica.user/video/7400000000000000001';

/** Puts a link into the field as a paste does, once the form is at work. */
async function paste(page: Page, link: string): Promise<void> {
  await hydrated(page);
  await page.locator('#links').focus();
  await page.keyboard.insertText(link);
  await expect(page.getByRole('button', { name: 'Clear', exact: true })).toBeVisible();
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('the MP3 of a video takes three taps, and no scrolling', async ({ page }) => {
    await page.goto('/youtube');
    await paste(page, FILM);
    const { press, cost } = visitorOf(page);
    await press(page.locator('label', { hasText: 'MP3' }));
    await press(page.getByRole('button', { name: 'Download MP3', exact: true }));
    const saved = page.waitForEvent('download');
    await press(page.getByRole('link', { name: /^Download MP3/ }));
    expect((await saved).suggestedFilename()).toMatch(/\.mp3$/);
    expect(cost()).toEqual({ presses: 3, scrolledPx: 0 });
  });

  test('what was asked for stands at the top at once, has the focus, and does not jump when its answer comes', async ({
    page,
  }) => {
    await page.goto('/youtube');
    await paste(page, FILM);
    const release = Promise.withResolvers<void>();
    await page.route('**/_serverFn/**', (route) => release.promise.then(() => route.continue()));
    await page.getByRole('button', { name: 'Download', exact: true }).tap();
    const card = page.getByRole('article');
    await expect(card).toBeFocused();
    await expect(card).toHaveAttribute('data-state', 'resolving');
    expect(await card.evaluate((one) => one.getAnimations().length)).toBe(0);
    const top = async () => Math.round((await card.boundingBox())?.y ?? 0);
    expect(await top()).toBe(80);
    const heading = await page.getByRole('heading', { level: 1 }).evaluate((one) => one.getBoundingClientRect().height);
    // Two lines of 20 px at most.
    expect(heading).toBeLessThanOrEqual(40);
    const jumped = await noteJumps(page);
    release.resolve();
    await expect(card).toHaveAttribute('data-state', 'ready');
    await expect(page.getByRole('link', { name: /^Download MP4/ }).first()).toBeVisible();
    expect(await top()).toBe(80);
    // The foot of the card may move by a line, as its answer has one more or less.
    expect(await jumped()).toBeLessThan(0.02);
  });

  test('what follows a link that failed comes to stand right below it, and nothing jumps', async ({ page }) => {
    await page.goto('/youtube');
    await paste(page, PRIVATE);
    const release = Promise.withResolvers<void>();
    await page.route('**/_serverFn/**', (route) => release.promise.then(() => route.continue()));
    await page.getByRole('button', { name: 'Download', exact: true }).tap();
    const card = page.getByRole('article');
    await expect(card).toHaveAttribute('data-state', 'resolving');
    const jumped = await noteJumps(page);
    const below = () =>
      card.evaluate((one) => {
        const end = document.querySelector('#download')?.getBoundingClientRect().bottom ?? 0;
        return Math.round(end - one.getBoundingClientRect().bottom);
      });
    expect(await below()).toBeGreaterThan(0);
    release.resolve();
    await expect(card).toHaveAttribute('data-state', 'failed');
    await expect.poll(below).toBe(0);
    expect(Math.round((await card.boundingBox())?.y ?? 0)).toBe(80);
    expect(await jumped()).toBeLessThan(0.02);
  });
});

test.describe('on an iPhone', () => {
  const { userAgent, viewport, isMobile, hasTouch } = devices['iPhone 15'];
  test.use({ userAgent, viewport, isMobile, hasTouch });

  test('a TikTok video without watermark takes two taps, and the way to Photos is told there and then', async ({
    page,
  }) => {
    const m = await messagesOf('en');
    await page.goto('/tiktok');
    await paste(page, TIKTOK);
    const { press, cost } = visitorOf(page);
    await press(page.getByRole('button', { name: 'Download', exact: true }));
    const card = page.locator('article[data-state="ready"]');
    await expect(card.getByText('No watermark')).toBeInViewport();
    const saved = page.waitForEvent('download');
    await press(card.locator('a[download]').first());
    expect((await saved).suggestedFilename()).toMatch(/\.mp4$/);
    expect(cost()).toEqual({ presses: 2, scrolledPx: 0 });
    for (const step of ['open', 'share', 'save'])
      await expect(card.getByText(m[`download_where_ios_${step}`]?.() ?? '')).toBeInViewport();
  });
});

test.describe('where things may move', () => {
  test.use({ viewport: { width: 360, height: 740 }, reducedMotion: 'no-preference' });

  test('the page glides to what was asked for, which comes in once and stays when it is answered', async ({ page }) => {
    await page.goto('/youtube');
    await paste(page, FILM);
    // On a busy machine the answer may be there before the first frame.
    const release = Promise.withResolvers<void>();
    await page.route('**/_serverFn/**', (route) => release.promise.then(() => route.continue()));
    await countEntrances(page);
    await page.evaluate(() => {
      const passed = new Set<number>();
      addEventListener('scroll', () => {
        document.documentElement.dataset['passed'] = `${passed.add(scrollY).size}`;
      });
    });
    await page.getByRole('button', { name: 'Download', exact: true }).click();
    const card = page.getByRole('article');
    await expect.poll(async () => Math.round((await card.boundingBox())?.y ?? 0)).toBe(80);
    await expect(card).toBeFocused();
    expect(Number(await page.locator('html').getAttribute('data-passed'))).toBeGreaterThan(1);
    await expect(page.locator('html')).toHaveAttribute('data-entrances', '1');
    release.resolve();
    await expect(card).toHaveAttribute('data-state', 'ready');
    await expect(page.locator('html')).toHaveAttribute('data-entrances', '1');
  });

  test.describe('without a connection', () => {
    test.use({ isCutOff: true });

    test('a card is gone to where it lies once what stood above it is gone', async ({ page }) => {
      await page.goto('/youtube');
      await paste(page, FILM);
      await page.getByRole('button', { name: 'Download', exact: true }).click();
      await expect(page.getByRole('article')).toHaveAttribute('data-state', 'ready');
      await page.context().setOffline(true);
      await page.locator('#links').fill('https://youtu.be/OKvideo0002');
      // The form says so as long as no card does.
      await expect(page.getByText('You’re offline')).toBeVisible();
      await page.getByRole('button', { name: 'Download', exact: true }).click();
      const card = page.getByRole('article').first();
      await expect(card).toBeFocused();
      await expect.poll(async () => Math.round((await card.boundingBox())?.y ?? 0)).toBe(80);
      await page.context().setOffline(false);
    });
  });
});

test('a playlist of 200 is on its way with two clicks, and stops when it is told to', async ({ page }) => {
  await page.goto('/youtube');
  await paste(page, `https://www.youtube.com/playlist?list=${MIDDLE_PLAYLIST}`);
  const { press, cost } = visitorOf(page);
  const saved = page.waitForEvent('download');
  await press(page.getByRole('button', { name: 'Download', exact: true }));
  await press(page.getByRole('button', { name: 'Download all (200)' }));
  expect(cost()).toEqual({ presses: 2, scrolledPx: 0 });
  await saved;
  await expect(page.getByText(/^\d+ of 200 done$/)).toBeVisible();
  await expect.poll(async () => page.locator('[data-state="done"]').count()).toBeGreaterThan(3);
  await page.getByRole('button', { name: 'Stop the rest' }).click();
  await expect(page.getByText(/ of 200 done$/)).toBeHidden();
});

test('several links are downloaded with one press, each as it was picked', async ({ page }) => {
  await page.goto('/');
  await paste(page, `${FILM} https://vm.tiktok.com/ZMreplica1/ https://x.com/replica/status/1800000000000000001`);
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  await expect(page.locator('article[data-state="ready"]')).toHaveCount(3);
  // Of all that can be pressed, one thing leads on.
  const loud = page.locator('main').evaluate((main) => {
    const { backgroundColor } = getComputedStyle(main.querySelector('#queue header button') ?? main);
    return [...main.querySelectorAll('a, button')]
      .filter((one) => one.checkVisibility() && getComputedStyle(one).backgroundColor === backgroundColor)
      .map(({ textContent }) => textContent);
  });
  expect(await loud).toEqual(['Download all (3)']);
  const picker = page.getByLabel(/^Format of Replica: 4 seconds of test pattern —/);
  const mp3 = picker.locator('option', { hasText: /^MP3 128 kbps · English · ≈?\d+ kB$/ });
  await picker.selectOption(await mp3.getAttribute('value'));
  const names: string[] = [];
  page.on('download', (download) => names.push(download.suggestedFilename().split('.').at(-1) ?? ''));
  await page.getByRole('button', { name: 'Download all (3)' }).click();
  await expect(page.locator('[data-state="done"]')).toHaveCount(3);
  expect(names.toSorted()).toEqual(['mp3', 'mp4', 'mp4']);
});

test('another mode is that of what was not begun', async ({ page }) => {
  await page.goto('/youtube');
  await paste(page, FILM);
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  await expect(page.getByRole('link', { name: /^Download MP4/ }).first()).toBeVisible();
  await page.locator('label', { hasText: 'MP3' }).click();
  await expect(page.getByRole('link', { name: /^Download MP3 · \d+ kbps/ })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Original M4A, no conversion' })).toBeVisible();
});

test('an example fills the field, recognised and ready to be sent', async ({ page }) => {
  await page.goto('/');
  await hydrated(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.getByRole('link', { name: 'Try an example' }).click();
  await expect(page.locator('#download li').getByText('YouTube')).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Download', exact: true })).toBeFocused();
  await expect(page).toHaveURL('/');
  // Nothing is read before the visitor says so.
  expect(asked.filter((url) => url.includes('_serverFn'))).toEqual([]);
});

for (const [screen, viewport] of [
  ['a phone', { width: 360, height: 740 }],
  ['a laptop', { width: 1440, height: 900 }],
] as const) {
  test(`on ${screen}, what is sent before the form’s code is there has the focus once it is, at the top of what is in view`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    await page.goto('/youtube', { waitUntil: 'networkidle' });
    const code = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', (route) => code.promise.then(() => route.continue()));
    await page.locator('#links').fill(FILM);
    await page.locator('#links').press('Enter');
    await expect(page.locator('#download form[data-held]')).toBeVisible();
    code.resolve();
    const card = page.locator('article');
    await expect(card).toBeFocused();
    await expect(card).toHaveAttribute('data-state', 'ready');
    await expect(card).toBeFocused();
    const { top, toolbar } = await card.evaluate((element) => ({
      top: element.getBoundingClientRect().top,
      toolbar: document.querySelector('header')?.getBoundingClientRect().bottom ?? 0,
    }));
    expect(top - toolbar).toBeGreaterThanOrEqual(0);
    expect(top - toolbar).toBeLessThan(40);
  });
}

test.describe('of what is pressed something is seen before any answer', () => {
  test('the link is being read', async ({ page }) => {
    await page.goto('/youtube');
    await paste(page, FILM);
    await page.route('**/_serverFn/**', () => {});
    await noteWhatIsNew(page);
    await visitorOf(page).press(page.getByRole('button', { name: 'Download', exact: true }));
    await expect(page.locator('article[data-state="resolving"]')).toBeInViewport();
    await expect(page.locator('html')).toHaveAttribute('data-new', /^(?:form|article)$/);
  });

  test('the button, as long as the form’s code is on its way', async ({ page }) => {
    await page.goto('/youtube', { waitUntil: 'networkidle' });
    const code = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', (route) => code.promise.then(() => route.continue()));
    await page.route('**/_serverFn/**', () => {});
    await page.locator('#links').fill(FILM);
    await page.getByRole('button', { name: 'Download', exact: true }).click();
    const held = page.locator('#download form[data-held]');
    await expect(held).toBeVisible();
    code.resolve();
    await expect(page.locator('article[data-state="resolving"]')).toBeInViewport();
    await expect(held).toHaveCount(0);
  });

  test('the button, as long as there is no code at all', async ({ page }) => {
    const [answer, seen] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    // Playwright looks at a page that is being left only once the other is there.
    await page.exposeFunction('tellSeen', seen.resolve);
    await page.addInitScript(() => {
      const look = (): unknown =>
        document.querySelector('#download form[data-held]')?.checkVisibility()
          ? (globalThis as unknown as { tellSeen: () => void }).tellSeen()
          : requestAnimationFrame(look);
      look();
    });
    await page.route('**/assets/*.js', () => {});
    await page.route('**/youtube?*', (route) => answer.promise.then(() => route.continue()));
    await page.goto('/youtube', { waitUntil: 'commit' });
    await page.locator('#links').fill(FILM);
    await page.getByRole('button', { name: 'Download', exact: true }).click({ noWaitAfter: true });
    await seen.promise;
    answer.resolve();
    await expect(page).toHaveURL(/\?u=/);
    await expect(page.locator('article[data-state="ready"]')).toBeVisible();
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the example is a link that is read', async ({ page }) => {
    await page.goto('/');
    const example = page.getByRole('link', { name: 'Try an example' });
    await expect(example).toHaveAttribute('href', /^\/\?u=https%3A%2F%2Fwww\.youtube\.com%2F/);
  });

  test('the button says what the chosen mode gives, and each of several links has its formats', async ({ page }) => {
    await page.goto('/youtube');
    await page.locator('label', { hasText: 'MP3' }).click();
    await expect(page.getByRole('button', { name: 'Download MP3', exact: true })).toBeVisible();
    const links = [FILM, 'https://vm.tiktok.com/ZMreplica1/', 'https://x.com/replica/status/1800000000000000001'];
    await page.goto(`/?u=${encodeURIComponent(links.join('\n'))}`);
    await expect(page.locator('article')).toHaveCount(3);
    await expect(page.getByText(/^All formats/)).toHaveCount(3);
    await expect(page.getByText(/^All formats/).last()).toBeVisible();
  });
});
