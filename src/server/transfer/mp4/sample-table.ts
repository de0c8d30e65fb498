import { parseBudget } from '../parsing/parse-budget.ts';
import { damaged } from '../transfer-error.ts';
import { fullBox, fullBoxAround, uint32 } from './box.ts';

/** All samples of a track in decoding order; times in the track's timescale, offsets in its input. */
export type SampleTable = {
  count: number;
  offsets: Float64Array;
  sizes: Uint32Array;
  durations: Uint32Array;
  /** From decoding to presentation time; null: they are the same. */
  shifts: Int32Array | null;
  /** 1: decoding can begin here; null: everywhere. */
  isSync: Uint8Array | null;
  /** 1-based entry of the sample description; null: the first for all. */
  descriptions: Uint8Array | null;
};

/** Above the longest films at the highest rates: an input that claims more is not what it says. */
export const MAX_SAMPLES = 8_000_000;
/** Of a sample in all tables. */
export const SAMPLE_BYTES = 8 + 4 + 4 + 4 + 1 + 1;

/** Sample tables of an ordinary MP4 (ISO/IEC 14496-12, section 8.6 and 8.7), by box type, each with its header. */
export function readSampleTable(boxes: ReadonlyMap<string, Buffer>): SampleTable {
  const sizes = readSizes(boxes);
  const count = sizes.length;
  const { offsets, descriptions } = readOffsets(boxes, sizes);
  const durations = new Uint32Array(count);
  fillRuns(require(boxes, 'stts'), count, (bytes, at, from, to) => durations.fill(bytes.readUInt32BE(at), from, to));
  const ctts = boxes.get('ctts');
  const shifts = ctts ? new Int32Array(count) : null;
  // Version 0 is unsigned by the standard, and holds negative numbers all the same.
  if (ctts) fillRuns(ctts, count, (bytes, at, from, to) => shifts?.fill(bytes.readInt32BE(at), from, to));
  return { count, offsets, sizes, durations, shifts, isSync: readSync(boxes.get('stss'), count), descriptions };
}

function require(boxes: ReadonlyMap<string, Buffer>, type: string): Buffer {
  const found = boxes.get(type);
  if (!found || found.length < 16) throw damaged(`no ${type}`);
  return found;
}

function readSizes(boxes: ReadonlyMap<string, Buffer>): Uint32Array {
  if (!boxes.has('stsz') && boxes.has('stz2')) return readCompactSizes(require(boxes, 'stz2'));
  const stsz = require(boxes, 'stsz');
  const [common, count] = [stsz.readUInt32BE(12), stsz.readUInt32BE(16)];
  if (count > MAX_SAMPLES || (common === 0 && 20 + count * 4 > stsz.length)) throw damaged('stsz');
  parseBudget().hold(count * SAMPLE_BYTES);
  const sizes = new Uint32Array(count).fill(common);
  if (common === 0) for (let index = 0; index < count; index++) sizes[index] = stsz.readUInt32BE(20 + index * 4);
  return sizes;
}

/** Sizes of 4, 8 or 16 bits each (ISO/IEC 14496-12, section 8.7.3.3); of two in a byte the higher half is the first. */
function readCompactSizes(stz2: Buffer): Uint32Array {
  const [bits, count] = [stz2.readUInt8(15), stz2.readUInt32BE(16)];
  if (![4, 8, 16].includes(bits) || count > MAX_SAMPLES || 20 + Math.ceil((count * bits) / 8) > stz2.length)
    throw damaged('stz2');
  parseBudget().hold(count * SAMPLE_BYTES);
  return new Uint32Array(count).map((_, index) => {
    if (bits === 16) return stz2.readUInt16BE(20 + index * 2);
    if (bits === 8) return stz2.readUInt8(20 + index);
    const pair = stz2.readUInt8(20 + (index >> 1));
    return index % 2 === 0 ? pair >> 4 : pair & 0xf;
  });
}

