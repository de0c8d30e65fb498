import type { Page } from '@playwright/test';
import { limits } from '#app.config';
import { QUEUE_STORAGE_KEY } from '#/download/queue/queue-signal.ts';
import { LOCALE_CODES, LOCALES } from '#/language/locales.ts';
import { hydrated } from '../hydrated.ts';
import { expect, messagesOf, pathIn, test } from '../test.ts';

const YOUTUBE = 'https://youtu.be/OKvideo0001';
const TIKTOK = 'https://vm.tiktok.com/ZMreplica1/';
const ready = 'article[data-state="ready"]';
const DROPPED = `[InternetShortcut]\r\nURL=${YOUTUBE}\r\n`;

test('each language has a manifest of the app: named, started and shared to in it, with icons that are there', async ({
  request,
}) => {
  for (const locale of LOCALE_CODES) {
    const page = await (await request.get(pathIn(locale, '/youtube'))).text();
    for (const scheme of ['light', 'dark'])
      expect(page).toMatch(new RegExp(`<meta name="theme-color" media="\\(prefers-color-scheme: ${scheme}\\)"`));
    const [, address = ''] = /<link rel="manifest" href="([^"]+)"/.exec(page) ?? [];
    expect(address).toBe(pathIn(locale, '/manifest.webmanifest'));
    const answer = await request.get(address);
    expect(answer.headers()['content-type']).toBe('application/manifest+json');
    const manifest = await answer.json();
    expect(manifest).toMatchObject({ id: '/', scope: '/', lang: LOCALES[locale].iso, start_url: pathIn(locale, '/') });
    expect(manifest.share_target).toMatchObject({ action: '/share', method: 'POST' });
    for (const { url } of manifest.shortcuts) expect((await request.get(url)).status(), url).toBe(200);
    for (const { src } of manifest.icons) {
      const icon = await request.get(src);
      expect([icon.status(), icon.headers()['content-type']], src).toEqual([200, 'image/png']);
    }
  }
});

test('Chromium finds nothing wrong with the app', async ({ page }) => {
  await page.goto('/fr');
  const session = await page.context().newCDPSession(page);
  const { errors, url } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  expect(new URL(url).pathname).toBe('/fr/manifest.webmanifest');
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
});

test.describe('what other apps share', () => {
  test('is read at once, every link of it, in the visitor’s language, without a worker', async ({ page }) => {
    await page.goto('/fr');
    await page.evaluate(
      ([text = '', url = '']) => {
        const form = Object.assign(document.createElement('form'), {
          method: 'post',
          action: '/share',
          enctype: 'multipart/form-data',
        });
        for (const [name, value] of Object.entries({ title: 'A film', text, url })) {
          form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }));
        }
        document.cookie = 'i18n_redirected=fr; path=/';
        document.body.append(form);
        form.submit();
      },
      [`Voilà ${TIKTOK} !`, YOUTUBE],
    );
    await expect(page).toHaveURL(/\/fr\?u=/);
    await expect(page.locator(ready)).toHaveCount(2);
  });

  test('is told when it does not fit, and when there is no link in it', async ({ page }) => {
    await page.goto('/share?text=hello');
    await expect(page.getByText('There’s no link in what you shared.')).toBeVisible();
    const many = Array.from({ length: limits.linksPerPaste + 2 }, (_, index) => `https://example.com/${index}`);
    await page.goto(`/share?${new URLSearchParams({ text: many.join(' ') })}`);
    await expect(page.getByText('2 more links didn’t fit. Paste them here.')).toBeVisible();
  });
});

/** How often the page stores something within a second in which nothing happens. */
function writesInASecond(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let writes = 0;
        const set = Storage.prototype.setItem;
        Storage.prototype.setItem = function (this: Storage, name, value) {
          writes += 1;
          set.call(this, name, value);
        };
        setTimeout(() => resolve(writes), 1_000);
      }),
  );
}

test('a page is filled from its address: several links, what to take, and links that the server never sees', async ({
  page,
}) => {
  await page.goto(`/?u=${encodeURIComponent(YOUTUBE)}&u=${encodeURIComponent(TIKTOK)}&mode=audio`);
  await expect(page.locator(ready)).toHaveCount(2);
  await expect(page.getByRole('radio', { name: 'MP3' })).toBeChecked();
  // What came with the page is in the browser's queue once its code is at work.
  const stored = () => page.evaluate((key) => localStorage.getItem(key) ?? '', QUEUE_STORAGE_KEY);
  await expect.poll(stored).toContain(TIKTOK);
  expect(await writesInASecond(page), 'what was taken over is not taken over again').toBeLessThan(5);
  const asked: string[] = [];
  page.on('request', (request) => request.resourceType() === 'document' && asked.push(new URL(request.url()).search));
  await page.goto('/youtube#https://x.com/replica/status/1800000000000000001');
  await expect(page.locator(ready)).toHaveCount(3);
  expect(asked).toEqual(['']);
});

