import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { LOCALE_CODES } from '#/language/locales.ts';
import { FAILURE_CODES } from '#/model/failure.ts';
import { MEDIA_FOLDER } from '../../platforms/make-media.ts';
import { FILE_SERVERS, LINKS_WITH_SECRETS, REPLICA_SECRETS } from '../../platforms/secrets.ts';
import { conditions } from '../../platforms/server.ts';
import { LONG_PLAYLIST } from '../../platforms/youtube/youtube-lists.ts';
import { hydrated } from '../hydrated.ts';
import { expect, messagesOf, pathIn, test } from '../test.ts';

const sha256 = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');
const source = (file: string) => sha256(join(MEDIA_FOLDER, file));
const exec = promisify(execFile);

/** A hash of the pictures or of the sound of a file, packet for packet: the same in whatever file they are. */
async function packets(path: string, kind: 'v' | 'a'): Promise<string> {
  const { stdout } = await exec('ffmpeg', [
    '-v',
    'error',
    '-i',
    path,
    '-map',
    `0:${kind}`,
    '-c',
    'copy',
    '-f',
    'md5',
    '-',
  ]);
  return stdout.trim();
}

const filmOf = async (path: string, sound = path) => [await packets(path, 'v'), await packets(sound, 'a')];
const film = (...files: [string, string?]) =>
  filmOf(join(MEDIA_FOLDER, files[0]), join(MEDIA_FOLDER, files[1] ?? files[0]));

async function submit(page: Page, text: string): Promise<void> {
  await page.locator('#links').fill(text);
  await page.locator('#links').press('Enter');
}

/** Clicks a download link and gives the path of the saved file. */
async function save(page: Page, name: RegExp): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name }).first().click(),
  ]);
  return download.path();
}

const JOBS = [
  { platform: 'facebook', link: 'https://www.facebook.com/watch/?v=900000000000001', file: 'prog_720.mp4' },
  { platform: 'instagram', link: 'https://www.instagram.com/reel/REPLICAok01/', file: 'prog_720.mp4' },
  { platform: 'tiktok', link: 'https://vm.tiktok.com/ZMreplica1/', file: 'portrait_576.mp4' },
  { platform: 'twitter', link: 'https://x.com/replica/status/1800000000000000001', file: 'prog_720.mp4' },
  { platform: 'youtube', link: 'https://youtu.be/BigFile0001', file: 'big_360.mp4' },
];

for (const { platform, link, file } of JOBS) {
  test(`${platform}: paste, choose, and the very picture and sound of the platform are saved`, async ({ page }) => {
    await page.goto(`/${platform}`);
    await submit(page, link);
    expect(await filmOf(await save(page, /^Download MP4/))).toEqual(await film(file));
    await expect(page.locator('[data-state="done"]')).toContainText('Saved');
    await page.getByText(/^All formats/).click();
    await expect(page.getByRole('table')).toBeVisible();
    await expect(page.getByRole('rowheader').first()).toBeVisible();
  });
}

for (const locale of LOCALE_CODES) {
  test(`in ${locale}: the result, its formats and the download speak the language`, async ({ page }) => {
    const m = await messagesOf(locale);
    await page.goto(pathIn(locale, '/twitter'));
    await submit(page, 'https://x.com/replica/status/1800000000000000001');
    await expect(page.getByRole('heading', { name: m['download_queue_heading']?.() ?? '' })).toBeVisible();
    const all = page.locator('article details summary').first();
    const count = Number(/\d+/.exec((await all.textContent()) ?? '')?.[0]);
    await expect(all).toHaveText(m['download_all_formats']?.({ count }) ?? '');
    await all.click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.locator('article a[download]').first().click(),
    ]);
    expect(await filmOf(await download.path())).toEqual(await film('prog_720.mp4'));
    await expect(page.getByText(m['download_saved_in']?.() ?? '', { exact: true })).toBeVisible();
  });
}

test('a carousel: every entry by itself', async ({ page }) => {
  await page.goto('/instagram');
  await submit(page, 'https://www.instagram.com/p/REPLICAca02/');
  expect(sha256(await save(page, /^Download 2 · JPG/))).toBe(source('photo_1.jpg'));
  expect(await filmOf(await save(page, /^Download 3 · MP4/))).toEqual(await film('prog_720.mp4'));
});

