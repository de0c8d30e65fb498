import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeCorpus, type Pair } from '../../../../tests/media/corpus.ts';
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
  const real: Cut = { startS: Math.max(firstPts, 0), endS: Math.min(...video.slice(last + 1).map(ptsOf)) };
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

async function sourceOf(pair: Pair): Promise<Source> {
  const { video, audio } = await sourcePackets(pair, folder);
  const ahead = AHEAD_S[pair.name] ?? { video: 0, audio: 0 };
  const moved = (packets: Packet[], byS: number) =>
    packets.map((packet) => ({ ...packet, pts: packet.pts === null ? null : packet.pts - byS }));
  return { video: moved(video, ahead.video), audio: moved(audio, ahead.audio) };
}

const CUTS: Cut[] = [
  { startS: 0, endS: 0.5 },
  { startS: 0.6, endS: 1.3 },
  { startS: 1.1, endS: 100 },
];

describe.concurrent.each(pairs)('$name', (pair: Pair) => {
  test.each(CUTS)('$startS–$endS s', async (cut) => {
    const source = await sourceOf(pair);
    const { path, ...real } = await clip([pair.video, pair.audio], cut);
    const expected = expectedOf(source, cut);
    const found = await probe(path);
    expect(found.complaints).toBe('');
    expect(real.startS).toBeCloseTo(expected.real.startS, 5);
    if (!expected.isOver) expect(real.endS).toBeCloseTo(expected.real.endS, 5);
    expect(different(found.video, expected.video, real.startS, MICROSECOND)).toEqual([]);
    expect(different(found.audio, expected.audio, real.startS, TICK_S)).toEqual([]);
    expect(await decodingComplaints(path)).toBe('');
  });
});
