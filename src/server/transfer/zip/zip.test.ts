import { crc32 } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { assemble } from '../fixtures/assemble.ts';
import { zeros } from '../fixtures/memory-input.ts';
import type { Piece } from '../layout/layout.ts';
import { TransferError } from '../transfer-error.ts';
import { archiveOf } from './fixtures/entries.ts';
import { numbers64, parseDirectory, parseEnd, parseLocal, parseZip64Extra } from './fixtures/parse.ts';
import { layOutZip, type ZipEntry } from './zip.ts';

const GIB = 2 ** 30;
const files = [
  { name: 'clip.mp4', bytes: Buffer.from('the first file of all') },
  { name: 'пусто 🕳️.txt', bytes: Buffer.alloc(0) },
  { name: 'clip.mp4', bytes: Buffer.from('another one of the same name, and longer') },
];

function entryOf(pieces: Piece[], totalBytes: number, name = 'a'): ZipEntry {
  return { name, totalBytes, modifiedAt: new Date(0), pieces };
}

function zerosEntry(totalBytes: number, name: string, input = 0): ZipEntry {
  return entryOf([{ kind: 'copy', input, offset: 0, length: totalBytes }], totalBytes, name);
}

test('has exactly the length it promises, and its type', async () => {
  const { layout, inputs } = archiveOf(files);
  expect(layout.contentType).toBe('application/zip');
  expect(await assemble(layout, inputs)).toHaveLength(layout.totalBytes);
});

test('directory, local headers, bytes and descriptors agree', async () => {
  const { layout, inputs } = archiveOf(files);
  const archive = await assemble(layout, inputs);
  const { end, zip64 } = parseEnd(archive);
  const [count = 0, length = 0, offset = 0] = end;
  const records = parseDirectory(archive.subarray(offset, offset + length));
  expect(zip64).toBeNull();
  expect(count).toBe(3);
  expect(offset + length + 22).toBe(archive.length);
  expect(records.map(({ name }) => name)).toEqual(['clip.mp4', 'пусто 🕳️.txt', 'clip (2).mp4']);

  for (const [index, record] of records.entries()) {
    const bytes = files[index]?.bytes ?? Buffer.alloc(0);
    const local = parseLocal(archive.subarray(record.offset));
    const start = record.offset + local.lengthBytes;
    const descriptor = archive.subarray(start + bytes.length, start + bytes.length + 16);
    expect(archive.subarray(start, start + bytes.length)).toEqual(bytes);
    expect(record).toMatchObject({ versionMadeBy: 0x032d, versionNeeded: 20, flags: 0x0808, method: 0 });
    expect(record).toMatchObject({ crc: crc32(bytes), sizes: [bytes.length, bytes.length] });
    expect(record.attributes >>> 16).toBe(0o100644);
    expect(local).toMatchObject({ versionNeeded: 20, flags: 0x0808, crc: 0, name: record.name });
    expect(local.sizes).toEqual([bytes.length, bytes.length]);
    expect(record.extra).toHaveLength(0);
    expect(local.extra).toHaveLength(0);
    expect(descriptor.toString('latin1', 0, 4)).toBe('PK\x07\x08');
    expect([4, 8, 12].map((at) => descriptor.readUInt32LE(at))).toEqual([crc32(bytes), bytes.length, bytes.length]);
  }
});

test('an archive of nothing is its end record alone', async () => {
  const layout = layOutZip([], async () => 0);
  expect(layout.totalBytes).toBe(22);
  expect(parseEnd(await assemble(layout, []))).toEqual({ end: [0, 0, 0], zip64: null, locator: null });
});

test('every range is the slice of the whole', async () => {
  const { layout, inputs } = archiveOf(files);
  const archive = await assemble(layout, inputs);
  for (let start = 0; start < archive.length; start++) {
    // Ends next to every start, and ends spread over the rest: all borders of pieces are among both.
    for (let end = start + 1; end <= archive.length; end += end < start + 8 ? 1 : 13) {
      const range = await assemble(layout, inputs, start, end);
      if (!range.equals(archive.subarray(start, end))) expect.fail(`${start}–${end} differs`);
    }
  }
});

test('asks for a CRC only where a record with it is read', async () => {
  const asked: number[] = [];
  const entries = ['a', 'b'].map((name) => zerosEntry(10, name));
  const layout = layOutZip(entries, async (index) => asked.push(index));
  const inputs = [zeros(10)];
  await assemble(layout, inputs, 0, 41);
  await assemble(layout, inputs, layout.totalBytes - 22);
  expect(asked).toEqual([]);
  await assemble(layout, inputs, 41, 42);
  expect(asked).toEqual([0]);
  await assemble(layout, inputs, layout.totalBytes - 23, layout.totalBytes - 22);
  expect(asked).toEqual([0, 0, 1]);
});

