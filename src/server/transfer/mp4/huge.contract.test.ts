import { createHash } from 'node:crypto';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ffmpeg, ffprobe } from '../../../../tests/media/ffmpeg.ts';
import { type LongFile, makeLongMovie } from '../../../../tests/media/sparse.ts';
import { assemble } from '../fixtures/assemble.ts';
import { localInput, type LocalInput } from '../fixtures/local-input.ts';
import { type FileLayout, pieceAt } from '../layout/layout.ts';
import { clipMp4 } from './clip.ts';
import { mergeMp4, type MergeOptions } from './merge.ts';
import { readMovie } from './movie.ts';

const HOURS_3_S = 3 * 3600;
const FOUR_GIB = 2 ** 32;

const OPTIONS: MergeOptions = {
  tags: { title: 'Three hours', author: null, link: 'https://example.com/1', date: null, cover: null, chapters: [] },
  contentType: 'video/mp4',
  language: null,
  framesPerSecond: null,
  wanted: ['video', 'audio'],
  isForPlaying: false,
};

let dir = '';
let inputs: LocalInput[] = [];
beforeEach(async () => void (dir = await mkdtemp(join(tmpdir(), 'clipferry-huge-'))));
afterEach(async () => {
  await Promise.all(inputs.map((input) => input.close()));
  inputs = [];
  await rm(dir, { recursive: true, force: true });
});

async function openAll(files: readonly LongFile[]): Promise<LocalInput[]> {
  inputs = await Promise.all(files.map(({ path }) => localInput(path)));
  return inputs;
}

/** A sample that is written: of which input, where it is there, and where in the output. */
type PlacedSample = { input: number; index: number; offset: number; sizeBytes: number; at: number };

/** Where written samples come to lie by the layout's pieces. Throws for one that no piece holds whole. */
function place({ pieces, starts }: FileLayout, files: readonly LongFile[]): PlacedSample[] {
  const copies = pieces.flatMap((piece, index) =>
    piece.kind === 'copy' ? [{ ...piece, at: starts[index] ?? 0 }] : [],
  );
  return files.flatMap(({ written }, input) => {
    const own = copies.filter((piece) => piece.input === input).toSorted((a, b) => a.offset - b.offset);
    return written.map(({ index, offset, sizeBytes }) => {
      const piece = own.findLast((candidate) => candidate.offset <= offset);
      if (!piece || offset + sizeBytes > piece.offset + piece.length) throw new Error(`sample ${index} is in no piece`);
      return { input, index, offset, sizeBytes, at: piece.at + offset - piece.offset };
    });
  });
}

/** The output with what is made of it and the written samples; the rest is a hole. */
async function writeSparse(path: string, layout: FileLayout, samples: readonly PlacedSample[]): Promise<void> {
  const file = await open(path, 'w');
  try {
    await file.truncate(layout.totalBytes);
    for (const [index, piece] of layout.pieces.entries()) {
      if (piece.kind === 'copy') continue;
      const start = layout.starts[index] ?? 0;
      await file.write(await assemble(layout, inputs, start, start + piece.length), 0, piece.length, start);
    }
    for (const { at, sizeBytes } of samples) {
      await file.write(await assemble(layout, inputs, at, at + sizeBytes), 0, sizeBytes, at);
    }
  } finally {
    await file.close();
  }
}

/** Samples whose bytes in the output are not those of their input. */
async function wronglyPlaced(path: string, samples: readonly PlacedSample[]): Promise<PlacedSample[]> {
  const output = await localInput(path);
  const wrong: PlacedSample[] = [];
  for (const sample of samples) {
    const found = await output.read(sample.at, sample.sizeBytes);
    const source = await inputs[sample.input]?.read(sample.offset, sample.sizeBytes);
    if (!source || !found.equals(source) || found.every((byte) => byte === 0)) wrong.push(sample);
  }
  await output.close();
  return wrong;
}

/**
 * Samples that the output's tables do not place where its layout has them, of all. `firsts` are the inputs' samples that its tracks
 * begin with.
 */
async function wronglyTold(path: string, layout: FileLayout, firsts: readonly number[]): Promise<unknown[]> {
  const output = await localInput(path);
  const { tracks } = await readMovie(output);
  await output.close();
  const sources = await Promise.all(inputs.map(async (input) => (await readMovie(input)).tracks[0]?.samples));
  const wrong: unknown[] = [];
  for (const [input, first] of firsts.entries()) {
    const [told, source] = [tracks[input]?.samples, sources[input]];
    if (!told || !source) throw new Error(`no samples of input ${input}`);
    for (let sample = 0; sample < told.count; sample++) {
      const at = told.offsets[sample] ?? -1;
      const index = pieceAt(layout, at);
      const piece = layout.pieces[index];
      const offset = piece?.kind === 'copy' ? piece.offset + at - (layout.starts[index] ?? 0) : -1;
      const isRight =
        piece?.kind === 'copy' &&
        piece.input === input &&
        offset === source.offsets[first + sample] &&
        told.sizes[sample] === source.sizes[first + sample];
      if (!isRight) wrong.push({ input, sample, at, offset });
    }
    expect(told.count).toBe(source.count - first);
  }
  return wrong.slice(0, 3);
}

