import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ffmpeg } from '../../../../tests/media/ffmpeg.ts';
import { decodingComplaints, type Packet, probe, type Probed } from '../fixtures/probe.ts';
import type { FileLayout } from '../layout/layout.ts';
import { type LayoutInput, serveLayout } from '../layout/serve-layout.ts';
import { boxesIn } from '../mp4/box.ts';
import type { MergeOptions } from '../mp4/merge.ts';
import { createBufferPool } from '../reading/buffer-pool.ts';
import { readMpd } from './dash.ts';
import { type LocalUpstream, serveFolder } from './fixtures/upstream.ts';
import { readMediaPlaylist } from './hls.ts';
import { joinSegments, spread } from './joined.ts';
import { mergeSegments } from './merge-segments.ts';
import type { Rendition, Segment } from './playlist.ts';

const { signal } = new AbortController();
let folder = '';
let upstream: LocalUpstream;
let source: Probed;

/** Pictures that refer to later ones, and sound that begins before its first sample is heard. */
const PICTURE = ['-f', 'lavfi', '-i', 'testsrc2=size=192x108:rate=25:duration=9'];
const SOUND = ['-f', 'lavfi', '-i', 'sine=duration=9:sample_rate=44100'];
const X264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '50', '-x264-params', 'b-adapt=0:bframes=2:scenecut=0'];
const HLS = ['-c', 'copy', '-f', 'hls', '-hls_time', '2', '-hls_playlist_type', 'vod', '-hls_segment_type', 'fmp4'];
const DASH = ['-c', 'copy', '-f', 'dash', '-seg_duration', '2'];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'segments-'));
  const path = (name: string) => join(folder, name);
  await ffmpeg([...PICTURE, ...SOUND, ...X264, '-c:a', 'aac', '-b:a', '64k', path('source.mp4')]);
  const makeHls = (name: string, map: string, ...more: string[]) =>
    ffmpeg([
      '-i',
      path('source.mp4'),
      '-map',
      map,
      ...HLS,
      '-hls_fmp4_init_filename',
      `${name}.mp4`,
      ...more,
      path(`${name}.m3u8`),
    ]);
  const makeDash = (name: string, ...more: string[]) =>
    ffmpeg([
      '-i',
      path('source.mp4'),
      ...DASH,
      '-init_seg_name',
      `${name}-$RepresentationID$.m4s`,
      '-media_seg_name',
      `${name}-$RepresentationID$-$Number$.m4s`,
      ...more,
      path(`${name}.mpd`),
    ]);
  await Promise.all([
    makeHls('both', '0'),
    makeHls('picture', '0:v'),
    makeHls('sound', '0:a'),
    makeHls('both-in-one', '0', '-hls_flags', 'single_file'),
    makeHls('picture-in-one', '0:v', '-hls_flags', 'single_file'),
    makeHls('sound-in-one', '0:a', '-hls_flags', 'single_file'),
    makeDash('timeline'),
    makeDash('numbers', '-use_timeline', '0'),
    makeDash('in-one', '-single_file', '1'),
    ...[0, 1].map((stream) =>
      ffmpeg([
        '-i',
        path('source.mp4'),
        '-map',
        `0:${stream}`,
        '-c',
        'copy',
        '-movflags',
        'frag_keyframe+dash+global_sidx+delay_moov+default_base_moof',
        '-frag_duration',
        '2000000',
        path(`file-${stream}.mp4`),
      ]),
    ),
  ]);
  source = await probe(path('source.mp4'));
  upstream = await serveFolder(folder);
});
afterAll(async () => {
  await upstream.close();
  await rm(folder, { recursive: true, force: true });
});

async function hls(...names: string[]): Promise<Rendition[]> {
  return Promise.all(
    names.map(async (name) =>
      readMediaPlaylist(await readFile(join(folder, `${name}.m3u8`), 'utf8'), upstream.urlOf(`${name}.m3u8`)),
    ),
  );
}

async function dash(name: string): Promise<Rendition[]> {
  const { video, audio } = readMpd(await readFile(join(folder, `${name}.mpd`), 'utf8'), upstream.urlOf(`${name}.mpd`));
  return [...video, ...audio].map(({ rendition }) => rendition);
}

