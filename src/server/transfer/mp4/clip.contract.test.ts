import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeCorpus, type Pair } from '../../../../tests/media/corpus.ts';
import {
  AAC,
  FASTSTART,
  H264_WITHOUT_B,
  INDEXED,
  picture,
  tone,
  WITHOUT_INDEX,
} from '../../../../tests/media/encodings.ts';
import { ffmpeg, ffprobe } from '../../../../tests/media/ffmpeg.ts';
import { assemble } from '../fixtures/assemble.ts';
import { localInput } from '../fixtures/local-input.ts';
import { decodingComplaints, type Packet, probe, type Probed } from '../fixtures/probe.ts';
import { sourcePackets } from '../fixtures/source-packets.ts';
import { clipMp4, type Cut } from './clip.ts';
import type { MergeOptions } from './merge.ts';

const OPTIONS: MergeOptions = {
  tags: { title: 'Clip', author: null, link: 'https://example.com/1', date: null, cover: null, chapters: [] },
  contentType: 'video/mp4',
  language: 'fr',
  framesPerSecond: null,
  wanted: ['video', 'audio'],
  isForPlaying: false,
};

const pairs = (await makeCorpus()).filter(({ kind }) => kind === 'mp4');
let folder = '';
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'clip-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));

type Source = Pick<Probed, 'video' | 'audio'>;

async function clip(paths: readonly string[], cut: Cut, options: Partial<MergeOptions> = {}) {
  const inputs = await Promise.all(paths.map(localInput));
  try {
    const clipped = await clipMp4(inputs, cut, { ...OPTIONS, ...options });
    const reads = inputs.map((input) => ({ ...input.reads }));
    const bytes = await assemble(clipped.layout, inputs);
    const name = createHash('md5').update(`${paths.join()} ${cut.startS} ${cut.endS}`).digest('hex');
    const path = join(folder, `${name}.mp4`);
    await writeFile(path, bytes);
    expect(bytes.length).toBe(clipped.layout.totalBytes);
    return { ...clipped, reads, path };
  } finally {
    await Promise.all(inputs.map((input) => input.close()));
  }
}

/** ffprobe tells times to the microsecond. */
const MICROSECOND = 1.5e-6;
/** The longest tick of the corpus' sound. */
const TICK_S = 1 / 8000 + MICROSECOND;

const ptsOf = ({ pts }: Packet): number => pts ?? Number.NaN;

/** What a clip of a source has to hold, found by looking at each packet again and again. */
function expectedOf({ video, audio }: Source, { startS, endS }: Cut) {
  const isKey = (packet: Packet) => packet.isKey;
  const at = video.findLastIndex((packet) => isKey(packet) && ptsOf(packet) <= startS + MICROSECOND);
  const first = at < 0 ? video.findIndex(isKey) : at;
  const firstPts = ptsOf(video[first] as Packet);
  const isShown = (packet: Packet) => ptsOf(packet) > firstPts - MICROSECOND;
  let last = video.findLastIndex((packet) => ptsOf(packet) < endS - MICROSECOND);
  for (;;) {
    const latest = Math.max(...video.slice(first, last + 1).map(ptsOf));
    const needed = video.findLastIndex((packet) => ptsOf(packet) < latest - MICROSECOND);
    if (needed <= last) break;
    last = needed;
  }
  // Where the picture has not begun, the sound before it is kept.
  const begins = at < 0 && firstPts > startS + MICROSECOND ? startS : Math.max(firstPts, 0);
  const real: Cut = { startS: begins, endS: Math.min(...video.slice(last + 1).map(ptsOf)) };
  const isOver = last === video.length - 1;
  const soundEndS = isOver ? endS : real.endS;
  const sound = audio.filter(
    (packet, place) => ptsOf(packet) < soundEndS - MICROSECOND && endOf(audio, place) > real.startS + MICROSECOND,
  );
  return { real, isOver, video: video.slice(first, last + 1).filter(isShown), audio: sound };
}

