import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { type BucketError, type ByteSource, cancelledBy, type StoredFile } from './bucket.ts';

/** What a put reads: a source that is measured while it passes, and left at once when the signal aborts. */
type Intake = {
  chunks: AsyncIterable<Uint8Array>;
  /** Of all that has passed. */
  measured(): StoredFile;
  /** What a put rejects with, given what stopped it: `cancelled`, the source's own error, or what `explain` makes of it. */
  rejection(error: unknown, explain: (error: unknown) => BucketError): unknown;
};

/** Takes a source over: whatever happens, it is closed in the end. */
export function createIntake(source: ByteSource, signal?: AbortSignal): Intake {
  const hash = createHash('sha256');
  let bytes = 0;
  let sourceFailure: { error: unknown } | null = null;

  async function next(iterator: AsyncIterator<Uint8Array>): Promise<IteratorResult<Uint8Array>> {
    try {
      return await nextUnlessAborted(iterator, signal);
    } catch (error) {
      sourceFailure = { error };
      throw error;
    }
  }

  async function* chunks(): AsyncGenerator<Uint8Array> {
    const iterator: AsyncIterator<Uint8Array> = source[Symbol.asyncIterator]();
    try {
      for (;;) {
        const { done, value } = await next(iterator);
        if (done) return;
        hash.update(value);
        bytes += value.byteLength;
        yield value;
      }
    } finally {
      leave(source, iterator);
    }
  }

  return {
    chunks: chunks(),
    measured: () => ({ bytes, sha256: hash.copy().digest('hex') }),
    rejection(error, explain) {
      // A put that fails before it reads has not left its source yet.
      if (source instanceof Readable) source.destroy();
      if (signal?.aborted) return cancelledBy(signal);
      return sourceFailure ? sourceFailure.error : explain(error);
    },
  };
}

/** One promise for each chunk: to race a promise that lives as long as the put would keep every chunk in memory. */
function nextUnlessAborted(
  iterator: AsyncIterator<Uint8Array>,
  signal: AbortSignal | undefined,
): Promise<IteratorResult<Uint8Array>> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal?.reason);
    if (signal?.aborted) return stop();
    signal?.addEventListener('abort', stop, { once: true });
    void iterator
      .next()
      .then(resolve, reject)
      .finally(() => signal?.removeEventListener('abort', stop));
  });
}

/** Not awaited: a source that is silent would answer only after its next chunk. */
function leave(source: ByteSource, iterator: AsyncIterator<Uint8Array>): void {
  if (source instanceof Readable) source.destroy();
  // What it says while it is closed concerns nobody any more: the put has its outcome.
  else void iterator.return?.().then(undefined, () => undefined);
}