/** The segments of a list as if they had been cut out of a long broadcast: with late timestamps, and no edit that says so. */
async function cutOut(name: string, startS: number): Promise<Rendition> {
  const [list] = await hls(name);
  if (!list?.init) throw new Error('no list');
  let timescale = 0;
  const copy = async (url: string): Promise<string> => {
    const bytes = await readFile(join(folder, basename(url)));
    const header = bytes.indexOf('mdhd');
    if (header > 0) {
      timescale = bytes.readUInt32BE(header + 16);
      bytes.write('free', bytes.indexOf('edts'), 'latin1');
    } else {
      const time = bytes.indexOf('tfdt') + 8;
      bytes.writeBigUInt64BE(bytes.readBigUInt64BE(time) + BigInt(startS * timescale), time);
    }
    await writeFile(join(folder, `late-${basename(url)}`), bytes);
    return upstream.urlOf(`late-${basename(url)}`);
  };
  const init = { ...list.init, url: await copy(list.init.url) };
  const segments = await Promise.all(list.segments.map(async (part) => ({ ...part, url: await copy(part.url) })));
  return { ...list, init, segments };
}

/** As a DASH representation with nothing but a BaseURL is read. */
async function wholeFiles(...names: string[]): Promise<Rendition[]> {
  return names.map((name) => ({
    container: 'fmp4',
    init: null,
    segments: [{ url: upstream.urlOf(name), range: null, durationS: 9, key: null }],
    durationS: 9,
    isLive: false,
    discontinuities: 0,
  }));
}

const OPTIONS: MergeOptions = {
  tags: { title: 'A title', author: null, link: 'https://example.com/', date: null, cover: null, chapters: [] },
  contentType: 'video/mp4',
  language: null,
  framesPerSecond: null,
  wanted: ['video', 'audio'],
  isForPlaying: false,
};

async function merge(renditions: readonly Rendition[], options: Partial<MergeOptions> = {}) {
  const joined = await Promise.all(renditions.map((rendition) => joinSegments(rendition, upstream.open, { signal })));
  const { layout, way } = await mergeSegments(joined, { ...OPTIONS, ...options });
  return { way, ...spread(layout, joined) };
}

async function serve(layout: FileLayout, inputs: readonly LayoutInput[], start: number, end: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  const bufferPool = createBufferPool(64 * 1024 * 1024);
  await serveLayout(
    layout,
    inputs,
    { start, end, bufferPool, signal },
    async (bytes) => void chunks.push(Buffer.from(bytes)),
  );
  return Buffer.concat(chunks);
}

async function mergeToFile(renditions: readonly Rendition[], options: Partial<MergeOptions> = {}) {
  const merged = await merge(renditions, options);
  const bytes = await serve(merged.layout, merged.inputs, 0, merged.layout.totalBytes - 1);
  const path = join(folder, `merged-${fileCount++}.mp4`);
  await writeFile(path, bytes);
  return { ...merged, bytes, path };
}
let fileCount = 0;

/** What ffprobe sees of playlists themselves: HLS moves timestamps above zero when it is made. */
async function probeLists(picture: string, sound: string): Promise<Pick<Probed, 'video' | 'audio'>> {
  const [{ video }, { audio }] = (await Promise.all(
    [picture, sound].map((name) => probe(join(folder, `${name}.m3u8`))),
  )) as [Probed, Probed];
  return { video, audio };
}

const hashes = (packets: readonly Packet[]) => packets.map(({ hash }) => hash);

function failure(code: string) {
  return expect.objectContaining({ name: 'TransferError', failure: expect.objectContaining({ code }) });
}

type Tracks = Pick<Probed, 'video' | 'audio'>;

