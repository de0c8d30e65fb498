import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import type { BufferPool } from '../reading/buffer-pool.ts';
import { TransferError } from '../transfer-error.ts';
import type { FileLayout } from './layout.ts';
import { type LayoutInput, serveLayout } from './serve-layout.ts';

/** All bytes of a layout as a stream, for a program that reads them. It is destroyed with what keeps the bytes away. */
export function streamLayout(
  layout: FileLayout,
  inputs: readonly LayoutInput[],
  { bufferPool, signal }: { bufferPool: BufferPool; signal: AbortSignal },
): Readable {
  const stream = new PassThrough();
  const closed = new AbortController();
  stream.once('close', () => closed.abort());
  // Who reads no further is not told of what would have come.
  stream.on('error', () => {});
  const sink = async (bytes: Uint8Array): Promise<void> => {
    if (stream.destroyed) throw new TransferError('cancelled');
    // The buffer is used again as soon as this returns, and a stream keeps what it is given.
    if (!stream.write(Buffer.from(bytes))) await once(stream, 'drain', { signal: closed.signal });
  };
  const all = { start: 0, end: layout.totalBytes - 1, bufferPool, signal: AbortSignal.any([signal, closed.signal]) };
  serveLayout(layout, inputs, all, sink).then(
    () => stream.end(),
    (error: Error) => stream.destroy(error),
  );
  return stream;
}
