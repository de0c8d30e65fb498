import { type Box, boxesIn, makeBox, uint32List, uint32s } from './boxes.ts';

/** The samples of a plain MP4's track, in the order of decoding (ISO/IEC 14496-12, 8.6 and 8.7). Times in its timescale. */
export type Samples = {
  sizes: number[];
  durations: number[];
  /** null where pictures are shown in the order of decoding. */
  compositionOffsets: number[] | null;
  /** Numbers of sync samples, from 1 on; null where every sample is one. */
  syncNumbers: number[] | null;
};

/** Reads what `stbl` tells, of which `stsz` has to tell each sample's size. */
export function readSamples(file: Buffer, stbl: Box): Samples {
  const tables = new Map(boxesIn(file, stbl.bodyStart, stbl.end).map((box) => [box.type, box.bodyStart]));
  const [stsz, stts] = [tables.get('stsz'), tables.get('stts')];
  if (stsz === undefined || stts === undefined || file.readUInt32BE(stsz + 4) > 0)
    throw new Error('no sizes of samples');
  const [ctts, stss] = [tables.get('ctts'), tables.get('stss')];
  return {
    sizes: words(file, stsz + 12, file.readUInt32BE(stsz + 8)),
    durations: runs(file, stts),
    compositionOffsets: ctts === undefined ? null : runs(file, ctts),
    syncNumbers: stss === undefined ? null : words(file, stss + 8, file.readUInt32BE(stss + 4)),
  };
}

/** The same samples again and again. */
export function repeatSamples(samples: Samples, times: number): Samples {
  const { sizes, durations, compositionOffsets, syncNumbers } = samples;
  const repeat = (values: number[]) => Array.from({ length: times }, () => values).flat();
  const shifted = (values: number[]) =>
    Array.from({ length: times }, (_, lap) => values.map((value) => value + lap * sizes.length)).flat();
  return {
    sizes: repeat(sizes),
    durations: repeat(durations),
    compositionOffsets: compositionOffsets && repeat(compositionOffsets),
    syncNumbers: syncNumbers && shifted(syncNumbers),
  };
}

/** The boxes of `stbl` but for `stsd`, for samples that lie one behind the other. `isLong`: with `co64`. */
export function makeSampleTables(
  samples: Samples,
  { samplesPerChunk, mediaStart, isLong }: { samplesPerChunk: number; mediaStart: number; isLong: boolean },
): Buffer[] {
  const { sizes, durations, compositionOffsets, syncNumbers } = samples;
  const offsets = sampleOffsets(sizes, mediaStart).filter((_, index) => index % samplesPerChunk === 0);
  return [
    makeRuns('stts', durations),
    ...(compositionOffsets ? [makeRuns('ctts', compositionOffsets)] : []),
    ...(syncNumbers ? [makeBox('stss', uint32s(0, syncNumbers.length), uint32List(syncNumbers))] : []),
    makeBox('stsc', makeChunkRuns(sizes.length, samplesPerChunk)),
    makeBox('stsz', uint32s(0, 0, sizes.length), uint32List(sizes)),
    makeBox(isLong ? 'co64' : 'stco', uint32s(0, offsets.length), isLong ? uint64List(offsets) : uint32List(offsets)),
  ];
}

/** Where each sample begins, when they lie one behind the other. */
export function sampleOffsets(sizes: number[], start: number): number[] {
  let next = start;
  return sizes.map((size) => (next += size) - size);
}

function words(file: Buffer, at: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => file.readUInt32BE(at + index * 4));
}

/** A table of runs, each a number of samples and their value. */
function runs(file: Buffer, at: number): number[] {
  const pairs = words(file, at + 8, file.readUInt32BE(at + 4) * 2);
  return pairs.flatMap((count, index) => (index % 2 ? [] : Array<number>(count).fill(pairs[index + 1] ?? 0)));
}

function makeRuns(type: string, values: number[]): Buffer {
  const pairs: number[] = [];
  for (const value of values) {
    if (pairs.at(-1) === value) pairs[pairs.length - 2] = (pairs.at(-2) ?? 0) + 1;
    else pairs.push(1, value);
  }
  return makeBox(type, uint32s(0, pairs.length / 2), uint32List(pairs));
}

/** `stsc` (8.7.4), for chunks of one length of which the last may be shorter. */
function makeChunkRuns(sampleCount: number, samplesPerChunk: number): Buffer {
  const rest = sampleCount % samplesPerChunk;
  const fullChunks = (sampleCount - rest) / samplesPerChunk;
  const entries = [...(fullChunks ? [1, samplesPerChunk, 1] : []), ...(rest ? [fullChunks + 1, rest, 1] : [])];
  return Buffer.concat([uint32s(0, entries.length / 3), uint32List(entries)]);
}

function uint64List(values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 8);
  for (const [index, value] of values.entries()) bytes.writeBigUInt64BE(BigInt(value), index * 8);
  return bytes;
}
