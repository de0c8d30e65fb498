import { expect, test } from 'vitest';
import { EVERYTHING, isSelected, NOTHING, only, withEntries } from './selection.ts';

const among = (selection: Parameters<typeof isSelected>[0]) =>
  [1, 2, 3].filter((index) => isSelected(selection, index));

test('everything holds what is not loaded yet, but for what was taken out', () => {
  const most = withEntries(EVERYTHING, [2], false);
  expect([among(most), isSelected(most, 4_000)]).toEqual([[1, 3], true]);
  expect(among(withEntries(most, [2], true))).toEqual([1, 2, 3]);
});

test('a few hold nothing but what was put in', () => {
  const few = withEntries(only([1, 2]), [3], true);
  expect([among(few), isSelected(few, 4)]).toEqual([[1, 2, 3], false]);
  expect(among(withEntries(few, [1, 2], false))).toEqual([3]);
  expect(among(NOTHING)).toEqual([]);
});
