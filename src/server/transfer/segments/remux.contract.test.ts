import { execFile } from 'node:child_process';
import { createCipheriv } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createConfine } from '#/server/confinement/confinement.ts';
import { LOCAL_PYTHON } from '#/server/engine/fixtures/local-extractor.ts';
import { ffmpeg as make } from '../../../../tests/media/ffmpeg.ts';
import { decodingComplaints, type Packet, probe, type Probed } from '../fixtures/probe.ts';
import { createFfmpeg, type Ffmpeg } from '../transcode/ffmpeg.ts';
import { id3 } from './fixtures/id3.ts';
import { type LocalUpstream, serveFolder } from './fixtures/upstream.ts';
import { readMediaPlaylist } from './hls.ts';
import type { Rendition } from './playlist.ts';
import { prepareRemux } from './remux.ts';
import { portsOf } from './stream.ts';

const run = promisify(execFile);
const { signal } = new AbortController();
const logged: string[] = [];
let folder = '';
let upstream: LocalUpstream;
let ffmpeg: Ffmpeg;

const PICTURE = ['-f', 'lavfi', '-i', 'testsrc2=size=192x108:rate=25:duration=9'];
const SOUND = ['-f', 'lavfi', '-i', 'sine=duration=9:sample_rate=44100'];
const X264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '50', '-x264-params', 'b-adapt=0:bframes=2:scenecut=0'];
const HLS = ['-c', 'copy', '-f', 'hls', '-hls_time', '2', '-hls_playlist_type', 'vod'];
const KEY = Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex');
const IV = Buffer.alloc(16, 9);

const path = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'remux-'));
  upstream = await serveFolder(folder);
  ffmpeg = createFfmpeg({
    path: '/usr/bin/ffmpeg',
    confine: createConfine(LOCAL_PYTHON),
    log: (message) => logged.push(message),
  });
  await make([...PICTURE, ...SOUND, ...X264, '-c:a', 'aac', '-b:a', '64k', path('source.mp4')]);
  await make(['-i', path('source.mp4'), '-c:v', 'copy', '-c:a', 'libmp3lame', path('mp3.mp4')]);
  await writeFile(path('key'), KEY);
  await writeFile(path('key-info'), `${upstream.urlOf('key')}\n${path('key')}\n`);
  await writeFile(path('key-info-iv'), `${upstream.urlOf('key')}\n${path('key')}\n${IV.toString('hex')}\n`);
  const hls = (name: string, map: string, ...more: string[]) =>
    make(['-i', path('source.mp4'), '-map', map, ...HLS, ...more, path(`${name}.m3u8`)]);
  await Promise.all([
    hls('both', '0'),
    hls('picture', '0:v'),
    hls('sound', '0:a'),
    hls('in-one', '0', '-hls_flags', 'single_file'),
    hls('secret', '0', '-hls_key_info_file', path('key-info'), '-start_number', '3'),
    hls('secret-iv', '0', '-hls_key_info_file', path('key-info-iv')),
    hls('fragments', '0', '-hls_segment_type', 'fmp4', '-hls_fmp4_init_filename', 'fragments.mp4'),
    make(['-i', path('mp3.mp4'), ...HLS, path('mp3.m3u8')]),
    make(['-i', path('source.mp4'), '-map', '0:a', '-c', 'copy', path('sound.aac')]),
  ]);
});
afterAll(async () => {
  await ffmpeg.close();
  await upstream.close();
  await rm(folder, { recursive: true, force: true });
  expect(logged).toEqual([]);
});

async function list(name: string): Promise<Rendition> {
  return readMediaPlaylist(await readFile(path(`${name}.m3u8`), 'utf8'), upstream.urlOf(`${name}.m3u8`));
}

/** The same list with everything in it encrypted, its initialization too. */
async function encrypted(name: string): Promise<Rendition> {
  const plain = await list(name);
  const key = { url: upstream.urlOf('key'), iv: IV };
  const encrypt = async (url: string): Promise<string> => {
    const cipher = createCipheriv('aes-128-cbc', KEY, IV);
    const bytes = await readFile(path(basename(url)));
    await writeFile(path(`encrypted-${basename(url)}`), Buffer.concat([cipher.update(bytes), cipher.final()]));
    return upstream.urlOf(`encrypted-${basename(url)}`);
  };
  const init = plain.init && { ...plain.init, url: await encrypt(plain.init.url), key };
  const segments = await Promise.all(
    plain.segments.map(async (segment) => ({ ...segment, url: await encrypt(segment.url), key })),
  );
  return { ...plain, init, segments };
}

