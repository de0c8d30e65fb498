import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeCorpus, type Pair } from '../../../tests/media/corpus.ts';
import { hideSidx } from '../../../tests/media/sidx.ts';
import { assemble } from './fixtures/assemble.ts';
import { type Film, type LayoutServer, startLayoutServer } from './fixtures/layout-server.ts';
import { memoryInput } from './fixtures/memory-input.ts';
import { openPlayer, type Player } from './fixtures/player.ts';
import { type Packet, probe, type Probed } from './fixtures/probe.ts';
import type { Input } from './layout/input.ts';
import { clipMp4, type Cut } from './mp4/clip.ts';
import { mergeMp4, type MergeOptions } from './mp4/merge.ts';
import { clipWebm } from './webm/clip.ts';
import { readWebmHead } from './webm/head.ts';
import { mergeWebm } from './webm/merge.ts';

const OPTIONS: MergeOptions = {
  tags: { title: 'Playing', author: null, link: 'https://example.com/1', date: null, cover: null, chapters: [] },
  contentType: 'video/mp4',
  language: 'en',
  framesPerSecond: null,
  wanted: ['video', 'audio'],
  isForPlaying: false,
};
/** Out of order, so that it is sought back and forth. */
const PLACES = [0.5, 0.1, 0.95, 0.3, 0.7];
/** Chromium cannot seek in films of open groups of pictures, the sources themselves among them: these are played from their beginning. */
const isOpenGop = (name: string) => name.includes('open-gop');
const CUT: Cut = { startS: 0.7, endS: 1.6 };

const pairs = new Map((await makeCorpus()).map((pair) => [pair.name, pair]));
let server: LayoutServer;
let player: Player;
beforeAll(async () => {
  server = await startLayoutServer();
  player = await openPlayer(server.origin);
});
afterAll(async () => {
  await player.close();
  await server.close();
});

function pairNamed(name: string): Pair {
  const pair = pairs.get(name);
  if (!pair) throw new Error(`no pair ${name}`);
  return pair;
}

async function inputsOf({ video, audio }: Pair): Promise<Input[]> {
  return Promise.all([video, audio].map(async (path) => memoryInput(await readFile(path))));
}

/** When the last packet of both has been shown. */
async function lengthOf({ video, audio }: Pair): Promise<number> {
  const [picture, sound] = await Promise.all([probeReadable(video), probeReadable(audio)]);
  return Math.max(endOf(picture.video), endOf(sound.audio));
}

/** ffmpeg refuses files with an index of indexes, and reads them without. */
async function probeReadable(path: string): Promise<Probed> {
  if (path.endsWith('.webm')) return probe(path);

  const folder = await mkdtemp(join(tmpdir(), 'readable-'));
  const readable = join(folder, basename(path));
  await writeFile(readable, hideSidx(await readFile(path)));
  return probe(readable).finally(() => rm(folder, { recursive: true }));
}

function endOf(packets: readonly Packet[]): number {
  const times = packets.map(({ pts }) => pts ?? 0).toSorted((a, b) => a - b);
  const [before, last] = [times.at(-2) ?? 0, times.at(-1) ?? 0];
  return last + (last - before);
}

async function expectToPlay(film: Film, lengthS: number, places = PLACES): Promise<void> {
  const played = await player.play(server.add(film), places);
  expect(Math.abs(played.durationS - lengthS)).toBeLessThan(0.1);
  expect(Math.abs(played.endedAtS - played.durationS)).toBeLessThan(0.1);
  expect(Math.min(played.width, played.height)).toBeGreaterThan(0);
  for (const { wantedS, foundS } of played.seeks) expect(Math.abs(foundS - wantedS)).toBeLessThan(0.01);
}

describe('Chromium plays to the end, and seeks', () => {
  test.each([
    ['plain', 'h264-main'],
    ['plain', 'h264-open-gop'],
    ['plain', 'mp3'],
    ['plain', 'flac'],
    ['plain', 'vp9'],
    ['plain', 'rotated-90'],
    ['plain', 'rate-varies'],
    ['plain', 'audio-starts-late'],
    ['plain', 'samples-in-moov-too'],
    ['tail', 'h264-high-b-frames'],
    ['tail', 'av1'],
    ['tail', 'vp9-superframes'],
    ['tail', 'audio-priming-fragmented'],
    ['tail', 'video-starts-late-fragmented'],
    ['fragmented', 'h264-high-b-frames'],
    ['fragmented', 'h264-open-gop-fragmented'],
    ['fragmented', 'av1'],
    ['fragmented', 'vp9-superframes'],
    ['fragmented', 'audio-priming-fragmented'],
    ['fragmented', 'sidx-hierarchical'],
    ['fragmented', 'audio-longer-fragmented'],
  ])('%s: %s', async (way, name) => {
    const pair = pairNamed(name);
    const inputs = await inputsOf(pair);
    const layout = await mergeMp4(inputs, { ...OPTIONS, isForPlaying: way === 'fragmented' });
    expect(layout.way).toBe(way);
    await expectToPlay({ layout, inputs }, await lengthOf(pair), isOpenGop(name) ? [] : PLACES);
  });

  test.each(['moov-first', 'sidx-global'])('retagged: what has been merged of %s', async (name) => {
    const pair = pairNamed(name);
    const sources = await inputsOf(pair);
    const inputs = [memoryInput(await assemble(await mergeMp4(sources, OPTIONS), sources))];
    const layout = await mergeMp4(inputs, OPTIONS);
    expect(layout.way).toBe('retagged');
    await expectToPlay({ layout, inputs }, await lengthOf(pair));
  });

  test.each(['vp9-opus', 'vp9-vorbis', 'vp8-vorbis', 'av1-opus', 'clusters-of-200-ms', 'webm-audio-longer'])(
    'webm: %s',
    async (name) => {
      const pair = pairNamed(name);
      const inputs = await inputsOf(pair);
      const layout = mergeWebm(await Promise.all(inputs.map((input) => readWebmHead(input))), [], {});
      await expectToPlay({ layout, inputs }, await lengthOf(pair));
    },
  );

  test.each([
    'h264-main',
    'h264-open-gop',
    'h264-high-b-frames',
    'av1',
    'vp9',
    'audio-priming-fragmented',
    'cut-between-sync-samples',
  ])('clip: %s', async (name) => {
    const inputs = await inputsOf(pairNamed(name));
    const { layout, startS, endS } = await clipMp4(inputs, CUT, OPTIONS);
    await expectToPlay({ layout, inputs }, endS - startS, isOpenGop(name) ? [] : PLACES);
  });

  test.each(['vp9-opus', 'cues-first'])('clip of webm: %s', async (name) => {
    const inputs = await inputsOf(pairNamed(name));
    const tracks = await Promise.all(inputs.map((input) => readWebmHead(input)));
    const { layout, startS, endS } = clipWebm(tracks, CUT, [], {});
    await expectToPlay({ layout, inputs }, endS - startS);
  });
});
