import { expect, test } from 'vitest';
import { sharedNote } from './shared-note.ts';

test('the page tells how many shared links are missing, or that there was none', () => {
  expect(sharedNote('#left=1')).toBe('1 more link didn’t fit. Paste it here.');
  expect(sharedNote('#left=12')).toBe('12 more links didn’t fit. Paste them here.');
  expect(sharedNote('#left=none')).toBe('There’s no link in what you shared.');
});

test('any other fragment tells nothing', () => {
  for (const hash of ['', '#download', '#left=0', '#left=99999', '#left=<b>']) expect(sharedNote(hash)).toBeNull();
});
