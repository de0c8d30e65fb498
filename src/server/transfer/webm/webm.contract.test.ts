import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { app } from '#app.config';
import { assemble } from '../fixtures/assemble.ts';
import { createRandom } from '../fixtures/random.ts';
import type { FileLayout } from '../layout/layout.ts';
import { clipWebm } from './clip.ts';
import { child, readHead, readUnsigned } from './ebml.ts';
import { readWebmHead } from './head.ts';
import { ID } from './ids.ts';
import { fileInput, makeFile, packetsOf, probe, warningsOf, type Codec, type Packet } from './fixtures/made-files.ts';
import { mergeWebm } from './merge.ts';

const FILES = {
  video: ['vp9', '-dash', '1'],
  videoCuesFirst: ['vp9', '-cues_to_front', '1'],
  videoOfUncuedClusters: ['vp9', '-cluster_time_limit', '199'],
  // Key frames in the middle of clusters.
  videoOfLongClusters: ['vp9Still', '-cluster_time_limit', '1700'],
  videoThatBeginsLater: ['vp9', '-output_ts_offset', '1.5'],
  opus: ['opus', '-dash', '1', '-cluster_time_limit', '1000'],
  opusCuesFirst: ['opus', '-cues_to_front', '1', '-cluster_time_limit', '1000'],
  vorbis: ['vorbis', '-cluster_time_limit', '1000'],
  vorbisCuesFirst: ['vorbis', '-cues_to_front', '1', '-dash', '1', '-cluster_time_limit', '2300'],
} as const satisfies Record<string, readonly [Codec, ...string[]]>;

type Name = keyof typeof FILES;

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clipferry-webm-'));
  await Promise.all(
    Object.entries(FILES).map(([name, [codec, ...options]]) => makeFile(pathOf(name), codec, ...options)),
  );
});

afterAll(() => rm(folder, { recursive: true, force: true }));

function pathOf(name: string): string {
  return join(folder, `${name}.webm`);
}

async function load(names: readonly Name[]) {
  const inputs = await Promise.all(names.map((name) => fileInput(pathOf(name))));
  return { inputs, tracks: await Promise.all(inputs.map((input) => readWebmHead(input))) };
}

async function sourcePackets(names: readonly Name[]): Promise<Packet[][]> {
  return (await Promise.all(names.map((name) => packetsOf(pathOf(name))))).flat();
}

/** Writes the output to a file of its own, and looks at what holds for each. */
async function written(layout: FileLayout, inputs: Awaited<ReturnType<typeof load>>['inputs']): Promise<string> {
  const whole = await assemble(layout, inputs);
  expect(whole.length).toBe(layout.totalBytes);
  const random = createRandom(whole.length);
  for (let turn = 0; turn < 40; turn += 1) {
    const start = Math.floor(random() * whole.length);
    const end = start + 1 + Math.floor(random() * (whole.length - start));
    expect((await assemble(layout, inputs, start, end)).equals(whole.subarray(start, end))).toBe(true);
  }
  const path = join(await mkdtemp(join(folder, 'out-')), 'out.webm');
  await writeFile(path, whole);
  expect(await warningsOf(path)).toBe('');
  return path;
}

const merges: Name[][] = [
  ['video', 'opus'],
  ['videoCuesFirst', 'vorbis'],
  ['videoOfUncuedClusters', 'opusCuesFirst'],
  ['videoOfLongClusters', 'opus'],
  ['video', 'vorbisCuesFirst'],
  ['opusCuesFirst'],
  ['vorbis'],
  ['videoOfLongClusters'],
];

test.each(merges.map((names) => [names]))('a merge of %j has the packets of its sources', async (names) => {
  const { inputs, tracks } = await load(names);
  const layout = mergeWebm(tracks, [], {});
  const path = await written(layout, inputs);
  expect(await packetsOf(path)).toEqual(await sourcePackets(names));
  expect(layout.contentType).toBe(names[0]?.startsWith('video') ? 'video/webm' : 'audio/webm');
  const { format } = (await probe(path, '-show_format')) as { format: { duration: string } };
  expect(Number(format.duration)).toBe(Math.max(...tracks.map(({ duration }) => duration)) / 1000);
});

