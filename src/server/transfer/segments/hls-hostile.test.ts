import { expect, test } from 'vitest';
import { failureOf } from './fixtures/failure-of.ts';
import { readMediaPlaylist } from './hls.ts';
import { MAX_SEGMENTS } from './playlist.ts';

const HOME = 'https://h.example/v/list.m3u8';
const END = '#EXT-X-ENDLIST\n';

function failureOfText(text: string, url = HOME) {
  return failureOf(() => readMediaPlaylist(text, url));
}

test.each([
  ['nothing', ''],
  ['a page', '<!doctype html><title>Sign in</title>'],
  ['a name that only begins alike', `#EXTM3U8\n#EXTINF:1,\na.ts\n${END}`],
  ['a heading only', `#EXTM3U\n${END}`],
  ['a master playlist', '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\na.m3u8\n'],
  ['an address without EXTINF', `#EXTM3U\na.ts\n${END}`],
  ['a radio list', `#EXTM3U\n#EXTINF:-1,Radio\nhttp://h.example/radio\n${END}`],
  ['a duration that is none', `#EXTM3U\n#EXTINF:1e9,\na.ts\n${END}`],
  ['a duration without end', `#EXTM3U\n#EXTINF:${'9'.repeat(400)},\na.ts\n${END}`],
  ['a number that is none', `#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:-1\n#EXTINF:1,\na.ts\n${END}`],
  ['a number that comes too late', `#EXTM3U\n#EXTINF:1,\na.ts\n#EXT-X-MEDIA-SEQUENCE:5\n${END}`],
  ['an initialization without address', `#EXTM3U\n#EXT-X-MAP:BYTERANGE="1@0"\n#EXTINF:1,\na.ts\n${END}`],
  ['changes only', `#EXTM3U\n#EXT-X-SKIP:SKIPPED-SEGMENTS=3\n#EXTINF:1,\na.ts\n${END}`],
])('%s is no media playlist', (_, text) => {
  expect(failureOfText(text)).toBe('media_damaged');
});

test.each([
  'javascript:alert(1)',
  'file:///etc/passwd',
  'FILE:/etc/passwd',
  'data:video/mp2t;base64,AAAA',
  'ftp://h.example/a.ts',
  'blob:https://h.example/1',
  'http://',
  'https://h.example:99999/a.ts',
])('%s is no address of a segment', (address) => {
  expect(failureOfText(`#EXTM3U\n#EXTINF:1,\n${address}\n${END}`)).toBe('media_damaged');
  expect(failureOfText(`#EXTM3U\n#EXT-X-MAP:URI="${address}"\n#EXTINF:1,\na.m4s\n${END}`)).toBe('media_damaged');
});

test('relative addresses of a playlist from nowhere are refused', () => {
  expect(failureOfText(`#EXTM3U\n#EXTINF:1,\na.ts\n${END}`, 'file:///tmp/list.m3u8')).toBe('media_damaged');
});

test('as many segments as may be are read, and one more is too many', () => {
  const segments = '#EXTINF:2,\na.ts\n'.repeat(MAX_SEGMENTS);
  expect(readMediaPlaylist(`#EXTM3U\n${segments}${END}`, HOME).segments).toHaveLength(MAX_SEGMENTS);
  expect(failureOfText(`#EXTM3U\n${segments}#EXTINF:2,\nb.ts\n${END}`)).toBe('media_damaged');
});

test.each([
  ['segments', '#EXTINF:1,\na.ts\n'.repeat(500_000)],
  ['gaps', '#EXT-X-GAP\n#EXTINF:1,\na.ts\n'.repeat(350_000)],
  ['blank lines', '\n'.repeat(1_000_000)],
  ['comments', '# x\n'.repeat(1_000_000)],
  ['tags', '#EXT-X-DISCONTINUITY\n'.repeat(700_000)],
  ['commas in one line', `#EXT-X-MAP:${','.repeat(8_000_000)}\n`],
  ['blanks in one line', `#EXT-X-MAP:URI=${' '.repeat(8_000_000)}"\n`],
  ['blanks behind a value', `#EXT-X-MAP:URI="a"${' '.repeat(8_000_000)}b\n`],
  ['equals signs in one line', `#EXT-X-MAP:${'A='.repeat(4_000_000)}\n`],
  ['digits in one line', `#EXTINF:0.${'1'.repeat(8_000_000)}x\n`],
  ['an address', `#EXTINF:1,\n${'a'.repeat(8_000_000)}\n`],
  ['all too much', '\n'.repeat(20_000_000)],
])('a million of anything ends: %s', (_, lines) => {
  expect(failureOfText(`#EXTM3U\n${lines}${END}`)).toBe('media_damaged');
});

test('variables are not filled in, however often they would double', () => {
  const defined = Array.from({ length: 60 }, (_, i) => `#EXT-X-DEFINE:NAME="v${i + 1}",VALUE="{$v${i}}{$v${i}}"\n`);
  expect(failureOfText(`#EXTM3U\n${defined.join('')}#EXTINF:1,\n{$v60}\n${END}`)).toBe('no_direct_format');
});

test('addresses that grow by a long base are bounded together', () => {
  const base = `https://h.example/${'b'.repeat(8000)}/list.m3u8`;
  const lines = Array.from({ length: 10_000 }, (_, index) => `#EXTINF:1,\n${index}.ts\n`).join('');
  expect(failureOfText(`#EXTM3U\n${lines}${END}`, base)).toBe('media_damaged');
});
