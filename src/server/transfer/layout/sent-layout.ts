import { fragmentRewriter } from '../mp4/fragment.ts';
import type { IndexedTrack } from '../mp4/indexed-track.ts';
import type { Subsegment } from '../mp4/segment-index.ts';
import type { Tail } from '../mp4/tail-parts.ts';
import { type FillTail, layOutTail } from '../mp4/moov-at-end.ts';
import { TransferError } from '../transfer-error.ts';
import { rewriteClusters } from '../webm/cluster.ts';
import type { Input } from './input.ts';
import { layOut, type FileLayout, type Piece } from './layout.ts';

/** A layout as it goes from thread to thread: what is many is in few arrays, which are handed over and not copied. */
export type SentLayout =
  | { kind: 'pieces'; contentType: string; columns: Float64Array; bytes: Uint8Array[] }
  | { kind: 'tail'; contentType: string; tail: SentTail };

export type SentTail = Omit<Tail, 'tracks'> & { tracks: SentTrack[] };
type SentTrack = Omit<IndexedTrack, 'index'> & { timescale: number; subsegments: Float64Array };

const KINDS = ['bytes', 'copy', 'rewritten', 'fragment'] as const;
/** Kind, input, offset, length, and up to five numbers that say how it is changed. */
const COLUMNS = 9;

/** Throws TransferError internal for pieces that are changed in ways that cannot be told. */
export function packLayout({ contentType, pieces }: FileLayout): SentLayout {
  const tail = pieces.find((piece) => piece.kind === 'made')?.tail;
  if (tail) return { kind: 'tail', contentType, tail: packTail(tail) };
  const columns = new Float64Array(pieces.length * COLUMNS);
  const bytes: Uint8Array[] = [];
  for (const [place, piece] of pieces.entries()) {
    columns.set(numbersOf(piece), place * COLUMNS);
    if (piece.kind === 'bytes') bytes.push(owned(piece.bytes));
  }
  return { kind: 'pieces', contentType, columns, bytes };
}

function numbersOf(piece: Piece): number[] {
  switch (piece.kind) {
    case 'bytes':
      return [0, 0, 0, piece.length];
    case 'copy':
      return [1, piece.input, piece.offset, piece.length];
    case 'rewritten': {
      if (!piece.change) break;
      const { fromNumber, toNumber, window } = piece.change;
      return [
        2,
        piece.input,
        piece.offset,
        piece.length,
        fromNumber,
        toNumber,
        window?.start ?? NaN,
        window?.end ?? NaN,
      ];
    }
    case 'fragment': {
      if (!piece.change) break;
      const { trackId, place, shift, from, length } = piece.change;
      return [3, piece.input, piece.offset, piece.length, trackId, place, shift, from, length];
    }
    case 'made':
  }
  throw new TransferError('internal', { cause: new Error('a piece that cannot be sent') });
}

/** `inputs` are those that the layout was made of; `fill` makes the tables of a film whose fragments come before. */
export function unpackLayout(sent: SentLayout, inputs: readonly Input[], fill: FillTail): FileLayout {
  if (sent.kind === 'pieces') return layOut(sent.contentType, unpackPieces(sent));
  const { tracks, profiles, tags, text } = unpackTail(sent.tail);
  return layOutTail(tracks, inputs, profiles, tags, sent.contentType, text, fill);
}

function* unpackPieces({ columns, bytes }: Extract<SentLayout, { kind: 'pieces' }>): Generator<Piece> {
  let nextBytes = 0;
  for (let at = 0; at < columns.length; at += COLUMNS) {
    const [kind = 0, input = 0, offset = 0, length = 0, ...change] = columns.subarray(at, at + COLUMNS);
    switch (KINDS[kind]) {
      case 'copy':
        yield { kind: 'copy', input, offset, length };
        break;
      case 'rewritten': {
        const [fromNumber = 0, toNumber = 0, start = NaN, end = NaN] = change;
        const changes = { fromNumber, toNumber, ...(Number.isNaN(start) ? {} : { window: { start, end } }) };
        const rewrite = (cluster: Buffer) => rewriteClusters(cluster, changes);
        yield { kind: 'rewritten', input, offset, length, rewrite, change: changes };
        break;
      }
      case 'fragment': {
        const [trackId = 0, place = 0, shift = 0, from = 0, whole = 0] = change;
        const changes = { trackId, place, shift, from, length: whole };
        yield { kind: 'fragment', input, offset, length, rewrite: fragmentRewriter(changes), change: changes };
        break;
      }
      default:
        yield { kind: 'bytes', length, bytes: bytes[nextBytes++] ?? new Uint8Array() };
    }
  }
}

const SUBSEGMENT_COLUMNS = 5;

export function packTail({ tracks, ...tail }: Tail): SentTail {
  return {
    ...detached(tail),
    tracks: tracks.map(({ index: { timescale, subsegments }, ...track }) => {
      const columns = new Float64Array(subsegments.length * SUBSEGMENT_COLUMNS);
      for (const [place, { offset, length, time, duration, startsWithSync }] of subsegments.entries())
        columns.set([offset, length, time, duration, Number(startsWithSync)], place * SUBSEGMENT_COLUMNS);
      return { ...detached(track), timescale, subsegments: columns };
    }),
  };
}

export function unpackTail({ tracks, ...tail }: SentTail): Tail {
  return {
    ...asBuffers(tail),
    tracks: tracks.map(({ timescale, subsegments: columns, ...track }) => {
      const subsegments: Subsegment[] = [];
      for (let at = 0; at < columns.length; at += SUBSEGMENT_COLUMNS) {
        const [offset = 0, length = 0, time = 0, duration = 0, sync = 0] = columns.subarray(
          at,
          at + SUBSEGMENT_COLUMNS,
        );
        subsegments.push({ offset, length, time, duration, startsWithSync: sync === 1 });
      }
      return { ...asBuffers(track), index: { timescale, subsegments } };
    }),
  };
}

/** Bytes with memory of their own: of a part of some memory, a message would take all of it along. */
export function owned(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}

/** The same with bytes that have memory of their own. */
export function detached<T>(value: T): T {
  return mapBytes(value, owned) as T;
}

/** What was sent, with bytes as Node's own kind of them, which a message does not keep. */
export function asBuffers<T>(value: T): T {
  return mapBytes(value, (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)) as T;
}

function mapBytes(value: unknown, map: (bytes: Uint8Array) => Uint8Array): unknown {
  if (value instanceof Uint8Array) return map(value);
  if (Array.isArray(value)) return value.map((one) => mapBytes(one, map));
  if (value instanceof Map) return new Map([...value].map(([key, one]) => [key, mapBytes(one, map)]));
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapBytes(one, map)]));
}

/** What is smaller is sooner copied than handed over. */
const LARGE_BYTES = 16 * 1024;

/** The memory of a message that is handed over instead of being copied. */
export function memoryOf(value: unknown, found = new Set<ArrayBuffer>()): ArrayBuffer[] {
  if (ArrayBuffer.isView(value)) {
    if (value.byteLength >= LARGE_BYTES && value.buffer instanceof ArrayBuffer) found.add(value.buffer);
  } else if (Array.isArray(value) && typeof value[0] === 'object') for (const one of value) memoryOf(one, found);
  else if (value instanceof Map) for (const one of value.values()) memoryOf(one, found);
  else if (typeof value === 'object' && value !== null && !Array.isArray(value))
    for (const one of Object.values(value)) memoryOf(one, found);
  return [...found];
}
