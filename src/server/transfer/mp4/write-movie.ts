import {
  asBox,
  boxAround,
  type Box,
  box,
  bytesOf,
  childrenOf,
  findBox,
  fullBox,
  readTime,
  uint16,
  uint32,
  uint64,
} from './box.ts';
import { packLanguage } from './language.ts';
import type { Track } from './movie.ts';
import { movieTags, type Tags } from './tags.ts';

/** Above it, edit lists are rounded: no two usual timescales need more. */
const FINEST_TIMESCALE = 6_000_000;
const USUAL_TIMESCALE = 90_000;

/** Ticks per second of a movie in which each of its tracks' times is a whole number, so that edit lists shift nothing. */
export function movieTimescale(tracks: readonly { track: Pick<Track, 'timescale'> }[]): number {
  const common = tracks.reduce((scale, { track }) => (scale / divisor(scale, track.timescale)) * track.timescale, 1);
  return common <= FINEST_TIMESCALE ? Math.max(common, 1) : USUAL_TIMESCALE;
}

function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b);
}

/** What is copied of a track: its `trak`, and the sample description among its tables. */
type TrackHead = Pick<Track, 'timescale' | 'trak' | 'tables'> & { kind: Track['kind'] | 'text' };

/** A track as it is written: its head copied, what places and times it made anew. */
export type WrittenTrack = {
  track: TrackHead;
  /** 1-based place in the output. */
  id: number;
  /** Boxes of `stbl` behind the sample description. */
  tables: Uint8Array[];
  /** In the track's timescale; what is shown may be less, see its edit list. */
  mediaDuration: number;
  edits: Edit[] | null;
  language: string | null;
};

/** One entry of an edit list: seconds shown, of the media from a time in the track's timescale; -1: nothing. */
export type Edit = { durationS: number; mediaTime: number };

/** `ftyp` of an ordinary MP4. */
export const ORDINARY_TYPE = box('ftyp', Buffer.from('isom'), uint32(0x200), Buffer.from('isomiso2avc1mp41'));
/** `ftyp` of a fragmented one: players without `iso5` cannot read bases relative to fragments. */
export const FRAGMENTED_TYPE = box('ftyp', Buffer.from('iso5'), uint32(0x200), Buffer.from('iso5iso6mp41'));

/** The edit list of an input, or null: all is shown from the beginning. */
export function readEdits({ trak, movieTimescale }: Track): Edit[] | null {
  const elst = findBox(trak, asBox(trak), 'edts', 'elst');
  if (!elst) return null;
  const isLong = trak[elst.body] === 1;
  const count = Math.min(trak.readUInt32BE(elst.body + 4), (elst.end - elst.body - 8) / (isLong ? 20 : 12));
  return Array.from({ length: Math.floor(count) }, (_, index) => {
    const at = elst.body + 8 + index * (isLong ? 20 : 12);
    return {
      durationS: readTime(trak, at, isLong) / movieTimescale,
      mediaTime: isLong ? Number(trak.readBigInt64BE(at + 8)) : trak.readInt32BE(at + 4),
    };
  });
}

/** What of a track is shown, in seconds: an edit of length 0 lasts to the media's end (fragmented inputs). */
export function completeEdits(edits: Edit[] | null, mediaEnd: number, timescale: number): Edit[] | null {
  return (
    edits?.map((edit) =>
      edit.durationS > 0 || edit.mediaTime < 0
        ? edit
        : { ...edit, durationS: Math.max(0, mediaEnd - edit.mediaTime) / timescale },
    ) ?? null
  );
}

export function shownDurationS(edits: Edit[] | null, mediaDuration: number, timescale: number): number {
  return edits ? edits.reduce((sum, { durationS }) => sum + durationS, 0) : mediaDuration / timescale;
}