/** A packet lasts until the next; the last one as long as the one before. */
function endOf(packets: readonly Packet[], place: number): number {
  const [before = 0, own = 0, next] = [place - 1, place, place + 1].map((at) => packets[at]?.pts ?? undefined);
  return next ?? own + (own - before);
}

/** The first packets that are not the same but for a shift. */
function different(
  found: readonly Packet[],
  expected: readonly Packet[],
  shiftS: number,
  tolerance: number,
): unknown[] {
  const near = (a: number | null, b: number | null) =>
    a !== null && b !== null && Math.abs(a + shiftS - b) <= tolerance;
  return Array.from({ length: Math.max(found.length, expected.length) }, (_, n) => ({
    n,
    found: found[n],
    expected: expected[n],
  }))
    .filter(({ found: a, expected: b }) => {
      const isSame = a && b && a.hash === b.hash && a.sizeBytes === b.sizeBytes && a.isKey === b.isKey;
      return !isSame || !near(a.pts, b.pts);
    })
    .slice(0, 2);
}

/**
 * What ffprobe's times of a source are ahead of its presentation by. Where an edit begins within a picture, it moves the pictures
 * behind to the edit's beginning; of fragments with negative composition offsets it makes decoding times that it counts from; and
 * where fragments begin late, the presentation of a merge begins with the first one's decoding.
 */
const AHEAD_S: Record<string, { video: number; audio: number } | undefined> = {
  'starts-below-zero': { video: -0.02, audio: 0 },
  'cut-between-sync-samples': { video: -0.02, audio: 0 },
  'negative-composition-offsets-fragmented': { video: 0.08, audio: 0 },
  cmaf: { video: 0.08, audio: 0 },
  'begins-at-an-hour': { video: 3599.92, audio: 3599.92 },
};

const known = new Map<string, Promise<Source>>();

async function sourceOf(pair: Pair): Promise<Source> {
  const packets = known.get(pair.name) ?? sourcePackets(pair, folder);
  known.set(pair.name, packets);
  const { video, audio } = await packets;
  const ahead = AHEAD_S[pair.name] ?? { video: 0, audio: 0 };
  const moved = (packets: Packet[], byS: number) =>
    packets.map((packet) => ({ ...packet, pts: packet.pts === null ? null : packet.pts - byS }));
  return { video: moved(video, ahead.video), audio: moved(audio, ahead.audio) };
}

const NAMES = `
  h264-baseline h264-high-b-frames h264-b-pyramid h264-open-gop h264-open-gop-fragmented h264-all-sync h265-hvc1
  h265-hev1 av1 vp9 vp9-superframes opus-5.1 mp3 flac eac3 timescale-10000000 timescale-of-movie rate-59.94
  rate-1 rate-varies rate-varies-fragmented audio-starts-late audio-starts-late-fragmented
  audio-priming-fragmented video-starts-late video-starts-late-fragmented video-later-by-tfdt
  video-later-by-tfdt-unindexed starts-below-zero cut-between-sync-samples begins-at-an-hour without-edit-list
  one-frame negative-composition-offsets negative-composition-offsets-fragmented video-longer-fragmented
  audio-longer audio-longer-fragmented rotated-90 moov-last mdat-endless sidx-global-dash sidx-of-each-fragment cmaf
  sidx-none base-implied samples-in-moov-too fragments-of-a-frame sidx-of-3-fragments-each sidx-hierarchical
  sidx-chained plain-with-fragmented sidx-with-none
`;

const BEGIN_LATE = new Set(
  `video-starts-late video-starts-late-fragmented video-later-by-tfdt video-later-by-tfdt-unindexed`.split(' '),
);

function pairNamed(name: string): Pair {
  const pair = pairs.find((candidate) => candidate.name === name);
  if (!pair) throw new Error(`no pair ${name}`);
  return pair;
}

