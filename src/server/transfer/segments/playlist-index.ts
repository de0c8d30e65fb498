import type { Input } from '../layout/input.ts';
import { fullBox, uint16, uint32, uint64 } from '../mp4/box.ts';
import type { Track } from '../mp4/movie.ts';
import { type FragmentSamples, readIndexedSamples } from '../mp4/read-fragments.ts';
import { totalDuration } from '../mp4/sample-table.ts';
import { damaged } from '../transfer-error.ts';

/** The segments of a playlist in the file that they make together. `durationS`: 0 where the playlist does not tell. */
type Listed = { segments: readonly ListedSegment[]; durationS: number };
type ListedSegment = { offset: number; length: number; durationS: number };

/** When segments are played, in the timescale of their track: each begins at its time and lasts to the next one's. */
type Timing = { startTime: number; durations: number[]; startWithSync: boolean };

/** A reference of an index has 31 bits for its length and 32 for its duration (ISO/IEC 14496-12 §8.16.3). */
const MAX_LENGTH = 0x7fffffff;
const MAX_DURATION = 0xffffffff;
/** Old playlists round to whole seconds. What is further off has timestamps that start anew, or is wrong. */
const MAX_DEVIATION = 0.25;

/**
 * The segments of a playlist as the index (`sidx`) of one file, to be put before all of it. When they are played is taken from the
 * first and the last of them; the playlist says what lies between. Where the two do not agree it is the same as `blindIndex`. Throws
 * TransferError: media_damaged, and those of reading.
 */
export async function playlistIndex(input: Input, listed: Listed, track: Track): Promise<Buffer> {
  const timing = await readTiming(input, listed, track);
  return timing ? writeIndex(listed.segments, timing, track.timescale) : blindIndex(listed);
}

/**
 * An index that says where the segments are and not when: each lasts for ever, so that whoever reads it knows that times are in the
 * fragments alone. It is as long as the one that tells. Throws TransferError media_damaged.
 */
export function blindIndex({ segments }: Listed): Buffer {
  const durations = Array<number>(segments.length).fill(MAX_DURATION);
  return writeIndex(segments, { startTime: 0, durations, startWithSync: false }, 1);
}

function writeIndex(
  segments: readonly ListedSegment[],
  { startTime, durations, startWithSync }: Timing,
  timescale: number,
): Buffer {
  const references = segments.map(({ length }, place) => {
    if (length > MAX_LENGTH) throw damaged('a segment too large for an index');
    return uint32(length, Math.min(durations[place] ?? 0, MAX_DURATION), startWithSync ? 0x90000000 : 0);
  });
  const beforeFirst = segments[0]?.offset ?? 0;
  const counts = uint16(0, references.length);
  return fullBox('sidx', 1, 0, uint32(1, timescale), uint64(startTime, beforeFirst), counts, ...references);
}

/** Null: they do not tell. */
async function readTiming(input: Input, { segments, durationS }: Listed, track: Track): Promise<Timing | null> {
  const [first, last] = segments.length === 1 ? [segments[0]] : [segments[0], segments.at(-1)];
  if (!first) return null;
  const head = await readIndexedSamples(input, track, [first]);
  const tail = last ? await readIndexedSamples(input, track, [last]) : head;
  const duration = endOf(tail) - head.startTime;
  if (!head.isTimed || !tail.isTimed || !(duration > 0)) return null;
  if (durationS > 0 && Math.abs(duration / track.timescale / durationS - 1) > MAX_DEVIATION) return null;
  const isTold = segments.every((segment) => segment.durationS > 0);
  const weights = segments.map(({ length, durationS: lastsS }) => (isTold ? lastsS : length));
  return {
    startTime: Math.max(0, head.startTime + (head.samples.shifts?.[0] ?? 0)),
    durations: share(duration, weights),
    startWithSync: [head, tail].every(({ samples }) => samples.isSync?.[0] !== 0),
  };
}

function endOf({ startTime, samples }: FragmentSamples): number {
  return startTime + totalDuration(samples);
}

/** Whole numbers in the proportion of the weights, whose sum is the total. */
function share(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  let weight = 0;
  let before = 0;
  return weights.map((own) => {
    weight += own;
    const until = Math.round((total * weight) / sum);
    const part = until - before;
    before = until;
    return part;
  });
}