test('a CRC that cannot be had ends the read', async () => {
  const layout = layOutZip([zerosEntry(1, 'a')], async () => {
    throw new TransferError('transfer_broken');
  });
  await expect(assemble(layout, [zeros(1)])).rejects.toThrow('transfer_broken');
});

test('fragments are told their place in their own file', () => {
  const seen: number[] = [];
  const fragment: Piece = { kind: 'fragment', input: 0, offset: 0, length: 8, rewrite: (_, at) => void seen.push(at) };
  const lead: Piece = { kind: 'bytes', length: 5, bytes: Buffer.alloc(5) };
  const layout = layOutZip([zerosEntry(100, 'before'), entryOf([lead, fragment], 13)], async () => 0);
  const index = layout.pieces.findIndex(({ kind }) => kind === 'fragment');
  const moved = layout.pieces[index];
  if (moved?.kind !== 'fragment') throw new Error('no fragment');
  moved.rewrite(Buffer.alloc(8), layout.starts[index] ?? 0);
  expect(seen).toEqual([5]);
});

describe('modification times', () => {
  test.each([
    ['odd seconds are cut', '2024-02-29T23:59:59Z', [2024, 2, 29, 23, 59, 58]],
    ['before DOS', '1970-01-01T00:00:00Z', [1980, 1, 1, 0, 0, 0]],
    ['beyond DOS', '2500-06-01T12:00:00Z', [2107, 12, 31, 23, 59, 58]],
    ['none at all', 'no date', [1980, 1, 1, 0, 0, 0]],
  ])('%s', async (_, text, expected) => {
    const entry = { ...zerosEntry(0, 'a'), modifiedAt: new Date(text) };
    const header = await assemble(
      layOutZip([entry], async () => 0),
      [],
      0,
      31,
    );
    const time = header.readUInt16LE(10);
    const date = header.readUInt16LE(12);
    const day = [(date >> 9) + 1980, (date >> 5) & 15, date & 31];
    expect([...day, time >> 11, (time >> 5) & 63, (time & 31) * 2]).toEqual(expected);
  });
});

