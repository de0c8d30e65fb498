import type { Readable } from 'node:stream';
import { fail, ok, type Result } from '#/model/failure.ts';
import { writtenStream } from './layout/layout-stream.ts';
import type { Prepared } from './transfer.ts';
import { TransferError } from './transfer-error.ts';

/**
 * All bytes of a file as a stream, for what is no response. It ends only when every byte was read, and otherwise fails: with a
 * TransferError where that is a Failure. Destroying it ends all that makes it.
 */
export function readFile(file: Prepared, onBytes: (count: number) => void = () => {}): Readable {
  return writtenStream(async (sink) => {
    const counted = (bytes: Uint8Array) => {
      onBytes(bytes.length);
      return sink(bytes);
    };
    const written = await file.write(counted, { start: 0, end: (file.totalBytes ?? Infinity) - 1 });
    if (!written.ok) throw new TransferError(written.failure);
  });
}

/** All bytes of a small file. Failures: those of its writing; cancelled once the signal aborts. */
export async function readWhole(file: Prepared, signal: AbortSignal): Promise<Result<Buffer>> {
  try {
    const chunks: Buffer[] = await readFile(file).toArray({ signal });
    return ok(Buffer.concat(chunks));
  } catch (error) {
    if (signal.aborted) return fail('cancelled');
    if (error instanceof TransferError) return { ok: false, failure: error.failure };
    throw error;
  }
}
