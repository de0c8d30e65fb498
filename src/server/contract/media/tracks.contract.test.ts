import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Resolved } from '#/model/download.ts';
import { MEDIA_FOLDER } from '../../../../tests/platforms/make-media.ts';
import { startPlatforms } from '../../../../tests/platforms/server.ts';
import { HEIGHTS, TRACKS } from '../../../../tests/platforms/youtube/youtube-many-tracks.ts';
import { startSite, type TestSite } from '../../../../tests/setup/site.ts';
import { createLinkSigner } from '#/server/service/links/links.ts';

const exec = promisify(execFile);
const LINK = 'https://www.youtube.com/watch?v=ManySounds1';

let platforms: Awaited<ReturnType<typeof startPlatforms>>;
let site: TestSite;
let folder: string;
let resolved: Resolved;

beforeAll(async () => {
  platforms = await startPlatforms();
  folder = await mkdtemp(join(tmpdir(), 'tracks-'));
  site = await startSite({ platforms });
  const answer = await site.client.resolve(LINK);
  if (!answer.ok) throw new Error(answer.failure.code);
  resolved = answer.value;
});

afterAll(async () => {
  await site.close();
  await platforms.close();
  await rm(folder, { recursive: true, force: true });
});

/** A file, and what it is called. */
async function take(path: string): Promise<{ bytes: Buffer; name: string }> {
  const response = await fetch(new URL(path, site.origin));
  const bytes = Buffer.from(await response.arrayBuffer());
  if (!response.ok) throw new Error(`${response.status} ${bytes.toString()}`);
  return { bytes, name: decodeURIComponent(response.headers.get('content-disposition') ?? '') };
}

const linkOf = (id: string, query = '') => `${resolved.links[id]}${query}`;

/** Hash of the packets of a file's sound. */
async function soundOf(path: string): Promise<string> {
  const { stdout } = await exec('ffmpeg', ['-v', 'error', '-i', path, '-map', '0:a', '-c', 'copy', '-f', 'hash', '-']);
  return stdout.trim();
}

async function soundOfBytes(bytes: Buffer): Promise<string> {
  const path = join(folder, 'taken');
  await writeFile(path, bytes);
  return soundOf(path);
}

const soundOfFile = (name: string) => soundOf(join(MEDIA_FOLDER, name));

test('a film of 35 tracks and 20 heights is a list that does not grow with the tracks, which are all there', () => {
  const { media, links } = resolved;
  expect(media.audioTracks).toHaveLength(TRACKS.length);
  expect(media.audioTracks.slice(0, 3)).toMatchObject([
    { id: 'en', language: 'en', kind: 'original', containers: ['mp4', 'webm'] },
    { id: 'en-descriptive', language: 'en', kind: 'descriptive', containers: ['mp4', 'webm'] },
    { id: 'fr', language: 'fr', kind: 'dubbed', containers: ['mp4', 'webm'] },
  ]);
  const films = media.formats.filter(({ kind, container }) => kind === 'video+audio' && container === 'mp4');
  // Each height, and the one that is a file by itself besides.
  expect(films).toHaveLength(HEIGHTS.size + 1);
  expect(media.textTracks.length).toBeGreaterThan(150);
  expect(Object.keys(links).length).toBeLessThan(100);
});

