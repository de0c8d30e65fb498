import type { Input } from '../layout/input.ts';
import { damaged, TransferError } from '../transfer-error.ts';
import { asBox, type Box, boxHeader, bytesOf, childrenOf, findBox, readTime, requireBox } from './box.ts';
import { type FragmentDefaults, readDefaults } from './fragment.ts';
import { readSegmentIndex, type Subsegment } from './segment-index.ts';
import { readSampleTable, type SampleTable } from './sample-table.ts';

/** A track of one input, as its head tells. Times are in its own timescale unless named otherwise. */
export type Track = {
  id: number;
  kind: 'video' | 'audio';
  timescale: number;
  /** Ticks per second of the edit list's durations and the track header's. */
  movieTimescale: number;
  /** 0 where only the fragments know. */
  mediaDuration: number;
  /** The whole `trak`, to be written again with other tables. */
  trak: Buffer;
  /** Boxes of its `stbl` by type, each with its header. */
  tables: ReadonlyMap<string, Buffer>;
  /** Samples that are not in fragments; null: all are. */
  samples: SampleTable | null;
  defaults: FragmentDefaults | null;
};

/** The head of an MP4: what is known without its media. */
export type Movie = {
  totalBytes: number;
  tracks: Track[];
  /** The whole `moov`. */
  moov: Buffer;
  /** Stretches of the file that hold media, in its order; null: in fragments. */
  mediaData: { offset: number; length: number }[];
  isFragmented: boolean;
  /** Fragments by the file's own index; null: there is none. */
  index: { timescale: number; subsegments: Subsegment[] } | null;
  /** Where the first fragment begins, without an index. */
  firstFragment: number;
};

/** Boxes that may follow the last fragment. */
const BEHIND_MEDIA = new Set(['mfra', 'free', 'skip', 'udta', 'meta']);
const GUESS_BYTES = 128 * 1024;
/** Of a film of many hours, with tables for every frame, it is some megabytes. */
const MAX_MOOV_BYTES = 96 * 1024 * 1024;
const MAX_TOP_BOXES = 64;

/** Reads an MP4's head by few requests: one where it comes first, two or three where it comes last. */
export async function readMovie(input: Input): Promise<Movie> {
  const { totalBytes } = input;
  const window = createWindow(input);
  let moov: Buffer | undefined;
  let index: Movie['index'] = null;
  let firstFragment = 0;
  const mediaData: Movie['mediaData'] = [];
  let position = 0;
  for (let count = 0; position < totalBytes && count < MAX_TOP_BOXES; count++) {
    const header = await window.header(position);
    if (header.size < header.length || position + header.size > totalBytes)
      throw damaged(`${header.type} does not fit`);
    if (header.type === 'moov') moov = await window.bytes(position, limited(header.size));
    if (header.type === 'sidx' && !index) {
      index = await readSegmentIndex(input, await window.bytes(position, limited(header.size)), position + header.size);
    }
    if (header.type === 'mdat') mediaData.push({ offset: position, length: header.size });
    if (header.type === 'moof') firstFragment ||= position;
    position += header.size;
    const isFragmented = moov !== undefined && findBox(moov, asBox(moov), 'mvex') !== undefined;
    if (moov && (isFragmented ? index !== null || firstFragment > 0 : mediaData.length > 0)) {
      // What may follow an ordinary movie's media is more of it, rarely.
      if (isFragmented || position + 16 > totalBytes || count > 8) break;
    }
  }
  if (!moov) throw damaged('no moov');
  if (index && index.subsegments.some(({ offset, length }) => offset + length > totalBytes)) {
    throw damaged('the index leads behind the end');
  }
  const isFragmented = findBox(moov, asBox(moov), 'mvex') !== undefined;
  if (index && !(await reachesEnd(index.subsegments, totalBytes, window))) {
    firstFragment = index.subsegments[0]?.offset ?? 0;
    index = null;
  }
  return {
    totalBytes,
    tracks: readTracks(moov, isFragmented, totalBytes),
    moov,
    mediaData,
    isFragmented,
    index,
    firstFragment,
  };
}