/** A whole `moov`. */
export function writeMovie(tracks: readonly WrittenTrack[], extra: Buffer[], tags: Tags): Buffer {
  // Text has no edit list, and its clock would make those of picture and sound inexact.
  const scale = movieTimescale(tracks.filter(({ track }) => track.kind !== 'text'));
  const durations = tracks.map(({ edits, mediaDuration, track }) =>
    Math.round(shownDurationS(edits, mediaDuration, track.timescale) * scale),
  );
  return Buffer.concat(
    boxAround('moov', [
      movieHeader(scale, Math.max(0, ...durations), tracks.length + 1),
      ...tracks.flatMap((track, index) => writeTrack(track, scale, durations[index] ?? 0)),
      ...extra,
      ...movieTags(tags),
    ]),
  );
}

/** `mvhd`: rate and volume 1, no matrix. */
function movieHeader(scale: number, duration: number, nextTrack: number): Buffer {
  const matrix = uint32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);
  return fullBox(
    'mvhd',
    1,
    0,
    uint64(0, 0),
    uint32(scale),
    uint64(duration),
    uint32(0x10000),
    uint16(0x100, 0, 0, 0, 0, 0),
    matrix,
    Buffer.alloc(24),
    uint32(nextTrack),
  );
}

function writeTrack(written: WrittenTrack, scale: number, duration: number): Uint8Array[] {
  const { trak } = written.track;
  const parts = childrenOf(trak, asBox(trak)).flatMap((child): Uint8Array[] => {
    if (child.type === 'tkhd')
      return [trackHeader(trak, child, written.id, duration), ...editList(written.edits, scale)];
    if (child.type === 'mdia') return writeMedia(trak, child, written);
    return [];
  });
  return boxAround('trak', parts);
}

/** Layer, group, volume, matrix and size, with what is reserved before them: the same in both versions of `tkhd`. */
const TRACK_HEADER_TAIL_BYTES = 60;

/** How the picture is turned and sized is the input's own. Enabled and in the movie; duration in the movie's ticks. */
function trackHeader(trak: Buffer, tkhd: Box, id: number, duration: number): Buffer {
  const tail = trak.subarray(tkhd.end - TRACK_HEADER_TAIL_BYTES, tkhd.end);
  const flags = trak.readUInt32BE(tkhd.body) & 0xffffff;
  return fullBox('tkhd', 1, flags | 3, uint64(0, 0), uint32(id, 0), uint64(duration), tail);
}

function editList(edits: Edit[] | null, scale: number): Buffer[] {
  if (!edits || edits.length === 0) return [];
  const entries = edits.map(({ durationS, mediaTime }) =>
    Buffer.concat([uint64(Math.round(durationS * scale), mediaTime), uint16(1, 0)]),
  );
  return [box('edts', fullBox('elst', 1, 0, uint32(edits.length), ...entries))];
}

function writeMedia(trak: Buffer, mdia: Box, { track, tables, mediaDuration, language }: WrittenTrack): Uint8Array[] {
  const parts = childrenOf(trak, mdia).flatMap((child): Uint8Array[] => {
    if (child.type === 'mdhd') return [mediaHeader(trak, child, track.timescale, mediaDuration, language)];
    if (child.type !== 'minf') return [bytesOf(trak, child)];
    const inner = childrenOf(trak, child).flatMap((part): Uint8Array[] =>
      part.type === 'stbl'
        ? boxAround('stbl', [track.tables.get('stsd') ?? Buffer.alloc(0), ...tables])
        : [bytesOf(trak, part)],
    );
    return boxAround('minf', inner);
  });
  return boxAround('mdia', parts);
}

function mediaHeader(trak: Buffer, mdhd: Box, timescale: number, duration: number, language: string | null): Buffer {
  const isLong = trak[mdhd.body] === 1;
  const own = trak.readUInt16BE(mdhd.body + (isLong ? 32 : 20));
  return fullBox(
    'mdhd',
    1,
    0,
    uint64(0, 0),
    uint32(timescale),
    uint64(duration),
    uint16(packLanguage(language) ?? own, 0),
  );
}
