import { expect, test } from 'vitest';
import { readSearch } from './search.ts';

const LINK = 'https://youtu.be/OKvideo0001';

test('a page takes one link or many from its address, and what to take of them', () => {
  expect(readSearch({ u: LINK, mode: 'audio' })).toEqual({ u: LINK, mode: 'audio' });
  expect(readSearch({ u: [LINK, 'https://youtu.be/b'] })).toEqual({ u: `${LINK}\nhttps://youtu.be/b` });
});

test('what cannot be read counts as not given', () => {
  expect(readSearch({ u: '', mode: 'everything' })).toEqual({});
  expect(readSearch({ u: 7, mode: null })).toEqual({});
  expect(readSearch({ u: 'x'.repeat(20_001) })).toEqual({});
});
