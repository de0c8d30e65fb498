import { Readable } from 'node:stream';
import { boundedChunks } from '#/model/http/bounded-body.ts';
import type { EgressResponse } from '#/server/egress/egress.ts';
import { toEgressError } from '#/server/egress/errors.ts';
import { TransferError } from '../transfer-error.ts';
import { untilAborted } from './abortable.ts';
import { type UpstreamAnswer, firstByteOf, type ReadOptions, totalBytesOf } from './answer.ts';
import { type Cursor, createCursor } from './cursor.ts';
import type { FileIdentity } from './identity.ts';

/** An answer, whose it is, and from where on it was asked for: 0, the whole. */
export type OpenedStream = { answer: EgressResponse; url: string; asked: number };

/** Asks for a file: from `offset` on if that can be had, else whole. */
type OpenStream = (offset: number, signal: AbortSignal) => Promise<OpenedStream>;

/** A file whose upstream does not serve ranges: read from one end to the other, as long as its readers go forward. */
type Streams = {
  /** As a range would be read: an answer without the bytes is told and not read. Throws EgressError, media_changed, upstream_too_large. */
  fill(offset: number, into: Buffer, options: ReadOptions): Promise<UpstreamAnswer>;
};

/** Files whose length is not told are read whole to learn it, up to this: they are pictures. */
const MAX_UNTOLD_BYTES = 32 * 1024 * 1024;

export function createStreams(open: OpenStream, identity: FileIdentity): Streams {
  const cursors = new WeakMap<AbortSignal, Cursor>();
  /** One visitor's reads come one after the other, whatever runs in parallel above. */
  const turns = new WeakMap<AbortSignal, Promise<void>>();
  /** What a read for nobody in particular has left open, for whoever reads on there. */
  let loose: Cursor | undefined;

  function cursorBefore(offset: number, visitor: AbortSignal | undefined): Cursor | undefined {
    const own = visitor && cursors.get(visitor);
    if (own && !own.isClosed && own.at <= offset) return own;
    own?.close();
    if (!loose || loose.isClosed || loose.at > offset) return undefined;
    const found = loose;
    loose = undefined;
    return found;
  }

  function leaveOpen(cursor: Cursor, visitor: AbortSignal | undefined): void {
    if (visitor) {
      cursors.set(visitor, cursor);
    } else {
      loose?.close();
      loose = cursor;
    }
  }

  /** null: it has to be proven first. */
  async function begin(opened: OpenedStream, first: number, options: ReadOptions): Promise<Cursor | null> {
    const { answer, url } = opened;
    const { signal, onFacts } = options;
    try {
      const told = totalBytesOf(answer) ?? identity.facts?.totalBytes;
      const whole = told === undefined ? await readWhole(answer.body, signal) : Buffer.alloc(0);
      // From its beginning on, what is passed over is compared with what was read before: that is proof enough.
      const isProof = options.isProof ?? first === 0;
      const facts = identity.learn(told ?? whole.length, answer.headers, { url, isProof });
      if (facts === 'doubtful') {
        answer.body.destroy();
        return null;
      }
      onFacts?.(facts);
      const body = told === undefined ? Readable.from([whole]) : answer.body;
      return createCursor(body, first, comparing(first));
    } catch (error) {
      answer.body.destroy();
      throw error;
    }
  }

  /** What is passed over of an answer, and must be as it was. */
  function comparing(first: number): (bytes: Buffer) => void {
    const pass = identity.samples.passing(first);
    return (bytes) => {
      try {
        pass(bytes);
      } catch (error) {
        throw error instanceof TransferError ? identity.deny(error) : error;
      }
    };
  }

  async function fillInTurn(offset: number, into: Buffer, options: ReadOptions): Promise<UpstreamAnswer> {
    const { signal, visitor, onBytes } = options;
    let cursor = cursorBefore(offset, visitor);
    if (!cursor) {
      const opened = await openWhile(signal, (request) => open(offset, request));
      const { answer, asked } = opened;
      const first = firstByteOf(answer, asked);
      const none = { status: answer.status, headers: answer.headers, filled: 0 };
      const isUntold = answer.status === 206 && totalBytesOf(answer) === undefined && !identity.facts;
      if (first === undefined || isUntold) {
        answer.body.destroy();
        return none;
      }
      const begun = await begin(opened, first, options);
      if (!begun) return { ...none, isDoubtful: true };
      cursor = begun;
    }
    cursor.belongTo(visitor ?? signal);
    const wanted = into.subarray(0, Math.max(0, (identity.facts?.totalBytes ?? 0) - offset));
    await cursor.fill(offset, wanted, signal, (filled) => onBytes?.(filled));
    leaveOpen(cursor, visitor);
    return { status: 206, headers: {}, filled: wanted.length };
  }

  return {
    fill(offset, into, options) {
      const { signal, visitor } = options;
      if (!visitor) return fillInTurn(offset, into, options);
      const before = turns.get(visitor) ?? Promise.resolve();
      const turn = untilAborted(before, signal).then(() => fillInTurn(offset, into, options));
      turns.set(
        visitor,
        Promise.allSettled([before, turn]).then(() => {}),
      );
      return turn;
    },
  };
}

/** Opens as long as a signal does not say otherwise, which has no say in what has been opened. */
async function openWhile<T>(signal: AbortSignal, open: (request: AbortSignal) => Promise<T>): Promise<T> {
  const request = new AbortController();
  const leave = () => request.abort(signal.reason);
  if (signal.aborted) leave();
  signal.addEventListener('abort', leave, { once: true });
  try {
    return await open(request.signal);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}

async function readWhole(body: Readable, signal: AbortSignal): Promise<Buffer> {
  const leave = () => body.destroy();
  signal.addEventListener('abort', leave, { once: true });
  try {
    signal.throwIfAborted();
    const chunks = await boundedChunks<Buffer>(body, MAX_UNTOLD_BYTES);
    if (!chunks) throw new TransferError('upstream_too_large');
    return Buffer.concat(chunks);
  } catch (error) {
    throw error instanceof TransferError ? error : toEgressError(error, 'upstream');
  } finally {
    signal.removeEventListener('abort', leave);
  }
}
