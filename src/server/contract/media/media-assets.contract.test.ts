import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Resolved } from '#/model/download.ts';
import { MEDIA_FOLDER } from '../../../../tests/platforms/make-media.ts';
import { startPlatforms } from '../../../../tests/platforms/server.ts';
import { startSite, type TestSite } from '../../../../tests/setup/site.ts';
import { createLinkSigner, type LinkPurpose } from '#/server/service/links/links.ts';

/** With chapters, captions and a storyboard. */
const FILM = 'https://www.youtube.com/watch?v=OKvideo0001';
/** A short, which has no storyboard. */
const SHORT = 'https://www.youtube.com/shorts/Shorts00001';
const MODERN = { accept: 'image/avif,image/webp,image/apng,*/*;q=0.8' };

let platforms: Awaited<ReturnType<typeof startPlatforms>>;
let site: TestSite;
let logged: string[] = [];

beforeAll(async () => {
  platforms = await startPlatforms();
  site = await startSite({ platforms, log: (line) => logged.push(line) });
});
afterAll(async () => {
  await site.close();
  await platforms.close();
});
beforeEach(() => {
  platforms.reset();
  logged = [];
});

async function resolve(link = FILM): Promise<Resolved> {
  const answer = await site.client.resolve(link);
  if (!answer.ok) throw new Error(answer.failure.code);
  return answer.value;
}

const get = (path: string, init?: RequestInit) => fetch(site.origin + path, init);
const codeOf = async (path: string): Promise<string> => (await (await get(path)).json()).code;
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());
const sign = (purpose: LinkPurpose, formatId: string, canonicalUrl = FILM) =>
  createLinkSigner(site.secret).sign({ purpose, canonicalUrl, formatId, expiresAtS: Date.now() / 1000 + 600 });

describe('a thumbnail', () => {
  const linkOf = async () => (await resolve()).shown.thumbnails['thumb'] ?? '';
  const original = () => readFileSync(join(MEDIA_FOLDER, 'thumb_720.jpg'));

  test.each([
    ['AVIF', MODERN.accept, 'image/avif'],
    ['WebP', 'image/webp,*/*', 'image/webp'],
    ['WebP where AVIF is refused', 'image/avif;q=0, image/webp', 'image/webp'],
    ['JPEG for whoever knows no other', '*/*', 'image/jpeg'],
  ])('comes as wide as asked for, as %s', async (_, accept, type) => {
    const answer = await get(`${await linkOf()}?w=320`, { headers: { accept } });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type]);
    expect(answer.headers.get('vary')).toBe('accept');
    expect(answer.headers.get('cache-control')).toMatch(/^private, max-age=3[56]\d\d$/);
    const bytes = await bytesOf(answer);
    expect(bytes.length).toBe(Number(answer.headers.get('content-length')));
    expect(bytes.length).toBeLessThan(original().length);
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 320, height: 180 });
  });

  test('is not asked for twice: neither by a browser that has it, nor of its platform', async () => {
    const url = `${await linkOf()}?w=160`;
    const first = await get(url, { headers: MODERN });
    const etag = first.headers.get('etag') ?? '';
    const bytes = await bytesOf(first);
    const known = await get(url, { headers: { ...MODERN, 'if-none-match': `W/${etag}, "other"` } });
    expect([known.status, known.headers.get('etag'), (await bytesOf(known)).length]).toEqual([304, etag, 0]);
    await sleep(100);
    platforms.reset();
    // Another link of the same picture.
    const again = await get(`${await linkOf()}?w=160`, { headers: MODERN });
    expect((await bytesOf(again)).equals(bytes)).toBe(true);
    expect(platforms.log.filter(({ host }) => host.endsWith('ytimg.com'))).toEqual([]);
  });

  test('is never larger than it is, and the original where nothing is saved', async () => {
    const small = await get(`${sign('thumbnail', 'thumb')}?w=1280`, { headers: { accept: '*/*' } });
    const bytes = await bytesOf(small);
    expect((await sharp(bytes).metadata()).width).toBe(1280);
    expect(bytes.length).toBeLessThanOrEqual(original().length);
  });

  test.each([
    'w=321',
    'w=',
    'w=320&w=640x',
    'w=320&start=1',
    'inline=1',
    'items=18',
    'subtitles=sub-en.vtt',
    'sheet=0',
  ])('is not widened by ?%s', async (query) =>
    expect(await codeOf(`${await linkOf()}?${query}`)).toBe('invalid_request'),
  );

  test.each(['18', '136+140', 'sub-en.vtt', 'mp3-192', 'zip'])('of what is no picture is none: %s', async (id) => {
    expect(['link_invalid', 'format_gone']).toContain(await codeOf(sign('thumbnail', id)));
  });
});

test('visitors who leave are no trouble: nothing is logged, and whoever stays is served', async () => {
  platforms.knobs.latencyMs = 30;
  const { shown } = await resolve();
  const links = [
    `${shown.thumbnails['thumb']}?w=640`,
    shown.subtitles['sub-en.vtt'] ?? '',
    `${shown.storyboard}?sheet=1`,
  ];
  for (let ms = 0; ms < 60; ms += 3) {
    const asked = links.map((link) =>
      get(link, { signal: AbortSignal.timeout(ms) }).then((answer) => answer.arrayBuffer()),
    );
    await Promise.allSettled(asked);
  }
  for (const link of links) expect((await get(link)).status).toBe(200);
  expect(logged).toEqual([]);
});