function readOffsets(
  boxes: ReadonlyMap<string, Buffer>,
  sizes: Uint32Array,
): Pick<SampleTable, 'offsets' | 'descriptions'> {
  const stsc = require(boxes, 'stsc');
  const isLong = !boxes.has('stco');
  const chunks = require(boxes, isLong ? 'co64' : 'stco');
  const [entryCount, chunkCount] = [stsc.readUInt32BE(12), chunks.readUInt32BE(12)];
  if (16 + entryCount * 12 > stsc.length || 16 + chunkCount * (isLong ? 8 : 4) > chunks.length) throw damaged('stsc');
  const offsets = new Float64Array(sizes.length);
  let descriptions: Uint8Array | null = null;
  let entry = 0;
  let sample = 0;
  for (let chunk = 0; chunk < chunkCount && sample < sizes.length; chunk++) {
    while (entry + 1 < entryCount && stsc.readUInt32BE(16 + (entry + 1) * 12) <= chunk + 1) entry++;
    const [perChunk, description] = [stsc.readUInt32BE(20 + entry * 12), stsc.readUInt32BE(24 + entry * 12)];
    let offset = isLong ? Number(chunks.readBigUInt64BE(16 + chunk * 8)) : chunks.readUInt32BE(16 + chunk * 4);
    const end = Math.min(sizes.length, sample + perChunk);
    if (description > 1) (descriptions ??= new Uint8Array(sizes.length).fill(1)).fill(description, sample, end);
    for (; sample < end; sample++) {
      offsets[sample] = offset;
      offset += sizes[sample] ?? 0;
    }
  }
  if (sample < sizes.length) throw damaged('samples without a chunk');
  return { offsets, descriptions };
}

function fillRuns(
  bytes: Buffer,
  count: number,
  fill: (bytes: Buffer, at: number, from: number, to: number) => void,
): void {
  const runs = bytes.readUInt32BE(12);
  if (16 + runs * 8 > bytes.length) throw damaged('a table shorter than it says');
  let sample = 0;
  for (let run = 0; run < runs && sample < count; run++) {
    const end = Math.min(count, sample + bytes.readUInt32BE(16 + run * 8));
    fill(bytes, 20 + run * 8, sample, end);
    sample = end;
  }
}

function readSync(stss: Buffer | undefined, count: number): Uint8Array | null {
  if (!stss) return null;
  const isSync = new Uint8Array(count);
  const keys = stss.readUInt32BE(12);
  if (16 + keys * 4 > stss.length) throw damaged('stss');
  for (let key = 0; key < keys; key++) {
    const sample = stss.readUInt32BE(16 + key * 4) - 1;
    if (sample < count) isSync[sample] = 1;
  }
  return isSync;
}

/** Where chunks begin in the output, and how many samples each has. */
export type ChunkTable = { offsets: Float64Array; samples: Uint32Array };

/** The bytes of the boxes of a track's `stbl` but the sample description, written for chunks of the output. */
export function writeSampleTable(table: SampleTable, chunks: ChunkTable): Uint8Array[] {
  const { count, sizes, durations, shifts, isSync } = table;
  const isLong = chunks.offsets.some((offset) => offset > 0xffffffff);
  const sizeBytes = Buffer.allocUnsafe(8 + count * 4);
  sizeBytes.writeUInt32BE(0, 0);
  sizeBytes.writeUInt32BE(count, 4);
  for (let index = 0; index < count; index++) sizeBytes.writeUInt32BE(sizes[index] ?? 0, 8 + index * 4);
  return [
    ...fullBoxAround('stts', 0, [runsOf(durations)]),
    ...(shifts ? fullBoxAround('ctts', shifts.some((shift) => shift < 0) ? 1 : 0, [runsOf(shifts)]) : []),
    ...(isSync ? fullBoxAround('stss', 0, [syncList(isSync)]) : []),
    ...fullBoxAround('stsc', 0, [chunkRuns(table, chunks)]),
    ...fullBoxAround('stsz', 0, [sizeBytes]),
    ...(isLong
      ? fullBoxAround('co64', 0, [uint32(chunks.offsets.length), longListOf(chunks.offsets)])
      : fullBoxAround('stco', 0, [uint32(chunks.offsets.length), listOf(chunks.offsets)])),
  ];
}

/** `stbl` of a track whose samples are all in fragments. */
export function emptySampleTable(): Buffer[] {
  return [
    fullBox('stts', 0, 0, uint32(0)),
    fullBox('stsc', 0, 0, uint32(0)),
    fullBox('stsz', 0, 0, uint32(0, 0)),
    fullBox('stco', 0, 0, uint32(0)),
  ];
}

/**
 * Bytes that a table of so many samples takes at most: sizes (4), composition offsets (8), durations (8) and sync samples (4), each
 * different from the one before. Of plain sound, durations change at the chunks' ends only, and the rest is absent.
 */
export function sampleTableBound(count: number, chunkCount: number, isPlainSound: boolean): number {
  const headers = 6 * 16 + 8;
  return headers + count * (isPlainSound ? 4 : 24) + chunkCount * (8 + 12 + (isPlainSound ? 16 : 0));
}

