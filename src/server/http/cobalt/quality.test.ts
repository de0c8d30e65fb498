import { expect, it } from 'vitest';
import { bestWithin, qualityOf } from './quality.ts';

const size = (widthPx: number | null, heightPx: number | null) => ({ widthPx, heightPx });

it.each([
  [1920, 1080, 1080],
  [1080, 1920, 1080],
  [1920, 800, 1080],
  [2560, 1066, 1440],
  [640, 480, 480],
  [1080, 1080, 1080],
  [null, 720, 720],
  [null, null, null],
])('%d × %d is called %d', (widthPx, heightPx, quality) => {
  expect(qualityOf(size(widthPx, heightPx))).toBe(quality);
});

it('is the best not above what is wanted, else the least above it', () => {
  const sizes = [size(3840, 2160), size(1920, 1080), size(1280, 720), size(640, 360)];
  const best = (wanted: number) => bestWithin(sizes, wanted)?.heightPx;
  expect([Infinity, 4320, 1440, 1080, 1079, 480, 144].map(best)).toEqual([2160, 2160, 1080, 1080, 720, 360, 360]);
  expect(bestWithin([], 1080)).toBeUndefined();
  expect(bestWithin([size(null, null)], 1080)).toEqual(size(null, null));
});
