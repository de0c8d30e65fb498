import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Resolved } from '#/model/download.ts';
import { allFormats, type Format, postSound } from '#/model/media/media.ts';
import { MEDIA_FOLDER } from '../../../../tests/platforms/make-media.ts';
import { startPlatforms } from '../../../../tests/platforms/server.ts';
import { startSite, type TestSite } from '../../../../tests/setup/site.ts';
import type { Downloader } from '#/server/service/downloader.ts';

const exec = promisify(execFile);
const LINKS = {
  facebook: 'https://www.facebook.com/watch/?v=900000000000001',
  instagram: 'https://www.instagram.com/reel/REPLICAok01/',
  tiktok: 'https://www.tiktok.com/@replica.user/video/7400000000000000001',
  twitter: 'https://x.com/replica/status/1800000000000000001',
  youtube: 'https://www.youtube.com/watch?v=OKvideo0001',
} as const;

let platforms: Awaited<ReturnType<typeof startPlatforms>>;
let site: TestSite;
let client: Downloader;
let origin: string;
let folder: string;

beforeAll(async () => {
  platforms = await startPlatforms();
  folder = await mkdtemp(join(tmpdir(), 'takeaway-'));
  site = await startSite({ platforms });
  ({ client, origin } = site);
});

afterAll(async () => {
  await site.close();
  await platforms.close();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(() => platforms.reset());

async function resolve(link: string): Promise<Resolved> {
  const answer = await client.resolve(link);
  if (!answer.ok) throw new Error(answer.failure.code);
  return answer.value;
}

function pick({ media, links }: Resolved, wanted: (format: Format) => boolean): { format: Format; url: string } {
  const format = allFormats(media).find(wanted);
  if (!format)
    throw new Error(
      `not offered: ${allFormats(media)
        .map(({ id }) => id)
        .join(' ')}`,
    );
  return { format, url: `${origin}${links[format.id]}` };
}

/** Of a file of the replicas. */
function digestOf(name: string): string {
  return createHash('sha256')
    .update(readFileSync(join(MEDIA_FOLDER, name)))
    .digest('hex');
}

/** A whole answer, its length checked against what was promised. */
async function take(
  url: string,
  headers: Record<string, string> = {},
): Promise<{ bytes: Buffer; headers: Headers; status: number }> {
  const response = await fetch(url, { headers });
  const bytes = Buffer.from(await response.arrayBuffer());
  const promised = response.headers.get('content-length');
  if (promised !== null) expect(bytes.length).toBe(Number(promised));
  if (response.status >= 400) throw new Error(`${response.status} ${bytes.toString()}`);
  return { bytes, headers: response.headers, status: response.status };
}

/** Of every file with a cover, and of every MP3 of constant bitrate without a frame that says so. */
const HARMLESS = /^.*(?:stream \d+, timescale not set|Estimating duration from bitrate.*)\n/gm;

type Probed = {
  format: { duration: string; tags?: Record<string, string> };
  streams: { codec_type: string; codec_name: string; height?: number }[];
};

async function ffprobe(bytes: Buffer, extension: string): Promise<Probed> {
  const path = join(folder, `probe.${extension}`);
  await writeFile(path, bytes);
  const { stdout, stderr } = await exec('ffprobe', [
    '-v',
    'warning',
    '-show_format',
    '-show_streams',
    '-of',
    'json',
    path,
  ]);
  expect(stderr.replace(HARMLESS, '')).toBe('');

  return JSON.parse(stdout) as Probed;
}

const kinds = ({ streams }: Probed) => streams.map(({ codec_type }) => codec_type).toSorted();

describe.each(Object.entries(LINKS))('%s', (_, link) => {
  test('the film that is offered first, its sound alone and as MP3, a clip of it', async () => {
    const resolved = await resolve(link);
    const best = pick(resolved, ({ recommended }) => recommended);
    const film = await take(best.url);
    if (best.format.size?.exact) expect(film.bytes.length).toBe(best.format.size.bytes);
    const probed = await ffprobe(film.bytes, best.format.container);
    expect(kinds(probed)).toEqual(['audio', 'video']);

    const sound = pick(
      resolved,
      ({ kind, delivery, container }) => kind === 'audio' && delivery !== 'transcode' && container !== 'webm',
    );
    const { bytes: soundBytes } = await take(sound.url);
    if (sound.format.size?.exact) expect(soundBytes.length).toBe(sound.format.size.bytes);
    expect((await ffprobe(soundBytes, sound.format.container)).streams[0]).toMatchObject({ codec_type: 'audio' });

    const clip = await take(`${best.url}?start=1&end=2.5`);
    const cut = { startS: Number(clip.headers.get('x-clip-start')), endS: Number(clip.headers.get('x-clip-end')) };
    expect(cut.startS).toBeLessThanOrEqual(1);
    expect(cut.endS).toBeGreaterThanOrEqual(2.4);
    const clipped = await ffprobe(clip.bytes, 'mp4');
    expect(kinds(clipped)).toEqual(['audio', 'video']);
    expect(Math.abs(Number(clipped.format.duration) - (cut.endS - cut.startS))).toBeLessThan(0.1);

    if (resolved.media.formats.some(({ id }) => id === 'mp3-192')) {
      const mp3 = pick(resolved, ({ id }) => id === 'mp3-192');
      const { bytes } = await take(mp3.url);
      if (mp3.format.size?.exact) expect(bytes.length).toBe(mp3.format.size.bytes);
      const heard = await ffprobe(bytes, 'mp3');
      expect(heard.streams[0]).toMatchObject({ codec_name: 'mp3' });
      expect(heard.format.tags?.['title']).toBe(resolved.media.title);
      expect(Math.abs(Number(heard.format.duration) - Number(probed.format.duration))).toBeLessThan(0.3);
    }
  });
});

describe('a film put together on the way', () => {
  test('has the size that was shown, one ETag, and any range of it is the same bytes', async () => {
    const resolved = await resolve(LINKS.youtube);
    const merged = resolved.media.formats.filter(
      ({ delivery, kind }) => delivery === 'merge' && kind === 'video+audio',
    );
    expect(merged.length).toBeGreaterThan(1);
    for (const { id, size, container } of merged) {
      expect(size?.exact).toBe(true);
      const url = `${origin}${resolved.links[id]}`;
      const { bytes, headers } = await take(url);
      expect(bytes.length).toBe(size?.bytes);
      expect(kinds(await ffprobe(bytes, container))).toEqual(['audio', 'video']);
      const etag = headers.get('etag') ?? '';
      for (const [start, end] of [
        [0, 0],
        [100, 5000],
        [bytes.length - 70_000, bytes.length - 1],
        [bytes.length >> 1, (bytes.length >> 1) + 60_000],
      ] as const) {
        const part = await take(url, { range: `bytes=${start}-${end}`, 'if-range': etag });
        expect(part.status).toBe(206);
        expect(part.bytes.equals(bytes.subarray(start, end + 1))).toBe(true);
        expect(part.headers.get('etag')).toBe(etag);
      }
    }
  });

  test('goes on when addresses expire in the middle, and when connections are cut', async () => {
    const resolved = await resolve(LINKS.youtube);
    const { url } = pick(resolved, ({ recommended }) => recommended);
    const { bytes } = await take(url);
    platforms.knobs.cutAfterBytes = 100_000;
    const again = await take(url, { range: `bytes=1000-${bytes.length - 1}` });
    expect(again.bytes.equals(bytes.subarray(1000))).toBe(true);
  });
});

describe('a film with subtitles', () => {
  const SUBTITLES = 'subtitles=sub-en.vtt';
  const isMerged = ({ kind, container, delivery }: Format) =>
    kind === 'video+audio' && container === 'mp4' && delivery === 'merge';
  const isDirect = ({ kind, container, delivery }: Format) =>
    kind === 'video+audio' && container === 'mp4' && delivery === 'direct';

  test.each([
    ['put together', LINKS.youtube, isMerged],
    ['of one file', LINKS.youtube, isDirect],
    ['in segments', 'https://www.youtube.com/watch?v=HlsFmp40001', ({ recommended }: Format) => recommended],
  ])('%s: three streams, of the length that HEAD tells, any range of it', async (_, link, wanted) => {
    const resolved = await resolve(link);
    const { url } = pick(resolved, wanted);
    const head = await fetch(`${url}?${SUBTITLES}`, { method: 'HEAD' });
    expect(head.status).toBe(200);
    const { bytes, headers } = await take(`${url}?${SUBTITLES}`);
    expect(Number(head.headers.get('content-length'))).toBe(bytes.length);
    const { streams } = await ffprobe(bytes, 'mp4');
    expect(streams.map(({ codec_name }) => codec_name)).toEqual(['h264', 'aac', 'mov_text']);
    const etag = headers.get('etag') ?? '';
    const part = await take(`${url}?${SUBTITLES}`, { range: 'bytes=1000-60000', 'if-range': etag });
    expect(part.status).toBe(206);
    expect(part.bytes.equals(bytes.subarray(1000, 60_001))).toBe(true);
    const without = await fetch(url, { method: 'HEAD' });
    expect(without.headers.get('etag')).not.toBe(etag);
  });

  test.each([
    ['that are not there', isMerged, 'subtitles=sub-tlh.vtt'],
    ['that are none', isMerged, 'subtitles=thumb'],
    ['of no name', isMerged, 'subtitles=../x'],
    ['in a clip', isMerged, `${SUBTITLES}&start=1&end=2`],
    ['in an exact clip', isMerged, `${SUBTITLES}&start=1&end=2&precise=1`],
    ['in WebM', ({ container, kind }: Format) => container === 'webm' && kind === 'video+audio', SUBTITLES],
    ['in a sound', ({ kind }: Format) => kind === 'audio', SUBTITLES],
    ['in what a codec makes', ({ container }: Format) => container === 'mp3', SUBTITLES],
    ['in subtitles', ({ kind }: Format) => kind === 'subtitles', SUBTITLES],
  ])('subtitles %s are refused', async (_, wanted, query) => {
    const { url } = pick(await resolve(LINKS.youtube), wanted);
    expect(await (await fetch(`${url}?${query}`)).json()).toMatchObject({ code: 'invalid_request' });
  });
});

describe('a film that exists in segments only', () => {
  test.each([
    ['of MP4 in HLS', 'HlsFmp40001'],
    ['of DASH, picture and sound apart', 'DashList001'],
  ])('%s: is put together beforehand, of known length, any range of it', async (_, id) => {
    const resolved = await resolve(`https://www.youtube.com/watch?v=${id}`);
    const { url } = pick(resolved, ({ recommended }) => recommended);
    const { bytes, headers } = await take(url);
    expect(headers.get('content-length')).toBe(String(bytes.length));
    expect(kinds(await ffprobe(bytes, 'mp4'))).toEqual(['audio', 'video']);
    const part = await take(url, { range: 'bytes=1000-60000' });
    expect(part.bytes.equals(bytes.subarray(1000, 60_001))).toBe(true);
    const clip = await take(`${url}?start=2.5&end=3.5`);
    const { format } = await ffprobe(clip.bytes, 'mp4');
    const cut = { startS: Number(clip.headers.get('x-clip-start')), endS: Number(clip.headers.get('x-clip-end')) };
    expect(cut.startS).toBeLessThanOrEqual(2.5);
    expect(cut.endS).toBeGreaterThanOrEqual(3.5);
    expect(Math.abs(Number(format.duration) - (cut.endS - cut.startS))).toBeLessThan(0.05);
    expect(clip.headers.get('content-length')).toBe(String(clip.bytes.length));
  });

  test('of a transport stream: is put together while it comes', async () => {
    const resolved = await resolve('https://www.youtube.com/watch?v=Hls60fps001');
    const { url, format } = pick(resolved, ({ recommended }) => recommended);
    expect(format.size?.exact).not.toBe(true);
    const { bytes, headers } = await take(url);
    expect(headers.get('accept-ranges')).toBe('none');
    const probed = await ffprobe(bytes, 'mp4');
    expect(kinds(probed)).toEqual(['audio', 'video']);
    expect(Math.abs(Number(probed.format.duration) - 4)).toBeLessThan(0.2);
  });
});

test('several pictures in one archive, of the length that HEAD tells, resumable', async () => {
  const { media, links } = await resolve('https://www.instagram.com/p/REPLICAca02/');
  const ids = media.items.flatMap(({ formats }) =>
    formats.filter(({ recommended }) => recommended).map(({ id }) => id),
  );
  const url = `${origin}${links['zip']}?items=${ids.join(',')}`;
  const head = await fetch(url, { method: 'HEAD' });
  const { bytes, headers } = await take(url);
  expect(Number(head.headers.get('content-length'))).toBe(bytes.length);
  expect(headers.get('content-disposition')).toContain('.zip');
  const path = join(folder, 'all.zip');
  await writeFile(path, bytes);
  const { stdout } = await exec('python3', [
    '-c',
    `import zipfile; z = zipfile.ZipFile(${JSON.stringify(path)}); print(z.testzip(), len(z.namelist()))`,
  ]);
  expect(stdout.trim()).toBe(`None ${ids.length}`);
  const rest = await take(url, { range: 'bytes=50000-' });
  expect(rest.bytes.equals(bytes.subarray(50_000))).toBe(true);
});

test('a slideshow: pictures are what is recommended of it, and its archive holds its sound, too', async () => {
  const { media, links } = await resolve('https://www.tiktok.com/@replica.user/photo/7400000000000000002');
  expect(allFormats(media).flatMap(({ id, recommended }) => (recommended ? [id] : []))).toEqual([
    '1.photo',
    '2.photo',
    '3.photo',
  ]);
  const sound = postSound(media);
  const { bytes } = await take(`${origin}${links['zip']}?items=1.photo,2.photo,3.photo,${sound?.id}`);
  const path = join(folder, 'slideshow.zip');
  await writeFile(path, bytes);
  const digests = `import zipfile, hashlib, json; z = zipfile.ZipFile(${JSON.stringify(path)});
print(json.dumps([hashlib.sha256(z.read(name)).hexdigest() for name in z.namelist()]))`;
  const { stdout } = await exec('python3', ['-c', digests]);
  expect(JSON.parse(stdout)).toEqual(['photo_1.jpg', 'photo_2.jpg', 'photo_3.jpg', 'music.mp3'].map(digestOf));
});

describe('what cannot be given is refused, and says why', () => {
  test.each([
    ['a clip that ends before it begins', '?start=3&end=2', 'invalid_request'],
    ['a clip behind the end', '?start=5000&end=5001', 'invalid_request'],
    ['times that are none', '?start=abc', 'invalid_request'],
    ['a style of names that is none', '?name=../x', 'invalid_request'],
  ])('%s', async (_, query, code) => {
    const { url } = pick(await resolve(LINKS.youtube), ({ recommended }) => recommended);
    const response = await fetch(`${url}${query}`);
    expect(await response.json()).toMatchObject({ code });
  });

  test('an archive of nothing, of what is not there, of what a codec makes', async () => {
    const { links } = await resolve('https://www.instagram.com/p/REPLICAca02/');
    for (const [items, code] of [
      ['', 'invalid_request'],
      ['nothing', 'format_gone'],
      ['1.mp3-192', 'invalid_request'],
    ]) {
      const response = await fetch(`${origin}${links['zip']}?items=${items}`);
      expect(await response.json()).toMatchObject({ code });
    }
  });
});

test('a clip cut exactly, a GIF of it, FLAC and WAV', async () => {
  const resolved = await resolve(LINKS.youtube);
  const { url } = pick(resolved, ({ recommended }) => recommended);
  const exact = await ffprobe((await take(`${url}?start=1.2&end=2.2&precise=1`)).bytes, 'mp4');
  expect(Math.abs(Number(exact.format.duration) - 1)).toBeLessThan(0.15);
  const animated = await take(`${pick(resolved, ({ id }) => id === 'gif').url}?start=1&end=2`);
  expect(animated.headers.get('content-type')).toBe('image/gif');
  expect(animated.bytes.toString('latin1', 0, 4)).toBe('GIF8');
  for (const id of ['flac', 'wav']) {
    const { bytes } = await take(pick(resolved, (format) => format.id === id).url);
    expect((await ffprobe(bytes, id)).streams[0]).toMatchObject({ codec_type: 'audio' });
  }
});
