import { describe, expect, test } from 'vitest';
import type { SampleReader } from './sample-reader.ts';
import type { SampleTable } from './sample-table.ts';
import { findSync, takeSamples } from './take-samples.ts';

/** Pictures in the order of decoding: when each is shown, and `!` for those that decoding can begin with. Each lasts 1 tick. */
function tableOf(pictures: string): SampleTable {
  const all = pictures.split(' ');
  return {
    count: all.length,
    offsets: Float64Array.from(all.keys()),
    sizes: new Uint32Array(all.length).fill(1),
    durations: new Uint32Array(all.length).fill(1),
    shifts: Int32Array.from(all, (picture, index) => Number.parseInt(picture, 10) - index),
    isSync: Uint8Array.from(all, (picture) => (picture.endsWith('!') ? 1 : 0)),
    descriptions: null,
  };
}

/** A reader that has read pictures from one up to another so far. */
function readerOf(pictures: string, from = 0, to = pictures.split(' ').length) {
  const whole = tableOf(pictures);
  const part = (values: Int32Array) => values.subarray(from, to);
  const reads: string[] = [];
  const reader: SampleReader = {
    get samples() {
      return {
        ...whole,
        count: to - from,
        offsets: whole.offsets.subarray(from, to),
        sizes: whole.sizes.subarray(from, to),
        durations: whole.durations.subarray(from, to),
        shifts: whole.shifts && part(whole.shifts),
        isSync: whole.isSync?.subarray(from, to) ?? null,
      };
    },
    get startTime() {
      return from;
    },
    get isEnd() {
      return to === whole.count;
    },
    aim: async () => {},
    readEarlier: async () => from > 0 && reads.push('earlier') > 0 && from-- > 0,
    readLater: async () => to < whole.count && reads.push('later') > 0 && ++to > 0,
  };
  return { reader, reads };
}

async function takenOf(pictures: string, from: number, to: number, held?: [number, number]) {
  const { reader, reads } = readerOf(pictures, ...(held ?? []));
  const taken = await takeSamples(reader, from, to);
  if (!taken) return null;
  const { samples, ...times } = taken;
  return { ...times, reads, offsets: [...samples.offsets], durations: [...samples.durations], shifts: samples.shifts };
}

const CLOSED = '0! 3 1 2 6 4 5 7! 10 8 9 13 11 12';
const OPEN = '0! 3 1 2 6! 4 5 9 7 8 12! 10 11';

describe('a stretch of pictures', () => {
  test('begins with a sync sample and ends without a gap', async () => {
    expect(await takenOf(CLOSED, 8, 9)).toMatchObject({
      offsets: [7, 8, 9, 10],
      decodeTime: 7,
      shownFrom: 7,
      shownTo: 11,
    });
    expect(await takenOf(CLOSED, 2, 6)).toMatchObject({ offsets: [0, 1, 2, 3, 4, 5, 6], shownTo: 7, isEnd: false });
    expect(await takenOf(CLOSED, 0, 1)).toMatchObject({ offsets: [0], shownTo: 1 });
  });

  test('goes to the end', async () => {
    expect(await takenOf(CLOSED, 12, Infinity)).toMatchObject({ shownFrom: 7, shownTo: 14, isEnd: true });
  });

  test('is without pictures that need what was before', async () => {
    const taken = await takenOf(OPEN, 7, 9);
    expect(taken).toMatchObject({ offsets: [4, 7, 8, 9], shownFrom: 6, shownTo: 10 });
    // Those left out are waited for, so that the next are decoded when they were.
    expect(taken?.durations).toEqual([3, 1, 1, 1]);
    expect(taken?.shifts).toEqual(Int32Array.of(2, 2, -1, -1));
  });

  test('begins with the first picture that can be decoded when none is before', async () => {
    expect(await takenOf('1 2 3! 4 5', 0, 5)).toMatchObject({ offsets: [2, 3], shownFrom: 3, shownTo: 5 });
    expect(await takenOf('1 2 3', 2, 3)).toMatchObject({ offsets: [0, 1], shownFrom: 1 });
  });

  test('is nothing when it ends before the first', async () => {
    expect(await takenOf('5! 6', 1, 3)).toBeNull();
  });

  test('that is shown before it is decoded is decoded earlier', async () => {
    // The whole is shown 2 ticks earlier than it could be.
    expect(await takenOf('-2! 1 -1 0', 0, 1)).toMatchObject({
      decodeTime: -2,
      shownFrom: -2,
      shifts: Int32Array.of(0, 2, -1, -1),
    });
  });
});

describe('reads on', () => {
  test('back to where decoding begins', async () => {
    expect(await takenOf(CLOSED, 5, 6, [4, 14])).toMatchObject({
      offsets: [0, 1, 2, 3, 4, 5, 6],
      reads: ['earlier', 'earlier', 'earlier', 'earlier'],
    });
  });

  test('while pictures may follow that are shown before the end', async () => {
    const taken = await takenOf(OPEN, 0, 5, [0, 4]);
    expect(taken).toMatchObject({ offsets: [0, 1, 2, 3, 4, 5, 6], shownTo: 7 });
    expect(taken?.reads.length).toBeLessThan(7);
  });

  test('not behind what is needed', async () => {
    expect(await takenOf(CLOSED, 7, 8, [7, 14])).toMatchObject({ reads: [] });
  });

  test('and finds nothing where nothing is', async () => {
    expect(await takenOf('0!', 0, 1, [0, 0])).toMatchObject({ offsets: [0] });
    expect(await findSync(readerOf('0! 1', 1, 1).reader, 5)).toBe(0);
  });
});
