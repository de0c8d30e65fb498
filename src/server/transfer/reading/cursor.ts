import type { Readable } from 'node:stream';
import { EgressError } from '#/server/egress/egress.ts';
import { toEgressError } from '#/server/egress/errors.ts';
import { TransferError } from '../transfer-error.ts';

/** An answer that is read from one end to the other, by one reader at a time. */
export type Cursor = {
  /** Place in the file of the next byte. */
  readonly at: number;
  readonly isClosed: boolean;
  /** Fills a buffer with the bytes from `offset` on, which is not before `at`. Throws EgressError, and what `onPassed` throws; it is closed then. */
  fill(offset: number, into: Buffer, signal: AbortSignal, onBytes: (filled: number) => void): Promise<void>;
  /** It is closed when this signal says so, and no longer when the one given before does. */
  belongTo(owner: AbortSignal): void;
  close(): void;
};

/** Nobody reads on: the connection is given back. */
const IDLE_MS = 20_000;

/** Takes an answer whose body begins at a byte of the file. `onPassed` gets all of it in order, and may throw. */
export function createCursor(body: Readable, first: number, onPassed: (bytes: Buffer) => void = () => {}): Cursor {
  const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let at = first;
  let held: Buffer = Buffer.alloc(0);
  let owner: AbortSignal | undefined;
  let idle: NodeJS.Timeout | undefined;
  let isClosed = false;

  function close(): void {
    isClosed = true;
    clearTimeout(idle);
    owner?.removeEventListener('abort', close);
    body.destroy();
  }

  async function nextChunk(): Promise<Buffer> {
    const next = await chunks.next();
    if (next.done) throw new EgressError('transfer_broken', 'the file ended early');
    return next.value;
  }

  return {
    get at() {
      return at;
    },
    get isClosed() {
      return isClosed;
    },
    async fill(offset, into, signal, onBytes) {
      clearTimeout(idle);
      // Not the owner's listener, which stays when this one goes.
      const leave = () => close();
      signal.addEventListener('abort', leave, { once: true });
      try {
        signal.throwIfAborted();
        for (let filled = 0; filled < into.length;) {
          if (held.length === 0) held = await nextChunk();
          // What lies before the offset was not asked for, and cannot be left out.
          const skipped = Math.min(held.length, offset + filled - at);
          const copied = held.copy(into, filled, skipped);
          onPassed(held.subarray(0, skipped + copied));
          at += skipped + copied;
          held = held.subarray(skipped + copied);
          filled += copied;
          if (copied > 0) onBytes(filled);
        }
        idle = setTimeout(close, IDLE_MS).unref();
      } catch (error) {
        close();
        throw error instanceof TransferError ? error : toEgressError(error, 'upstream');
      } finally {
        signal.removeEventListener('abort', leave);
      }
    },
    belongTo(next) {
      owner?.removeEventListener('abort', close);
      owner = next;
      if (next.aborted) close();
      else next.addEventListener('abort', close, { once: true });
    },
    close,
  };
}
