import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Cobalt } from 'cobalt-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PLATFORMS } from '#/model/platform.ts';
import { facebook } from '../../../../tests/platforms/facebook.ts';
import { instagram } from '../../../../tests/platforms/instagram.ts';
import { startPlatforms } from '../../../../tests/platforms/server.ts';
import { tiktok } from '../../../../tests/platforms/tiktok.ts';
import { twitter } from '../../../../tests/platforms/twitter.ts';
import { youtube } from '../../../../tests/platforms/youtube/youtube.ts';
import { API_KEY, startSite, type TestSite } from '../../../../tests/setup/site.ts';
import { probe } from '#/server/transfer/fixtures/probe.ts';

const YOUTUBE = 'https://www.youtube.com/watch?v=OKvideo0001';
const DUBBED = 'https://www.youtube.com/watch?v=MultiAudio1';
const TWEET = 'https://x.com/replica/status/1800000000000000001';
const TWO_VIDEOS = 'https://x.com/replica/status/1800000000000000002';
const GIF = 'https://x.com/replica/status/1800000000000000003';
const PHOTO_AND_VIDEO = 'https://x.com/replica/status/1800000000000000009';
const TIKTOK = 'https://www.tiktok.com/@replica.user/video/7400000000000000001';
const SLIDESHOW = 'https://www.tiktok.com/@replica.user/photo/7400000000000000002';

const HEADERS = { accept: 'application/json', 'content-type': 'application/json' };

let platforms: Awaited<ReturnType<typeof startPlatforms>>;
let site: TestSite;
let folder: string;
/** By the name that is this API's alone: the site itself listens at 127.0.0.1. */
let ownOrigin: string;

beforeAll(async () => {
  platforms = await startPlatforms();
  site = await startSite({ platforms, works: false, cobalt: { host: 'localhost' } });
  ownOrigin = site.origin.replace('127.0.0.1', 'localhost');
  folder = await mkdtemp(join(tmpdir(), 'cobalt-'));
});

