import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { promisify } from 'node:util';
import type { Download, Page } from '@playwright/test';
import { expect, test } from '../test.ts';

const exec = promisify(execFile);

const LINKS = {
  facebook: 'https://www.facebook.com/watch/?v=900000000000001',
  instagram: 'https://www.instagram.com/reel/REPLICAok01/',
  tiktok: 'https://www.tiktok.com/@replica.user/video/7400000000000000001',
  twitter: 'https://x.com/replica/status/1800000000000000001',
  youtube: 'https://www.youtube.com/watch?v=OKvideo0001',
} as const;
const MANY_TRACKS = 'https://www.youtube.com/watch?v=ManySounds1';

async function submit(page: Page, text: string): Promise<void> {
  await page.locator('#links').fill(text);
  await page.locator('#links').press('Enter');
}

async function saved(page: Page, click: () => Promise<void>): Promise<{ path: string; name: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), click()]);
  return { path: await download.path(), name: download.suggestedFilename() };
}

type Stream = { codec_type: string; codec_name: string; height?: number; tags?: { language?: string } };

async function streamsOf(path: string): Promise<{ streams: Stream[]; durationS: number }> {
  const { stdout } = await exec('ffprobe', ['-v', 'error', '-show_streams', '-show_format', '-of', 'json', path]);
  const { streams, format } = JSON.parse(stdout) as { streams: Stream[]; format: { duration?: string } };
  return { streams, durationS: Number(format.duration) };
}

const kinds = (streams: Stream[]) => streams.map(({ codec_type }) => codec_type).toSorted();

for (const [platform, link] of Object.entries(LINKS)) {
  test(`${platform}: the best film, 720p, MP3, a clip`, async ({ page }) => {
    await page.goto(`/${platform}`);
    await submit(page, link);
    const article = page.locator('article');
    const best = await saved(page, () => article.locator('a[download]').first().click());
    const film = await streamsOf(best.path);
    expect(kinds(film.streams)).toEqual(['audio', 'video']);
    expect(best.name).toMatch(/\.mp4$/);

    await page.getByText(/^All formats/).click();
    const take = (name: RegExp) => saved(page, () => page.getByRole('link', { name }).first().click());
    const hd = await streamsOf((await take(/^Download MP4 · 720p/)).path);
    expect(hd.streams.find(({ codec_type }) => codec_type === 'video')).toBeTruthy();

    const hasMp3 = await page.getByRole('link', { name: /^Download MP3 · 192/ }).count();
    const mp3 = await take(hasMp3 > 0 ? /^Download MP3 · 192/ : /^Download MP3/);
    expect((await streamsOf(mp3.path)).streams[0]).toMatchObject({ codec_name: 'mp3' });

    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByRole('textbox', { name: 'Start' }).fill('0:01');
    await page.getByRole('textbox', { name: 'End' }).fill('0:02.5');
    await expect(page.getByText(/^(?:Cut at exactly 0:01\.0 and 0:02\.5|Starts at 0:01\.0, )/)).toBeVisible();
    const clip = await saved(page, () =>
      page
        .getByRole('link', { name: /^Download clip/ })
        .first()
        .click(),
    );
    const cut = await streamsOf(clip.path);
    expect(kinds(cut.streams)).toEqual(['audio', 'video']);
    expect(cut.durationS).toBeLessThan(film.durationS);
    // Whoever types 1.5 s gets 1.5 s, but for a packet of sound at either end.
    expect(Math.abs(cut.durationS - 1.5)).toBeLessThan(0.1);
  });
}

test('subtitles in three syntaxes', async ({ page }) => {
  await page.goto('/youtube');
  await submit(page, LINKS.youtube);
  await page.getByText(/^All formats/).click();
  for (const [name, start] of [
    [/^Download VTT/, 'WEBVTT'],
    [/^Download SRT/, '1\n00:00'],
    [/^Download TXT/, 'Hello from the replica\n'],
  ] as const) {
    const { path } = await saved(page, () => page.getByRole('link', { name }).first().click());
    expect((await readFile(path, 'utf8')).startsWith(start)).toBe(true);
  }
});

test('the sound that is chosen is in the film that is taken, and any subtitles are in one list', async ({ page }) => {
  await page.goto('/youtube');
  await submit(page, MANY_TRACKS);
  await page.getByText(/^All formats/).click();
  await page.getByRole('combobox', { name: 'Audio track' }).selectOption('Japanese');
  const film = await saved(page, () =>
    page
      .getByRole('link', { name: /^Download MP4 · 720p · Japanese/ })
      .last()
      .click(),
  );
  expect(film.name).toContain('(720p ja).mp4');
  const { streams } = await streamsOf(film.path);
  expect(streams.find(({ codec_type }) => codec_type === 'audio')).toMatchObject({ tags: { language: 'jpn' } });
  await page.getByRole('combobox', { name: 'Subtitles', exact: true }).selectOption('Zulu (auto-generated)');
  const text = await saved(page, () =>
    page.getByRole('link', { name: 'Download SRT · Zulu (auto-generated)' }).click(),
  );
  expect(text.name).toContain('(zu auto).srt');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('every sound and all subtitles are had by forms, on a page of 150 KB at the most', async ({ page }) => {
    const response = await page.goto(`/ru/youtube?u=${encodeURIComponent(MANY_TRACKS)}`);
    expect((await response?.body())?.length).toBeLessThan(150_000);
    await page.locator('article details summary').first().click();
    await page.locator('select[name="sound"]').selectOption('es-descriptive');
    const [film] = await Promise.all([
      page.waitForEvent('download'),
      page.locator('button[formaction]').first().click(),
    ]);
    expect(film.suggestedFilename()).toMatch(/ es Spanish descriptive\)\.mp4$/);
    await page.locator('select[name="text"]').selectOption('sub-uk');
    const [text] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /SRT$/ }).click(),
    ]);
    expect(text.suggestedFilename()).toMatch(/\(uk\)\.srt$/);
  });
});

