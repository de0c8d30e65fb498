import { expect, test } from 'vitest';
import { TransferError } from '../transfer-error.ts';
import { asBox, fullBox, uint16, uint32 } from './box.ts';
import { readSampleTable } from './sample-table.ts';

const SIZES = [1, 15, 7, 0, 9];

/** Tables of five samples, one behind the other from byte 100 on, whose sizes are told by one box. */
function tables(sizes: Buffer): Map<string, Buffer> {
  const boxes = [
    sizes,
    fullBox('stts', 0, 0, uint32(1, SIZES.length, 10)),
    fullBox('stsc', 0, 0, uint32(1, 1, SIZES.length, 1)),
    fullBox('stco', 0, 0, uint32(1, 100)),
  ];
  return new Map(boxes.map((bytes) => [asBox(bytes).type, bytes]));
}

function compact(bits: number, ...sizes: Uint8Array[]): Buffer {
  return fullBox('stz2', 0, 0, uint32(bits, SIZES.length), ...sizes);
}

const plain = readSampleTable(tables(fullBox('stsz', 0, 0, uint32(0, SIZES.length, ...SIZES))));

test.each([
  [4, Buffer.from([0x1f, 0x70, 0x90])],
  [8, Buffer.from(SIZES)],
  [16, uint16(...SIZES)],
])('sizes of %i bits are those of stsz', (bits, sizes) => {
  expect(readSampleTable(tables(compact(bits, sizes)))).toEqual(plain);
  expect([...plain.offsets]).toEqual([100, 101, 116, 123, 123]);
});

test.each([
  ['fewer sizes than it says', compact(16, uint16(1, 2))],
  ['sizes of another width', compact(32, uint32(...SIZES))],
  ['more samples than there can be', fullBox('stz2', 0, 0, uint32(4, 0xffffffff))],
])('%s are refused', (_, sizes) => {
  expect(() => readSampleTable(tables(sizes))).toThrow(TransferError);
});
