import { layOut, type FileLayout, type Piece } from '../layout/layout.ts';
import { box, largeBoxHeader } from './box.ts';
import type { Track } from './movie.ts';
import { type ChunkTable, type SampleTable, totalDuration, writeSampleTable } from './sample-table.ts';
import type { Tags } from './tags.ts';
import { placeTextTrack, type FilmTextTrack } from './text-track.ts';
import { type Edit, ORDINARY_TYPE, shownDurationS, writeMovie } from './write-movie.ts';

/** A track with the samples that are taken of it. */
export type PlainTrack = {
  /** Place in the layout's inputs. */
  input: number;
  track: Track;
  samples: SampleTable;
  edits: Edit[] | null;
  language: string | null;
};

/** When the last track ends. */
export function plainEndS(tracks: readonly PlainTrack[]): number {
  const ends = tracks.map(({ edits, samples, track }) =>
    shownDurationS(edits, totalDuration(samples), track.timescale),
  );
  return Math.max(...ends);
}

/** Samples of one description that follow each other in the output; `offset` is the first one's in its input. */
type Chunk = { track: number; first: number; count: number; timeS: number; offset: number; sizeBytes: number };

/** Sound and picture alternate at least so often, so that players need not seek. */
const INTERLEAVE_S = 1;

/**
 * An ordinary MP4 with its tables first, from samples wherever they lie. Tracks of one input stay in its order, so that it is read from
 * its beginning to its end in few stretches. A text's samples, which are small, lie before all others.
 */
export function layOutPlain(
  tracks: readonly PlainTrack[],
  tags: Tags,
  contentType: string,
  text: FilmTextTrack | null = null,
): FileLayout {
  const areShared = new Set(tracks.map(({ input }) => input)).size < tracks.length;
  const chunks = tracks.map((track, index) => chunksOf(track, index, areShared));
  const order = chunks
    .flat()
    .sort((a, b) => (areShared ? a.offset - b.offset : a.timeS - b.timeS) || a.track - b.track);
  const textBytes = text?.bytes ?? Buffer.alloc(0);
  const mediaBytes = order.reduce((sum, { sizeBytes }) => sum + sizeBytes, textBytes.length);
  const tables = chunks.map((own): ChunkTable => ({
    offsets: new Float64Array(own.length),
    samples: Uint32Array.from(own, ({ count }) => count),
  }));

  const head = (mediaStart: number): Buffer => {
    const filled = tracks.map(() => 0);
    let offset = mediaStart + textBytes.length;
    for (const chunk of order) {
      const table = tables[chunk.track];
      const place = filled[chunk.track] ?? 0;
      if (table) table.offsets[place] = offset;
      filled[chunk.track] = place + 1;
      offset += chunk.sizeBytes;
    }
    const written = tracks.map(({ track, samples, edits, language }, index) => ({
      track,
      id: index + 1,
      tables: [
        ...writeSampleTable(samples, tables[index] ?? { offsets: new Float64Array(), samples: new Uint32Array() }),
        ...groups(track, samples),
      ],
      mediaDuration: totalDuration(samples),
      edits,
      language,
    }));
    const texts = text ? [placeTextTrack(text, tracks.length + 1, mediaStart)] : [];
    return Buffer.concat([
      ORDINARY_TYPE,
      writeMovie([...written, ...texts], [], tags),
      largeBoxHeader('mdat', mediaBytes),
    ]);
  };
  // Where the media begin depends on the tables' size, and that only on whether they begin and end above 4 GiB.
  const bytes = settle(head);
  return layOut(contentType, [
    { kind: 'bytes', length: bytes.length, bytes },
    { kind: 'bytes', length: textBytes.length, bytes: textBytes },
    ...order.flatMap((chunk) => [...copies(chunk, tracks)]),
  ]);
}

function settle(head: (mediaStart: number) => Buffer): Buffer {
  let length = head(0).length;
  for (;;) {
    const bytes = head(length);
    if (bytes.length === length) return bytes;
    length = bytes.length;
  }
}

function chunksOf({ samples, track: { timescale } }: PlainTrack, track: number, areShared: boolean): Chunk[] {
  const { count, durations, sizes, offsets, descriptions } = samples;
  const chunks: Chunk[] = [];
  let chunk: Chunk | undefined;
  let time = 0;
  for (let sample = 0; sample < count; sample++) {
    const timeS = time / timescale;
    const offset = offsets[sample] ?? 0;
    const continues =
      chunk &&
      descriptions?.[sample] === descriptions?.[sample - 1] &&
      (areShared ? offset === chunk.offset + chunk.sizeBytes : timeS - chunk.timeS < INTERLEAVE_S);
    if (!chunk || !continues) {
      chunk = { track, first: sample, count: 0, timeS, offset, sizeBytes: 0 };
      chunks.push(chunk);
    }
    chunk.count++;
    chunk.sizeBytes += sizes[sample] ?? 0;
    time += durations[sample] ?? 0;
  }
  return chunks;
}

/** A chunk's samples in its input: one stretch, or some. */
function* copies({ track, first, count }: Chunk, tracks: readonly PlainTrack[]): Generator<Piece> {
  const from = tracks[track];
  if (!from) return;
  const { offsets, sizes } = from.samples;
  let offset = offsets[first] ?? 0;
  let length = 0;
  for (let sample = first; sample < first + count; sample++) {
    const at = offsets[sample] ?? 0;
    if (at !== offset + length) {
      yield { kind: 'copy', input: from.input, offset, length };
      offset = at;
      length = 0;
    }
    length += sizes[sample] ?? 0;
  }
  yield { kind: 'copy', input: from.input, offset, length };
}

/** Sample groups (how far ahead decoding must begin) speak of samples by their number and stay true for a whole track. */
function groups({ tables, samples: all }: Track, samples: SampleTable): Buffer[] {
  return all === samples ? ['sgpd', 'sbgp'].flatMap((type) => tables.get(type) ?? []) : [];
}

/** Room that is left free, as a box. */
export function padding(length: number): Buffer {
  return box('free', Buffer.alloc(length - 8));
}