/** Sound as packed audio: whole frames with a tag before each segment's, which begins `startS` after the clock's zero. */
async function packed(startS: number): Promise<Rendition> {
  const bytes = await readFile(path('sound.aac'));
  const frames: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += frames.at(-1)?.length ?? 1) {
    frames.push(bytes.subarray(at, at + ((bytes.readUInt32BE(at + 3) >> 13) & 0x1fff)));
  }
  const segments = [];
  for (let first = 0; first < frames.length; first += 86) {
    const name = `packed-${startS}-${first}.aac`;
    const ticks = BigInt(Math.round((startS + (first * 1024) / 44_100) * 90_000));
    await writeFile(path(name), Buffer.concat([id3(ticks), ...frames.slice(first, first + 86)]));
    segments.push({ url: upstream.urlOf(name), range: null, durationS: 2, key: null });
  }
  return { container: 'aac', init: null, segments, durationS: 9, isLive: false, discontinuities: 0 };
}

let fileCount = 0;

async function remux(renditions: readonly Rendition[], wanted: ('video' | 'audio')[] = ['video', 'audio']) {
  const { recipe, inputs } = await prepareRemux(renditions, {
    portsAt: () => portsOf(upstream.open, signal),
    wanted,
  });
  const { output, finished } = await ffmpeg.run(recipe.args, inputs, signal);
  const file = path(`remuxed-${fileCount++}.${recipe.container}`);
  await writeFile(file, await buffer(output));
  await finished;
  return { file, recipe };
}

/** Hashes of all pictures, or all frames of sound, as they are decoded. */
async function decoded(file: string, kind: 'v' | 'a'): Promise<string[]> {
  const args = ['-v', 'error', '-i', file, '-map', `0:${kind}`, '-fps_mode', 'passthrough', '-f', 'framemd5', '-'];
  const { stdout } = await run('ffmpeg', args, { maxBuffer: 64 * 1024 * 1024 });
  return stdout
    .split('\n')
    .flatMap((line) => (line.startsWith('#') || line === '' ? [] : (line.split(',').at(-1) ?? '').trim()));
}

function steps(packets: readonly Packet[]): number[] {
  return packets.slice(1).map(({ pts }, place) => (pts ?? NaN) - (packets[place]?.pts ?? NaN));
}

/** A transport stream has times for some of its sound only, in ticks of another clock: those between are reckoned from them. */
const RECKONED_S = 0.0003;
/** ffmpeg's edit lists, which say by how much one track begins later. */
const EDIT_TICK_S = 1 / 1000;

/** Of the lists themselves, ffprobe takes some first times for others: what they were made of tells better. */
function expectSameSteps(remuxed: readonly Packet[], made: readonly Packet[]): void {
  expect(remuxed.length).toBe(made.length);
  const expected = steps(made);
  const far = steps(remuxed).filter((step, place) => !(Math.abs(step - (expected[place] ?? NaN)) < RECKONED_S));
  expect(far).toEqual([]);
}

async function probeAll(...files: string[]): Promise<[Probed, Probed, Probed]> {
  return (await Promise.all(files.map((file) => probe(file)))) as [Probed, Probed, Probed];
}

function lead({ video, audio }: { video: Packet[]; audio: Packet[] }): number {
  return (video[0]?.pts ?? NaN) - (audio[0]?.pts ?? NaN);
}

describe.each([
  ['a transport stream', () => list('both'), 'both', 'source.mp4'],
  ['ranges of one file', () => list('in-one'), 'both', 'source.mp4'],
  ['an encrypted stream', () => list('secret'), 'both', 'source.mp4'],
  ['an encrypted stream that tells its IV', () => list('secret-iv'), 'both', 'source.mp4'],
  ['a stream with MP3', () => list('mp3'), 'mp3', 'mp3.mp4'],
  ['encrypted fragments', () => encrypted('fragments'), 'fragments', 'source.mp4'],
])('%s', (_, rendition, original, from) => {
  test('becomes an MP4 of the same packets', async () => {
    const { file, recipe } = await remux([await rendition()]);
    expect(recipe).toMatchObject({ contentType: 'video/mp4', container: 'mp4' });
    const source = path(`${original}.m3u8`);
    const [after, before, made] = await probeAll(file, source, path(from));
    expectSameSteps(after.video, made.video);
    expectSameSteps(after.audio, made.audio);
    expect(after.video.map(({ isKey }) => isKey)).toEqual(before.video.map(({ isKey }) => isKey));
    expect(Math.abs(lead(after) - lead(before))).toBeLessThan(EDIT_TICK_S * 2);
    expect(await decoded(file, 'v')).toEqual(await decoded(source, 'v'));
    expect(await decoded(file, 'a')).toEqual(await decoded(source, 'a'));
    expect(after.complaints + (await decodingComplaints(file))).toBe('');
  });
});

