import { expect, test } from 'vitest';
import { TransferError } from '../transfer-error.ts';
import { elements, readFloat, readHead, readEbmlText, readUnsigned } from './ebml.ts';
import { element, float64, text, unsigned } from './ebml-writing.ts';

const CLUSTER = 0x1f43b675;
const VOID = 0xec;

function read(...data: number[]) {
  return () => elements(Buffer.from(data)).toArray();
}

test.each([0, 126, 127, 16_382, 16_383, 2_097_150, 2_097_151])('data of %i bytes is found again', (length) => {
  const bytes = Buffer.concat([element(CLUSTER, Buffer.alloc(length)), element(VOID)]);
  const [first, second] = elements(bytes);
  expect(first).toMatchObject({ id: CLUSTER, start: 0, end: bytes.length - 2 });
  expect((first?.end ?? 0) - (first?.dataStart ?? 0)).toBe(length);
  expect(second).toMatchObject({ id: VOID, end: bytes.length });
});

test('a size takes as few bytes as it needs', () => {
  expect(element(VOID).toString('hex')).toBe('ec80');
  expect(element(VOID, Buffer.alloc(126)).subarray(0, 3).toString('hex')).toBe('ecfe00');
  // One byte of all ones is an unknown size.
  expect(element(VOID, Buffer.alloc(127)).subarray(0, 3).toString('hex')).toBe('ec407f');
});

test('values are read as they were written', () => {
  for (const value of [0, 1, 255, 256, 2 ** 32, Number.MAX_SAFE_INTEGER]) {
    const bytes = unsigned(value);
    expect(readUnsigned(bytes, { dataStart: 0, end: bytes.length })).toBe(value);
  }
  expect(unsigned(5, 8).toString('hex')).toBe('0000000000000005');
  expect(readFloat(float64(12.5), { dataStart: 0, end: 8 })).toBe(12.5);
  const words = text('Видео\0 動画');
  expect(readEbmlText(words, { dataStart: 0, end: words.length })).toBe('Видео 動画');
  expect(readEbmlText(Buffer.from('webm\0\0rest'), { dataStart: 0, end: 10 })).toBe('webm');
});

test('an unknown size is told from the largest one', () => {
  expect(readHead(Buffer.from([VOID, 0xff]), 0).sizeBytes).toBeNull();
  expect(readHead(Buffer.from('1f43b67501ffffffffffffff', 'hex'), 0).sizeBytes).toBeNull();
  expect(readHead(Buffer.from([VOID, 0x40, 0x7f]), 0).sizeBytes).toBe(127);
});

test.each([
  ['no more than an id', [VOID]],
  ['an id without a length', [0x00, 0x81, 0x00]],
  ['an id of five bytes', [0x08, 1, 2, 3, 4, 0x80]],
  ['a size that is cut off', [VOID, 0x40]],
  ['data that is cut off', [VOID, 0x82, 0]],
  ['a size beyond 2^53', [VOID, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xfe]],
  ['an unknown size', [VOID, 0xff, 0]],
])('%s ends in an error', (_, data) => {
  expect(read(...data)).toThrow(TransferError);
});

test('integers and floats of impossible lengths end in an error', () => {
  expect(() => readUnsigned(Buffer.alloc(9), { dataStart: 0, end: 9 })).toThrow(TransferError);
  expect(() => readUnsigned(Buffer.alloc(8, 0xff), { dataStart: 0, end: 8 })).toThrow(TransferError);
  expect(() => readFloat(Buffer.alloc(5), { dataStart: 0, end: 5 })).toThrow(TransferError);
});