describe.concurrent.each(NAMES.trim().split(/\s+/))('%s', (name) => {
  test.each<[string, number, number]>([
    ['within', 0.6, 1.3],
    ['to the end', 1.1, 100],
    ...(BEGIN_LATE.has(name) ? [['from before the picture', 0.2, 1.3] as [string, number, number]] : []),
  ])('%s', async (_, startS, endS) => {
    const [pair, cut] = [pairNamed(name), { startS, endS }];
    const { path, ...real } = await clip([pair.video, pair.audio], cut);
    const expected = expectedOf(await sourceOf(pair), cut);
    const found = await probe(path);
    expect(found.complaints).toBe('');
    expect(real.startS).toBeCloseTo(expected.real.startS, 5);
    expect(found.durationS).toBeCloseTo(real.endS - real.startS, 3);
    if (expected.isOver)
      expect(real.endS).toBeGreaterThan(Math.max(...[...expected.video, ...expected.audio].map(ptsOf)));
    else expect(real.endS).toBeCloseTo(expected.real.endS, 5);
    expect(different(found.video, expected.video, real.startS, MICROSECOND)).toEqual([]);
    expect(different(found.audio, expected.audio, real.startS, TICK_S)).toEqual([]);
    expect(await decodingComplaints(path)).toBe('');
  });
});

describe('one file of picture and sound', () => {
  test.each([
    ['plain', FASTSTART],
    ['fragmented with an index', INDEXED],
    ['fragmented without', WITHOUT_INDEX],
  ])('%s', async (name, layout) => {
    const pair = pairNamed('moov-first');
    const muxed = join(folder, `${name}.mp4`);
    await ffmpeg(['-i', pair.video, '-i', pair.audio, '-c', 'copy', ...layout.split(' '), muxed]);
    const cut = { startS: 1.2, endS: 2.3 };
    const { path, layout: clipped, ...real } = await clip([muxed], cut);
    const expected = expectedOf(await probe(muxed), cut);
    const found = await probe(path);
    expect(found.complaints).toBe('');
    expect(real.startS).toBeCloseTo(expected.real.startS, 5);
    expect(real.endS).toBeCloseTo(expected.real.endS, 5);
    expect(different(found.video, expected.video, real.startS, MICROSECOND)).toEqual([]);
    expect(different(found.audio, expected.audio, real.startS, TICK_S)).toEqual([]);
    // It is read from its beginning to its end, and what is not wanted lies at the edges and between fragments.
    const offsets = clipped.pieces.flatMap((piece) => (piece.kind === 'copy' ? [piece.offset] : []));
    expect(offsets).toEqual(offsets.toSorted((a, b) => a - b));
    expect(offsets.length).toBeLessThan(12);
  });
});

describe('of sound alone, or the picture alone', () => {
  test.each(['audio-priming', 'audio-priming-fragmented', 'opus-5.1', 'flac'])('sound of %s', async (name) => {
    const pair = pairNamed(name);
    const { path, ...real } = await clip([pair.audio], { startS: 0.7, endS: 1.4 }, { wanted: ['audio'] });
    const { audio } = await sourceOf(pair);
    const expected = audio.filter((packet, place) => endOf(audio, place) > 0.7 && ptsOf(packet) < 1.4);
    const found = await probe(path);
    expect(found.complaints).toBe('');
    expect(found.video).toEqual([]);
    expect(different(found.audio, expected, real.startS, TICK_S)).toEqual([]);
    expect(real.startS).toBeCloseTo(ptsOf(expected[0] as Packet), 5);
    expect(real.endS).toBeGreaterThanOrEqual(1.4);
    expect(real.endS).toBeLessThan(1.4 + 0.1);
    expect(found.durationS).toBeCloseTo(real.endS - real.startS, 3);
  });

  test('picture', async () => {
    const [pair, cut] = [pairNamed('sidx-global'), { startS: 0.6, endS: 1.3 }];
    const { path, startS } = await clip([pair.video], cut, { wanted: ['video'] });
    const expected = expectedOf(await sourceOf(pair), cut);
    const found = await probe(path);
    expect(found.audio).toEqual([]);
    expect(different(found.video, expected.video, startS, MICROSECOND)).toEqual([]);
  });
});