describe('sound alone', () => {
  test.each([
    ['in a transport stream', () => list('sound')],
    ['packed', () => packed(1.4)],
  ])('%s', async (_, rendition) => {
    const { file, recipe } = await remux([await rendition()], ['audio']);
    expect(recipe).toMatchObject({ contentType: 'audio/mp4', container: 'm4a' });
    const [after, made] = await probeAll(file, path('source.mp4'));
    expectSameSteps(after.audio, made.audio);
    expect(await decoded(file, 'a')).toEqual(await decoded(path('sound.m3u8'), 'a'));
    expect(after.complaints + (await decodingComplaints(file))).toBe('');
  });
});

test.each(['both', 'mp3'])('the picture alone of a transport stream: %s', async (name) => {
  const { file } = await remux([await list(name)], ['video']);
  const [after, made] = await probeAll(file, path('source.mp4'));
  expectSameSteps(after.video, made.video);
  expect(after.audio).toEqual([]);
  expect(await decoded(file, 'v')).toEqual(await decoded(path(`${name}.m3u8`), 'v'));
});

describe('two renditions', () => {
  test.each([
    ['two transport streams', () => list('sound'), 1.4],
    ['packed audio', () => packed(1.4), 1.4],
    ['packed audio that begins later', () => packed(1.9), 1.9],
  ])('%s', async (_, sound, soundStartS) => {
    const { file } = await remux([await list('picture'), await sound()]);
    const [after, picture, made] = await probeAll(file, path('picture.m3u8'), path('source.mp4'));
    expectSameSteps(after.video, made.video);
    expectSameSteps(after.audio, made.audio);
    const expected = (picture.video[0]?.pts ?? NaN) - soundStartS;
    expect(Math.abs(lead(after) - expected)).toBeLessThan(EDIT_TICK_S * 2);
    expect(await decoded(file, 'v')).toEqual(await decoded(path('picture.m3u8'), 'v'));
    expect(await decoded(file, 'a')).toEqual(await decoded(path('sound.m3u8'), 'a'));
    expect(after.complaints + (await decodingComplaints(file))).toBe('');
  });
});

describe('what fails', () => {
  const failure = (code: string) =>
    expect.objectContaining({ name: 'TransferError', failure: expect.objectContaining({ code }) });

  test('a segment that is gone', async () => {
    const both = await list('both');
    const gone = { url: upstream.urlOf('gone.ts'), range: null, durationS: 2, key: null };
    await expect(remux([{ ...both, segments: both.segments.with(2, gone) }])).rejects.toEqual(
      failure('upstream_forbidden'),
    );
  });

  test('a first segment that is gone, before anything is run', async () => {
    const both = await list('both');
    const gone = { url: upstream.urlOf('gone.ts'), range: null, durationS: 2, key: null };
    await expect(remux([{ ...both, segments: both.segments.with(0, gone) }])).rejects.toEqual(
      failure('upstream_forbidden'),
    );
    expect(ffmpeg.stats()).toEqual({ running: 0, waiting: 0 });
  });

  test('a sound whose second segment is gone, beside a picture that is there', async () => {
    const sound = await list('sound');
    const gone = { url: upstream.urlOf('gone.ts'), range: null, durationS: 2, key: null };
    const renditions = [await list('picture'), { ...sound, segments: sound.segments.with(1, gone) }];
    await expect(remux(renditions)).rejects.toEqual(failure('upstream_forbidden'));
  });

  test('segments that are pages', async () => {
    const both = await list('both');
    const page = { url: upstream.urlOf('both.m3u8'), range: null, durationS: 2, key: null };
    await expect(remux([{ ...both, segments: [page] }])).rejects.toEqual(failure('conversion_failed'));
    expect(logged.splice(0)).toHaveLength(1);
  });

  test('a picture that is not there', async () => {
    await expect(remux([await list('sound')])).rejects.toEqual(failure('conversion_failed'));
    expect(logged.splice(0)).toHaveLength(1);
  });
});
