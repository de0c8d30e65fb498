import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { fileFacts } from './file-facts.ts';
import { modeOf } from './mode-of.ts';
import { readHistorySearch } from './search.ts';
import { HistoryFilter } from './history-filter.ts';

describe('what of a history is wanted, by the address', () => {
  test.each([
    ['nothing', {}, {}],
    [
      'all of it',
      { q: ' ferry ', platform: 'tiktok', state: 'failed' },
      { q: 'ferry', platform: 'tiktok', state: 'failed' },
    ],
    ['an empty search is none', { q: '   ' }, {}],
    ['what is unknown counts as not given', { platform: 'vimeo', state: 'lost' }, {}],
    ['neither is a number, a list or far too long a text', { q: 7, platform: ['tiktok'], state: 'x'.repeat(9999) }, {}],
    ['nor what no database takes', { q: 'a\0b' }, {}],
    ['what belongs to others is left out', { u: 'https://x.com' }, {}],
  ])('%s', (_, search, expected) => {
    expect(JSON.parse(JSON.stringify(v.parse(HistoryFilter, readHistorySearch(search))))).toEqual(expected);
  });
});

test.each([
  ['mp3-192', 'audio'],
  ['2.sound', 'audio'],
  ['flac', 'audio'],
  ['sub-en.vtt', 'subtitles'],
  ['1.photo', 'images'],
  ['gif', 'images'],
  ['137+140', 'video'],
  ['22', undefined],
  [null, undefined],
])('who took the format %s wanted: %s', (formatId, mode) => {
  expect(modeOf(formatId)).toBe(mode);
});

test.each([
  ['Author - Title (1080p).mp4', { container: 'MP4', quality: '1080p' }],
  ['title-720p.webm', { container: 'WEBM', quality: '720p' }],
  ['Title [id] (192k).mp3', { container: 'MP3', quality: '192k' }],
  ['Title (1080p es 0.05-1.10).mp4', { container: 'MP4', quality: '1080p' }],
  ['Part 2 (of 3).jpg', { container: 'JPG', quality: null }],
  ['no extension', { container: null, quality: null }],
  [null, { container: null, quality: null }],
])('the name %s tells what the file was', (name, facts) => {
  expect(fileFacts(name)).toEqual(facts);
});
