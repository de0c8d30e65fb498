import { expect, test } from 'vitest';
import { TransferError } from '../transfer-error.ts';
import { child, elements, readUnsigned } from './ebml.ts';
import { element, text, unsigned } from './ebml-writing.ts';
import { readWebmHead } from './head.ts';
import { ID } from './ids.ts';
import { assemble } from '../fixtures/assemble.ts';
import { memoryInput } from '../fixtures/memory-input.ts';
import { mergeWebm } from './merge.ts';

const HEADER = element(ID.EBML, element(ID.DocType, text('webm')));
const INFO = element(ID.Info, element(ID.TimestampScale, unsigned(1_000_000)));
const TRACK = [
  element(ID.TrackNumber, unsigned(1)),
  element(ID.TrackType, unsigned(2)),
  element(ID.CodecID, text('A_OPUS')),
];
const TRACKS = element(ID.Tracks, element(ID.TrackEntry, ...TRACK));

/** A cluster of 1000 bytes of media, more or less. */
function cluster(timestamp: number): Buffer {
  const block = Buffer.concat([Buffer.from([0x81, 0, 0, 0]), Buffer.alloc(1000, 0x55)]);
  return element(ID.Cluster, element(ID.Timestamp, unsigned(timestamp, 4)), element(ID.SimpleBlock, block));
}

const CLUSTER_BYTES = cluster(0).length;

function cues(points: readonly (readonly [timestamp: number, position: number])[]): Buffer {
  const entries = points.map(([timestamp, position]) =>
    element(
      ID.CuePoint,
      element(ID.CueTime, unsigned(timestamp, 4)),
      element(ID.CueTrackPositions, element(ID.CueClusterPosition, unsigned(position, 4))),
    ),
  );
  return element(ID.Cues, ...entries);
}

function seek(id: number, position: number): Buffer {
  return element(ID.Seek, element(ID.SeekID, unsigned(id)), element(ID.SeekPosition, unsigned(position, 4)));
}

type Made = {
  tracks?: Buffer;
  /** Which of three clusters, of 0, 1000 and 2000 ms, have a cue. */
  cued?: readonly number[];
  /** After the last cluster, with an entry in SeekHead. */
  trailing?: Buffer;
  hasKnownSize?: boolean;
};

/** A WebM file with its cues in front; `mediaStart` is where its clusters start. */
function make({ tracks = TRACKS, cued = [0, 1, 2], trailing, hasKnownSize = true }: Made = {}) {
  const media = [cluster(0), cluster(1000), cluster(2000), ...(trailing ? [trailing] : [])];
  const front = (start: number) =>
    Buffer.concat([
      element(ID.SeekHead, seek(ID.Tags, start + 3 * CLUSTER_BYTES)),
      INFO,
      tracks,
      cues(cued.map((index) => [index * 1000, start + index * CLUSTER_BYTES])),
    ]);
  const data = Buffer.concat([front(front(0).length), ...media]);
  const segment = hasKnownSize
    ? element(ID.Segment, data)
    : Buffer.concat([unsigned(ID.Segment), Buffer.from([0xff]), data]);
  const bytes = Buffer.concat([HEADER, segment]);
  const mediaBytes = media.reduce((sum, { length }) => sum + length, 0);
  return { bytes, mediaStart: bytes.length - mediaBytes };
}

async function failureOf(bytes: Buffer): Promise<string | undefined> {
  const error: unknown = await readWebmHead(memoryInput(bytes)).catch((reason: unknown) => reason);
  return error instanceof TransferError ? error.failure.code : undefined;
}

test('tells the track and where its clusters lie', async () => {
  const { bytes, mediaStart } = make();
  expect(await readWebmHead(memoryInput(bytes))).toEqual({
    kind: 'audio',
    number: 1,
    codecId: 'A_OPUS',
    entry: Buffer.concat(TRACK),
    timestampScale: 1_000_000,
    duration: 0,
    hasOpenClusters: false,
    clusters: [0, 1, 2].map((index) => ({
      timestamp: index * 1000,
      offset: mediaStart + index * CLUSTER_BYTES,
      length: CLUSTER_BYTES,
    })),
  });
});

test.each([
  ['in the middle', [0, 2], [2, 1]],
  ['at the end', [0], [3]],
  ['at the start', [1, 2], [1, 1, 1]],
])('a cluster without a cue %s is not lost', async (_, cued, lengths) => {
  const { bytes, mediaStart } = make({ cued });
  const { clusters } = await readWebmHead(memoryInput(bytes));
  expect(clusters[0]).toMatchObject({ timestamp: 0, offset: mediaStart });
  expect(clusters.map(({ length }) => length / CLUSTER_BYTES)).toEqual(lengths);
});

