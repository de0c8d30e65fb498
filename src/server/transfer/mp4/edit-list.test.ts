import { describe, expect, test } from 'vitest';
import { editsOf, mediaTimeAt, rangesWithin, shownAt, shownEditsOf } from './edit-list.ts';

/** Half a second of nothing, 2 s from 1 s on, and 1 s from the beginning, in ticks of 10 ms. */
const EDITS = [
  { durationS: 0.5, mediaTime: -1 },
  { durationS: 2, mediaTime: 100 },
  { durationS: 0, mediaTime: 7 },
  { durationS: 1, mediaTime: 0 },
];
const SHOWN = shownEditsOf(EDITS);
const WHOLE = { decodeTime: 0, shownFrom: 0, shownTo: 1000 };

test('edits have their place in the presentation', () => {
  expect(SHOWN).toEqual([
    { fromS: 0.5, toS: 2.5, mediaTime: 100 },
    { fromS: 2.5, toS: 3.5, mediaTime: 0 },
  ]);
  expect(shownEditsOf(null)).toEqual([{ fromS: 0, toS: Infinity, mediaTime: 0 }]);
});

test.each([
  [0, 100],
  [0.5, 100],
  [2.49, 100],
  // To the tick, however the seconds are counted.
  [2.499_999, 0],
  [9, 0],
])('%d s is shown by the edit from %d on', (atS, mediaTime) => {
  expect(shownAt(SHOWN, atS, 100)?.mediaTime).toBe(mediaTime);
});

test('a moment is a time of the media', () => {
  expect(mediaTimeAt({ fromS: 0.5, toS: 2.5, mediaTime: 100 }, 1.23, 100)).toBe(173);
});

describe('ranges', () => {
  test('are the parts of edits within a stretch', () => {
    expect(rangesWithin(SHOWN, 1, 3, 100)).toEqual([
      { atS: 1, from: 150, to: 300 },
      { atS: 2.5, from: 0, to: 50 },
    ]);
    expect(rangesWithin(SHOWN, 0, 0.5, 100)).toEqual([]);
  });

  test('become edits of their own', () => {
    expect(editsOf(rangesWithin(SHOWN, 1, 3, 100), 1, WHOLE, 100)).toEqual([
      { durationS: 1.5, mediaTime: 150 },
      { durationS: 0.5, mediaTime: 0 },
    ]);
    expect(editsOf(rangesWithin(SHOWN, 0.25, 1, 100), 0.25, { ...WHOLE, decodeTime: 90 }, 100)).toEqual([
      { durationS: 0.25, mediaTime: -1 },
      { durationS: 0.5, mediaTime: 10 },
    ]);
  });

  test('show nothing where there are no samples', () => {
    const part = { decodeTime: 120, shownFrom: 125, shownTo: 140 };
    expect(editsOf(rangesWithin(SHOWN, 0.5, 3, 100), 0.5, part, 100)).toEqual([
      { durationS: 0.25, mediaTime: -1 },
      { durationS: 0.15, mediaTime: 5 },
    ]);
  });
});