/** Touches the page until its form is the one that listens to keys. */
async function touch(page: Page): Promise<void> {
  const field = page.locator('#links');
  await expect(async () => {
    await page.mouse.move(40, 300);
    await page.mouse.move(44, 304);
    await field.press('Escape');
    await expect(field).not.toBeFocused({ timeout: 1_000 });
  }).toPass({ timeout: 60_000 });
}

test.describe('by keys alone', () => {
  test('a visitor chooses, pastes and sends, and reads what the keys are', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const texts = await messagesOf('ru');
    const [keys = '', audio = ''] = [texts['download_keys']?.(), texts['download_mode_audio']?.()];
    await page.goto('/ru/youtube');
    await touch(page);
    await expect(page.getByRole('button', { name: keys })).toBeVisible();
    await page.evaluate((link) => navigator.clipboard.writeText(link), YOUTUBE);
    const field = page.locator('#links');
    await page.keyboard.press('2');
    await expect(page.getByRole('radio', { name: audio })).toBeChecked();
    await page.keyboard.press('/');
    await expect(field).toBeFocused();
    await field.press('Escape');
    await page.keyboard.press('p');
    await expect(page.locator(ready)).toHaveCount(1);
    await field.press('Escape');
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: keys });
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });

  test('keys are switched off for good', async ({ page }) => {
    await page.goto('/');
    await touch(page);
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    await page.getByRole('checkbox', { name: 'Use single-key shortcuts' }).uncheck();
    await page.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('button', { name: 'Keyboard shortcuts' })).toBeFocused();
    await page.reload();
    await touch(page);
    await page.keyboard.press('2');
    await expect(page.getByRole('radio', { name: 'MP3' })).not.toBeChecked();
  });
});

test('a click on a button of the form is carried out, though the form’s code comes only with it', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/');
  await hydrated(page);
  await page.evaluate((link) => navigator.clipboard.writeText(link), YOUTUBE);
  await context.route('**/assets/DownloadWorkspace-*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await route.continue();
  });
  await page.getByRole('button', { name: 'Paste', exact: true }).click();
  await expect(page.getByRole('button', { name: `Remove ${YOUTUBE}` })).toBeVisible();
  await page.reload();
  await hydrated(page);
  const button = page.getByRole('button', { name: 'Keyboard shortcuts' });
  await button.click();
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
});

test('links that are dropped anywhere on the page are read, also out of files', async ({ page }) => {
  await page.goto('/');
  await touch(page);
  const drop = async (kind: 'link' | 'file', content: string) => {
    const data = await page.evaluateHandle(
      ([what, text = '']) => {
        const transfer = new DataTransfer();
        if (what === 'link') transfer.setData('text/uri-list', text);
        else transfer.items.add(new File([text], 'A film.url'));
        return transfer;
      },
      [kind, content],
    );
    await page.locator('footer').last().dispatchEvent('dragover', { dataTransfer: data });
    await expect(page.getByText('Drop links here')).toBeVisible();
    await page.locator('footer').last().dispatchEvent('drop', { dataTransfer: data });
    await expect(page.getByText('Drop links here')).toBeHidden();
  };
  await drop('link', TIKTOK);
  await expect(page.locator(ready)).toHaveCount(1);
  await drop('file', DROPPED);
  await expect(page.locator(ready)).toHaveCount(2);
});

test.describe('inside an app that refuses to save', () => {
  test.use({
    userAgent: 'Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) Chrome/129.0 Mobile Safari/537.36 Instagram 350.0',
  });

  test('the ways to have the file stand open, with the reason, and its link works elsewhere', async ({
    page,
    playwright,
    baseURL,
  }) => {
    await page.goto(`/?u=${encodeURIComponent(YOUTUBE)}`);
    // Until the page's code is there, the link saves the file by itself.
    await hydrated(page);
    await expect(async () => {
      await page
        .getByRole('link', { name: /^Download MP4/ })
        .first()
        .click();
      await expect(page.getByText(/^Instagram opens pages in its own browser/)).toBeVisible({ timeout: 3_000 });
    }).toPass({ timeout: 60_000 });
    const href = await page.getByRole('link', { name: 'Save directly' }).getAttribute('href');
    const elsewhere = await playwright.request.newContext({ ...(baseURL && { baseURL }) });
    expect((await elsewhere.head(href ?? '')).status()).toBe(200);
    await elsewhere.dispose();
  });
});

test('a page whose parts are gone, since the server has others by now, is loaded anew, with what stands in it', async ({
  browser,
  baseURL,
}) => {
  // What the lost part costs in the console is no matter here: the page is left at once.
  const context = await browser.newContext({ ...(baseURL && { baseURL }), serviceWorkers: 'block' });
  const page = await context.newPage();
  let loads = 0;
  page.on('load', () => loads++);
  await context.route('**/assets/DownloadWorkspace-*.js', (route) =>
    loads < 2 ? route.fulfill({ status: 404 }) : route.continue(),
  );
  await page.goto('/');
  await page.locator('#links').fill(YOUTUBE);
  await expect(async () => {
    await page.mouse.move(40, 200);
    await page.mouse.move(44, 204);
    await expect(page.locator(ready)).toHaveCount(1, { timeout: 3_000 });
  }).toPass({ timeout: 60_000 });
  expect(loads).toBe(2);
  await context.close();
});
