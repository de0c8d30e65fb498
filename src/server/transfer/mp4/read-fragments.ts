import type { Input } from '../layout/input.ts';
import { parseBudget } from '../parsing/parse-budget.ts';
import { damaged } from '../transfer-error.ts';
import { boxHeader } from './box.ts';
import { createSampleCollector } from './fragment.ts';
import type { Movie, Track } from './movie.ts';
import type { SampleTable } from './sample-table.ts';

/** A track's samples, and the decoding time of the first in its timescale: 0 where the first fragment does not say it. */
export type FragmentSamples = { samples: SampleTable; startTime: number; isTimed: boolean };

type OffsetRange = { offset: number; length: number };
/** A movie fragment's head, and its place in the input. */
export type FoundMoof = { offset: number; bytes: Buffer };

const PARALLEL_READS = 12;
const FIRST_GUESS_BYTES = 4 * 1024;
const MAX_MOOF_BYTES = 8 * 1024 * 1024;
/** Without an index, fragments are found one after the other: above this, that takes longer than anybody waits. */
const MAX_WALKED = 4_000;

/** Samples of a track whose fragments an index names. */
export async function readIndexedSamples(
  input: Input,
  track: Track,
  ranges: readonly OffsetRange[],
): Promise<FragmentSamples> {
  return collectSamples(track, (await readIndexedMoofs(input, ranges)).flat());
}

/** The movie fragments of each stretch, by many small reads at once. */
export async function readIndexedMoofs(
  input: Input,
  ranges: readonly OffsetRange[],
  signal?: AbortSignal,
): Promise<FoundMoof[][]> {
  const found: FoundMoof[][] = [];
  let next = 0;
  let largest = 0;
  async function work(): Promise<void> {
    while (next < ranges.length) {
      const place = next++;
      const range = ranges[place];
      if (!range) return;
      const moofs = await readMoofs(input, range, largest > 0 ? roundUp(largest) : FIRST_GUESS_BYTES, signal);
      largest = Math.max(largest, ...moofs.map(({ bytes }) => bytes.length));
      found[place] = moofs;
    }
  }
  await Promise.all(Array.from({ length: Math.min(PARALLEL_READS, ranges.length) }, work));
  return found;
}

/** Samples of a track in a fragmented file without an index. */
export async function readWalkedSamples(input: Input, movie: Movie, track: Track): Promise<FragmentSamples> {
  const all = { offset: movie.firstFragment, length: movie.totalBytes - movie.firstFragment };
  return collectSamples(track, await readMoofs(input, all, FIRST_GUESS_BYTES));
}

/** A track's samples of some movie fragments, which have to be in order. */
export function collectSamples(track: Track, moofs: readonly FoundMoof[]): FragmentSamples {
  if (!track.defaults) throw damaged('fragments without defaults');
  const collector = createSampleCollector(track.id, track.defaults);
  for (const [place, { bytes, offset }] of moofs.entries()) {
    collector.add(bytes, offset);
    if (place === 0) collector.expect(Math.ceil(collector.count * moofs.length * 1.05));
  }
  return { samples: collector.finish(), startTime: collector.startTime ?? 0, isTimed: collector.startTime !== null };
}

/** The movie fragments of a stretch; what they describe is passed over. */
async function readMoofs(
  input: Input,
  { offset, length }: OffsetRange,
  guessBytes: number,
  signal?: AbortSignal,
): Promise<FoundMoof[]> {
  const budget = parseBudget();
  const found: FoundMoof[] = [];
  const end = offset + length;
  let held: Buffer = Buffer.alloc(0);
  let heldAt = offset;
  async function hold(from: number, count: number): Promise<Buffer> {
    if (from < heldAt || from + count > heldAt + held.length) {
      held = await input.read(from, Math.min(Math.max(count, guessBytes), end - from), signal);
      heldAt = from;
    }
    return held.subarray(from - heldAt, from - heldAt + count);
  }
  for (let at = offset, steps = 0; at + 8 <= end; steps++) {
    if (steps > MAX_WALKED * 3) throw damaged('too many boxes without an index');
    budget.spend();
    await budget.giveWay();
    const header = boxHeader(await hold(at, Math.min(16, end - at)), 0, end - at);
    if (!header || header.size < header.length || at + header.size > end) throw damaged('a fragment that does not fit');
    if (header.type === 'moof') {
      if (header.size > MAX_MOOF_BYTES) throw damaged('a fragment too large');
      const bytes = await hold(at, header.size);
      // A small part of what was read would keep the whole of it.
      found.push({ offset: at, bytes: bytes.length * 2 < held.length ? Buffer.from(bytes) : bytes });
    }
    at += header.size;
  }
  return found;
}

function roundUp(bytes: number): number {
  return Math.ceil((bytes * 1.25) / 1024) * 1024;
}