test('subtitles in a film: those that are chosen, whichever film is taken', async ({ page }) => {
  await page.goto('/youtube');
  await submit(page, LINKS.youtube);
  await page.getByText(/^All formats/).click();
  await page.getByLabel('Subtitles in the video').selectOption('English');
  const first = page.locator('article a[download]').first();
  for (const link of [first, page.getByRole('link', { name: /^Download MP4 · 720p/ }).first()]) {
    const { path } = await saved(page, () => link.click());
    const { streams } = await streamsOf(path);
    expect(kinds(streams)).toEqual(['audio', 'subtitle', 'video']);
    expect(streams.find(({ codec_type }) => codec_type === 'subtitle')).toMatchObject({
      codec_name: 'mov_text',
      tags: { language: 'eng' },
    });
    const { stdout } = await exec('ffmpeg', ['-v', 'error', '-i', path, '-f', 'srt', '-']);
    expect(stdout).toContain('Hello from the replica');
  }
  await page.reload();
  await expect(first).toHaveAttribute('href', /subtitles=sub-en\.vtt/);
});

test('a carousel as one archive', async ({ page }) => {
  await page.goto('/instagram');
  await submit(page, 'https://www.instagram.com/p/REPLICAca02/');
  const { path, name } = await saved(page, () => page.getByRole('link', { name: 'Download as ZIP' }).click());
  expect(name).toMatch(/\.zip$/);
  const { stdout } = await exec('python3', [
    '-c',
    `import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); print(z.testzip(), len(z.namelist()))`,
    path,
  ]);
  expect(stdout.trim()).toBe('None 3');
});

test('the preview of a film that is put together plays, and seeks', async ({ page }) => {
  await page.goto('/youtube');
  await submit(page, LINKS.youtube);
  await page.getByRole('button', { name: 'Preview' }).click();
  const video = page.locator('video');
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.readyState)).toBeGreaterThan(0);
  expect(await video.evaluate((element: HTMLVideoElement) => element.duration)).toBeCloseTo(4, 0);
  const reached = await video.evaluate(async (element: HTMLVideoElement) => {
    element.currentTime = 2.5;
    await new Promise((resolve) => element.addEventListener('seeked', resolve, { once: true }));
    return element.currentTime;
  });
  expect(reached).toBeCloseTo(2.5, 1);
});

/** A way to the site that can be interrupted, as a line that goes down. */
async function fragileLine(port: number) {
  const sockets = new Set<Socket>();
  let received = 0;
  const server = createServer((visitor) => {
    const site = connect(port, 'localhost');
    for (const socket of [visitor, site]) {
      sockets.add(socket);
      socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    }
    site.on('data', (bytes) => (received += bytes.length));
    visitor.pipe(site);
    site.pipe(visitor);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    received: () => received,
    /** Ends everything that is under way. */
    interrupt() {
      for (const socket of sockets) socket.end();
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

async function hashOf(download: Download): Promise<string> {
  return createHash('sha256')
    .update(await readFile(await download.path()))
    .digest('hex');
}

test('a download whose line goes down goes on where it was, and is the same file', async ({
  browser,
  baseURL,
  request,
}) => {
  // The line is another origin than the site: a page of its own, that may go there.
  const page = await browser.newPage();
  const answer = await request.get(`/youtube?u=${encodeURIComponent('https://youtu.be/BigFile0001')}`);
  const link = /href="(\/api\/video\/[^"]+)"/.exec(await answer.text())?.[1]?.replaceAll('&amp;', '&') ?? '';
  const whole = createHash('sha256')
    .update(await (await request.get(link)).body())
    .digest('hex');
  const line = await fragileLine(Number(new URL(baseURL ?? '').port));
  try {
    await page.goto(`${baseURL}/youtube`);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.evaluate((url) => {
        const anchor = Object.assign(document.createElement('a'), { href: url, download: '' });
        anchor.click();
      }, `http://127.0.0.1:${line.port}${link}`),
    ]);
    await expect.poll(() => line.received()).toBeGreaterThan(1_000_000);
    line.interrupt();
    expect(await hashOf(download)).toBe(whole);
  } finally {
    await page.close();
    line.close();
  }
});
