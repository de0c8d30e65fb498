import { layOut, type FileLayout, type Piece } from '../layout/layout.ts';
import { box, fullBox, uint16, uint32, uint64 } from './box.ts';
import { type FragmentChange, fragmentRewriter } from './fragment.ts';
import type { IndexedTrack } from './indexed-track.ts';
import { emptySampleTable } from './sample-table.ts';
import type { Subsegment } from './segment-index.ts';
import type { Tags } from './tags.ts';
import { FRAGMENTED_TYPE, movieTimescale, readEdits, writeMovie } from './write-movie.ts';

/** A subsegment on its way into the output. */
export type PlacedSubsegment = { track: number; subsegment: Subsegment; timeS: number };

/** Subsegments of all tracks in the order of time. */
export function interleave(tracks: readonly IndexedTrack[]): PlacedSubsegment[] {
  return tracks
    .flatMap(({ index }, track) =>
      index.subsegments.map((subsegment): PlacedSubsegment => ({
        track,
        subsegment,
        timeS: subsegment.time / index.timescale,
      })),
    )
    .sort((a, b) => a.timeS - b.timeS || a.track - b.track);
}

export function indexedDurationS({ index }: IndexedTrack): number {
  return index.subsegments.reduce((sum, { duration }) => sum + duration, 0) / index.timescale;
}

/** When the last track ends, from where the first begins. */
export function filmEndS(tracks: readonly IndexedTrack[]): number {
  const starts = tracks.map(({ index }) => (index.subsegments[0]?.time ?? 0) / index.timescale);
  return (
    Math.max(...tracks.map((track, place) => (starts[place] ?? 0) + indexedDurationS(track))) - Math.min(...starts)
  );
}

/**
 * A fragmented MP4 of the inputs' own fragments, playable while it arrives: a new head, one index per track (with one for all,
 * Chromium never ends a seek), then the fragments in the order of time, with track and number changed.
 */
export function layOutFragmented(tracks: readonly IndexedTrack[], tags: Tags, contentType: string): FileLayout {
  const order = interleave(tracks);
  const durationS = Math.max(...tracks.map(indexedDurationS));
  const written = tracks.map((indexed, place) => ({
    track: indexed.track,
    id: place + 1,
    tables: [
      ...emptySampleTable(),
      ...(indexed.track.tables.has('sgpd') ? [indexed.track.tables.get('sgpd') as Buffer] : []),
    ],
    mediaDuration: Math.round(indexedDurationS(indexed) * indexed.track.timescale),
    edits: readEdits(indexed.track),
    language: indexed.language,
  }));
  const movieExtends = box(
    'mvex',
    fullBox('mehd', 1, 0, uint64(Math.round(durationS * movieTimescale(tracks)))),
    ...tracks.map(({ track }, place) => renumbered(track.defaults?.trex ?? Buffer.alloc(32), place + 1)),
  );
  const moov = writeMovie(written, [movieExtends], tags);
  const head = Buffer.concat([FRAGMENTED_TYPE, moov, ...indexes(tracks, order)]);

  const pieces: Piece[] = [{ kind: 'bytes', length: head.length, bytes: head }];
  let at = head.length;
  for (const [place, { track, subsegment }] of order.entries()) {
    const { offset, length } = subsegment;
    const change: FragmentChange = { trackId: track + 1, place, shift: at - offset, from: offset, length };
    const input = tracks[track]?.input ?? 0;
    pieces.push({ kind: 'fragment', input, offset, length, rewrite: fragmentRewriter(change), change });
    at += length;
  }
  const access = randomAccess(tracks, order, head.length);
  return layOut(contentType, [...pieces, { kind: 'bytes', length: access.length, bytes: access }]);
}

function renumbered(trex: Buffer, id: number): Buffer {
  const bytes = Buffer.from(trex);
  bytes.writeUInt32BE(id, 12);
  return bytes;
}

/** One index per track; each of its references also covers what lies between its own fragments. */
function indexes(tracks: readonly IndexedTrack[], order: readonly PlacedSubsegment[]): Buffer[] {
  const written: Buffer[] = [];
  let behind = 0;
  for (let place = tracks.length - 1; place >= 0; place--) {
    const indexed = tracks[place];
    if (!indexed) continue;
    const index = writeIndex(indexed, place, order, behind);
    written.unshift(index);
    behind += index.length;
  }
  return written;
}

function writeIndex(
  { index }: IndexedTrack,
  place: number,
  order: readonly PlacedSubsegment[],
  behind: number,
): Buffer {
  const references: { length: number; duration: number; startsWithSync: boolean }[] = [];
  let before = behind;
  for (const { track, subsegment } of order) {
    const last = references.at(-1);
    if (track === place) references.push({ ...subsegment, duration: Math.round(subsegment.duration) });
    else if (last) last.length += subsegment.length;
    else before += subsegment.length;
  }
  const entries = references.map(({ length, duration, startsWithSync }) =>
    uint32(length, duration, startsWithSync ? 0x90000000 : 0),
  );
  const start = Math.round(index.subsegments[0]?.time ?? 0);
  return fullBox(
    'sidx',
    1,
    0,
    uint32(place + 1, index.timescale),
    uint64(start, before),
    uint16(0, references.length),
    ...entries,
  );
}

/** `mfra` at the end: where fragments begin, for players that look there. */
function randomAccess(tracks: readonly IndexedTrack[], order: readonly PlacedSubsegment[], headBytes: number): Buffer {
  const entries: Buffer[][] = tracks.map(() => []);
  let at = headBytes;
  for (const { track, subsegment, timeS } of order) {
    const timescale = tracks[track]?.track.timescale ?? 1;
    if (subsegment.startsWithSync)
      entries[track]?.push(uint64(Math.round(timeS * timescale), at), Buffer.from([1, 1, 1]));
    at += subsegment.length;
  }
  const tables = entries.map((own, place) => fullBox('tfra', 1, 0, uint32(place + 1, 0, own.length / 2), ...own));
  const size = 8 + tables.reduce((sum, { length }) => sum + length, 0) + 16;
  return box('mfra', ...tables, fullBox('mfro', 0, 0, uint32(size)));
}
