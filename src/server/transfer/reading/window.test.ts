import { expect, test } from 'vitest';
import { createWindow } from './window.ts';

const KiB = 1024;
const LIMITS = { minChunkBytes: 128 * KiB, maxChunkBytes: 1024 * KiB, maxConnections: 8, firstBytes: 1024 * KiB };
const shapeOf = ({ chunkBytes, connections }: { chunkBytes: number; connections: number }) =>
  `${connections} × ${chunkBytes / KiB}`;

test('begins in between, and widens by longer requests first, then by more of them', () => {
  const window = createWindow(LIMITS);
  const shapes = [shapeOf(window)];
  for (let n = 0; n < 5; n++) {
    window.widen();
    shapes.push(shapeOf(window));
  }
  expect(shapes).toEqual(['4 × 256', '4 × 512', '4 × 1024', '8 × 1024', '8 × 1024', '8 × 1024']);
});

test('narrows for a visitor who comes late for chunks, and for want of memory, down to two short requests', () => {
  const window = createWindow(LIMITS);
  window.onTaken(10);
  window.onTaken(-Infinity);
  expect(shapeOf(window)).toBe('4 × 256');
  window.onTaken(60);
  expect(shapeOf(window)).toBe('4 × 128');
  window.narrow();
  window.narrow();
  expect(shapeOf(window)).toBe('2 × 128');
});

test('one connection stays one', () => {
  const window = createWindow({ minChunkBytes: 64 * KiB, maxChunkBytes: 256 * KiB, maxConnections: 1, firstBytes: 0 });
  expect(window.connections).toBe(1);
  for (let n = 0; n < 9; n++) window.widen();
  expect(shapeOf(window)).toBe('1 × 256');
});
