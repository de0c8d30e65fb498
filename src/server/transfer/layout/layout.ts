import type { FragmentChange } from '../mp4/fragment.ts';
import type { Tail } from '../mp4/tail-parts.ts';
import type { ClusterChange } from '../webm/cluster.ts';

/** Bytes of the output that come from an input. */
export type Extent = {
  /** Place in the layout's inputs. */
  input: number;
  offset: number;
  length: number;
};

/** A box of an MP4 fragment, and its place in the piece. */
export type PassedBox = { bytes: Buffer; position: number };

/** One stretch of the output. */
export type Piece =
  /** Bytes that are known beforehand. */
  | { kind: 'bytes'; length: number; bytes: Uint8Array }
  /**
   * Bytes made when their turn comes, of a length promised before; `prepare`: called when a range is begun at a place of the output, for
   * what takes a while.
   */
  | {
      kind: 'made';
      length: number;
      make: (signal: AbortSignal) => Promise<Uint8Array>;
      prepare?: (from: number, signal: AbortSignal) => Promise<void>;
      /** What it is made of, where it is the tables of a film whose fragments come before. */
      tail?: Tail;
    }
  /** Bytes of an input as they are; `watch`: called with the `moof` boxes that have passed, where the piece is served whole. */
  | ({ kind: 'copy'; watch?: (boxes: PassedBox[]) => void } & Extent)
  /** Bytes of an input that are held whole and changed in place: for small stretches. `change`: what `rewrite` does. */
  | ({ kind: 'rewritten'; rewrite: (bytes: Buffer) => void; change?: ClusterChange } & Extent)
  /** Boxes of an MP4 fragment: `mdat` is copied, each other is held whole and changed in place; `at` is its place in the output. */
  | ({ kind: 'fragment'; rewrite: (box: Buffer, at: number) => void; change?: FragmentChange } & Extent);

/** Where every byte of a file comes from, known before the first one is sent. */
export type FileLayout = {
  readonly totalBytes: number;
  readonly contentType: string;
  readonly pieces: readonly Piece[];
  /** Of each piece, its first byte's place in the output. */
  readonly starts: Float64Array;
};

/** Puts pieces one behind the other; empty ones are left out, neighbours of one input are joined. */
export function layOut(contentType: string, pieces: Iterable<Piece>): FileLayout {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    if (piece.length === 0) continue;
    const last = joined.at(-1);
    const continues =
      piece.kind === 'copy' &&
      last?.kind === 'copy' &&
      !piece.watch &&
      !last.watch &&
      last.input === piece.input &&
      last.offset + last.length === piece.offset;
    if (continues) joined[joined.length - 1] = { ...last, length: last.length + piece.length };
    else joined.push(piece);
  }
  const starts = new Float64Array(joined.length);
  let totalBytes = 0;
  for (const [index, { length }] of joined.entries()) {
    starts[index] = totalBytes;
    totalBytes += length;
  }
  return { totalBytes, contentType, pieces: joined, starts };
}

/** Index of the piece that holds a byte of the output. */
export function pieceAt({ starts }: FileLayout, position: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}