describe('the sound of a track', () => {
  test.each([
    ['700+140-en', 'ja', 'a_aac_ja.m4a', '(144p ja).mp4'],
    ['243+251-en', 'ja', 'a_opus_ja.webm', '(360p ja).webm'],
    ['712+140-en', 'en-descriptive', 'a_aac_es.m4a', '(720p en English descriptive).mp4'],
    ['140-en', 'ja', 'a_aac_ja.m4a', '(ja'],
    ['719+140-en', 'en', 'a_aac_128.m4a', '(4320p).mp4'],
  ])('%s with %s', async (id, track, file, name) => {
    const taken = await take(linkOf(id, `?sound=${track}`));
    expect(await soundOfBytes(taken.bytes)).toBe(await soundOfFile(file));
    expect(taken.name).toContain(name);
  });

  test('is made into an MP3, is in a part, and is what a preview plays', async () => {
    const mp3 = await take(linkOf('mp3-128', '?sound=ja'));
    expect(mp3.bytes.length).toBeGreaterThan(10_000);
    const [preview = ''] = Object.values(resolved.shown.previews);
    const { bytes } = await take(`${preview}?sound=ja`);
    expect(await soundOfBytes(bytes)).toBe(await soundOfFile('a_aac_ja.m4a'));
    const [part, plain] = await Promise.all(
      ['&sound=ja', ''].map((more) => take(linkOf('700+140-en', `?start=0&end=2${more}`))),
    );
    expect(part && (await soundOfBytes(part.bytes))).not.toBe(plain && (await soundOfBytes(plain.bytes)));
  });

  test.each([
    ['700+140-en', 'xx', 'format_gone'],
    ['700', 'ja', 'invalid_request'],
  ])('%s with %s is %s', async (id, track, code) => {
    const response = await fetch(new URL(linkOf(id, `?sound=${track}`), site.origin));
    expect(await response.json()).toMatchObject({ code });
  });

  test('is kept by the server as well', async () => {
    const kept = await site.client.keep({ link: linkOf('700+140-en', '?sound=ja') });
    if (!kept.ok) throw new Error(kept.failure.code);
    const fileOf = async () => {
      const answer = await site.client.downloads();
      if (!answer.ok) throw new Error(answer.failure.code);
      return answer.value.downloads.find(({ id }) => id === kept.value.id)?.file ?? null;
    };
    await expect.poll(fileOf).not.toBeNull();
    const { bytes } = await take((await fileOf())?.link ?? '');
    expect(await soundOfBytes(bytes)).toBe(await soundOfFile('a_aac_ja.m4a'));
  });
});

test('a link for a combination that is not listed is good: those of earlier lists are out', async () => {
  const signer = createLinkSigner(site.secret);
  const link = (formatId: string) =>
    signer.sign({ purpose: 'download', canonicalUrl: LINK, formatId, expiresAtS: Date.now() / 1000 + 600 });
  for (const id of ['700+140-ja', '140-ja']) {
    const { bytes } = await take(link(id));
    expect(await soundOfBytes(bytes)).toBe(await soundOfFile('a_aac_ja.m4a'));
  }
  const { bytes } = await take(link('sub-uk.srt'));
  expect(bytes.toString()).toMatch(/^1\n00:00:00,000 --> /);
});

describe('subtitles that are not listed', () => {
  test('are had by the link of others, in its syntax', async () => {
    const spanish = await readFile(join(MEDIA_FOLDER, 'subs_es.vtt'), 'utf8');
    const [, said = ''] = /--> \S+\n(.+)/.exec(spanish) ?? [];
    expect((await take(linkOf('sub-en.txt', '?text=sub-es'))).bytes.toString()).toContain(said);
    const srt = await take(linkOf('sub-en.srt', '?text=sub-es'));
    expect(srt.bytes.toString()).toContain(said);
    expect(srt.name).toContain('(es).srt');
    // Translated by the platform.
    expect((await take(linkOf('sub-en.vtt', '?text=sub-zu-auto'))).bytes.toString()).toMatch(/^WEBVTT/);
  });

  test('are put into a film', async () => {
    const { bytes } = await take(linkOf('700+140-en', '?subtitles=sub-es.vtt'));
    expect(bytes.toString('latin1')).toContain('Hola');
  });

  test('that nobody has are not there', async () => {
    const answers = await Promise.all(
      ['sub-xx', '140-ja'].map(async (id) =>
        (await fetch(new URL(linkOf('sub-en.vtt', `?text=${id}`), site.origin))).json(),
      ),
    );
    expect(answers).toMatchObject([{ code: 'format_gone' }, { code: 'format_gone' }]);
  });
});
