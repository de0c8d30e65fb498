import { createHash } from 'node:crypto';
import type { Converted } from '../plan-conversion.ts';
import { serveLayout } from '../layout/serve-layout.ts';
import type { Cut, Plan } from '../plan.ts';
import type { BufferPool } from '../reading/buffer-pool.ts';
import type { Prepared, PrepareOptions } from '../transfer.ts';
import { asResult } from './as-result.ts';

/** A file whose every byte is copied. */
export function preparedCopy(
  { layout, inputs, etag, cut }: Plan,
  bufferPool: BufferPool,
  signal: AbortSignal,
): Prepared {
  return {
    totalBytes: layout.totalBytes,
    contentType: layout.contentType,
    etag,
    cut,
    write: (sink, { start, end }) =>
      asResult(() => serveLayout(layout, inputs, { start, end, bufferPool, signal }, sink), signal),
  };
}

/** A small file that is there already. */
export function preparedBytes(
  bytes: Uint8Array,
  { contentType, cut, signal }: { contentType: string; cut: Cut | null; signal: AbortSignal },
): Prepared {
  return {
    totalBytes: bytes.length,
    contentType,
    etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`,
    cut,
    write: (sink, { start, end }) => asResult(async () => sink(bytes.subarray(start, end + 1)), signal),
  };
}

/** A file that a codec makes. It is begun before anything is promised: one that fails at once is a failure, and not an empty file. */
export async function preparedConversion(
  conversion: Converted,
  { signal, isHead = false }: Pick<PrepareOptions, 'signal' | 'isHead'>,
): Promise<Prepared> {
  let begun = isHead ? null : await conversion.begin(signal);
  const { totalBytes, contentType, container, etag, cut } = conversion;
  return {
    totalBytes,
    contentType,
    container,
    etag,
    cut,
    write: (sink, range) =>
      asResult(async () => {
        const run = begun ?? (await conversion.begin(signal));
        begun = null;
        await conversion.write(run, range, sink);
      }, signal),
  };
}