/** Whether an index names all fragments: what follows the last is nothing, or no media. */
async function reachesEnd(
  subsegments: readonly Subsegment[],
  totalBytes: number,
  window: ReturnType<typeof createWindow>,
): Promise<boolean> {
  const last = subsegments.at(-1);
  if (!last) return false;
  let position = last.offset + last.length;
  for (let count = 0; position + 8 <= totalBytes; count++) {
    if (count > MAX_TOP_BOXES) throw damaged('too many boxes behind the media');
    const { type, size } = await window.header(position);
    if (!BEHIND_MEDIA.has(type) || size < 8) return false;
    position += size;
  }
  return true;
}

function limited(size: number): number {
  if (size > MAX_MOOV_BYTES) throw damaged('a head too large');
  return size;
}

/** The file's first bytes, and whatever else the head needs, read once. */
function createWindow(input: Input) {
  let start = 0;
  let held: Buffer = Buffer.alloc(0);
  const holds = (offset: number, length: number) => offset >= start && offset + length <= start + held.length;
  async function bytes(offset: number, length: number): Promise<Buffer> {
    if (offset + length > input.totalBytes) throw damaged('a head behind the end');
    if (!holds(offset, length)) {
      const wanted = Math.min(Math.max(length, GUESS_BYTES), input.totalBytes - offset);
      held = await input.read(offset, wanted);
      start = offset;
    }
    return held.subarray(offset - start, offset - start + length);
  }
  return {
    bytes,
    async header(offset: number): Promise<{ type: string; size: number; length: number }> {
      const length = Math.min(16, input.totalBytes - offset);
      const header = boxHeader(await bytes(offset, length), 0, input.totalBytes - offset);
      if (!header) throw damaged('a box header that ends early');
      return header;
    },
  };
}

function readTracks(moov: Buffer, isFragmented: boolean, totalBytes: number): Track[] {
  const root = asBox(moov);
  const mvhd = requireBox(moov, root, 'mvhd');
  const movieTimescale = moov.readUInt32BE(mvhd.body + (moov[mvhd.body] === 1 ? 20 : 12));
  if (movieTimescale === 0) throw damaged('a movie without time');
  const tracks: Track[] = [];
  for (const trak of childrenOf(moov, root).filter(({ type }) => type === 'trak')) {
    const handler = requireBox(moov, trak, 'mdia', 'hdlr');
    const kind = KINDS[moov.toString('latin1', handler.body + 8, handler.body + 12)];
    if (kind) tracks.push(readTrack(moov, trak, kind, movieTimescale, isFragmented, totalBytes));
  }
  return tracks;
}

const KINDS: Record<string, Track['kind'] | undefined> = { vide: 'video', soun: 'audio' };
/** Sample entries whose media are encrypted (ISO/IEC 23001-7). */
const ENCRYPTED = new Set(['encv', 'enca', 'drms', 'drmi']);

function readTrack(
  moov: Buffer,
  trak: Box,
  kind: Track['kind'],
  movieTimescale: number,
  isFragmented: boolean,
  totalBytes: number,
): Track {
  const tkhd = requireBox(moov, trak, 'tkhd');
  const mdhd = requireBox(moov, trak, 'mdia', 'mdhd');
  const isLong = moov[mdhd.body] === 1;
  const tables = new Map<string, Buffer>();
  const stbl = requireBox(moov, trak, 'mdia', 'minf', 'stbl');
  for (const table of childrenOf(moov, stbl)) tables.set(table.type, bytesOf(moov, table));
  const stsd = tables.get('stsd');
  if (!stsd || stsd.length < 24) throw damaged('no stsd');
  if (ENCRYPTED.has(stsd.toString('latin1', 20, 24))) throw new TransferError('drm');
  const id = moov.readUInt32BE(tkhd.body + (moov[tkhd.body] === 1 ? 20 : 12));
  const timescale = moov.readUInt32BE(mdhd.body + (isLong ? 20 : 12));
  if (timescale === 0) throw damaged('a track without time');
  const table = readSampleTable(tables);
  const samples = isFragmented && table.count === 0 ? null : table;
  if (samples?.offsets.some((offset, index) => offset + (samples.sizes[index] ?? 0) > totalBytes)) {
    throw damaged('samples behind the end');
  }
  return {
    id,
    kind,
    timescale,
    movieTimescale,
    mediaDuration: readTime(moov, mdhd.body + (isLong ? 24 : 16), isLong),
    trak: bytesOf(moov, trak),
    tables,
    samples,
    defaults: isFragmented ? readDefaults(moov, id) : null,
  };
}
