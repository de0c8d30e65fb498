import { expect, test } from 'vitest';
import { asBox, box, childrenOf, findBox, fullBox, uint16, uint32, uint64 } from './box.ts';
import type { Track } from './movie.ts';
import type { SubtitleCue } from './text-samples.ts';
import { createTextTrack, placeTextTrack, textTrackBound } from './text-track.ts';
import { writeMovie } from './write-movie.ts';

const UPRIGHT = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000];
const ON_ITS_SIDE = [0, 0x10000, 0, -0x10000, 0, 0, 720 * 0x10000, 0, 0x40000000];
const TAGS = { title: '', author: null, link: '', date: null, cover: null, chapters: [] };
const CUES: SubtitleCue[] = [{ startS: 1, endS: 2, text: 'now' }];

/** A picture of 1280 to 720 points. */
function picture(matrix: number[]): Track {
  const tail = [uint32(0, 0), uint16(0, 0, 0, 0), uint32(...matrix), uint16(1280, 0, 720, 0)];
  const trak = box('trak', fullBox('tkhd', 1, 3, uint64(0, 0), uint32(1, 0), uint64(0), ...tail));
  const nothing = { tables: new Map(), samples: null, defaults: null };
  return { id: 1, kind: 'video', timescale: 25, movieTimescale: 25, mediaDuration: 0, trak, ...nothing };
}

function written(cues: SubtitleCue[], language: string | null, matrix = UPRIGHT): { trak: Buffer; bound: number } {
  const text = createTextTrack({ cues, language }, picture(matrix), 3600);
  if (!text) throw new Error('no track');
  const moov = writeMovie([placeTextTrack(text, 3, 0x1_2345_6789)], [], TAGS);
  const trak = childrenOf(moov, asBox(moov)).find(({ type }) => type === 'trak');
  return { trak: moov.subarray(trak?.start, trak?.end), bound: textTrackBound(text) };
}

function contentOf(trak: Buffer, ...path: string[]): Buffer {
  const found = findBox(trak, asBox(trak), ...path);
  return trak.subarray(found?.body, found?.end);
}

test.each([
  ['upright', UPRIGHT, [1280, 720]],
  ['on its side', ON_ITS_SIDE, [720, 1280]],
])('text lies over the whole of a picture that is %s, in front of it', (_, matrix, [width, height]) => {
  const { trak } = written(CUES, 'en', matrix);
  const header = contentOf(trak, 'tkhd');
  expect([header.readUInt16BE(header.length - 8), header.readUInt16BE(header.length - 4)]).toEqual([width, height]);
  expect(header.readInt16BE(header.length - 52)).toBe(-1);
  const entry = contentOf(trak, 'mdia', 'minf', 'stbl', 'stsd').subarray(8);
  expect(entry.toString('latin1', 4, 8)).toBe('tx3g');
  const box = [26, 28, 30, 32].map((at) => entry.readInt16BE(at));
  expect(box).toEqual([0, 0, height, width]);
});

test.each([
  ['en', 'eng'],
  ['pt-BR', 'por'],
  ['zh-Hans', 'zho'],
  ['yue', 'yue'],
  ['xx', 'und'],
  [null, 'und'],
])('the language %j is written as %s', (tag, code) => {
  const packed = contentOf(written(CUES, tag).trak, 'mdia', 'mdhd').readUInt16BE(32);
  const letters = [10, 5, 0].map((shift) => String.fromCharCode(((packed >> shift) & 31) + 0x60));
  expect(letters.join('')).toBe(code);
});

test('all samples are one chunk, wherever in a large file that is', () => {
  const { trak } = written(CUES, 'en');
  const chunks = contentOf(trak, 'mdia', 'minf', 'stbl', 'co64');
  expect([chunks.readUInt32BE(4), Number(chunks.readBigUInt64BE(8))]).toEqual([1, 0x1_2345_6789]);
});

test('a track takes no more room than is kept for it', () => {
  const many = Array.from({ length: 3000 }, (_, second) => ({
    startS: second + (second % 7) / 100,
    endS: second + 0.5 + (second % 11) / 100,
    text: 'x'.repeat(second % 50) + 'y',
  }));
  for (const cues of [CUES, many]) {
    const { trak, bound } = written(cues, 'en');
    expect(trak.length).toBeLessThanOrEqual(bound);
    expect(trak.length).toBeGreaterThan(bound - 200);
  }
});