test('the result of a merge can be cut and merged again', async () => {
  const { inputs, tracks } = await load(['opus']);
  const layout = mergeWebm(tracks, [{ name: 'ARTIST', value: 'x' }], { title: 'again' });
  const path = await written(layout, inputs);
  const again = await readWebmHead(await fileInput(path), 4096);
  const shift = (again.clusters[0]?.offset ?? 0) - (tracks[0]?.clusters[0]?.offset ?? 0);
  expect(again.clusters.map(({ offset, ...rest }) => ({ ...rest, offset: offset - shift }))).toEqual(
    tracks[0]?.clusters.map((cluster) => ({ ...cluster })),
  );
});

test('only the audio, whose number changes, is rewritten', async () => {
  const { tracks } = await load(['video', 'opus']);
  const { pieces } = mergeWebm(tracks, [], {});
  const kinds = new Set(pieces.map((piece) => `${piece.kind} ${'input' in piece ? piece.input : ''}`));
  expect([...kinds].toSorted()).toEqual(['bytes ', 'copy 0', 'rewritten 1']);
});

test('a seek lands on the cluster that the cues say', async () => {
  const { inputs, tracks } = await load(['video', 'opus']);
  const path = await written(mergeWebm(tracks, [], {}), inputs);
  for (const { timestamp } of tracks[0]?.clusters ?? []) {
    const only = ['-select_streams', 'v', '-read_intervals', `${timestamp / 1000}%+#1`];
    const { packets } = (await probe(path, ...only, '-show_packets')) as { packets: { pts: number; flags: string }[] };
    expect(packets[0]).toMatchObject({ pts: timestamp, flags: expect.stringContaining('K') });
  }
});

test('titles, tags, chapters and the language are there', async () => {
  const { inputs, tracks } = await load(['video', 'opus']);
  const chapters = [
    { title: 'Начало', startS: 0, endS: 2.5 },
    { title: 'The rest', startS: 2.5, endS: 6.3 },
  ];
  const tags = [
    { name: 'ARTIST', value: 'Someone 動画' },
    { name: 'PURL', value: 'https://example.org/?a=1&b=2' },
  ];
  const layout = mergeWebm(tracks, tags, { title: 'A "title"', language: 'de-AT', chapters });
  expect((await assemble(layout, inputs, 0, 500)).includes(app.name)).toBe(true);
  const found = await probe(await written(layout, inputs), '-show_format', '-show_chapters', '-show_streams');
  expect(found).toMatchObject({
    format: {
      format_name: 'matroska,webm',
      tags: {
        title: 'A "title"',
        ARTIST: 'Someone 動画',
        PURL: 'https://example.org/?a=1&b=2',
      },
    },
    chapters: [
      { start_time: '0.000000', end_time: '2.500000', tags: { title: 'Начало' } },
      { start_time: '2.500000', end_time: '6.300000', tags: { title: 'The rest' } },
    ],
    streams: [{ codec_name: 'vp9' }, { codec_name: 'opus', tags: { language: 'ger' } }],
  });
});

const clips: [Name[], startS: number, endS: number, expected: [number, number]][] = [
  [['video', 'opus'], 2.4, 3.7, [2, 4]],
  [['video', 'opus'], 2, 4, [2, 4]],
  [['videoCuesFirst', 'vorbis'], 0, 0.5, [0, 1]],
  [['videoCuesFirst', 'vorbisCuesFirst'], 4.1, 100, [4, 6]],
  [['video', 'vorbis'], 50, 60, [5, 6]],
  [['videoOfUncuedClusters', 'opusCuesFirst'], 1.99, 3.01, [1, 4]],
  [['video'], 1.04, 1.05, [1, 2]],
  // Before the picture begins there is sound; without any, nothing.
  [['videoThatBeginsLater', 'opus'], 0.5, 2.2, [0.5, 2.5]],
  [['videoThatBeginsLater', 'vorbis'], 0, 1, [0, 2.5]],
  [['videoThatBeginsLater'], 0, 2, [1.5, 2.5]],
  // Of audio alone any block can be the first.
  [['opus'], 1.5, 3.25, [1.5, 3.25]],
  [['vorbisCuesFirst'], 0.7, 2, [0.7, 2]],
];