test('sound that has ended before is left out', async () => {
  const pair = pairNamed('video-longer');
  const found = await probe((await clip([pair.video, pair.audio], { startS: 3, endS: 4 })).path);
  expect(found.audio).toEqual([]);
  expect(found.video.length).toBeGreaterThan(24);
});

test('chapters are those that it shows', async () => {
  const pair = pairNamed('h264-main');
  const chapters = [
    { title: 'before', startS: 0 },
    { title: 'into', startS: 0.4 },
    { title: 'within', startS: 1 },
    { title: 'after', startS: 1.7 },
  ];
  const { path, startS } = await clip(
    [pair.video, pair.audio],
    { startS: 0.6, endS: 1.3 },
    { tags: { ...OPTIONS.tags, chapters } },
  );
  expect(startS).toBe(0.48);
  const told = JSON.parse(await ffprobe(['-show_chapters', '-of', 'json', path])) as object;
  expect(told).toMatchObject({
    chapters: [
      { start_time: '0.000000', tags: { title: 'into' } },
      { start_time: '0.520000', tags: { title: 'within' } },
    ],
  });
});

describe('reads of an indexed file of a minute', () => {
  const sources = () => [join(folder, 'minute.mp4'), join(folder, 'minute.m4a')];
  beforeAll(async () => {
    const [video = '', audio = ''] = sources();
    // Groups of 2 s in fragments of 0.5 s.
    const noise = `${picture({ durationS: 60 })} -vf noise=alls=60:allf=t ${H264_WITHOUT_B} -qp 24 -g 50 -sc_threshold 0 ${INDEXED}`;
    await Promise.all([
      ffmpeg([...noise.split(' ').filter(Boolean), video]),
      ffmpeg([...`${tone({ durationS: 60 })} ${AAC} ${INDEXED}`.split(' ').filter(Boolean), audio]),
    ]);
  });

  test.each([
    ['within a group', 31.7, 32.9, 30, 7],
    ['at the beginning', 0, 1, 0, 3],
    ['at the end', 59.5, 60, 58, 5],
  ])('%s', async (_, startS, endS, realStartS, fragments) => {
    const { reads, path, ...real } = await clip(sources(), { startS, endS });
    expect(real.startS).toBe(realStartS);
    expect((await probe(path)).complaints).toBe('');
    expect(reads).toHaveLength(2);
    for (const { bytes, count } of reads) {
      // The head, the first fragment's for when times begin, those of the clip and at most two beside them.
      expect(count).toBeLessThanOrEqual(1 + 1 + fragments + 2);
      expect(bytes).toBeLessThan((128 + (1 + fragments + 2) * 4) * 1024);
    }
  });
});

describe('refuses', () => {
  test.each([
    ['a start behind the end', 1, 0.5],
    ['a start at the end', 1, 1],
    ['no numbers', Number.NaN, 1],
    ['an end that is no number', 0, Number.NaN],
    ['what is before everything', -2, -1],
    ['what is behind everything', 50, 60],
  ])('%s', async (_, startS, endS) => {
    for (const name of ['h264-main', 'h264-baseline', 'sidx-none']) {
      const { video, audio } = pairNamed(name);
      await expect(clip([video, audio], { startS, endS })).rejects.toMatchObject({
        failure: { code: 'invalid_request' },
      });
    }
  });
});

test('a stretch before the first picture is its sound', async () => {
  const pair = pairNamed('video-starts-late');
  const { path, ...real } = await clip([pair.video, pair.audio], { startS: 0, endS: 0.4 });
  const found = await probe(path);
  expect(found.video).toEqual([]);
  const { audio } = await sourceOf(pair);
  const expected = audio.filter((packet, place) => endOf(audio, place) > MICROSECOND && ptsOf(packet) < 0.4);
  expect(different(found.audio, expected, real.startS, TICK_S)).toEqual([]);
  expect(real.startS).toBe(0);
  const { video } = pair;
  await expect(clip([video], { startS: 0, endS: 0.4 }, { wanted: ['video'] })).rejects.toThrow('invalid_request');
});
