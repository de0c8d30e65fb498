import { type Input, type Layout, layOut, type Piece } from '../layout/layout.ts';
import { clipMp4, type Cut } from '../mp4/clip.ts';
import { type MergedLayout, mergeMp4, type MergeOptions } from '../mp4/merge.ts';
import { readMovie } from '../mp4/movie.ts';
import { damaged, TransferError } from '../transfer-error.ts';
import type { Joined } from './joined.ts';
import { blindIndex, playlistIndex } from './playlist-index.ts';

/** An input with its index before all of it. Nothing of that index goes into a layout. */
type Indexed = Input & { indexBytes: number };

/**
 * One MP4 of exact length from fMP4 segments: picture and sound of one rendition, or the picture of the first and the sound of the
 * second. The places in its layout are those in the joined inputs, for `spread`.
 *
 * Throws TransferError: no_direct_format for all but fMP4, and where timestamps start anew between segments; drm; media_damaged; and
 * those of reading.
 */
export async function mergeSegments(renditions: readonly Joined[], options: MergeOptions): Promise<MergedLayout> {
  const inputs = await Promise.all(renditions.map((joined) => withIndex(joined)));
  const layout = await mergeMp4(inputs, options);
  return { ...withoutIndex(layout, inputs), way: layout.way };
}

/** A part of the same without transcoding, as clipMp4 makes it; where the cut really falls. */
export async function clipSegments(
  renditions: readonly Joined[],
  cut: Cut,
  options: MergeOptions,
): Promise<{ layout: Layout } & Cut> {
  const inputs = await Promise.all(renditions.map((joined) => withIndex(joined)));
  const { layout, startS, endS } = await clipMp4(inputs, cut, options);
  return { layout: withoutIndex(layout, inputs), startS, endS };
}

async function withIndex(joined: Joined): Promise<Indexed> {
  const { rendition, segments } = joined;
  if (rendition.container !== 'fmp4' || rendition.discontinuities > 0) throw new TransferError('no_direct_format');
  const initBytes = segments[0]?.offset ?? 0;
  // A representation that is one file knows for itself where its fragments are.
  if (initBytes === 0 && segments.length === 1) return { ...joined, indexBytes: 0 };
  // Segments with heads of their own are files of their own.
  if (initBytes === 0) throw new TransferError('no_direct_format');
  const { tracks, isFragmented } = await readMovie(behind(blindIndex(joined), joined));
  const [track] = tracks;
  if (!track || !isFragmented) throw damaged('an initialization without a fragmented movie');
  return behind(await playlistIndex(joined, track), joined);
}

function behind(index: Buffer, joined: Joined): Indexed {
  return {
    indexBytes: index.length,
    totalBytes: index.length + joined.totalBytes,
    async read(offset, length) {
      const front = index.subarray(offset, offset + length);
      if (front.length === 0) return joined.read(offset - index.length, length);
      const rest = length - front.length;
      return rest > 0 ? Buffer.concat([front, await joined.read(0, rest)], length) : front;
    },
  };
}

function withoutIndex({ contentType, pieces }: Layout, inputs: readonly Indexed[]): Layout {
  const moved = pieces.map((piece): Piece => {
    if (piece.kind === 'bytes' || piece.kind === 'made') return piece;
    const offset = piece.offset - (inputs[piece.input]?.indexBytes ?? 0);
    return piece.kind === 'fragment'
      ? { ...piece, offset, rewrite: hidingIndexes(piece.rewrite) }
      : { ...piece, offset };
  });
  return layOut(contentType, moved);
}

/** A segment's own index names a track that has another number here. */
function hidingIndexes(rewrite: (box: Buffer, at: number) => void): (box: Buffer, at: number) => void {
  return (box, at) => {
    const type = box.toString('latin1', 4, 8);
    if (type === 'sidx' || type === 'ssix') box.write('free', 4, 'latin1');
    else rewrite(box, at);
  };
}
