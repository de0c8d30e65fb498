import { withPassedBudget } from '../parsing/parse-budget.ts';
import { damaged, TransferError } from '../transfer-error.ts';
import type { BufferPool } from '../reading/buffer-pool.ts';
import { createPrefetcher, type Prefetcher, type WantedBytes } from '../reading/prefetcher.ts';
import type { RemoteFile } from '../reading/remote-file.ts';
import type { WindowLimits } from '../reading/window.ts';
import { pieceAt, type Extent, type FileLayout, type PassedBox, type Piece } from './layout.ts';

/** Where bytes go. Resolves when they may be overwritten; rejects when nobody takes them any more, and none of them leave afterwards. */
export type Sink = (bytes: Uint8Array) => Promise<void> | undefined;

/** A file that a layout is made of, and which of those read together it is read with: one prefetcher reads ahead through all files of a group. */
export type LayoutInput = { file: RemoteFile; group: number };

type ServeOptions = {
  /** First and last byte, both included. */
  start: number;
  end: number;
  bufferPool: BufferPool;
  signal: AbortSignal;
};

/** Of the group that carries most bytes, and of each other one. */
const MAIN_WINDOW: WindowLimits = {
  minChunkBytes: 256 * 1024,
  maxChunkBytes: 1024 * 1024,
  maxConnections: 8,
  // So that the first seconds of a fast line are not lost and those of a slow one not wasted.
  firstBytes: 1024 * 1024,
};
const SIDE_WINDOW: WindowLimits = {
  minChunkBytes: 32 * 1024,
  maxChunkBytes: 256 * 1024,
  maxConnections: 2,
  // It is passed on in turns, a whole fragment of ten seconds each, and the other group waits as long.
  firstBytes: 512 * 1024,
};
/** What is held whole to be changed: above it, an input is not what it says. */
const MAX_HELD_BYTES = 32 * 1024 * 1024;
/** Of a fragment: ten seconds in chunks of one picture have 2,400. What has more would keep this thread for itself. */
const MAX_BOXES = 10_000;
const BOX_HEADER_BYTES = 8;
const LARGE_BOX_HEADER_BYTES = 16;

/** Writes a range of a layout. Throws TransferError where an input cannot be read on, and whatever the sink throws. */
export async function serveLayout(
  layout: FileLayout,
  inputs: readonly LayoutInput[],
  { start, end, bufferPool, signal }: ServeOptions,
  sink: Sink,
): Promise<void> {
  const first = pieceAt(layout, start);
  const main = heaviestGroup(layout, inputs);
  const prefetchers = new Map<number, Prefetcher>();
  const prefetcherOf = (input: number): Prefetcher => {
    const prefetcher = prefetchers.get(inputs[input]?.group ?? NaN);
    if (!prefetcher) throw new TransferError('internal');
    return prefetcher;
  };
  try {
    // All begin at once: a prefetcher whose turn comes later is ready by then.
    for (const number of new Set(inputs.map(({ group }) => group))) {
      const limits = number === main ? MAIN_WINDOW : SIDE_WINDOW;
      const wanted = wantedOf(layout, inputs, number, first, start, end);
      prefetchers.set(number, createPrefetcher(wanted, { limits, bufferPool, signal }));
    }
    prepare(layout, start, end, signal);
    await firstBytes(layout, first, end, prefetcherOf);
    for (let index = first; index < layout.pieces.length; index++) {
      const at = layout.starts[index] ?? 0;
      const piece = layout.pieces[index];
      if (!piece || at > end) break;

      const skip = Math.max(0, start - at);
      const stop = Math.min(piece.length, end + 1 - at);
      await servePiece(piece, at, skip, stop, { prefetcherOf, sink, signal });
    }
  } finally {
    for (const prefetcher of prefetchers.values()) prefetcher.close();
  }
}

/**
 * Resolves when the first bytes that are read for a range are there, so that nothing is sent where they cannot be had: whoever has got
 * a head that was known before can only be cut.
 */
