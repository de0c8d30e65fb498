import { type Readable, Transform } from 'node:stream';
import { fail, ok, type Result } from '#/model/failure.ts';
import type { Prepared } from './transfer.ts';
import { TransferError } from './transfer-error.ts';

/**
 * All bytes of a file as a stream, for what is no response. It ends only when every byte was read, and otherwise fails: with a
 * TransferError where that is a Failure. Destroying it ends all that makes it.
 */
export function readFile(file: Prepared, onBytes?: (count: number) => void): Readable {
  // Copied: the memory of what is written is used again as soon as it was taken.
  const copy = new Transform({ transform: (bytes: Uint8Array, _encoding, done) => done(null, Buffer.from(bytes)) });
  const options = { start: 0, end: (file.totalBytes ?? Infinity) - 1, ...(onBytes && { onBytes }) };
  file.write(copy, options).then(
    (written) => (written.ok ? copy.end() : copy.destroy(new TransferError(written.failure))),
    (error: Error) => copy.destroy(error),
  );
  return copy;
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