function runsOf(values: Uint32Array | Int32Array): Buffer {
  let runs = 0;
  for (let index = 0; index < values.length; index++) if (index === 0 || values[index] !== values[index - 1]) runs++;
  const bytes = Buffer.allocUnsafe(4 + runs * 8);
  bytes.writeUInt32BE(runs, 0);
  let at = 4;
  for (let from = 0; from < values.length;) {
    let to = from + 1;
    while (to < values.length && values[to] === values[from]) to++;
    bytes.writeUInt32BE(to - from, at);
    bytes.writeUInt32BE((values[from] ?? 0) >>> 0, at + 4);
    at += 8;
    from = to;
  }
  return bytes;
}

function syncList(isSync: Uint8Array): Buffer {
  const samples: number[] = [];
  for (let sample = 0; sample < isSync.length; sample++) if (isSync[sample] === 1) samples.push(sample + 1);
  return Buffer.concat([uint32(samples.length), listOf(samples)]);
}

function chunkRuns({ descriptions }: SampleTable, { samples }: ChunkTable): Buffer {
  const entries: number[] = [];
  let first = 0;
  let before = '';
  for (const [chunk, count] of samples.entries()) {
    const description = descriptions?.[first] ?? 1;
    if (before !== `${count} ${description}`) entries.push(chunk + 1, count, description);
    before = `${count} ${description}`;
    first += count;
  }
  return Buffer.concat([uint32(entries.length / 3), listOf(entries)]);
}

function longListOf(values: Float64Array): Buffer {
  const bytes = Buffer.allocUnsafe(values.length * 8);
  for (let index = 0; index < values.length; index++) bytes.writeBigUInt64BE(BigInt(values[index] ?? 0), index * 8);
  return bytes;
}

function listOf(values: readonly number[] | Float64Array): Buffer {
  const bytes = Buffer.allocUnsafe(values.length * 4);
  for (let index = 0; index < values.length; index++) bytes.writeUInt32BE(values[index] ?? 0, index * 4);
  return bytes;
}

/** One table behind the other. */
export function joinSamples(first: SampleTable, second: SampleTable): SampleTable {
  const count = first.count + second.count;
  const join = <T extends { set(from: ArrayLike<number>, at?: number): void }>(
    joined: T,
    pick: (table: SampleTable) => ArrayLike<number> | null,
    missing: number,
  ): T | null => {
    if (!pick(first) && !pick(second)) return null;
    joined.set(pick(first) ?? new Uint8Array(first.count).fill(missing));
    joined.set(pick(second) ?? new Uint8Array(second.count).fill(missing), first.count);
    return joined;
  };
  return {
    count,
    offsets: join(new Float64Array(count), ({ offsets }) => offsets, 0) ?? new Float64Array(count),
    sizes: join(new Uint32Array(count), ({ sizes }) => sizes, 0) ?? new Uint32Array(count),
    durations: join(new Uint32Array(count), ({ durations }) => durations, 0) ?? new Uint32Array(count),
    shifts: join(new Int32Array(count), ({ shifts }) => shifts, 0),
    isSync: join(new Uint8Array(count), ({ isSync }) => isSync, 1),
    descriptions: join(new Uint8Array(count), ({ descriptions }) => descriptions, 1),
  };
}

/** A part of a table, from one sample up to another. */
export function sliceSamples(table: SampleTable, from: number, to: number): SampleTable {
  return {
    count: to - from,
    offsets: table.offsets.subarray(from, to),
    sizes: table.sizes.subarray(from, to),
    durations: table.durations.subarray(from, to),
    shifts: table.shifts?.subarray(from, to) ?? null,
    isSync: table.isSync?.subarray(from, to) ?? null,
    descriptions: table.descriptions?.subarray(from, to) ?? null,
  };
}

/** When the last sample has been shown, from the first one's decoding on: behind the total duration where pictures are reordered. */
export function presentationEnd({ count, durations, shifts }: SampleTable): number {
  let time = 0;
  let end = 0;
  for (let sample = 0; sample < count; sample++) {
    const duration = durations[sample] ?? 0;
    end = Math.max(end, time + (shifts?.[sample] ?? 0) + duration);
    time += duration;
  }
  return end;
}

/** When the first sample is shown, from its decoding on: later where pictures are reordered, earlier where offsets are negative. */
function presentationStart({ count, durations, shifts }: SampleTable): number {
  if (!shifts) return 0;
  let time = 0;
  let start = Infinity;
  for (let sample = 0; sample < count; sample++) {
    start = Math.min(start, time + (shifts[sample] ?? 0));
    time += durations[sample] ?? 0;
  }
  return count > 0 ? start : 0;
}

/** Between when and when samples are shown. */
export function presentationOf(samples: SampleTable): { mediaStart: number; mediaEnd: number } {
  return { mediaStart: presentationStart(samples), mediaEnd: presentationEnd(samples) };
}

export function totalDuration({ durations }: SampleTable): number {
  let sum = 0;
  for (const duration of durations) sum += duration;
  return sum;
}
