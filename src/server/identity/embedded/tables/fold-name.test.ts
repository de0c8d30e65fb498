import { expect, test } from 'vitest';
import { foldName } from './fold-name.ts';

test.each([
  ['Ada', 'aDA'],
  ['İpek', 'i̇pek'],
  ['İpek', 'İPEK'],
  ['ΟΔΥΣΣΕΥΣ', 'οδυσσευς'],
  ['Οδυσσευς', 'οδυσσευσ'],
  ['Straße', 'STRASSE'],
  ['Zoe\u0308', 'ZOË'],
  ['Ä@Example.com', 'ä@example.COM'],
])('%s and %s are one name', (one, other) => {
  expect(foldName(one)).toBe(foldName(other));
  // Whoever is found by it is found by what is stored of it.
  expect(foldName(foldName(one))).toBe(foldName(one));
});

test.each([
  ['ipek', 'İpek'],
  ['ada', 'adá'],
  ['сора', 'copa'],
])('%s and %s are two', (one, other) => {
  expect(foldName(one)).not.toBe(foldName(other));
});
