import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { makeCorpus, type Pair } from '../../../../tests/media/corpus.ts';
import { assemble } from '../fixtures/assemble.ts';
import { memoryInput } from '../fixtures/memory-input.ts';
import { createRandom } from '../fixtures/random.ts';
import type { Input } from '../layout/input.ts';
import type { FileLayout } from '../layout/layout.ts';
import { readWebmHead } from '../webm/head.ts';
import { mergeWebm } from '../webm/merge.ts';
import { clipMp4 } from './clip.ts';
import { mergeMp4, type MergeOptions } from './merge.ts';

const pairs = new Map((await makeCorpus()).map((pair) => [pair.name, pair]));
const RANGES = 1_000;

const OPTIONS: MergeOptions = {
  tags: { title: 'Ranges', author: null, link: 'https://example.com/1', date: null, cover: null, chapters: [] },
  contentType: 'video/mp4',
  language: null,
  framesPerSecond: null,
  wanted: ['video', 'audio'],
  isForPlaying: false,
};

async function inputsOf(name: string): Promise<Input[]> {
  const { video, audio } = pairs.get(name) as Pair;
  return Promise.all([video, audio].map(async (path) => memoryInput(await readFile(path))));
}

/** Any stretch, and by turns a short one about where a piece begins. */
function* randomRanges({ totalBytes, starts }: FileLayout, seed: number): Generator<[number, number]> {
  const random = createRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  for (let count = 0; count < RANGES; count++) {
    const isNearBorder = count % 2 === 1;
    const near = (starts[below(starts.length)] ?? 0) + below(24) - 12;
    const start = isNearBorder ? Math.min(Math.max(0, near), totalBytes - 1) : below(totalBytes);
    const longest = isNearBorder ? Math.min(40, totalBytes - start) : totalBytes - start;
    yield [start, start + 1 + below(longest)];
  }
}

/** The first range that is not the whole's. */
async function differing(layout: FileLayout, inputs: readonly Input[]): Promise<[number, number] | null> {
  const whole = await assemble(layout, inputs);
  expect(whole.length).toBe(layout.totalBytes);
  for (const [start, end] of randomRanges(layout, whole.length)) {
    const range = await assemble(layout, inputs, start, end);
    if (!range.equals(whole.subarray(start, end))) return [start, end];
  }
  return null;
}

describe('random ranges are slices of the whole', () => {
  test.each([
    ['plain', 'moov-last-and-first'],
    ['plain', 'plain-with-fragmented'],
    ['plain', 'sidx-none'],
    ['tail', 'h264-high-b-frames'],
    ['tail', 'sidx-of-3-fragments-each'],
    ['tail', 'audio-longer-fragmented'],
    ['fragmented', 'h265-hdr10'],
    ['fragmented', 'sidx-global-dash'],
    ['fragmented', 'sidx-hierarchical'],
  ])('%s: %s', async (way, name) => {
    const inputs = await inputsOf(name);
    const layout = await mergeMp4(inputs, { ...OPTIONS, isForPlaying: way === 'fragmented' });
    expect(layout.way).toBe(way);
    expect(await differing(layout, inputs)).toBeNull();
  });

  test.each(['h264-high-b-frames', 'sidx-of-3-fragments-each', 'audio-longer-fragmented'])(
    'tail: its tables are the same whether the fragments passed before or are read: %s',
    async (name) => {
      const inputs = await inputsOf(name);
      const [passing, reading] = [await mergeMp4(inputs, OPTIONS), await mergeMp4(inputs, OPTIONS)];
      const tables = reading.starts.at(-1) ?? 0;
      expect(reading.pieces.at(-1)?.kind).toBe('made');
      const whole = await assemble(passing, inputs);
      expect((await assemble(reading, inputs, tables)).equals(whole.subarray(tables))).toBe(true);
      // Some passed, some are read.
      const half = await mergeMp4(inputs, OPTIONS);
      const middle = half.starts[half.starts.length >> 1] ?? 0;
      await assemble(half, inputs, middle, tables);
      expect((await assemble(half, inputs, tables)).equals(whole.subarray(tables))).toBe(true);
    },
  );

  test.each(['moov-last', 'mdat-64-bit-moov-first', 'tagged'])('retagged: %s', async (name) => {
    const [video] = await inputsOf(name);
    const inputs = video ? [video] : [];
    const layout = await mergeMp4(inputs, { ...OPTIONS, wanted: ['video'] });
    expect(layout.way).toBe('retagged');
    expect(await differing(layout, inputs)).toBeNull();
  });

  test.each(['h264-open-gop', 'sidx-global-dash'])('clip: %s', async (name) => {
    const inputs = await inputsOf(name);
    const { layout } = await clipMp4(inputs, { startS: 0.6, endS: 1.5 }, OPTIONS);
    expect(await differing(layout, inputs)).toBeNull();
  });

  test.each(['vp9-opus', 'av1-opus', 'clusters-of-200-ms', 'dash'])('webm: %s', async (name) => {
    const inputs = await inputsOf(name);
    const layout = mergeWebm(await Promise.all(inputs.map((input) => readWebmHead(input))), [], { title: 'Ranges' });
    expect(await differing(layout, inputs)).toBeNull();
  });
});
