import type { SampleReader } from './sample-reader.ts';
import { presentationEnd, type SampleTable, sliceSamples, totalDuration } from './sample-table.ts';

/** Samples that are taken of a track, in its ticks from its first sample's decoding on. */
export type TakenSamples = {
  samples: SampleTable;
  /** When the first is decoded. */
  decodeTime: number;
  /** From when until when they have something to show. */
  shownFrom: number;
  shownTo: number;
  /** Whether the track has no more. */
  isEnd: boolean;
};

/** The last time at or before another at which decoding can begin; where there is none, the first. null: there are no samples. */
export async function findSync(reader: SampleReader, time: number): Promise<number | null> {
  const index = await readToSync(reader, time);
  return index === null ? null : (shownTimes(reader)[index] ?? 0);
}

/**
 * Samples from the last sync sample at or before `from` to the last one that is shown before `to`, in the order of decoding. What is
 * decoded between is taken too, and what is shown between: so much that no gap is left. Pictures that are decoded behind the first
 * sync sample and shown before it need what is not there, and are left out. null: the stretch has no samples.
 */
export async function takeSamples(reader: SampleReader, from: number, to: number): Promise<TakenSamples | null> {
  const first = await readToSync(reader, from);
  if (first === null) return null;
  // Reading on moves nothing that is read already.
  for (;;) {
    const times = shownTimes(reader);
    const { last, shownTo } = closedEnd(times, first, to);
    const nextShown = reader.startTime + totalDuration(reader.samples) + lowestShift(reader);
    if (nextShown < shownTo && (await reader.readLater())) continue;
    return last < first ? null : cut(reader, times, first, last);
  }
}

async function readToSync(reader: SampleReader, time: number): Promise<number | null> {
  for (;;) {
    const { isSync } = reader.samples;
    const times = shownTimes(reader);
    const isUsable = (_: number, index: number) => !isSync || isSync[index] === 1;
    const index = times.findLastIndex((shown, place) => shown <= time && isUsable(shown, place));
    if (index >= 0) return index;
    if (await reader.readEarlier()) continue;
    const earliest = times.findIndex(isUsable);
    if (earliest >= 0) return earliest;
    if (times.length > 0) return 0;
    if (!(await reader.readLater())) return null;
  }
}

/** The last sample that is needed, and until when those up to it show something at least. */
function closedEnd(times: Float64Array, first: number, to: number): { last: number; shownTo: number } {
  /** Of each sample, the earliest time that is shown by it or one behind it. */
  const earliest = Float64Array.from(times.subarray(first));
  for (let place = earliest.length - 2; place >= 0; place--) {
    earliest[place] = Math.min(earliest[place] ?? 0, earliest[place + 1] ?? 0);
  }
  let shownTo = to;
  let place = 0;
  while (place < earliest.length && (earliest[place] ?? 0) < shownTo) {
    // Times before `to` are wanted; those up to the latest that is taken are needed, so that none is missing between.
    shownTo = Math.max(shownTo, times[first + place] ?? 0);
    place++;
  }
  return { last: first + place - 1, shownTo };
}

function cut(reader: SampleReader, times: Float64Array, first: number, last: number): TakenSamples {
  const { samples, isEnd } = reader;
  const shownFrom = times[first] ?? 0;
  const decodeTime = reader.startTime + totalDuration(sliceSamples(samples, 0, first));
  const kept = withoutLeading(sliceSamples(samples, first, last + 1), times.subarray(first, last + 1));
  const behind = times.subarray(last + 1);
  const shownTo = behind.length > 0 ? lowest(behind) : reader.startTime + presentationEnd(samples);
  // An edit cannot begin before the first sample's decoding: of those that say so, decoding begins earlier.
  const lead = Math.max(0, decodeTime - shownFrom);
  const shifts = lead > 0 ? (kept.shifts?.map((shift) => shift + lead) ?? null) : kept.shifts;
  return {
    samples: { ...kept, shifts },
    decodeTime: decodeTime - lead,
    shownFrom,
    shownTo,
    isEnd: isEnd && behind.length === 0,
  };
}

/** Without the samples that are shown before the first: those before them last until the next. */
function withoutLeading(samples: SampleTable, times: Float64Array): SampleTable {
  const first = times[0] ?? 0;
  const kept = Uint32Array.from(times.keys().filter((place) => (times[place] ?? 0) >= first));
  if (kept.length === samples.count) return samples;
  const durations = new Uint32Array(kept.length);
  let place = -1;
  for (const [sample, duration] of samples.durations.entries()) {
    if (kept[place + 1] === sample) place++;
    durations[place] = (durations[place] ?? 0) + duration;
  }
  const pick = <T extends Uint8Array | Int32Array>(values: T | null): T | null =>
    values && (values.filter((_, sample) => (times[sample] ?? 0) >= first) as T);
  return {
    count: kept.length,
    offsets: Float64Array.from(kept, (sample) => samples.offsets[sample] ?? 0),
    sizes: Uint32Array.from(kept, (sample) => samples.sizes[sample] ?? 0),
    durations,
    shifts: pick(samples.shifts),
    isSync: pick(samples.isSync),
    descriptions: pick(samples.descriptions),
  };
}

/** When each sample is shown. */
function shownTimes({ samples, startTime }: SampleReader): Float64Array {
  const times = new Float64Array(samples.count);
  let time = startTime;
  for (let sample = 0; sample < samples.count; sample++) {
    times[sample] = time + (samples.shifts?.[sample] ?? 0);
    time += samples.durations[sample] ?? 0;
  }
  return times;
}

function lowestShift({ samples }: SampleReader): number {
  return samples.shifts ? Math.min(0, lowest(samples.shifts)) : 0;
}

function lowest(values: Float64Array | Int32Array): number {
  let least = Infinity;
  for (const value of values) least = Math.min(least, value);
  return least;
}