async function firstBytes(
  { pieces, starts }: FileLayout,
  first: number,
  end: number,
  prefetcherOf: (input: number) => Prefetcher,
): Promise<void> {
  const index = pieces.findIndex((piece, place) => place >= first && piece.kind !== 'bytes');
  const piece = pieces[index];
  if (index > first && piece && piece.kind !== 'bytes' && piece.kind !== 'made' && (starts[index] ?? 0) <= end)
    await prefetcherOf(piece.input).peek();
}

/** What takes a while is done beside the bytes before it. What becomes of it is told when its turn comes. */
function prepare({ pieces, starts }: FileLayout, start: number, end: number, signal: AbortSignal): void {
  for (const [index, piece] of pieces.entries()) {
    if (piece.kind === 'made' && (starts[index] ?? 0) <= end) piece.prepare?.(start, signal).catch(() => {});
  }
}

async function servePiece(
  piece: Piece,
  at: number,
  skip: number,
  stop: number,
  { prefetcherOf, sink, signal }: { prefetcherOf: (input: number) => Prefetcher; sink: Sink; signal: AbortSignal },
): Promise<void> {
  switch (piece.kind) {
    case 'bytes':
      return sink(piece.bytes.subarray(skip, stop));
    case 'made': {
      const bytes = await piece.make(signal);
      if (bytes.length !== piece.length)
        throw new TransferError('internal', { cause: new Error('not as long as promised') });
      return sink(bytes.subarray(skip, stop));
    }
    case 'copy': {
      const { watch, length } = piece;
      if (!watch || skip > 0 || stop < length) return pump(prefetcherOf(piece.input), stop - skip, sink);
      const boxes: PassedBox[] = [];
      const rewrite = (bytes: Buffer, place: number) => {
        if (bytes.toString('latin1', 4, 8) === 'moof') boxes.push({ bytes, position: place - at });
      };
      await serveFragment({ length, rewrite }, at, skip, stop, prefetcherOf(piece.input), sink);
      return watch(boxes);
    }
    case 'rewritten': {
      const bytes = await take(prefetcherOf(piece.input), piece.length);
      withPassedBudget(() => piece.rewrite(bytes));
      return sink(bytes.subarray(skip, stop));
    }
    case 'fragment':
      return serveFragment(piece, at, skip, stop, prefetcherOf(piece.input), sink);
  }
}

/** Boxes one after the other, however many movie fragments there are: media data is passed on, the rest is held and rewritten. */
async function serveFragment(
  { length, rewrite }: Pick<Piece & { kind: 'fragment' }, 'length' | 'rewrite'>,
  at: number,
  skip: number,
  stop: number,
  prefetcher: Prefetcher,
  sink: Sink,
): Promise<void> {
  let count = 0;
  for (let position = 0; position < stop;) {
    if (++count > MAX_BOXES) throw damaged('a fragment of too many boxes');
    const whole = await takeBoxHeader(prefetcher, length - position);
    const size = whole.length === BOX_HEADER_BYTES ? whole.readUInt32BE(0) : Number(whole.readBigUInt64BE(8));
    if (size < whole.length || position + size > length) throw unfilled();
    if (whole.toString('latin1', 4, 8) === 'mdat') {
      await emit(whole, position, skip, stop, sink);
      const body = position + whole.length;
      const unsent = clamp(skip - body, 0, size - whole.length);
      await discard(prefetcher, unsent);
      await pump(prefetcher, clamp(stop - body - unsent, 0, size - whole.length - unsent), sink);
    } else {
      if (size > MAX_HELD_BYTES) throw damaged('a box too large to hold');
      const box = Buffer.concat([whole, await take(prefetcher, size - whole.length)]);
      withPassedBudget(() => rewrite(box, at + position));
      await emit(box, position, skip, stop, sink);
    }
    position += size;
  }
}

