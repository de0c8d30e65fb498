import type { Writable } from 'node:stream';
import type { Sink } from './layout/serve-layout.ts';
import { TransferError } from './transfer-error.ts';
import type { WriteOptions } from './transfer.ts';

type SinkOptions = Pick<WriteOptions, 'onBytes' | 'stop'>;

/** Writes to a response or another stream, and tells when the bytes may be overwritten: at once where the kernel took them, as it does as a rule. */
export function responseSink(res: Writable, { onBytes, stop }: SinkOptions): Sink {
  return (bytes) => {
    if (stop?.aborted || res.destroyed || res.writableEnded) throw new TransferError('cancelled');
    if (bytes.length === 0) return undefined;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const gone = () => reject(new TransferError('cancelled'));
    // Where nobody waits for these bytes, that they failed shows with the next: a rejection that nobody hears would end the process.
    promise.catch(() => {});
    res.write(bytes, (error) => (error ? gone() : resolve()));
    onBytes?.(bytes.length);
    if (res.writableLength === 0) return undefined;
    // A response that is destroyed forgets those who wait for it.
    res.once('close', gone);
    return promise.finally(() => res.off('close', gone));
  };
}
