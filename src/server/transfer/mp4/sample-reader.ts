import type { Input } from '../layout/input.ts';
import { parseBudget } from '../parsing/parse-budget.ts';
import { damaged } from '../transfer-error.ts';
import { type InputTrack, samplesOf, tellsTime } from './merge.ts';
import type { Subsegment } from './segment-index.ts';
import { SAMPLE_BYTES, type SampleTable } from './sample-table.ts';
import { collectSamples, type FoundMoof, type FragmentSamples, readIndexedMoofs } from './read-fragments.ts';

/**
 * Samples of a track as far as they have been read. Times are in its timescale, and count from its very first sample's decoding on,
 * be that read or not.
 */
export type SampleReader = {
  readonly samples: SampleTable;
  /** When the first of them is decoded. */
  readonly startTime: number;
  /** Whether the last of them is the track's. */
  readonly isEnd: boolean;
  /** Reads those around a stretch of time: by the index, which may be wrong by some frames. Only once, and before what follows. */
  aim(from: number, to: number): Promise<void>;
  /** Reads on where these begin, or end. False: there are no more. */
  readEarlier(): Promise<boolean>;
  readLater(): Promise<boolean>;
};

/** A part with the reader of its samples, and when its first sample is decoded by the input's own clock. */
export type OpenedTrack = { part: InputTrack; startTime: number; reader: SampleReader };

/** A reader of few reads where the input has an index, else of everything. Throws TransferError. */
export async function openSampleReader(part: InputTrack, inputs: readonly Input[]): Promise<OpenedTrack> {
  const { movie, track } = part;
  const { index } = movie;
  const [first] = index?.subsegments ?? [];
  const from = inputs[part.input];
  if (from && index && first && !track.samples && tellsTime(index)) {
    const [moofs = []] = await readIndexedMoofs(from, [first]);
    const { startTime, isTimed } = collectSamples(track, moofs);
    // Without times of their own, fragments are known only by all those before.
    if (isTimed) return { part, startTime, reader: createIndexedReader(part, from, { index, startTime }) };
  }
  const { samples, startTime } = await samplesOf(part, inputs);
  return { part, startTime, reader: createWholeReader(samples) };
}

function createWholeReader(samples: SampleTable): SampleReader {
  const isAll = async () => false;
  return { samples, startTime: 0, isEnd: true, aim: async () => {}, readEarlier: isAll, readLater: isAll };
}

/** `startTime` is that of the track's first sample by the input's clock. */
function createIndexedReader(
  { track }: InputTrack,
  input: Input,
  { index, startTime }: { index: { timescale: number; subsegments: readonly Subsegment[] }; startTime: number },
): SampleReader {
  const { subsegments, timescale } = index;
  const ticks = track.timescale / timescale;
  const firstTime = subsegments[0]?.time ?? 0;
  let moofs: FoundMoof[] = [];
  /** Subsegments read: from the first up to `end`. */
  let first = 0;
  let end = 0;
  let held: FragmentSamples = collectSamples(track, []);
  let backwards = 1;

  async function read(from: number, to: number): Promise<FoundMoof[]> {
    return (await readIndexedMoofs(input, subsegments.slice(from, to))).flat();
  }
  function hold(all: FoundMoof[]): void {
    moofs = all;
    // The same samples are collected again, with more around them.
    parseBudget().hold(-held.samples.count * SAMPLE_BYTES);
    const found = collectSamples(track, moofs);
    if (found.samples.count > 0 && !found.isTimed) throw damaged('a fragment without its time');
    held = { ...found, startTime: found.startTime - startTime };
  }
  return {
    get samples() {
      return held.samples;
    },
    get startTime() {
      return held.startTime;
    },
    get isEnd() {
      return end === subsegments.length;
    },
    async aim(from, to) {
      const times = subsegments.map(({ time }) => (time - firstTime) * ticks);
      first = Math.max(
        0,
        times.findLastIndex((time) => time <= from),
      );
      const behind = times.findIndex((time, place) => place > first && time >= to);
      end = behind < 0 ? subsegments.length : behind;
      hold(await read(first, end));
    },
    async readEarlier() {
      if (first === 0) return false;
      const from = Math.max(0, first - backwards);
      // A long group of pictures takes few steps, and at most as much again as it needs.
      backwards *= 2;
      const earlier = await read(from, first);
      first = from;
      hold([...earlier, ...moofs]);
      return true;
    },
    async readLater() {
      if (end === subsegments.length) return false;
      const later = await read(end, end + 1);
      end++;
      hold([...moofs, ...later]);
      return true;
    },
  };
}