describe('a preview', () => {
  test('plays as it is, in ranges, and is no download', async () => {
    const { shown, links } = await resolve();
    const [[id = '', link = ''] = []] = Object.entries(shown.previews);
    const part = await get(link, { headers: { range: 'bytes=0-99' } });
    expect([part.status, part.headers.get('content-disposition')?.split(';')[0]]).toEqual([206, 'inline']);
    await bytesOf(part);
    expect(Object.keys(shown.previews)).toHaveLength(1);
    expect(Object.keys(links).length).toBeGreaterThan(10);
    expect(links[id]).not.toBe(link);
  });

  test.each(['start=1', 'end=2', 'precise=1', 'items=18', 'subtitles=sub-en.vtt', 'name=plain', 'w=320', 'x=1'])(
    'is not widened by ?%s',
    async (query) => {
      const [link = ''] = Object.values((await resolve()).shown.previews);
      expect(await codeOf(`${link}?${query}`)).toBe('invalid_request');
    },
  );

  test('is not kept: only a link that saves is', async () => {
    const { shown } = await resolve();
    for (const link of [...Object.values(shown.previews), ...Object.values(shown.thumbnails), shown.storyboard ?? '']) {
      const onBehalf = { visitorId: '0b5b7a52-7f0e-4f3e-8a54-6d1c2b3a4f50', address: null };
      expect(await site.client.keep({ link }, { onBehalf })).toEqual({ ok: false, failure: { code: 'link_invalid' } });
    }
  });
});

describe('subtitles', () => {
  test('are WebVTT for the player', async () => {
    const { shown } = await resolve();
    expect(Object.keys(shown.subtitles).toSorted()).toEqual(['sub-en-auto.vtt', 'sub-en.vtt']);
    const answer = await get(shown.subtitles['sub-en.vtt'] ?? '');
    expect(answer.headers.get('content-type')).toBe('text/vtt; charset=utf-8');
    expect(await answer.text()).toBe(
      'WEBVTT\n\n00:00:00.000 --> 00:00:02.000\nHello from the replica\n\n00:00:02.000 --> 00:00:04.000\nSecond line\n',
    );
  });

  test('of a part of a film can be saved with its times', async () => {
    const { links } = await resolve();
    const answer = await get(`${links['sub-en.srt']}?start=1&end=3`);
    expect(answer.headers.get('content-disposition')).toContain('0.01-0.03');
    expect(await answer.text()).toBe(
      '1\n00:00:00,000 --> 00:00:01,000\nHello from the replica\n\n2\n00:00:01,000 --> 00:00:02,000\nSecond line\n',
    );
  });

  test('are not widened, and nothing else comes by their link', async () => {
    expect(await codeOf(`${sign('subtitles', 'sub-en.vtt')}?start=1`)).toBe('invalid_request');
    for (const id of ['18', 'thumb', 'sub-en.srt']) expect(await codeOf(sign('subtitles', id))).toBe('link_invalid');
  });
});

describe('a storyboard', () => {
  test('is a track of parts of sheets, which lie behind the same link', async () => {
    const link = (await resolve()).shown.storyboard ?? '';
    const answer = await get(link);
    expect(answer.headers.get('content-type')).toBe('text/vtt; charset=utf-8');
    const cues = (await answer.text()).trim().split('\n\n').slice(1);
    expect(cues).toHaveLength(8);
    expect(cues[0]).toBe('00:00:00.000 --> 00:00:00.500\n?sheet=0#xywh=0,0,160,90');
    expect(cues[4]).toBe('00:00:02.000 --> 00:00:02.500\n?sheet=0#xywh=160,90,160,90');
    expect(cues[7]).toBe('00:00:03.500 --> 00:00:04.000\n?sheet=1#xywh=160,0,160,90');
    for (const sheet of [0, 1]) {
      const picture = await get(`${link}?sheet=${sheet}`);
      expect(picture.headers.get('content-type')).toBe('image/jpeg');
      const bytes = await bytesOf(picture);
      expect(bytes.equals(readFileSync(join(MEDIA_FOLDER, `storyboard_${sheet}.jpg`)))).toBe(true);
      expect(await sharp(bytes).metadata()).toMatchObject({ width: 480, height: 180 });
    }
  });

  test.each(['sheet=2', 'sheet=-1', 'sheet=0.5', 'sheet=18', 'sheet=0&w=80', 'sheet=../18', 'start=1'])(
    'is not widened by ?%s',
    async (query) =>
      expect(['invalid_request', 'format_gone']).toContain(
        await codeOf(`${sign('storyboard', 'storyboard')}?${query}`),
      ),
  );

  test('is absent where the platform has none, and its sheets are no formats', async () => {
    expect((await resolve(SHORT)).shown.storyboard).toBeNull();
    expect(await codeOf(sign('storyboard', 'storyboard', SHORT))).toBe('format_gone');
    const { media, links } = await resolve();
    expect(JSON.stringify([media, Object.keys(links)])).not.toContain('storyboard');
    expect(await codeOf(`${sign('download', 'zip')}?items=storyboard.0`)).toBe('invalid_request');
  });
});
