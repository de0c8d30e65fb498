import { Readable, type Writable } from 'node:stream';
import { TransferError } from '../transfer-error.ts';

/**
 * Writes an input to a child's stdin, no faster than the child reads. A child that closes its stdin early has what it needs: the
 * input is stopped then (`return()`, or `destroy()` if it is a stream), which is no failure. `onFailure` gets what the input threw.
 * Returns the function that stops it.
 */
export function feed(
  input: AsyncIterable<Uint8Array>,
  stdin: Writable,
  onFailure: (failure: TransferError) => void,
): () => void {
  const iterator = input[Symbol.asyncIterator]();
  let stopped = false;

  function stop(): void {
    if (stopped) return;
    stopped = true;
    if (input instanceof Readable) input.destroy();
    // A generator that waits for something sees this only afterwards, and nobody is interested in what it says then.
    iterator.return?.().catch(() => {});
    stdin.destroy();
  }

  async function pump(): Promise<void> {
    for (;;) {
      const { done, value } = await iterator.next();
      if (stopped) return;
      if (done) {
        stdin.end();
        return;
      }
      if (!stdin.write(value)) await drained(stdin);
    }
  }

  // EPIPE: the child stopped reading. `close` follows.
  stdin.on('error', () => {});
  stdin.once('close', stop);
  pump().catch((error: unknown) => {
    if (stopped) return;
    onFailure(error instanceof TransferError ? error : new TransferError('conversion_failed', { cause: error }));
  });
  return stop;
}

/** Resolves when a stream takes more, or never will. */
function drained(stream: Writable): Promise<void> {
  return new Promise((resolve) => {
    const goOn = () => {
      stream.off('drain', goOn).off('close', goOn);
      resolve();
    };
    stream.on('drain', goOn).on('close', goOn);
  });
}