test('a slideshow: its photos lead, and with one click they come with its sound', async ({ page }) => {
  await page.goto('/tiktok');
  await submit(page, 'https://www.tiktok.com/@replica.user/photo/7400000000000000002');
  const saved: string[] = [];
  page.on('download', async (download) => saved.push(sha256(await download.path())));
  await expect(page.locator('article li a[download]').first()).toHaveAccessibleName(/^Download 1 · JPG/);
  await page.getByRole('button', { name: 'Download 4 selected' }).click();
  await expect
    .poll(() => saved.toSorted())
    .toEqual(['photo_1.jpg', 'photo_2.jpg', 'photo_3.jpg', 'music.mp3'].map(source).toSorted());
});

test('a playlist: entries are downloaded by their own links', async ({ page }) => {
  await page.goto('/youtube');
  await submit(page, 'https://www.youtube.com/playlist?list=PLreplica0000000000000000000000001');
  await page.getByLabel('Select all').uncheck();
  await page.getByLabel(/^Item 1:/).check();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download 1 selected' }).click();
  expect(await filmOf(await (await saved).path())).toEqual(await film('v_avc_720p60.mp4', 'a_aac_128.m4a'));
});

test('a long playlist: more of it by the keyboard, and a range of it is downloaded', async ({ page }) => {
  await page.goto('/youtube');
  await submit(page, `https://www.youtube.com/playlist?list=${LONG_PLAYLIST}`);
  await expect(page.getByRole('group', { name: '4,999 items' })).toBeVisible();
  await expect(page.getByText('50 of 4,999 shown')).toBeVisible();
  // It comes by itself, as soon as its end is near.
  const last = page.getByLabel(/^Item 50:/);
  await last.focus();
  await expect(page.getByRole('status').filter({ hasText: '50 more loaded. 100 of 4,999 shown' })).toBeVisible();
  await expect(last).toBeFocused();
  await expect(page.getByRole('button', { name: 'Load more' })).toHaveCount(0);
  await expect(page.getByLabel('Item 100: Replica video Many0000100')).toBeAttached();

  // Nothing between has to be loaded for it.
  await page.getByLabel('From').fill('201');
  await page.getByLabel('To', { exact: true }).fill('203');
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await expect(page.getByText('Items 201 to 203 selected.')).toBeVisible();
  await page.getByRole('button', { name: 'Download 3 selected' }).click();
  await expect(page.locator('article[data-state="ready"]')).toHaveCount(4);
  await expect(page.getByRole('article', { name: 'Replica video Many0000203' })).toBeVisible();
});

test('ten links at once, each with its own state; they survive a reload, and can be removed', async ({ page }) => {
  const links = conditions
    // Those for browsers alone need what not every installation has.
    .filter(({ expect: wanted, asRobot }) => 'files' in wanted && !asRobot)
    .slice(0, 8)
    .map(({ link }) => link);
  await page.goto('/');
  await submit(page, [...links, 'https://www.youtube.com/watch?v=Private0001', 'https://evil.example/x'].join('\n'));
  await expect(page.locator('article')).toHaveCount(10);
  await expect(page.locator('article[data-state="ready"]')).toHaveCount(8);
  await expect(page.locator('article[data-state="failed"]')).toHaveCount(2);
  await page.reload();
  await expect(page.locator('article[data-state="ready"]')).toHaveCount(8);
  await page.getByRole('button', { name: 'Remove failed items' }).click();
  await expect(page.locator('article')).toHaveCount(8);
  await page
    .getByRole('button', { name: /^Show / })
    .first()
    .click();
  await page
    .getByRole('button', { name: /^Remove / })
    .first()
    .click();
  await expect(page.locator('article')).toHaveCount(7);
});