const CASES: [name: string, () => Promise<Rendition[]>, () => Promise<Tracks>, way: string][] = [
  ['HLS, two renditions', () => hls('picture', 'sound'), () => probeLists('picture', 'sound'), 'tail'],
  [
    'HLS, ranges of two files',
    () => hls('picture-in-one', 'sound-in-one'),
    () => probeLists('picture', 'sound'),
    'tail',
  ],
  ['HLS, both in one rendition', () => hls('both'), () => probeLists('both', 'both'), 'plain'],
  ['HLS, both in ranges of one file', () => hls('both-in-one'), () => probeLists('both', 'both'), 'plain'],
  [
    'HLS that begins at an hour, its sound a second later',
    () => Promise.all([cutOut('picture', 3600), cutOut('sound', 3601)]),
    async () => {
      const { video, audio } = await probeLists('picture', 'sound');
      return { video, audio: audio.map((packet) => ({ ...packet, pts: later(packet.pts), dts: later(packet.dts) })) };
    },
    'tail',
  ],
  ['HLS, sound of another rendition', () => hls('both', 'sound'), () => probeLists('both', 'sound'), 'plain'],
  ['DASH with a timeline', () => dash('timeline'), async () => source, 'tail'],
  ['DASH with numbers', () => dash('numbers'), async () => source, 'tail'],
  ['DASH, ranges of two files', () => dash('in-one'), async () => source, 'tail'],
  ['DASH, whole files', () => wholeFiles('file-0.mp4', 'file-1.mp4'), async () => source, 'tail'],
];

describe.each(CASES)('%s', (_, renditions, expected, way) => {
  test('packets and times are those of the segments', async () => {
    const { way: taken, layout, bytes, path } = await mergeToFile(await renditions());
    expect(taken).toBe(way);
    expect(bytes.length).toBe(layout.totalBytes);
    const { video, audio, complaints } = await probe(path);
    const { video: picture, audio: sound } = await expected();
    expect(differences(video, picture)).toEqual([]);
    expect(differences(audio, sound)).toEqual([]);
    expect([hashes(video), hashes(audio)]).toEqual([hashes(source.video), hashes(source.audio)]);
    expect(complaints + (await decodingComplaints(path))).toBe('');
  });

  test('is the same for playing, and plays while it arrives', async () => {
    const { way: taken, bytes, path } = await mergeToFile(await renditions(), { isForPlaying: true });
    expect(taken).toBe(way === 'tail' ? 'fragmented' : 'plain');
    const { video, audio, complaints } = await probe(path);
    expect([hashes(video), hashes(audio)]).toEqual([hashes(source.video), hashes(source.audio)]);
    expect(complaints + (await decodingComplaints(path))).toBe('');
    const boxes = [...boxesIn(bytes)].map(({ type }) => type);
    expect(boxes.indexOf('moov')).toBeLessThan(boxes.findIndex((type) => type === 'mdat' || type === 'moof'));
    // One for each track: those of the segments themselves would mislead whoever finds them.
    if (taken === 'fragmented') expect(boxes.filter((type) => type === 'sidx')).toHaveLength(2);
  });

  test('any range of it is the same bytes', async () => {
    const { layout, inputs, bytes } = await mergeToFile(await renditions());
    const random = createRandom(layout.totalBytes);
    for (let count = 0; count < 100; count++) {
      const start = Math.floor(random() * layout.totalBytes);
      const end = Math.floor(start + random() ** 3 * (layout.totalBytes - start));
      expect((await serve(layout, inputs, start, end)).equals(bytes.subarray(start, end + 1))).toBe(true);
    }
  });
});

function later(time: number | null): number | null {
  return time === null ? null : Number((time + 1).toFixed(6));
}

/** The first packets that are not the same, for a message that can be read. */
function differences(merged: Packet[], expected: Packet[]): unknown[] {
  const both = Array.from({ length: Math.max(merged.length, expected.length) }, (_, place) => [
    merged[place],
    expected[place],
  ]);
  return both.filter(([one, other]) => JSON.stringify(one) !== JSON.stringify(other)).slice(0, 2);
}

