import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeCorpus } from '../../../../tests/media/corpus.ts';
import { ffprobe } from '../../../../tests/media/ffmpeg.ts';
import { assemble } from '../fixtures/assemble.ts';
import { extractedSubtitles } from '../fixtures/extracted-subtitles.ts';
import { memoryInput } from '../fixtures/memory-input.ts';
import { decodingComplaints, probe } from '../fixtures/probe.ts';
import { createRandom } from '../fixtures/random.ts';
import type { Input } from '../layout/input.ts';
import type { FileLayout } from '../layout/layout.ts';
import { convertSubtitles, readSubtitleCues } from '../subtitles.ts';
import { mergeMp4, type MergeOptions } from './merge.ts';

const WEBVTT = `WEBVTT

00:00.120 --> 00:00.457 align:start
<i>Hello</i> &amp; welcome

00:00.457 --> 00:00.900
Zwei Zeilen,
日本語 🎬

00:01.001 --> 00:01.233
<v Ann>the last</v>
`;
const SAID = [
  { startMs: 120, endMs: 457, text: 'Hello & welcome' },
  { startMs: 457, endMs: 900, text: 'Zwei Zeilen,\n日本語 🎬' },
  { startMs: 1001, endMs: 1233, text: 'the last' },
];

const OPTIONS: MergeOptions = {
  tags: { title: 'Text', author: null, link: 'https://example.com/1', date: null, cover: null, chapters: [] },
  contentType: 'video/mp4',
  language: 'fr',
  framesPerSecond: null,
  wanted: ['video', 'audio'],
  isForPlaying: false,
};
const SUBTITLES = { cues: readSubtitleCues(WEBVTT, 'vtt'), language: 'de-AT' };

const pairs = new Map((await makeCorpus()).map((pair) => [pair.name, pair]));
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'subtitles-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function inputsOf(name: string): Promise<Input[]> {
  const pair = pairs.get(name);
  if (!pair) throw new Error(`no pair ${name}`);
  return Promise.all([pair.video, pair.audio].map(async (path) => memoryInput(await readFile(path))));
}

async function toFile(layout: FileLayout, inputs: readonly Input[]): Promise<string> {
  const bytes = await assemble(layout, inputs);
  expect(bytes.length).toBe(layout.totalBytes);
  const path = join(folder, `${createHash('sha256').update(bytes).digest('hex')}.mp4`);
  await writeFile(path, bytes);
  return path;
}

/** The packets of a file's text track: what is said, and when. */
async function saidIn(path: string): Promise<typeof SAID> {
  const shown = 'packet=pts_time,duration_time,data:stream=codec_name';
  const told = await ffprobe(['-select_streams', 's', '-show_data', '-show_entries', shown, '-of', 'json', path]);
  const { packets } = JSON.parse(told) as { packets: Record<'pts_time' | 'duration_time' | 'data', string>[] };
  return packets
    .map(({ pts_time: pts, duration_time: duration, data }) => ({
      startMs: Math.round(Number(pts) * 1000),
      endMs: Math.round((Number(pts) + Number(duration)) * 1000),
      text: bytesOf(data).toString('utf8', 2),
    }))
    .filter(({ text }) => text !== '');
}

/** ffprobe's dump: place, up to 16 bytes in hexadecimal, then the same as characters. */
function bytesOf(dump: string): Buffer {
  const digits = dump.split('\n').map((line) => /^[0-9a-f]{8}: (.{0,40})/.exec(line)?.[1] ?? '');
  return Buffer.from(digits.join('').replaceAll(' ', ''), 'hex');
}

describe.each([
  ['plain', 'moov-last-and-first'],
  ['plain', 'starts-below-zero'],
  ['plain', 'cut-between-sync-samples'],
  ['plain', 'audio-starts-late'],
  ['plain', 'negative-composition-offsets'],
  ['tail', 'h264-high-b-frames'],
  ['tail', 'audio-priming-fragmented'],
  ['tail', 'video-starts-late-fragmented'],
  ['tail', 'begins-at-an-hour'],
])('%s: %s', (way, name) => {
  test('picture and sound are as without subtitles, which say what they should when they should', async () => {
    const inputs = await inputsOf(name);
    const without = await probe(await toFile(await mergeMp4(inputs, OPTIONS), inputs));
    const layout = await mergeMp4(inputs, { ...OPTIONS, subtitles: SUBTITLES });
    expect(layout.way).toBe(way);
    const path = await toFile(layout, inputs);
    const merged = await probe(path);
    expect(merged.complaints).toBe('');
    expect(merged.video).toEqual(without.video);
    expect(merged.audio).toEqual(without.audio);
    expect(merged.durationS).toBe(without.durationS);
    expect(await saidIn(path)).toEqual(SAID);
    expect(await decodingComplaints(path)).toBe('');
    expect(await extractedSubtitles(path)).toBe(
      convertSubtitles(WEBVTT, 'vtt', 'srt')
        .replace(/<\/?i>/g, '')
        .trimEnd(),
    );
  });

  test('200 random ranges, glued together, are the whole', async () => {
    const inputs = await inputsOf(name);
    const layout = await mergeMp4(inputs, { ...OPTIONS, subtitles: SUBTITLES });
    const whole = await assemble(layout, inputs);
    const random = createRandom(layout.totalBytes);
    const cuts = Array.from({ length: 199 }, () => Math.floor(random() * layout.totalBytes));
    const borders = [0, ...cuts.toSorted((a, b) => a - b), layout.totalBytes];
    const ranges: Buffer[] = [];
    for (const [place, end] of borders.slice(1).entries()) {
      ranges.push(await assemble(layout, inputs, borders[place], end));
    }
    expect(Buffer.concat(ranges).equals(whole)).toBe(true);
  });
});

test('a film that was one file already becomes one of three streams, each with its language', async () => {
  const sources = await inputsOf('moov-last-and-first');
  const progressive = memoryInput(await assemble(await mergeMp4(sources, OPTIONS), sources));
  expect((await mergeMp4([progressive], OPTIONS)).way).toBe('retagged');
  const layout = await mergeMp4([progressive], { ...OPTIONS, subtitles: SUBTITLES });
  expect(layout.way).toBe('plain');
  const path = await toFile(layout, [progressive]);
  const entries = 'stream=codec_name,width,height:stream_tags=language,handler_name';
  const told = JSON.parse(await ffprobe(['-show_entries', entries, '-of', 'json', path])) as { streams: unknown[] };
  expect(told.streams).toHaveLength(3);
  expect(told.streams[1]).toMatchObject({ codec_name: 'aac', tags: { language: 'fra' } });
  expect(told.streams[2]).toMatchObject({
    codec_name: 'mov_text',
    tags: { language: 'deu', handler_name: 'Subtitles' },
  });
});

test.each([
  ['no cues', { subtitles: { cues: [], language: 'en' } }],
  ['a film that plays while it arrives', { subtitles: SUBTITLES, isForPlaying: true }],
])('%s: a film without a text', async (_, options) => {
  const inputs = await inputsOf('h264-high-b-frames');
  const path = await toFile(await mergeMp4(inputs, { ...OPTIONS, ...options }), inputs);
  expect(await saidIn(path)).toEqual([]);
});