/** A box's header, of either length, where so many bytes are left of the fragment. */
async function takeBoxHeader(prefetcher: Prefetcher, left: number): Promise<Buffer> {
  if (left < BOX_HEADER_BYTES) throw unfilled();
  const header = await take(prefetcher, BOX_HEADER_BYTES);
  if (header.readUInt32BE(0) !== 1) return header;
  if (left < LARGE_BOX_HEADER_BYTES) throw unfilled();
  return Buffer.concat([header, await take(prefetcher, LARGE_BOX_HEADER_BYTES - BOX_HEADER_BYTES)]);
}

function unfilled(): TransferError {
  return damaged('a fragment whose boxes do not fill it');
}

/** The part of some bytes at `position` that lies between `skip` and `stop`. */
async function emit(bytes: Buffer, position: number, skip: number, stop: number, sink: Sink): Promise<void> {
  const part = bytes.subarray(clamp(skip - position, 0, bytes.length), clamp(stop - position, 0, bytes.length));
  if (part.length > 0) await sink(part);
}

async function pump(prefetcher: Prefetcher, length: number, sink: Sink): Promise<void> {
  for (let left = length; left > 0;) {
    const there = await prefetcher.peek();
    const bytes = there.length > left ? there.subarray(0, left) : there;
    const sent = sink(bytes);
    if (sent) await sent;
    prefetcher.consume(bytes.length);
    left -= bytes.length;
  }
}

async function take(prefetcher: Prefetcher, length: number): Promise<Buffer> {
  if (length > MAX_HELD_BYTES) throw damaged('more than can be held');
  const bytes = Buffer.allocUnsafe(length);
  for (let filled = 0; filled < length;) {
    const copied = (await prefetcher.peek()).copy(bytes, filled, 0, length - filled);
    prefetcher.consume(copied);
    filled += copied;
  }
  return bytes;
}

async function discard(prefetcher: Prefetcher, length: number): Promise<void> {
  for (let left = length; left > 0;) {
    const there = await prefetcher.peek();
    const count = Math.min(left, there.length);
    prefetcher.consume(count);
    left -= count;
  }
}

/** What a group reads for a range of the output, in order; stretches that adjoin in a file are read as one. */
function* wantedOf(
  { pieces, starts }: FileLayout,
  inputs: readonly LayoutInput[],
  group: number,
  first: number,
  start: number,
  end: number,
): Generator<WantedBytes> {
  let joined: WantedBytes | undefined;
  for (let index = first; index < pieces.length && (starts[index] ?? 0) <= end; index++) {
    const piece = pieces[index];
    if (!piece || piece.kind === 'bytes' || piece.kind === 'made') continue;
    const input = inputs[piece.input];
    if (input?.group !== group) continue;
    const wanted = { file: input.file, ...wantedExtent(piece, starts[index] ?? 0, start, end) };
    if (joined && joined.file === wanted.file && joined.offset + joined.length === wanted.offset) {
      joined = { ...joined, length: joined.length + wanted.length };
      if (joined.length < MAX_JOINED_BYTES) continue;
      yield joined;
      joined = undefined;
    } else {
      if (joined) yield joined;
      joined = wanted;
    }
  }
  if (joined) yield joined;
}

/** What is read of a piece at `at`: of one that is changed on its way all, since its boxes are not known beforehand. */
function wantedExtent(piece: Piece & Extent, at: number, start: number, end: number): Omit<Extent, 'input'> {
  if (piece.kind !== 'copy') return { offset: piece.offset, length: piece.length };
  const skip = Math.max(0, start - at);
  return { offset: piece.offset + skip, length: Math.min(piece.length, end + 1 - at) - skip };
}

/** Long enough for whole chunks, short enough to begin before the whole list is known. */
const MAX_JOINED_BYTES = 64 * 1024 * 1024;

/** The group that carries most bytes. */
function heaviestGroup({ pieces }: FileLayout, inputs: readonly LayoutInput[]): number | undefined {
  const weights = new Map<number, number>();
  for (const piece of pieces) {
    if (piece.kind === 'bytes' || piece.kind === 'made') continue;
    const group = inputs[piece.input]?.group ?? NaN;
    weights.set(group, (weights.get(group) ?? 0) + piece.length);
  }
  return [...weights].sort((a, b) => b[1] - a[1])[0]?.[0];
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}
