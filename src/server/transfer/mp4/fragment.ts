import { parseBudget } from '../parsing/parse-budget.ts';
import { damaged } from '../transfer-error.ts';
import { asBox, type Box, boxesIn, childrenOf, findBox } from './box.ts';
import { MAX_SAMPLES, SAMPLE_BYTES, type SampleTable } from './sample-table.ts';

/** What a movie says of all fragments of a track (`trex`). */
export type FragmentDefaults = { description: number; duration: number; size: number; flags: number; trex: Buffer };

const NON_SYNC = 0x10000;

export function readDefaults(moov: Buffer, trackId: number): FragmentDefaults | null {
  const mvex = findBox(moov, asBox(moov), 'mvex');
  const trex =
    mvex && childrenOf(moov, mvex).find((box) => box.type === 'trex' && moov.readUInt32BE(box.body + 4) === trackId);
  if (!trex) return null;
  return {
    description: moov.readUInt32BE(trex.body + 8),
    duration: moov.readUInt32BE(trex.body + 12),
    size: moov.readUInt32BE(trex.body + 16),
    flags: moov.readUInt32BE(trex.body + 20),
    trex: moov.subarray(trex.start, trex.end),
  };
}

/** Collects the samples of a track from its fragments, in order. */
type SampleCollector = {
  readonly count: number;
  /** Decoding time of the first sample, in the track's timescale; null: its fragment does not say. */
  readonly startTime: number | null;
  /** Adds a `moof` that lies at `offset` in the input. */
  add(moof: Buffer, offset: number): void;
  /** Room for so many samples in all, where that is known better than by doubling. */
  expect(samples: number): void;
  finish(): SampleTable;
};

/** What a fragment claims is believed up to this before there are the samples. */
const MAX_EXPECTED = 1_000_000;
/** Samples take less time than what is looked at one by one. */
const SAMPLES_AN_ENTRY = 8;

export function createSampleCollector(trackId: number, defaults: FragmentDefaults): SampleCollector {
  const budget = parseBudget();
  let capacity = 4096;
  let offsets = new Float64Array(capacity);
  let sizes = new Uint32Array(capacity);
  let durations = new Uint32Array(capacity);
  let shifts = new Int32Array(capacity);
  let isSync = new Uint8Array(capacity);
  let descriptions = new Uint8Array(capacity);
  let count = 0;
  let startTime: number | null = null;
  /** Decoding time behind the last sample. */
  let time = 0;

  function reserve(more: number): void {
    if (count + more > MAX_SAMPLES) throw damaged('too many samples');
    // A run without fields has any number of samples in its few bytes.
    budget.spend(Math.ceil(more / SAMPLES_AN_ENTRY));
    if (count + more > capacity) grow(Math.max(capacity * 2, count + more));
  }

  function grow(samples: number): void {
    budget.hold((samples - capacity) * SAMPLE_BYTES);
    capacity = samples;
    offsets = grown(offsets, new Float64Array(capacity));
    sizes = grown(sizes, new Uint32Array(capacity));
    durations = grown(durations, new Uint32Array(capacity));
    shifts = grown(shifts, new Int32Array(capacity));
    isSync = grown(isSync, new Uint8Array(capacity));
    descriptions = grown(descriptions, new Uint8Array(capacity));
  }

  /** A fragment that does not begin where the one before ended: the last sample lasts until then. */
  function begin(decodeTime: number | null): void {
    if (decodeTime === null) return;
    if (count === 0) startTime = decodeTime;
    else if (decodeTime !== time) {
      const last = (durations[count - 1] ?? 0) + decodeTime - time;
      if (last < 0) throw damaged('fragments that go back in time');
      durations[count - 1] = last;
    }
    time = decodeTime;
  }

  function addRun(bytes: Buffer, trun: Box, { base, header }: { base: number; header: TrackFragment }): number {
    const flags = bytes.readUInt32BE(trun.body) & 0xffffff;
    const samples = bytes.readUInt32BE(trun.body + 4);
    let at = trun.body + 8;
    let offset = base;
    if (flags & 0x1) {
      offset = header.base + bytes.readInt32BE(at);
      at += 4;
    }
    const firstFlags = flags & 0x4 ? bytes.readUInt32BE(at) : null;
    if (flags & 0x4) at += 4;
    const fields = [0x100, 0x200, 0x400, 0x800].filter((field) => flags & field).length;
    if (at + samples * fields * 4 > trun.end) throw damaged('a run shorter than it says');
    reserve(samples);
    const next = () => bytes.readUInt32BE((at += 4) - 4);
    for (let sample = 0; sample < samples; sample++) {
      const duration = flags & 0x100 ? next() : header.duration;
      const size = flags & 0x200 ? next() : header.size;
      const own = flags & 0x400 ? next() : header.flags;
      const shift = flags & 0x800 ? next() | 0 : 0;
      const sampleFlags = sample === 0 && firstFlags !== null ? firstFlags : own;
      offsets[count] = offset;
      sizes[count] = size;
      durations[count] = duration;
      shifts[count] = shift;
      isSync[count] = sampleFlags & NON_SYNC ? 0 : 1;
      descriptions[count] = header.description;
      count++;
      offset += size;
      time += duration;
    }
    return offset;
  }

  return {
    get count() {
      return count;
    },
    get startTime() {
      return startTime;
    },
    add(moof, moofOffset) {
      let end = moofOffset;
      for (const traf of childrenOf(moof, asBox(moof)).filter(({ type }) => type === 'traf')) {
        const header = readTrackFragment(moof, traf, defaults, moofOffset, end);
        let base = header.base;
        const isWanted = header.trackId === trackId;
        if (isWanted) begin(header.decodeTime);
        for (const trun of childrenOf(moof, traf).filter(({ type }) => type === 'trun')) {
          if (isWanted) base = addRun(moof, trun, { base, header });
        }
        end = base;
      }
    },
    expect(samples) {
      if (samples > capacity) grow(Math.min(samples, Math.max(capacity, MAX_EXPECTED)));
    },
    finish() {
      const used = {
        shifts: shifts.subarray(0, count),
        isSync: isSync.subarray(0, count),
        descriptions: descriptions.subarray(0, count),
      };
      return {
        count,
        offsets: offsets.subarray(0, count),
        sizes: sizes.subarray(0, count),
        durations: durations.subarray(0, count),
        shifts: used.shifts.some((shift) => shift !== 0) ? used.shifts : null,
        isSync: used.isSync.every((flag) => flag === 1) ? null : used.isSync,
        descriptions: used.descriptions.every((description) => description === 1) ? null : used.descriptions,
      };
    },
  };
}

