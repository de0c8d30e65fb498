import type { Input } from '../layout/input.ts';
import { layOut, type FileLayout, type PassedBox, type Piece } from '../layout/layout.ts';
import { createShared } from '../reading/abortable.ts';
import { damaged, TransferError } from '../transfer-error.ts';
import { largeBoxHeader } from './box.ts';
import type { IndexedTrack } from './indexed-track.ts';
import { indexedDurationS, interleave, type PlacedSubsegment } from './fragmented.ts';
import { padding } from './plain.ts';
import { collectSamples, type FoundMoof, type FragmentSamples, readIndexedMoofs } from './read-fragments.ts';
import {
  type ChunkTable,
  presentationOf,
  type SampleTable,
  sampleTableBound,
  totalDuration,
  writeSampleTable,
} from './sample-table.ts';
import type { Subsegment } from './segment-index.ts';
import type { SampleProfile, Tail } from './tail-parts.ts';
import type { Tags } from './tags.ts';
import { placeTextTrack, type FilmTextTrack, textTrackBound } from './text-track.ts';
import { shiftedEdits } from './timeline.ts';
import { ORDINARY_TYPE, writeMovie, type WrittenTrack } from './write-movie.ts';

/** The tables of a film whose movie fragments' heads are known, of each track in order. Throws TransferError media_damaged. */
export type FillTail = (tail: Tail, moofs: readonly FoundMoof[][], signal: AbortSignal) => Promise<Buffer>;

/** More than the rate says: a last fragment that is fuller, a sound that runs longer. */
const RATE_MARGIN = 1.25;
const SPARE_SAMPLES = 600;
/** Of a track beside its tables: header, edit list, media header. */
const TRACK_BYTES = 2048;
/** Heads of fragments that are kept as they pass: those of twelve hours. What is more is read again in the end. */
const MAX_NOTED_BYTES = 64 * 1024 * 1024;
const MOVIE_BYTES = 1024;

/**
 * An ordinary MP4 whose first byte needs nothing but the heads: the fragments are wrapped as they are into one `mdat`, their own
 * headers becoming bytes that nothing refers to, and the tables come last. What they say is taken from those headers as these pass, or
 * read for a range that does not begin at the beginning; the room they will take is reserved beforehand. A text's samples come first.
 * Unfinished, it does not play.
 */
export function layOutTail(
  tracks: readonly IndexedTrack[],
  inputs: readonly Input[],
  profiles: readonly SampleProfile[],
  tags: Tags,
  contentType: string,
  text: FilmTextTrack | null = null,
  fill: FillTail = async (tail, moofs) => fillTail(tail, moofs),
): FileLayout {
  const tail: Tail = { tracks, profiles, tags, text };
  const { order, textBytes, head, reserved, starts } = placesOf(tail);
  let caches = tracks.map((indexed) => createMoofCache(indexed, inputs));
  let made: Buffer | undefined;
  const make = createShared(async (signal) => {
    const moofs = await Promise.all(caches.map((cache) => cache.all(signal)));
    const moov = await fill(tail, moofs, signal);
    made = moov;
    caches = [];
    return moov;
  });
  const pieces: Piece[] = [
    { kind: 'bytes', length: head.length, bytes: head },
    { kind: 'bytes', length: textBytes.length, bytes: textBytes },
    ...order.map(({ track, subsegment }): Piece => ({
      kind: 'copy',
      input: tracks[track]?.input ?? 0,
      offset: subsegment.offset,
      length: subsegment.length,
      watch: (boxes) => caches[track]?.note(subsegment, boxes),
    })),
    {
      kind: 'made',
      length: reserved,
      tail,
      async prepare(from, signal) {
        if (made) return;
        // Those before will not pass.
        const missed = starts.map((places) => places.findLastIndex((place) => place < from) + 1);
        await Promise.all(caches.map((cache, place) => cache.read(missed[place] ?? 0, signal)));
      },
      async make(signal) {
        // Kept without its padding: that is most of it where samples are as regular as they are as a rule.
        const moov = made ?? (await make(signal));
        return Buffer.concat([moov, padding(reserved - moov.length)], reserved);
      },
    },
  ];
  return layOut(contentType, pieces);
}

/** Where everything of it lies, which the heads of its inputs decide. */
function placesOf({ tracks, profiles, tags, text }: Tail) {
  const order = interleave(tracks);
  const textBytes = text?.bytes ?? Buffer.alloc(0);
  const mediaBytes = order.reduce((sum, { subsegment }) => sum + subsegment.length, textBytes.length);
  const head = Buffer.concat([ORDINARY_TYPE, largeBoxHeader('mdat', mediaBytes)]);
  const reserved = profiles.reduce(
    (sum, profile, place) => sum + trackBound(tracks[place], profile),
    MOVIE_BYTES + tagBytes(tags) + (text ? textTrackBound(text) : 0),
  );
  return { order, textBytes, head, reserved, starts: outputStarts(tracks, order, head.length + textBytes.length) };
}