afterAll(async () => {
  await site.close();
  await platforms.close();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(() => platforms.reset());

type Answer = {
  status: string;
  url: string;
  filename: string;
  picker: { type: string; url: string; thumb?: string }[];
  audio?: string;
  audioFilename?: string;
  error: { code: string; context?: { service?: string; limit?: number } };
  type: string;
  service: string;
  tunnel: string[];
  output: { type: string; filename: string; metadata?: Record<string, string>; subtitles?: boolean };
};

function post(body: unknown, headers: Record<string, string> = HEADERS, at = site): Promise<Response> {
  return fetch(`${at.origin}/api/cobalt/`, {
    method: 'POST',
    headers,
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

async function ask(url: string, wishes: Record<string, unknown> = {}): Promise<Answer> {
  return (await post({ url, ...wishes })).json();
}

/** The format that a tunnel gives, as its link says. */
function formatOf(url: string): string {
  const token = new URL(url).searchParams.get('link') ?? '';
  return JSON.parse(Buffer.from(token.split('.', 1)[0] ?? '', 'base64url').toString()).f;
}

async function fetched(url: string): Promise<Buffer> {
  const response = await fetch(url);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

async function probed(url: string) {
  const path = join(folder, 'file');
  await writeFile(path, await fetched(url));
  return probe(path);
}

describe('what this server is', () => {
  test.each(['/api/cobalt', '/api/cobalt/'])('is told at %s to anybody', async (path) => {
    const response = await fetch(site.origin + path);
    const { cobalt, git } = await response.json();
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(cobalt).toMatchObject({ url: `${site.origin}/api/cobalt/`, durationLimit: 21_600, services: PLATFORMS });
    expect(cobalt.version.split('.').map((part: string) => Number.parseInt(part, 10))).toEqual([11, 0, 0]);
    expect(cobalt.version).toContain('clipferry');
    expect(Math.abs(Date.now() - Number(cobalt.startTime))).toBeLessThan(10 * 60_000);
    expect(cobalt.startTime).toMatch(/^\d{13}$/);
    for (const key of ['commit', 'branch', 'remote']) expect(git[key]).toMatch(/./);
  });

  test('pages of any origin may ask, and are told so beforehand', async () => {
    const preflight = await fetch(`${site.origin}/api/cobalt/`, { method: 'OPTIONS' });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')).toContain('Authorization');
    expect(preflight.headers.get('access-control-allow-credentials')).toBeNull();
  });

  test('a host that is none is refused', async () => {
    const asked = request(`${site.origin}/api/cobalt/`, { headers: { host: 'localhost:99999' } }).end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    expect(answer.statusCode).toBe(400);
    answer.resume();
  });

  test('other methods and addresses are refused', async () => {
    expect((await fetch(`${site.origin}/api/cobalt/`, { method: 'DELETE' })).status).toBe(405);
    const session = await fetch(`${site.origin}/api/cobalt/session`, { method: 'POST' });
    expect((await session.json()).error.code).toBe('error.api.auth.not_configured');
  });
});

describe('a request that cannot be understood', () => {
  test.each([
    ['no Accept', { 'content-type': 'application/json', accept: '*/*' }, '{}', 'header.accept'],
    ['no Content-Type', { accept: 'application/json', 'content-type': 'text/plain' }, '{}', 'header.content_type'],
    ['no JSON', HEADERS, '{', 'invalid_body'],
    ['no object', HEADERS, '[]', 'link.missing'],
    ['a body too large', HEADERS, JSON.stringify({ url: 'x'.repeat(200_000) }), 'invalid_body'],
    ['no link', HEADERS, '{}', 'link.missing'],
    ['an empty link', HEADERS, '{"url":"  "}', 'link.missing'],
    ['a link that is no text', HEADERS, '{"url":7}', 'invalid_body'],
    ['no link at all', HEADERS, '{"url":"nothing"}', 'link.invalid'],
    ['a foreign host', HEADERS, '{"url":"https://example.com/x"}', 'service.unsupported'],
  ])('%s', async (_, headers, body, code) => {
    const response = await post(body, headers);
    expect([response.status, await response.json()]).toEqual([
      400,
      { status: 'error', error: { code: `error.api.${code}` } },
    ]);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
  });

  test.each([
    ['videoQuality', '999'],
    ['videoQuality', 720],
    ['downloadMode', 'video'],
    ['audioFormat', 'flac'],
    ['audioBitrate', '192'],
    ['filenameStyle', 'long'],
    ['disableMetadata', 'yes'],
    ['alwaysProxy', 1],
    ['localProcessing', true],
    ['subtitleLang', '../x'],
    ['youtubeVideoCodec', 'h265'],
    ['youtubeVideoContainer', 'avi'],
    ['youtubeDubLang', 5],
    ['convertGif', 'no'],
    ['allowH265', 'no'],
    ['tiktokFullAudio', 'no'],
  ])('%s: %j is refused', async (key, value) => {
    expect((await ask(TWEET, { [key]: value })).error).toEqual({ code: 'error.api.invalid_body' });
  });

  test('keys that are unknown or retired, and null for what is left open, change nothing', async () => {
    const old = { isAudioOnly: true, vQuality: '144', twitterGif: false, youtubeHLS: 'x', tiktokH265: 1, nothing: {} };
    const open = { videoQuality: null, youtubeDubLang: '', subtitleLang: null, downloadMode: null };
    const answer = await ask(TWEET, { ...old, ...open });
    expect(answer).toMatchObject({ status: 'tunnel', filename: expect.stringMatching(/\(720p, h264\)\.mp4$/) });
  });
});

describe('what is chosen', () => {
  test.each([
    // Quality: the best not above, else the least above.
    [TWEET, {}, 'http-2176'],
    [TWEET, { videoQuality: 'max' }, 'http-2176'],
    [TWEET, { videoQuality: '4320' }, 'http-2176'],
    [TWEET, { videoQuality: '480' }, 'http-832'],
    [TWEET, { videoQuality: '360' }, 'http-832'],
    [TWEET, { videoQuality: '144' }, 'http-256'],
    [YOUTUBE, { videoQuality: '144' }, '160+140'],
    [YOUTUBE, { videoQuality: '240' }, '160+140'],
    [YOUTUBE, { videoQuality: '360' }, '18'],
    // Codec before container
    [YOUTUBE, { youtubeVideoCodec: 'vp9' }, '247+251'],
    [YOUTUBE, { youtubeVideoCodec: 'vp9', videoQuality: '360' }, '243+251'],
    [YOUTUBE, { youtubeVideoCodec: 'vp9', youtubeVideoContainer: 'mp4' }, '247+251'],
    [YOUTUBE, { youtubeVideoContainer: 'mkv', videoQuality: '144' }, '160+140'],
    [YOUTUBE, { youtubeVideoCodec: 'av1', videoQuality: '144' }, '160+140'],
    // Language
    [DUBBED, { youtubeDubLang: 'es', videoQuality: '144' }, '160+140-en es'],
    [DUBBED, { videoQuality: '144' }, '160+140-en'],
    [DUBBED, { youtubeDubLang: 'ja', videoQuality: '144' }, '160+140-en'],
    [DUBBED, { downloadMode: 'audio', audioFormat: 'best', youtubeDubLang: 'es' }, '140-en es'],
    [DUBBED, { downloadMode: 'audio', youtubeDubLang: 'es' }, 'mp3-128 es'],
    // H.265 on TikTok
    [TIKTOK, {}, 'h264_540p_753000'],
    [TIKTOK, { allowH265: true }, 'bytevc1_720p_640000'],
    // Sound
    [YOUTUBE, { downloadMode: 'audio' }, 'mp3-128'],
    [YOUTUBE, { downloadMode: 'audio', audioBitrate: '320' }, 'mp3-320'],
    [YOUTUBE, { downloadMode: 'audio', audioBitrate: '256' }, 'mp3-192'],
    [YOUTUBE, { downloadMode: 'audio', audioBitrate: '8' }, 'mp3-128'],
    [YOUTUBE, { downloadMode: 'audio', audioFormat: 'wav' }, 'wav'],
    [YOUTUBE, { downloadMode: 'audio', audioFormat: 'opus' }, '251'],
    [YOUTUBE, { downloadMode: 'audio', audioFormat: 'best' }, '140'],
    [TIKTOK, { downloadMode: 'audio', tiktokFullAudio: true }, 'audio'],
    [TWEET, { downloadMode: 'audio', audioFormat: 'best' }, 'sound'],
    [SLIDESHOW, { downloadMode: 'audio' }, 'audio'],
    // An animation
    [GIF, {}, 'gif'],
    [GIF, { convertGif: false }, 'http'],
    // One entry of a post that has several
    [`${TWO_VIDEOS}/video/2`, {}, '2.http-2176'],
    [`${PHOTO_AND_VIDEO}/photo/1`, {}, '1.photo'],
  ])('%s with %j: %s', async (url, wishes, formatId) => {
    const answer = await ask(url, wishes);
    expect(answer.status, JSON.stringify(answer)).toBe('tunnel');
    const track = new URL(answer.url).searchParams.get('sound');
    expect([formatOf(answer.url), track].filter(Boolean).join(' ')).toBe(formatId);
  });

  test.each([
    [YOUTUBE, { downloadMode: 'audio', audioFormat: 'ogg' }, 'service.audio_not_supported', 'youtube'],
    [GIF, { downloadMode: 'audio' }, 'fetch.empty', 'twitter'],
    ['https://www.youtube.com/playlist?list=PLreplica0000000000000000000000001', {}, 'link.unsupported', 'youtube'],
  ])('%s with %j: %s', async (url, wishes, code, service) => {
    expect((await ask(url, wishes)).error).toEqual({ code: `error.api.${code}`, context: { service } });
  });
});

describe('names', () => {
  test.each([
    ['classic', {}, /^twitter_1800000000000000001_1280x720_h264\.mp4$/],
    ['basic', {}, /^Four seconds of test pattern #replica \(720p, h264\)\.mp4$/],
    ['pretty', {}, /^Four seconds of test pattern #replica \(720p, h264, twitter\)\.mp4$/],
    ['nerdy', {}, /^Four seconds of test pattern #replica \(720p, h264, twitter, 1800000000000000001\)\.mp4$/],
    ['classic', { downloadMode: 'mute' }, /^twitter_1800000000000000001_1280x720_h264_mute\.mp4$/],
    ['basic', { downloadMode: 'mute' }, /\(720p, h264, mute\)\.mp4$/],
    ['classic', { downloadMode: 'audio' }, /^twitter_1800000000000000001_audio\.mp3$/],
    ['basic', { downloadMode: 'audio' }, /^Four seconds of test pattern #replica - Replica User\.mp3$/],
    ['pretty', { downloadMode: 'audio' }, /^Four seconds of test pattern #replica - Replica User \(twitter\)\.mp3$/],
    ['nerdy', { downloadMode: 'audio' }, / \(twitter, 1800000000000000001\)\.mp3$/],
  ])('%s with %j are those the file itself comes with', async (filenameStyle, wishes, name) => {
    const { url, filename } = await ask(TWEET, { filenameStyle, ...wishes });
    expect(filename).toMatch(name);
    const head = await fetch(url, { method: 'HEAD' });
    expect(decodeURIComponent(head.headers.get('content-disposition')?.split("''")[1] ?? '')).toBe(filename);
  });
});

describe('a tunnel', () => {
  test('is absolute, and open to pages of any origin', async () => {
    const { url } = await ask(TWEET);
    expect(url.startsWith(`${site.origin}/api/cobalt/tunnel?`)).toBe(true);
    expect(url).not.toContain('twimg');
    const response = await fetch(url);
    const bytes = await response.arrayBuffer();
    expect(Number(response.headers.get('content-length'))).toBe(bytes.byteLength);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    const exposed = response.headers.get('access-control-expose-headers') ?? '';
    for (const name of ['Content-Disposition', 'Estimated-Content-Length', 'RateLimit-Limit', 'RateLimit-Reset'])
      expect(exposed).toContain(name);
    expect(response.headers.get('ratelimit-limit')).toMatch(/^\d+$/);
    expect((await fetch(url, { method: 'OPTIONS' })).status).toBe(204);
  });

  test('gives ranges', async () => {
    const { url } = await ask(TWEET);
    const whole = await fetched(url);
    const part = await fetch(url, { headers: { range: 'bytes=100-199' } });
    expect(part.status).toBe(206);
    expect(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(100, 200))).toBe(true);
  });

  test('answers a probe without opening anything', async () => {
    const { url } = await ask(TWEET);
    const before = platforms.log.length;
    const probe = await fetch(`${url}&p=1`);
    expect([probe.status, (await probe.arrayBuffer()).byteLength]).toEqual([200, 0]);
    expect(platforms.log.length).toBe(before);
    expect((await fetch(`${url.replace('link=', 'link=x')}&p=1`)).status).toBe(403);
  });

  test('tells in the words of this API why it gives nothing', async () => {
    const refused = await fetch(`${site.origin}/api/cobalt/tunnel?link=bent`);
    expect([refused.status, (await refused.json()).error.code]).toEqual([403, 'error.api.link.invalid']);
    const { url } = await ask(TWEET);
    expect((await fetch(url, { method: 'POST' })).status).toBe(405);
    expect((await fetch(url.replace('style=basic', 'style=odd'))).status).toBe(400);
  });

  test('estimates a length that only the end tells', async () => {
    const answer = await ask('https://www.youtube.com/watch?v=Hls60fps001');
    const head = await fetch(answer.url, { method: 'HEAD' });
    expect(head.headers.get('content-length')).toBeNull();
    const bytes = await fetched(answer.url);
    const estimate = Number(head.headers.get('estimated-content-length'));
    expect(estimate).toBeGreaterThan(bytes.length / 4);
    expect(estimate).toBeLessThan(bytes.length * 4);
  });

  test.each([
    ['of one file', TWEET, {}],
    ['put together', YOUTUBE, {}],
    ['put together as WebM', YOUTUBE, { youtubeVideoCodec: 'vp9' }],
    ['in segments', 'https://www.youtube.com/watch?v=HlsFmp40001', {}],
  ])('gives a film %s with its sound, or without it', async (_, url, wishes) => {
    const loud = await probed((await ask(url, wishes)).url);
    const mute = await probed((await ask(url, { ...wishes, downloadMode: 'mute' })).url);
    expect(loud.audio.length).toBeGreaterThan(0);
    expect(mute.audio).toEqual([]);
    expect(mute.video.map(({ hash }) => hash)).toEqual(loud.video.map(({ hash }) => hash));
  });

  test.each([
    ['a film', {}],
    ['a sound', { downloadMode: 'audio', audioFormat: 'best' }],
    ['a converted sound', { downloadMode: 'audio' }],
    ['WebM', { youtubeVideoCodec: 'vp9' }],
  ])('gives %s that says what it is, or nothing', async (_, wishes) => {
    const title = 'Replica: 4 seconds of test pattern';
    const { url } = await ask(YOUTUBE, wishes);
    expect((await fetched(url)).includes(title)).toBe(true);
    const silent = await ask(YOUTUBE, { ...wishes, disableMetadata: true });
    const bytes = await fetched(silent.url);
    for (const said of ['Replica', 'OKvideo0001']) expect(bytes.includes(said), said).toBe(false);
  });

  test('puts subtitles into a film where they are asked for', async () => {
    const without = await ask(YOUTUBE);
    const { url } = await ask(YOUTUBE, { subtitleLang: 'en' });
    expect(new URL(url).searchParams.get('subtitles')).toBe('sub-en.vtt');
    expect((await fetched(url)).includes('tx3g')).toBe(true);
    expect((await fetched(without.url)).includes('tx3g')).toBe(false);
    expect(new URL((await ask(YOUTUBE, { subtitleLang: 'is' })).url).searchParams.has('subtitles')).toBe(false);
  });
});

describe('a post of several', () => {
  test('is a choice of its videos and pictures', async () => {
    const { status, picker, ...rest } = await ask(PHOTO_AND_VIDEO);
    expect([status, picker.map(({ type }) => type)]).toEqual(['picker', ['photo', 'video']]);
    expect('audio' in rest).toBe(false);
    for (const { url, thumb = '' } of picker) {
      expect((await fetched(url)).length).toBeGreaterThan(1000);
      const shown = await fetch(thumb);
      expect(shown.headers.get('content-type')).toMatch(/^image\//);
      expect(shown.headers.get('content-disposition')).toMatch(/^inline/);
      expect(shown.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
      await shown.body?.cancel();
    }
  });

  test('has the sound of a slideshow beside its pictures', async () => {
    const { picker, audio = '', audioFilename } = await ask(SLIDESHOW);
    expect(picker.map(({ type }) => type)).toEqual(['photo', 'photo', 'photo']);
    expect(audioFilename).toMatch(/\.mp3$/);
    expect((await probed(audio)).audio.length).toBeGreaterThan(0);
  });
});

describe('a client that works by itself', () => {
  const local = (url: string, wishes: Record<string, unknown>) => ask(url, { localProcessing: 'preferred', ...wishes });

  test('gets picture and sound apart', async () => {
    const { tunnel, ...answer } = await local(YOUTUBE, {});
    expect(answer).toMatchObject({ status: 'local-processing', type: 'merge', service: 'youtube' });
    expect(answer.output).toMatchObject({ type: 'video/mp4', filename: expect.stringMatching(/\(720p, h264\)\.mp4$/) });
    expect(answer.output.metadata).toMatchObject({ title: expect.any(String), artist: expect.any(String) });
    const [picture, sound] = await Promise.all(tunnel.map((url) => fetched(url)));
    expect([tunnel.length, (picture?.length ?? 0) > (sound?.length ?? 0)]).toEqual([2, true]);
  });

  test('gets subtitles last, and no metadata where it wants none', async () => {
    const { tunnel, output } = await local(YOUTUBE, { subtitleLang: 'en' });
    expect([tunnel.length, output.subtitles, output.metadata?.['sublanguage']]).toEqual([3, true, 'eng']);
    expect((await fetched(tunnel[2] ?? '')).toString()).toMatch(/^WEBVTT/);
    expect((await local(YOUTUBE, { disableMetadata: true })).output).not.toHaveProperty('metadata');
  });

  test.each([
    [TWEET, { downloadMode: 'mute' }, 'mute', 'video/mp4', undefined],
    [TWEET, { downloadMode: 'audio' }, 'audio', 'audio/mpeg', { copy: false, format: 'mp3', bitrate: '128' }],
    [
      YOUTUBE,
      { downloadMode: 'audio', audioFormat: 'ogg', audioBitrate: '96' },
      'audio',
      'audio/ogg',
      { copy: false, format: 'ogg', bitrate: '96' },
    ],
    [
      TWEET,
      { downloadMode: 'audio', audioFormat: 'best', localProcessing: 'forced' },
      'audio',
      'audio/mp4',
      { copy: true, format: 'm4a', bitrate: '128' },
    ],
    [GIF, {}, 'gif', 'image/gif', undefined],
    [TWEET, { localProcessing: 'forced' }, 'remux', 'video/mp4', undefined],
  ])('%s with %j: %s', async (url, wishes, type, mime, audio) => {
    const answer = await local(url, wishes);
    expect(answer).toMatchObject({ status: 'local-processing', type, output: { type: mime } });
    expect((answer as { audio?: unknown }).audio).toEqual(audio);
    expect(answer.tunnel).toHaveLength(1);
    expect((await fetched(answer.tunnel[0] ?? '')).length).toBeGreaterThan(1000);
  });

  test.each([
    [TWEET, {}],
    [TIKTOK, { downloadMode: 'audio' }],
    [`${PHOTO_AND_VIDEO}/photo/1`, { localProcessing: 'forced' }],
    ['https://www.youtube.com/watch?v=HlsFmp40001', { localProcessing: 'forced' }],
  ])('%s with %j leaves it nothing to do', async (url, wishes) => {
    expect((await local(url, wishes)).status).toBe('tunnel');
  });
});

describe('what the platforms refuse', () => {
  // Pages without end run into the deadline on a machine that is busy: engine.contract.test.ts has them, errors.test.ts their code.
  const isQuick = (code: string) => code !== 'upstream_too_large';
  const refused = [facebook, instagram, tiktok, twitter, youtube].flatMap(({ conditions }) =>
    conditions.flatMap(({ link, what, expect: told }) =>
      'code' in told && isQuick(told.code) ? [[link, what, told.code] as const] : [],
    ),
  );
  const KNOWN: Record<string, string> = {
    unavailable: 'content.*.unavailable',
    not_found: 'content.*.unavailable',
    account_unavailable: 'content.*.unavailable',
    copyright_blocked: 'content.*.unavailable',
    live_ended: 'content.*.unavailable',
    private: 'content.*.private',
    login_required: 'content.*.private',
    members_only: 'content.*.private',
    payment_required: 'content.*.private',
    age_restricted: 'content.*.age',
    geo_blocked: 'content.video.region',
    live_now: 'content.video.live',
    live_upcoming: 'content.video.live',
    live_processing: 'content.video.live',
    rate_limited: 'fetch.rate',
    no_video: 'fetch.empty',
    extractor_broken: 'fetch.critical',
    blocked_ip: 'fetch.fail',
    upstream_error: 'fetch.fail',
    upstream_forbidden: 'fetch.fail',
    unsupported_host: 'service.unsupported',
    unsupported_link: 'link.unsupported',
  };
  const ON_YOUTUBE: Record<string, string> = { drm: 'youtube.drm', blocked_bot_check: 'youtube.login' };

  test.each(refused)('%s, %s', async (link, _, code) => {
    const isYoutube = link.includes('youtu');
    const expected = (isYoutube ? ON_YOUTUBE[code] : undefined) ?? KNOWN[code] ?? 'fetch.fail';
    const response = await post({ url: link });
    const { error } = (await response.json()) as Answer;
    expect([response.status, error.code]).toEqual([
      400,
      `error.api.${expected.replace('*', isYoutube ? 'video' : 'post')}`,
    ]);
    if (code !== 'unsupported_host') expect(PLATFORMS).toContain(error.context?.service);
  });
});

describe('who may ask', () => {
  let strict: TestSite;
  const LIMIT = 3;

  beforeAll(async () => {
    const few = { resolutions: LIMIT, downloads: 1, gigabytesPerDay: 1, transfers: 1 };
    strict = await startSite({ platforms, works: false, limits: { guest: few, guestsPerAddress: 1 } });
  });
  afterAll(() => strict.close());

  const withKey = (authorization: string) => ({ ...HEADERS, authorization });

  test.each([
    ['Api-Key aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee', 'error.api.auth.key.not_found'],
    ['Api-Key nonsense', 'error.api.auth.key.invalid'],
  ])('%s is no key of ours', async (authorization, code) => {
    const response = await post({ url: TWEET }, withKey(authorization));
    expect([response.status, (await response.json()).error.code]).toEqual([400, code]);
  });

  test.each(['', 'Api-Key ', 'Api-Key', 'Bearer eyJhbGciOiJIUzI1NiJ9.e30.x'])('%j is nobody', async (authorization) => {
    expect((await (await post({ url: TWEET }, withKey(authorization))).json()).status).toBe('tunnel');
  });

  test('guests have the limits of their address, and are told when to come back', async () => {
    for (let left = LIMIT - 1; left >= 0; left--) {
      const answer = await post({ url: TWEET }, HEADERS, strict);
      expect([answer.status, answer.headers.get('ratelimit-remaining')]).toEqual([200, String(left)]);
    }
    const over = await post({ url: TWEET }, HEADERS, strict);
    const { error } = (await over.json()) as Answer;
    expect(over.status).toBe(429);
    expect(error.code).toBe('error.api.rate_exceeded');
    expect(error.context?.limit).toBe(Number(over.headers.get('retry-after')));
  });

  test('a client with a key has its own limits, where it fetches the file as well', async () => {
    const keyed = await post({ url: TWEET }, withKey(`Api-Key ${API_KEY}`), strict);
    const answer = (await keyed.json()) as Answer;
    expect(answer.status).toBe('tunnel');
    for (let n = 0; n < 3; n++) expect((await fetched(answer.url)).length).toBeGreaterThan(0);
  });

  test('what a key was given ends with the key', async () => {
    const made = await site.api.apiKeys.create(null, {
      name: 'old client',
      scopes: { platforms: null, networks: null, actions: ['resolve', 'download'] },
      limits: {},
      expiresAt: null,
      hasWebhooks: false,
    });
    if (!made.ok) throw new Error(made.failure.code);
    const { secret, key } = made.value;
    const answer = (await (await post({ url: TWEET }, withKey(`Api-Key ${secret}`))).json()) as Answer;
    expect((await fetched(answer.url)).length).toBeGreaterThan(0);
    expect(await site.api.apiKeys.revoke(null, key.id)).toEqual({ ok: true, value: null });
    // Who is not told remembers a key for five seconds.
    await expect.poll(async () => (await fetch(answer.url)).status).toBe(401);
  });

  test('where keys are needed, nobody else is answered', async () => {
    const locked = await startSite({
      platforms,
      works: false,
      cobalt: { access: 'keys', publicOrigin: 'https://ours.example' },
    });
    try {
      for (const headers of [HEADERS, withKey(''), withKey('Bearer x')]) {
        const refused = await post({ url: TWEET }, headers, locked);
        expect([refused.status, (await refused.json()).error.code]).toEqual([400, 'error.api.auth.key.missing']);
      }
      const keyed = await post({ url: TWEET }, withKey(`Api-Key ${API_KEY}`), locked);
      expect(((await keyed.json()) as Answer).url).toMatch(/^https:\/\/ours\.example\/api\/cobalt\/tunnel\?/);
      const { cobalt } = await (await fetch(`${locked.origin}/api/cobalt/`)).json();
      expect(cobalt.url).toBe('https://ours.example/api/cobalt/');
    } finally {
      await locked.close();
    }
  });

  test('where it is off, nothing is there', async () => {
    const absent = await startSite({ platforms, works: false, cobalt: { access: 'off' } });
    try {
      // What is not ours is the site's matter, which these tests have none of.
      expect((await post({ url: TWEET }, HEADERS, absent)).status).toBe(418);
    } finally {
      await absent.close();
    }
  });
});

describe('clients as they are', () => {
  test('cobalt-kit from npm, which knows a host alone', async () => {
    const client = new Cobalt({ instance: `${ownOrigin}/` });
    const info = await client.info();
    expect(info).toMatchObject({ cobalt: { url: `${ownOrigin}/`, services: PLATFORMS } });
    const film = await client.download(TWEET, { videoQuality: '360', filenameStyle: 'nerdy', twitterGif: true });
    if (film.status !== 'tunnel') throw new Error(film.status);
    expect(film.filename).toMatch(/\(360p, h264, twitter, 1800000000000000001\)\.mp4$/);
    expect((await fetched(film.url)).length).toBeGreaterThan(1000);
    const choice = await client.download(SLIDESHOW);
    expect(choice).toMatchObject({ status: 'picker', audioFilename: expect.stringMatching(/\.mp3$/) });
    expect(await client.download('https://example.com/')).toMatchObject({
      status: 'error',
      error: { code: 'error.api.service.unsupported' },
    });
    const wrong = new Cobalt({ instance: ownOrigin, auth: { scheme: 'Api-Key', token: 'x' } });
    expect(await wrong.download(TWEET)).toMatchObject({ error: { code: 'error.api.auth.key.invalid' } });
    const bearer = new Cobalt({ instance: ownOrigin, auth: { scheme: 'Bearer', token: 'x' } });
    expect(await bearer.download(TWEET)).toMatchObject({ status: 'tunnel' });
    expect(await client.generateToken('x')).toMatchObject({ error: { code: 'error.api.auth.not_configured' } });
  });

  test('the site keeps its other addresses on the host that is this API’s', async () => {
    expect((await fetch(`${ownOrigin}/youtube`)).status).toBe(418);
    expect((await fetch(`${site.origin}/`)).status).toBe(418);
    expect((await fetch(`${ownOrigin}/api/cobalt/`)).status).toBe(200);
  });

  /** Written down from the clients' public sources: what they send, and where. */
  test.each([
    [
      'the web app',
      '/',
      {},
      {
        alwaysProxy: false,
        audioBitrate: '128',
        audioFormat: 'mp3',
        convertGif: true,
        disableMetadata: false,
        downloadMode: 'auto',
        filenameStyle: 'basic',
        localProcessing: 'preferred',
        subtitleLang: 'none',
        tiktokFullAudio: false,
        videoQuality: '1080',
        youtubeBetterAudio: false,
        youtubeDubLang: 'original',
        youtubeHLS: false,
        youtubeVideoCodec: 'h264',
        youtubeVideoContainer: 'auto',
        allowH265: false,
      },
    ],
    ['cobold', '/', { 'accept-language': 'en' }, { downloadMode: 'auto', filenameStyle: 'basic', youtubeHLS: true }],
    [
      'pybalt',
      '',
      { 'user-agent': 'pybalt' },
      { videoQuality: '1080', audioFormat: 'mp3', tiktokH265: false, youtubeHLS: false },
    ],
    [
      'the Raycast extension',
      '',
      { 'user-agent': 'raycast-cobalt/20241120' },
      {
        downloadMode: 'auto',
        youtubeVideoCodec: 'h264',
        videoQuality: 'max',
        audioFormat: 'best',
        filenameStyle: 'pretty',
        alwaysProxy: false,
        disableMetadata: false,
        youtubeHLS: false,
        twitterGif: true,
        tiktokFullAudio: false,
        tiktokH265: false,
      },
    ],
    ['a client that always sends its header', '/', { authorization: '' }, { isAudioOnly: false, vCodec: 'h264' }],
    [
      'axios',
      '/',
      { accept: 'application/json, text/plain, */*', 'content-type': 'application/json; charset=utf-8' },
      {},
    ],
  ])('%s', async (_, path, headers, body) => {
    const response = await fetch(`${site.origin}/api/cobalt${path}`, {
      method: 'POST',
      headers: { ...HEADERS, ...headers },
      body: JSON.stringify({ url: TWEET, ...body }),
      redirect: 'error',
    });
    const answer = (await response.json()) as Answer;
    expect([response.status, answer.status]).toEqual([200, 'tunnel']);
    expect(answer.filename).toMatch(/\.mp4$/);
    expect((await fetch(`${answer.url}&p=1`)).status).toBe(200);
    expect((await fetched(answer.url)).length).toBeGreaterThan(1000);
  });
});