type TrackFragment = {
  trackId: number;
  base: number;
  description: number;
  duration: number;
  size: number;
  flags: number;
  decodeTime: number | null;
};

function readTrackFragment(
  moof: Buffer,
  traf: Box,
  defaults: FragmentDefaults,
  moofOffset: number,
  previousEnd: number,
): TrackFragment {
  const tfhd = findBox(moof, traf, 'tfhd');
  if (!tfhd) throw damaged('a fragment without a header');
  const flags = moof.readUInt32BE(tfhd.body) & 0xffffff;
  let at = tfhd.body + 8;
  const next = () => moof.readUInt32BE((at += 4) - 4);
  // Without a base of its own, and without the flag that it is the moof, a track's data follow those of the track before.
  let base = flags & 0x20000 ? moofOffset : previousEnd;
  if (flags & 0x1) {
    base = Number(moof.readBigUInt64BE(at));
    at += 8;
  }
  // Some writers say 0, which is none.
  const description = Math.max(1, flags & 0x2 ? next() : defaults.description);
  const duration = flags & 0x8 ? next() : defaults.duration;
  const size = flags & 0x10 ? next() : defaults.size;
  const sampleFlags = flags & 0x20 ? next() : defaults.flags;
  const tfdt = findBox(moof, traf, 'tfdt');
  const decodeTime = tfdt
    ? moof[tfdt.body] === 1
      ? Number(moof.readBigUInt64BE(tfdt.body + 4))
      : moof.readUInt32BE(tfdt.body + 4)
    : null;
  return {
    trackId: moof.readUInt32BE(tfhd.body + 4),
    base,
    description,
    duration,
    size,
    flags: sampleFlags,
    decodeTime,
  };
}

/** What becomes of the fragments in a stretch of an input. */
export type FragmentChange = {
  trackId: number;
  /** Place of the stretch among all of the output. */
  place: number;
  /** How much further back it lies in the output than in its input. */
  shift: number;
  /** Where it begins in its input, and how long it is. */
  from: number;
  length: number;
};

/** Movie fragments are numbered from 1; some players want them to rise. A stretch may hold several: room is left between. */
const NUMBERS_PER_STRETCH = 64;

/** Changes each box of a stretch by its place in the output. */
export function fragmentRewriter({
  trackId,
  place,
  shift,
  from,
  length,
}: FragmentChange): (box: Buffer, at: number) => void {
  return (bytes, position) => {
    // Numbered by its place, so that any range of the file says the same.
    const within = Math.floor(((position - shift - from) / length) * (NUMBERS_PER_STRETCH - 1));
    rewriteFragment(bytes, { trackId, sequence: place * NUMBERS_PER_STRETCH + 1 + within, shift });
  };
}

/**
 * Makes a fragment one of another file, in place: its number, its track, and where its data begin when that is told from the file's
 * beginning. `shift` is how much further back it lies in the output than in its input.
 */
function rewriteFragment(
  box: Buffer,
  { trackId, sequence, shift }: { trackId: number; sequence: number; shift: number },
): void {
  const root = asBox(box);
  if (root.type !== 'moof') return;
  for (const child of boxesIn(box, root.body, root.end)) {
    if (child.type === 'mfhd') box.writeUInt32BE(sequence, child.body + 4);
    if (child.type !== 'traf') continue;
    const tfhd = findBox(box, child, 'tfhd');
    if (!tfhd) throw damaged('a fragment without a header');
    box.writeUInt32BE(trackId, tfhd.body + 4);
    const hasBase = box.readUInt32BE(tfhd.body) & 1;
    if (hasBase) box.writeBigUInt64BE(box.readBigUInt64BE(tfhd.body + 8) + BigInt(shift), tfhd.body + 8);
  }
}

function grown<T extends { set(from: T): void }>(from: T, to: T): T {
  to.set(from);
  return to;
}
