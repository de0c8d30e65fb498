import type { Input } from '../layout/input.ts';
import { readMovie } from '../mp4/movie.ts';
import { damaged, TransferError } from '../transfer-error.ts';
import type { Joined } from './joined.ts';
import { blindIndex, playlistIndex } from './playlist-index.ts';

/** What is told of joined segments to whoever reads their bytes. */
export type SentJoined = {
  container: Joined['rendition']['container'];
  discontinuities: number;
  durationS: number;
  /** Offset and length of each segment, and how long it lasts. */
  segments: Float64Array;
};

/** An input with its index before all of it. Nothing of that index goes into a layout. */
type Indexed = Input & { indexBytes: number };

const COLUMNS = 3;

export function packJoined({ rendition, segments }: Joined): SentJoined {
  const columns = new Float64Array(segments.length * COLUMNS);
  for (const [place, { offset, length }] of segments.entries())
    columns.set([offset, length, rendition.segments[place]?.durationS ?? 0], place * COLUMNS);
  const { container, discontinuities, durationS } = rendition;
  return { container, discontinuities, durationS, segments: columns };
}

/**
 * Joined segments as a file with an index. Throws TransferError: no_direct_format for all but fMP4, and where timestamps start anew
 * between segments; media_damaged; and those of reading.
 */
export async function indexedInput(input: Input, joined: SentJoined | undefined): Promise<Indexed> {
  if (!joined) throw new TransferError('internal');
  const { container, discontinuities, durationS } = joined;
  if (container !== 'fmp4' || discontinuities > 0) throw new TransferError('no_direct_format');
  const segments = [];
  for (let at = 0; at < joined.segments.length; at += COLUMNS) {
    const [offset = 0, length = 0, lastsS = 0] = joined.segments.subarray(at, at + COLUMNS);
    segments.push({ offset, length, durationS: lastsS });
  }
  const initBytes = segments[0]?.offset ?? 0;
  // A representation that is one file knows for itself where its fragments are.
  if (initBytes === 0 && segments.length === 1) return { ...input, indexBytes: 0 };
  // Segments with heads of their own are files of their own.
  if (initBytes === 0) throw new TransferError('no_direct_format');
  const listed = { segments, durationS };
  const { tracks, isFragmented } = await readMovie(behind(blindIndex(listed), input));
  const [track] = tracks;
  if (!track || !isFragmented) throw damaged('an initialization without a fragmented movie');
  return behind(await playlistIndex(input, listed, track), input);
}

function behind(index: Buffer, input: Input): Indexed {
  return {
    indexBytes: index.length,
    totalBytes: index.length + input.totalBytes,
    async read(offset, length, signal) {
      const front = index.subarray(offset, offset + length);
      if (front.length === 0) return input.read(offset - index.length, length, signal);
      const rest = length - front.length;
      return rest > 0 ? Buffer.concat([front, await input.read(0, rest, signal)], length) : front;
    },
  };
}