test.each(clips)('a clip of %j from %d to %d s', async (names, startS, endS, [realStartS, realEndS]) => {
  const { inputs, tracks } = await load(names);
  const { layout, ...real } = clipWebm(tracks, { startS, endS }, [], {});
  expect(real.startS).toBe(realStartS);
  // What the sources have at their end is theirs.
  expect(real.endS).toBeGreaterThanOrEqual(realEndS);
  expect(real.endS).toBeLessThan(realEndS + 0.5);
  const path = await written(layout, inputs);
  const isLast = endS > 6;
  const window = { start: real.startS * 1000, end: isLast ? Infinity : real.endS * 1000 };
  expect(await packetsOf(path)).toEqual((await sourcePackets(names)).map((packets) => within(packets, window)));
  const { format } = (await probe(path, '-show_format')) as { format: { duration: string } };
  expect(Number(format.duration)).toBeCloseTo(real.endS - real.startS, 6);
});

/** Opus packets are shown earlier than their block says, by what the decoder puts in front. */
function within(packets: readonly Packet[], { start, end }: { start: number; end: number }): Packet[] {
  const delay = Math.max(0, -(packets[0]?.pts ?? 0));
  return packets
    .filter(({ pts }) => pts + delay >= start && pts + delay < end)
    .map((packet) => ({ ...packet, pts: packet.pts - start, dts: packet.dts - start }));
}

test('a clip of clusters that do not start with a key frame does', async () => {
  const { inputs, tracks } = await load(['videoOfLongClusters', 'opus']);
  const clusters = tracks[0]?.clusters ?? [];
  // The source's first cluster starts with one.
  expect(clusters.length).toBeGreaterThan(2);
  for (const { timestamp, offset, length } of clusters.slice(1)) {
    expect(ownTimestamp(inputs[0]?.bytes.subarray(offset, offset + length))).toBeLessThan(timestamp);
    const { layout, startS } = clipWebm(tracks, { startS: timestamp / 1000, endS: timestamp / 1000 + 1 }, [], {});
    expect(startS).toBe(timestamp / 1000);
    const { packets } = (await probe(await written(layout, inputs), '-show_packets', '-select_streams', 'v')) as {
      packets: { pts: number; flags: string }[];
    };
    expect(packets[0]).toMatchObject({ pts: 0, flags: expect.stringContaining('K') });
  }
});

function ownTimestamp(cluster: Buffer = Buffer.alloc(0)): number {
  const { dataStart } = readHead(cluster, 0);
  const timestamp = child(cluster, { dataStart, end: cluster.length }, ID.Timestamp);
  return timestamp ? readUnsigned(cluster, timestamp) : Infinity;
}

test('a clip has the chapters that it shows', async () => {
  const { inputs, tracks } = await load(['video', 'opus']);
  const chapters = [
    { title: 'before', startS: 0, endS: 2 },
    { title: 'into', startS: 2, endS: 3.5 },
    { title: 'out of', startS: 3.5, endS: 6 },
    { title: 'after', startS: 6, endS: 7 },
  ];
  const { layout } = clipWebm(tracks, { startS: 3, endS: 4.5 }, [], { chapters });
  expect(await probe(await written(layout, inputs), '-show_chapters')).toMatchObject({
    chapters: [
      { start_time: '0.000000', end_time: '0.500000', tags: { title: 'into' } },
      { start_time: '0.500000', end_time: '2.000000', tags: { title: 'out of' } },
    ],
  });
});