/** The `moov` of a film whose fragments lie as `layOutTail` lays them. Throws TransferError media_damaged. */
export function fillTail(tail: Tail, moofs: readonly FoundMoof[][]): Buffer {
  const { tracks, tags, text } = tail;
  const { head, reserved, starts } = placesOf(tail);
  const samples = tracks.map(({ track }, place) => collectSamples(track, moofs[place] ?? []));
  const written = writtenTracks(tracks, samples, starts);
  const placedText = text && placeTextTrack(text, tracks.length + 1, head.length);
  const moov = writeMovie(placedText ? [...written, placedText] : written, [], tags);
  if (moov.length + 8 > reserved) throw damaged('more samples than the rate says');
  return moov;
}

/** The movie fragments' heads of a track, as far as they are known. */
type MoofCache = {
  note(subsegment: Subsegment, boxes: readonly PassedBox[]): void;
  /** Reads those of the first so many subsegments that are not known. */
  read(count: number, signal: AbortSignal): Promise<void>;
  all(signal: AbortSignal): Promise<FoundMoof[]>;
};

function createMoofCache({ input, index: { subsegments } }: IndexedTrack, inputs: readonly Input[]): MoofCache {
  const known = new Map<Subsegment, FoundMoof[]>();
  let notedBytes = 0;
  async function read(count: number, signal: AbortSignal): Promise<void> {
    const from = inputs[input];
    if (!from) throw new TransferError('internal');
    const missing = subsegments.slice(0, count).filter((subsegment) => !known.has(subsegment));
    const found = await readIndexedMoofs(from, missing, signal);
    for (const [place, subsegment] of missing.entries()) known.set(subsegment, found[place] ?? []);
  }
  return {
    note(subsegment, boxes) {
      notedBytes += boxes.reduce((sum, { bytes }) => sum + bytes.length, 0);
      if (notedBytes > MAX_NOTED_BYTES) return;
      known.set(
        subsegment,
        boxes.map(({ bytes, position }) => ({ bytes, offset: subsegment.offset + position })),
      );
    },
    read,
    async all(signal) {
      await read(subsegments.length, signal);
      return subsegments.flatMap((subsegment) => known.get(subsegment) ?? []);
    },
  };
}

function trackBound(indexed: IndexedTrack | undefined, { perSecond, hasEqualDurations }: SampleProfile): number {
  if (!indexed) return 0;
  const { track, index } = indexed;
  const count = Math.ceil(indexedDurationS(indexed) * perSecond * RATE_MARGIN) + SPARE_SAMPLES;
  // A fragment's samples lie together, unless it has several runs.
  const chunks = index.subsegments.length * 4 + 64;
  return TRACK_BYTES + track.trak.length + sampleTableBound(count, chunks, track.kind === 'audio' && hasEqualDurations);
}

function tagBytes({ title, author, link, date, cover, chapters }: Tags): number {
  const texts = [title, author, link, date, ...chapters.map((chapter) => chapter.title)];
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text ?? '') + 64, 512) + (cover?.bytes.length ?? 0);
}

function writtenTracks(
  tracks: readonly IndexedTrack[],
  read: readonly FragmentSamples[],
  starts: readonly number[][],
): WrittenTrack[] {
  const originS = Math.min(...read.map(({ startTime }, place) => startTime / (tracks[place]?.track.timescale ?? 1)));
  return tracks.map((indexed, place): WrittenTrack => {
    const { samples, startTime } = read[place] ?? { samples: null, startTime: 0 };
    if (!samples) throw new TransferError('internal');
    const mediaDuration = totalDuration(samples);
    return {
      track: indexed.track,
      id: place + 1,
      tables: writeSampleTable(samples, chunksOf(samples, indexed, starts[place] ?? [])),
      mediaDuration,
      edits: shiftedEdits(indexed.track, startTime, presentationOf(samples), originS),
      language: indexed.language,
    };
  });
}

/** Where each track's subsegments begin in the output. */
function outputStarts(
  tracks: readonly IndexedTrack[],
  order: readonly PlacedSubsegment[],
  mediaStart: number,
): number[][] {
  const starts: number[][] = tracks.map(() => []);
  let at = mediaStart;
  for (const { track, subsegment } of order) {
    starts[track]?.push(at);
    at += subsegment.length;
  }
  return starts;
}

/** Samples that lie together within a subsegment are one chunk. */
function chunksOf(samples: SampleTable, { index }: IndexedTrack, starts: readonly number[]): ChunkTable {
  const inTime = index.subsegments.map((subsegment, place) => ({ ...subsegment, start: starts[place] ?? 0 }));
  const offsets: number[] = [];
  const counts: number[] = [];
  let place = 0;
  let expected = -1;
  for (let sample = 0; sample < samples.count; sample++) {
    const offset = samples.offsets[sample] ?? 0;
    let current = inTime[place];
    while (current && (offset < current.offset || offset >= current.offset + current.length)) {
      current = inTime[++place];
      expected = -1;
    }
    if (!current) throw damaged('samples outside of their fragments');
    const { descriptions } = samples;
    const continues = offset === expected && descriptions?.[sample] === descriptions?.[sample - 1];
    if (continues) counts[counts.length - 1] = (counts.at(-1) ?? 0) + 1;
    else {
      offsets.push(offset - current.offset + current.start);
      counts.push(1);
    }
    expected = offset + (samples.sizes[sample] ?? 0);
  }
  return { offsets: Float64Array.from(offsets), samples: Uint32Array.from(counts) };
}
