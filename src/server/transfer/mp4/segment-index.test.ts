import { expect, test } from 'vitest';
import { memoryInput } from '../fixtures/memory-input.ts';
import { fullBox, uint16, uint32 } from './box.ts';
import { readSegmentIndex } from './segment-index.ts';

type Reference = { isIndex: boolean; length: number; duration: number };

/** `behind`: how far behind its own end the first of what it lists begins. */
function sidx(timescale: number, time: number, references: Reference[], behind = 0): Buffer {
  const entries = references.map(({ isIndex, length, duration }) =>
    uint32((isIndex ? 0x80000000 : 0) + length, duration, 0x90000000),
  );
  return fullBox('sidx', 0, 0, uint32(1, timescale, time, behind), uint16(0, references.length), ...entries);
}

test('an index within an index counts by its own clock', async () => {
  const media = { isIndex: false, length: 100 };
  const nested = [
    sidx(90_000, 0, [
      { ...media, duration: 90_000 },
      { ...media, duration: 45_000 },
    ]),
    sidx(12_800, 19_200, [{ ...media, duration: 25_600 }]),
  ];
  const references = nested.map((bytes, place) => ({
    isIndex: true,
    length: bytes.length + (place === 0 ? 200 : 100),
    duration: place === 0 ? 1_500 : 2_000,
  }));
  const [first = Buffer.alloc(0), second = Buffer.alloc(0)] = nested;
  const root = sidx(1_000, 0, references);
  const file = Buffer.concat([root, first, Buffer.alloc(200), second, Buffer.alloc(100)]);
  const { timescale, subsegments } = await readSegmentIndex(memoryInput(file), root, root.length);
  expect(timescale).toBe(1_000);
  expect(subsegments.map(({ time, duration }) => [time, duration])).toEqual([
    [0, 1_000],
    [1_000, 500],
    [1_500, 2_000],
  ]);
  const at = root.length + first.length;
  expect(subsegments.map(({ offset }) => offset)).toEqual([at, at + 100, at + 200 + second.length]);
});

test('an index that two others lead to is damage, and nobody reads it twice', async () => {
  const leading = (to: Buffer, behind: number) =>
    sidx(1_000, 0, [{ isIndex: true, length: to.length, duration: 1_000 }], behind);
  const shared = sidx(1_000, 0, [{ isIndex: false, length: 8, duration: 1_000 }]);
  // They lie one behind the other, and the first passes over the second.
  const [first, second] = [leading(shared, shared.length), leading(shared, 0)];
  const references = [first, second].map(({ length }) => ({ isIndex: true, length, duration: 1_000 }));
  const root = sidx(1_000, 0, references);
  const file = memoryInput(Buffer.concat([root, first, second, shared, Buffer.alloc(8)]));
  const reading = readSegmentIndex(file, root, root.length);
  await expect(reading).rejects.toMatchObject({ cause: { message: 'indexes that share an index' } });
  // Of each of the three others the head, and the whole.
  expect(file.reads).toEqual([8, first.length, 8, shared.length, 8, second.length]);
});
