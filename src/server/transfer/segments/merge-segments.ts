import type { Input } from '../layout/input.ts';
import { type FileLayout, layOut, type Piece } from '../layout/layout.ts';
import type { Cut } from '../mp4/clip.ts';
import type { MergedLayout, MergeOptions } from '../mp4/merge.ts';
import { sharedHeads } from '../parsing/heads.ts';
import { planFromHeads } from '../parsing/plan-from-heads.ts';
import { packJoined } from './indexed-input.ts';
import type { Joined } from './joined.ts';

const FOREVER = new AbortController().signal;

/**
 * One MP4 of exact length from fMP4 segments: picture and sound of one rendition, or the picture of the first and the sound of the
 * second; of a cut only that, without transcoding, as clipMp4 makes it. The places in its layout are those in the joined inputs, for
 * `spread`. It is laid out in a thread of its own.
 *
 * Throws TransferError: no_direct_format for all but fMP4, and where timestamps start anew between segments; drm; media_damaged; and
 * those of reading.
 */
export async function mergeSegments(
  renditions: readonly Joined[],
  options: MergeOptions,
  { cut = null, signal = FOREVER }: { cut?: Cut | null; signal?: AbortSignal } = {},
): Promise<{ layout: FileLayout; cut: Cut | null; way: MergedLayout['way'] }> {
  const heads = sharedHeads();
  const given = { joined: renditions.map(packJoined), options, cut };
  const sent = await heads.run('segments', renditions, given, signal);
  const inputs = renditions.map((input, place) => behind(sent.indexBytes[place] ?? 0, input));
  const { layout, ...plan } = planFromHeads(sent, inputs, heads);
  return { layout: withoutIndex(layout, sent.indexBytes), ...plan };
}

/** An input with as much before it as an index takes, of which nothing is read. */
function behind(indexBytes: number, input: Input): Input {
  return {
    totalBytes: input.totalBytes + indexBytes,
    read: (offset, length, signal) => input.read(offset - indexBytes, length, signal),
  };
}

function withoutIndex({ contentType, pieces }: FileLayout, indexBytes: readonly number[]): FileLayout {
  const moved = pieces.map((piece): Piece => {
    if (piece.kind === 'bytes' || piece.kind === 'made') return piece;
    const offset = piece.offset - (indexBytes[piece.input] ?? 0);
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