describe('zip64', () => {
  test('an entry of 5 GiB, and a small one behind it', async () => {
    const layout = layOutZip([zerosEntry(5 * GIB, 'large'), zerosEntry(3, 'small', 1)], async (index) => index + 7);
    const inputs = [zeros(5 * GIB), zeros(3)];
    const { end, zip64, locator } = parseEnd(await assemble(layout, inputs, layout.totalBytes - 98));
    const [entriesHere, count, length = 0, offset = 0] = zip64?.slice(-4) ?? [];
    const [large, small] = parseDirectory(await assemble(layout, inputs, offset, offset + length));
    const smallOffset = 30 + 5 + 20 + 5 * GIB + 24;
    expect([entriesHere, count]).toEqual([2, 2]);
    expect(end).toEqual([2, length, 0xffff_ffff]);
    expect(locator).toBe(offset + length);
    expect(layout.totalBytes).toBe(offset + length + 98);

    expect(large).toMatchObject({ versionNeeded: 45, sizes: [0xffff_ffff, 0xffff_ffff], offset: 0, crc: 7 });
    expect(parseZip64Extra(large?.extra ?? Buffer.alloc(0))).toEqual([5 * GIB, 5 * GIB]);
    expect(small).toMatchObject({ versionNeeded: 45, sizes: [3, 3], offset: 0xffff_ffff, crc: 8 });
    expect(parseZip64Extra(small?.extra ?? Buffer.alloc(0))).toEqual([smallOffset]);

    const largeLocal = parseLocal(await assemble(layout, inputs, 0, 100));
    expect(largeLocal).toMatchObject({ versionNeeded: 45, sizes: [0xffff_ffff, 0xffff_ffff], lengthBytes: 55 });
    expect(parseZip64Extra(largeLocal.extra)).toEqual([5 * GIB, 5 * GIB]);
    const descriptor = await assemble(layout, inputs, 55 + 5 * GIB, smallOffset);
    expect(descriptor.toString('latin1', 0, 4)).toBe('PK\x07\x08');
    expect(descriptor.readUInt32LE(4)).toBe(7);
    expect(numbers64(descriptor.subarray(8))).toEqual([5 * GIB, 5 * GIB]);
    const smallLocal = parseLocal(await assemble(layout, inputs, smallOffset, smallOffset + 38));
    expect(smallLocal).toMatchObject({ versionNeeded: 20, sizes: [3, 3], name: 'small', lengthBytes: 35 });
  });

  test('an entry that is large and far behind has its sizes, then its place', async () => {
    const layout = layOutZip([zerosEntry(5 * GIB, 'a'), zerosEntry(6 * GIB, 'b')], async () => 0);
    const { zip64 } = parseEnd(await assemble(layout, [], layout.totalBytes - 98));
    const [length = 0, start = 0] = zip64?.slice(-2) ?? [];
    const [, second] = parseDirectory(await assemble(layout, [], start, start + length));
    expect(second).toMatchObject({ sizes: [0xffff_ffff, 0xffff_ffff], offset: 0xffff_ffff });
    expect(parseZip64Extra(second?.extra ?? Buffer.alloc(0))).toEqual([6 * GIB, 6 * GIB, 51 + 5 * GIB + 24]);
  });

  test.each([
    ['the largest entry that needs none', 0xffff_fffe, 0, 16],
    ['the smallest that needs it', 0xffff_ffff, 20, 24],
  ])('%s', async (_, totalBytes, extraBytes, descriptorBytes) => {
    const layout = layOutZip([zerosEntry(totalBytes, 'a')], async () => 0);
    const local = parseLocal(await assemble(layout, [zeros(totalBytes)], 0, 31 + extraBytes));
    expect(local.extra).toHaveLength(extraBytes);
    expect(local.sizes).toEqual([totalBytes, totalBytes]);
    // The directory is beyond 4 GiB in both.
    const [, start = 0] = parseEnd(await assemble(layout, [], layout.totalBytes - 98)).zip64?.slice(-2) ?? [];
    const descriptor = await assemble(layout, [], local.lengthBytes + totalBytes, start);
    expect(descriptor).toHaveLength(descriptorBytes);
    expect(descriptor.toString('latin1', 0, 4)).toBe('PK\x07\x08');
  });

  test.each([
    ['the last place of an entry that needs none', 0xffff_fffe, 0],
    ['the first that needs it', 0xffff_ffff, 12],
  ])('%s', async (_, offset, extraBytes) => {
    const layout = layOutZip([zerosEntry(offset - 31 - 16, 'a'), zerosEntry(0, 'b')], async () => 0);
    const { zip64 } = parseEnd(await assemble(layout, [], layout.totalBytes - 98));
    const [length = 0, start = 0] = zip64?.slice(-2) ?? [];
    const [, second] = parseDirectory(await assemble(layout, [], start, start + length));
    expect(second?.offset).toBe(offset);
    expect(second?.extra).toHaveLength(extraBytes);
  });

  test.each([
    [65_534, null],
    [65_535, [65_535, 65_535]],
    [70_000, [70_000, 70_000]],
  ])('%d entries', async (count, expected) => {
    const entries = Array.from({ length: count }, (_, index) => zerosEntry(0, `${index}`));
    const layout = layOutZip(entries, async () => 0);
    const { end, zip64 } = parseEnd(await assemble(layout, [], layout.totalBytes - 98));
    expect(end[0]).toBe(Math.min(count, 0xffff));
    expect(zip64?.slice(0, -2) ?? null).toEqual(expected);
  });
});

describe('entries that contradict themselves', () => {
  const piece: Piece = { kind: 'bytes', length: 4, bytes: Buffer.alloc(4) };
  test.each([
    ['fewer bytes than said', [entryOf([piece], 5)]],
    ['more bytes than said', [entryOf([piece, piece], 5)]],
    ['a size below zero', [entryOf([], -1)]],
    ['a size that is no number', [entryOf([], Number.NaN)]],
    ['a size that cannot be counted', [zerosEntry(2 ** 53, 'a')]],
    ['sizes that cannot be counted together', [zerosEntry(2 ** 53 - 1, 'a'), zerosEntry(2 ** 53 - 1, 'b')]],
    ['a name that is too long', [entryOf([], 0, 'é'.repeat(32_768))]],
    ...['', '/etc/passwd', '../a', 'a/../../b', 'a/..', 'a/./b', 'folder/', 'a\\b', 'a\0b'].map(
      (name): [string, ZipEntry[]] => [`the name ${JSON.stringify(name)}`, [entryOf([], 0, name)]],
    ),
  ])('%s', (_, entries) => {
    expect(() => layOutZip(entries, async () => 0)).toThrow(TransferError);
  });

  test('dots inside of a name are none of that', () => {
    expect(() => layOutZip([entryOf([], 0, '..a..b/...c')], async () => 0)).not.toThrow();
  });
});
