import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import type { BufferPool } from '../reading/buffer-pool.ts';
import { TransferError } from '../transfer-error.ts';
import type { FileLayout } from './layout.ts';
import { type LayoutInput, serveLayout, type Sink } from './serve-layout.ts';

/** What is written to a sink, as a stream: destroyed with what keeps the bytes away. `closed`: nobody reads it any more. */
export function writtenStream(write: (sink: Sink, closed: AbortSignal) => Promise<void>): Readable {
  const stream = new PassThrough();
  const closed = new AbortController();
  stream.once('close', () => closed.abort());
  const sink = async (bytes: Uint8Array): Promise<void> => {
    if (stream.destroyed) throw new TransferError('cancelled');
    // The buffer is used again as soon as this returns, and a stream keeps what it is given.
    if (stream.write(Buffer.from(bytes))) return;
    await once(stream, 'drain', { signal: closed.signal }).catch((error: unknown) => {
      throw new TransferError('cancelled', { cause: error });
    });
  };
  write(sink, closed.signal).then(
    () => stream.end(),
    (error: Error) => stream.destroy(error),
  );
  return stream;
}

/**
 * All bytes of a layout, for a program that reads them. Nothing is read before it begins to, so that who waits for the program takes no
 * memory that others need; its `return()` ends the reading at once.
 */
export function layoutBytes(
  layout: FileLayout,
  inputs: readonly LayoutInput[],
  { bufferPool, signal }: { bufferPool: BufferPool; signal: AbortSignal },
): AsyncIterable<Buffer> {
  const all = { start: 0, end: layout.totalBytes - 1, bufferPool };
  return {
    [Symbol.asyncIterator]() {
      const stream = writtenStream((sink, closed) =>
        serveLayout(layout, inputs, { ...all, signal: AbortSignal.any([signal, closed]) }, sink),
      );
      // Who reads no further is not told of what would have come.
      stream.on('error', () => {});
      const bytes = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
      return {
        next: () => bytes.next(),
        async return() {
          // The stream's own iterator would hear of it only when its next bytes are there.
          stream.destroy();
          return { done: true, value: undefined };
        },
      };
    },
  };
}