/** The same numbers from 0 to 1 each time. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state / 2 ** 32;
  };
}

test('a file for playing has indexes that say when its segments are played', async () => {
  const lists = await Promise.all([cutOut('picture', 3600), cutOut('sound', 3601)]);
  const { bytes } = await mergeToFile(lists, { isForPlaying: true });
  const indexes = [...boxesIn(bytes)].filter(({ type }) => type === 'sidx').map(({ body }) => readIndex(bytes, body));
  expect(indexes).toEqual([
    { startS: 3600, durationsS: [2, 2, 2, 2, 1], startsWithSync: true },
    { startS: 3601, durationsS: [2, 2, 2, 2, 1], startsWithSync: true },
  ]);
});

/** An index of version 1 in whole seconds. */
function readIndex(bytes: Buffer, body: number) {
  const timescale = bytes.readUInt32BE(body + 8);
  const references = Array.from({ length: bytes.readUInt16BE(body + 30) }, (_, place) => body + 32 + place * 12);
  return {
    startS: Math.round(Number(bytes.readBigUInt64BE(body + 12)) / timescale),
    durationsS: references.map((at) => Math.round(bytes.readUInt32BE(at + 4) / timescale)),
    startsWithSync: references.every((at) => bytes.readUInt32BE(at + 8) === 0x90000000),
  };
}

describe('one kind alone', () => {
  test.each([
    ['picture', 'picture', ['video'], 'tail'],
    ['sound', 'sound', ['audio'], 'tail'],
    ['picture of both', 'both', ['video'], 'plain'],
  ] as const)('%s', async (_, list, wanted, way) => {
    const { way: taken, path } = await mergeToFile(await hls(list), { wanted });
    expect(taken).toBe(way);
    const { video, audio } = await probe(path);
    const [only] = wanted;
    expect({ video: hashes(video), audio: hashes(audio) }).toEqual({
      video: [],
      audio: [],
      [only]: hashes(source[only]),
    });
  });
});

describe('a list that is not exact', () => {
  test.each([
    ['has no durations', () => 0, 'tail'],
    ['has rounded durations', (durationS: number) => Math.ceil(durationS * 0.9), 'tail'],
    ['has durations that are ten times too long', (durationS: number) => durationS * 10, 'plain'],
    ['has durations that are too short', (durationS: number) => durationS / 2, 'plain'],
  ])('%s', async (_, change, way) => {
    const lists = (await hls('picture', 'sound')).map((list) => {
      const segments = list.segments.map((segment) => ({ ...segment, durationS: change(segment.durationS) }));
      return { ...list, segments, durationS: segments.reduce((sumS, { durationS }) => sumS + durationS, 0) };
    });
    const { way: taken, path } = await mergeToFile(lists);
    expect(taken).toBe(way);
    const { video, audio } = await probe(path);
    const expected = await probeLists('picture', 'sound');
    expect([...differences(video, expected.video), ...differences(audio, expected.audio)]).toEqual([]);
  });

  test('ends in a failure when its segments are not in order', async () => {
    const [picture, sound] = await hls('picture', 'sound');
    if (!picture || !sound) throw new Error('no lists');
    const segments = picture.segments.with(1, picture.segments[2] as Segment).with(2, picture.segments[1] as Segment);
    await expect(mergeToFile([{ ...picture, segments }, sound])).rejects.toEqual(failure('media_damaged'));
  });
});

describe('what cannot be merged exactly', () => {
  test.each([
    ['transport streams', { container: 'ts' as const }],
    ['timestamps that start anew', { discontinuities: 1 }],
    ['segments that are files of their own', { init: null }],
  ])('%s', async (_, changed) => {
    const [list] = await hls('both');
    await expect(merge([{ ...list, ...changed } as Rendition])).rejects.toEqual(failure('no_direct_format'));
  });

  test('an initialization of an ordinary movie', async () => {
    const [list] = await hls('both');
    const init = { url: upstream.urlOf('source.mp4'), range: null, key: null };
    await expect(merge([{ ...list, init } as Rendition])).rejects.toEqual(failure('media_damaged'));
  });

  test('segments that are no boxes', async () => {
    const [list] = await hls('both');
    const noise = { url: upstream.urlOf('both.m3u8'), range: null, durationS: 2, key: null };
    await expect(merge([{ ...list, segments: [noise, noise] } as Rendition])).rejects.toEqual(failure('media_damaged'));
  });
});