/** What browsers refuse, beside all storage, to who lets no site keep anything: Chromium locks, Firefox the channel between tabs. */
for (const refused of ['locks', 'channel'] as const) {
  test(`where the browser keeps nothing (no ${refused}), a link is read and its file saved, also of a page that came with it`, async ({
    page,
  }) => {
    await page.addInitScript((what) => {
      const denied = () => new DOMException('The operation is insecure.', 'SecurityError');
      function deny() {
        throw denied();
      }
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
        Object.defineProperty(globalThis, name, { get: deny });
      if (what === 'locks') LockManager.prototype.request = () => Promise.reject(denied());
      else Object.defineProperty(globalThis, 'BroadcastChannel', { value: deny });
    }, refused);
    const link = 'https://youtu.be/BigFile0001';
    await page.goto('/youtube');
    await submit(page, link);
    expect(await filmOf(await save(page, /^Download MP4/))).toEqual(await film('big_360.mp4'));
    await expect(page.locator('[data-state="done"]')).toContainText('Saved');
    await page.goto(`/?${new URLSearchParams({ u: link })}`);
    // Until the page's code is there, the link saves the file by itself.
    await hydrated(page);
    expect(await filmOf(await save(page, /^Download MP4/))).toEqual(await film('big_360.mp4'));
    await expect(page.locator('[data-state="done"]')).toContainText('Saved');
  });
}

test('the preview plays what is chosen, with captions, and starts only when asked', async ({ page }) => {
  await page.goto('/youtube');
  await submit(page, 'https://www.youtube.com/watch?v=OKvideo0001');
  await page.getByRole('button', { name: 'Preview' }).click();
  const video = page.locator('video');
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.readyState)).toBeGreaterThan(0);
  expect(await video.evaluate((element: HTMLVideoElement) => element.paused)).toBe(true);
  expect(await video.locator('track[kind="captions"]').count()).toBeGreaterThan(0);
});

test.describe('each condition of the platforms is told in the language of the page', () => {
  for (const platform of ['facebook', 'instagram', 'tiktok', 'twitter', 'youtube'] as const) {
    test(platform, async ({ request }) => {
      const m = await messagesOf('ru');
      for (const { link, expect: wanted, what } of conditions.filter((condition) => condition.platform === platform)) {
        if (!('code' in wanted)) continue;
        // A platform that refuses again and again is not asked for a while: that is a typed failure too. A page without end meets
        // the bound on time before the one on memory where the machine is busy.
        const others = ['rate_limited', 'blocked_ip', 'blocked_bot_check'];
        const bounds = wanted.code === 'upstream_too_large' ? ['timeout'] : [];
        const address = `/ru/${platform}?u=${encodeURIComponent(link)}`;
        let told: string[] = [];
        // On a busy machine the time for reading a link may be over before the platform was asked, which says nothing of its answer.
        for (let tries = 0; tries < 5; tries++) {
          const html = await (await request.get(address)).text();
          told = FAILURE_CODES.filter((code) => html.includes(m[`failure_${code}_title`]?.() ?? '\0'));
          if (told.includes(wanted.code) || !told.some((code) => code === 'timeout' || code === 'busy')) break;
        }
        expect(
          told.some((code) => [wanted.code, ...others, ...bounds].includes(code)),
          `${what}, ${link}: ${told.join()} instead of ${wanted.code}`,
        ).toBe(true);
      }
    });
  }
});

test('a page of a link has no address of a file, and nothing that a platform says to who asks it', async ({
  request,
}) => {
  for (const [platform, link] of Object.entries(LINKS_WITH_SECRETS)) {
    let html = '';
    await expect(async () => {
      html = await (await request.get(`/${platform}?u=${encodeURIComponent(link)}`)).text();
      // The formats are there, as links of our own.
      expect(html, platform).toContain('/api/video/');
    }).toPass();
    const secrets = [...REPLICA_SECRETS, ...FILE_SERVERS];
    expect(
      secrets.filter((secret) => html.includes(secret)),
      platform,
    ).toEqual([]);
  }
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the form asks for a page that has the formats as plain links', async ({ page }) => {
    await page.goto('/fr/tiktok');
    await page.locator('#links').fill('https://www.tiktok.com/@replica.user/video/7400000000000000001');
    await page.locator('button[type="submit"]').click();
    await expect(page).toHaveURL(/\/fr\/tiktok\?u=/);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.locator('article a[download]').first().click(),
    ]);
    expect(sha256(await download.path())).toBe(source('portrait_576.mp4'));
  });
});

test.describe('a link that fails when it is used', () => {
  test.use({ expectedStatuses: [403, 404, 409, 410, 502] });

  test('is explained on the page instead of breaking it', async ({ page }) => {
    await page.goto('/youtube');
    await submit(page, 'https://www.youtube.com/watch?v=Media403x01');
    await page
      .getByRole('link', { name: /^Download MP4/ })
      .first()
      .click();
    await expect(page.getByRole('alert')).toContainText('The platform refused to send the file.');
  });
});