type Told = { pos: string; size: string; data_hash: string };

/** Packets that ffprobe finds from a second on, and those of them that are not what the layout has at their place. */
async function packetsFrom(path: string, fromS: number, layout: FileLayout) {
  const args = ['-show_packets', '-show_data_hash', 'md5', '-read_intervals', `${fromS}%+0.8`, '-of', 'json', path];
  const { packets } = JSON.parse(await ffprobe(args)) as { packets: Told[] };
  const strange: Told[] = [];
  for (const packet of packets) {
    const [at, sizeBytes] = [Number(packet.pos), Number(packet.size)];
    const bytes = await assemble(layout, inputs, at, at + sizeBytes);
    if (packet.data_hash !== `MD5:${createHash('md5').update(bytes).digest('hex')}`) strange.push(packet);
  }
  return { count: packets.length, strange };
}

/** Throws what ffmpeg says when it decodes the first second, and of the last the picture: of its sound not all may be written. */
async function decodeEnds(path: string): Promise<void> {
  const strictly = ['-xerror', '-err_detect', 'explode'];
  await ffmpeg([...strictly, '-t', '1', '-i', path, '-f', 'null', '-']);
  await ffmpeg([...strictly, '-sseof', '-1', '-i', path, '-map', '0:v', '-f', 'null', '-']);
}

describe('three hours, of more than 4 GiB', () => {
  test.each(['first', 'last'] as const)('merged from files with moov %s', async (moov) => {
    const { video, audio } = await makeLongMovie({ seconds: HOURS_3_S, dir, moov });
    const layout = await mergeMp4(await openAll([video, audio]), OPTIONS);
    expect(layout.way).toBe('plain');
    expect(layout.totalBytes).toBeGreaterThan(FOUR_GIB);
    for (const { reads, totalBytes } of inputs) expect(reads.bytes).toBeLessThan(Math.min(10e6, totalBytes));

    const samples = place(layout, [video, audio]);
    expect(samples.filter(({ at }) => at > FOUR_GIB).length).toBeGreaterThan(100);
    const path = join(dir, 'merged.mp4');
    await writeSparse(path, layout, samples);
    expect(await wronglyPlaced(path, samples)).toEqual([]);
    expect(await wronglyTold(path, layout, [0, 0])).toEqual([]);

    const durationS = Number(await ffprobe(['-show_entries', 'format=duration', '-of', 'csv=p=0', path]));
    expect(durationS).toBeGreaterThan(HOURS_3_S - 0.1);
    for (const fromS of [0, durationS - 0.9]) {
      const { count, strange } = await packetsFrom(path, fromS, layout);
      expect(count).toBeGreaterThan(15);
      expect(strange).toEqual([]);
    }
    await decodeEnds(path);
  });

  test('its tables have places of 64 bits for the picture', async () => {
    const { video, audio } = await makeLongMovie({ seconds: HOURS_3_S, dir });
    const layout = await mergeMp4(await openAll([video, audio]), OPTIONS);
    const [head] = layout.pieces;
    if (head?.kind !== 'bytes') throw new Error('no head');
    const types = Buffer.from(head.bytes)
      .toString('latin1')
      .match(/stco|co64/g);
    expect(types).toEqual(['co64', 'co64']);
  });

  test.each(['first', 'last'] as const)('one with moov %s gets tags, and its tables first', async (moov) => {
    const { video } = await makeLongMovie({ seconds: HOURS_3_S, dir, moov });
    const layout = await mergeMp4(await openAll([video]), { ...OPTIONS, wanted: ['video'] });
    expect(layout.way).toBe('retagged');
    const samples = place(layout, [video]);
    const path = join(dir, 'retagged.mp4');
    await writeSparse(path, layout, samples);
    expect(await wronglyPlaced(path, samples)).toEqual([]);
    expect(await wronglyTold(path, layout, [0])).toEqual([]);
    expect((await packetsFrom(path, 0, layout)).strange).toEqual([]);
    await decodeEnds(path);
  });

  test('a clip of its end', async () => {
    const { video, audio } = await makeLongMovie({ seconds: HOURS_3_S, dir });
    const cut = { startS: HOURS_3_S - 0.5, endS: Infinity };
    const { layout, startS, endS } = await clipMp4(await openAll([video, audio]), cut, OPTIONS);
    expect(startS).toBeLessThanOrEqual(cut.startS);
    expect(endS).toBeGreaterThan(HOURS_3_S - 0.1);
    expect(layout.totalBytes).toBeLessThan(5e6);
    const path = join(dir, 'clip.mp4');
    await writeFile(path, await assemble(layout, inputs));
    const output = await localInput(path);
    const { tracks } = await readMovie(output);
    await output.close();
    const counts = tracks.map(({ samples }) => samples?.count ?? 0);
    const firsts = [video, audio].map(({ sampleCount }, input) => sampleCount - (counts[input] ?? 0));
    expect(await wronglyTold(path, layout, firsts)).toEqual([]);
  });
});