test('what SeekHead names behind the last cluster is not part of it', async () => {
  const { bytes } = make({ trailing: element(ID.Tags, Buffer.alloc(50)) });
  const { clusters } = await readWebmHead(memoryInput(bytes));
  expect(clusters.at(-1)?.length).toBe(CLUSTER_BYTES);
});

test('in a Segment of unknown size, the last cluster must be whole', async () => {
  const { bytes } = make({ hasKnownSize: false });
  expect(await failureOf(bytes)).toBeUndefined();
  expect(await failureOf(bytes.subarray(0, -1))).toBe('media_damaged');
});

test.each([
  [
    'cues that go back in time',
    cues([
      [5, 1],
      [3, 2],
    ]),
  ],
  ['a cue behind the end', cues([[0, 100_000]])],
  ['a cue without a position', element(ID.Cues, element(ID.CuePoint, element(ID.CueTime, unsigned(0))))],
  ['no cue', cues([])],
])('%s: refused', async (_, wrong) => {
  const segment = element(ID.Segment, INFO, TRACKS, wrong);
  expect(await failureOf(Buffer.concat([HEADER, segment, Buffer.alloc(5000)]))).toBe('media_damaged');
});

test('a cue before the first cluster is refused', async () => {
  const segment = element(ID.Segment, INFO, TRACKS, cues([[0, 0]]), cluster(0));
  expect(await failureOf(Buffer.concat([HEADER, segment]))).toBe('media_damaged');
});

test.each([
  ['subtitles', [element(ID.TrackNumber, unsigned(1)), element(ID.TrackType, unsigned(17)), TRACK[2]]],
  ['a track without a codec', TRACK.slice(0, 2)],
  ['a track without a number', TRACK.slice(1)],
])('%s: refused', async (_, parts) => {
  const entry = element(ID.TrackEntry, ...parts.filter((part) => part !== undefined));
  expect(await failureOf(make({ tracks: element(ID.Tracks, entry) }).bytes)).toBe('media_damaged');
});

test('an encrypted track is refused as such, a compressed one is not', async () => {
  const encoded = (type: number) => {
    const encoding = element(ID.ContentEncoding, element(ID.ContentEncodingType, unsigned(type)));
    const entry = element(ID.TrackEntry, ...TRACK, element(ID.ContentEncodings, encoding));
    return make({ tracks: element(ID.Tracks, entry) }).bytes;
  };
  expect(await failureOf(encoded(1))).toBe('drm');
  expect(await failureOf(encoded(0))).toBeUndefined();
});

test('all that SeekHead and Cues of a merge point at is there', async () => {
  const inputs = [memoryInput(make().bytes), memoryInput(make({ cued: [0, 2] }).bytes)];
  const tracks = await Promise.all(inputs.map((input) => readWebmHead(input)));
  const chapters = [{ title: 'one', startS: 0, endS: 1 }];
  const layout = mergeWebm(tracks, [{ name: 'ARTIST', value: 'x'.repeat(300) }], { title: 'title', chapters });
  const bytes = await assemble(layout, inputs);

  const segment = elements(bytes).find(({ id }) => id === ID.Segment);
  const { dataStart = 0, end = 0 } = segment ?? {};
  const parts = elements(bytes, dataStart, end).toArray();
  const positionsOf = (id: number) => parts.filter((part) => part.id === id).map(({ start }) => start - dataStart);
  const [seekHead] = parts;
  const seeks = elements(bytes, seekHead?.dataStart, seekHead?.end).toArray();
  const value = (parent: (typeof parts)[number], id: number) => {
    const found = child(bytes, parent, id);
    return found ? readUnsigned(bytes, found) : NaN;
  };
  expect(seeks.map((entry) => value(entry, ID.SeekID))).toEqual([ID.Info, ID.Tracks, ID.Chapters, ID.Tags, ID.Cues]);
  for (const entry of seeks) expect(positionsOf(value(entry, ID.SeekID))).toEqual([value(entry, ID.SeekPosition)]);

  const cuesPart = parts.find(({ id }) => id === ID.Cues);
  const cued = elements(bytes, cuesPart?.dataStart, cuesPart?.end).map((point) => {
    const positions = child(bytes, point, ID.CueTrackPositions);
    return [value(point, ID.CueTime), positions && value(positions, ID.CueClusterPosition)];
  });
  // Clusters of the first track at 0, 1 and 2 s; before those of the same time the second's: at 0 s one for two, and at 2 s.
  const starts = positionsOf(ID.Cluster);
  expect(cued.toArray()).toEqual([
    [0, starts[2]],
    [1000, starts[3]],
    [2000, starts[5]],
  ]);
});
