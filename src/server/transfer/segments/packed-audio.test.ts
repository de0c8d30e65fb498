import { describe, expect, test } from 'vitest';
import { id3 } from './fixtures/id3.ts';
import { audioStartS, tagLength } from './packed-audio.ts';

const SOUND = Buffer.from('fff15080', 'hex');

describe('a tag', () => {
  test('says when its segment begins', () => {
    const bytes = Buffer.concat([id3(123_456_789n), SOUND]);
    expect(tagLength(bytes)).toBe(bytes.length - SOUND.length);
    expect(audioStartS(bytes)).toBe(123_456_789 / 90_000);
  });

  test('may be long, and have a footer', () => {
    const tag = id3(900_000n, { padding: 20_000 });
    expect(tagLength(tag)).toBe(tag.length);
    tag[5] = 0x10;
    expect(tagLength(tag)).toBe(tag.length + 10);
    expect(audioStartS(tag)).toBe(10);
  });
});

test.each([
  ['nothing', Buffer.alloc(0)],
  ['half a tag header', Buffer.from('ID3\x04\x00')],
  ['sound', Buffer.concat([SOUND, Buffer.alloc(100)])],
])('%s has no tag', (_, bytes) => {
  expect(tagLength(bytes)).toBe(0);
  expect(audioStartS(bytes)).toBeNull();
});

test.each([
  ['without the owner', id3(1n, { owner: 'com.example' })],
  ['that ends early', id3(1n).subarray(0, -1)],
  ['of more than 33 bits', id3(2n ** 33n)],
])('a tag %s says no time', (_, bytes) => {
  expect(audioStartS(bytes)).toBeNull();
});

test('the owner within the sound says nothing', () => {
  const bytes = Buffer.concat([id3(1n, { owner: 'com.example' }), id3(90_000n)]);
  expect(audioStartS(bytes)).toBeNull();
});
