import type { Readable } from 'node:stream';

type BucketErrorCode = 'not_found' | 'invalid_key' | 'invalid_range' | 'disk_full' | 'unavailable' | 'cancelled';

/** What went wrong with a bucket. Messages never hold addresses, credentials or folders; what was underneath is in `cause`. */
export class BucketError extends Error {
  override readonly name = 'BucketError';
  readonly code: BucketErrorCode;

  constructor(code: BucketErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** What an operation rejects with when its signal aborts; the signal's reason is the cause. */
export function cancelledBy(signal: AbortSignal): BucketError {
  return new BucketError('cancelled', 'The file is no longer wanted', { cause: signal.reason });
}

/** What a put takes: bytes of a length nobody knows beforehand. */
export type ByteSource = AsyncIterable<Uint8Array> | Readable;

/** `sha256` in lower-case hexadecimal digits. */
export type StoredFile = { bytes: number; sha256: string };

/** Both ends are counted from 0 and included. An end beyond the file means its last byte, as in HTTP. */
type OpenOptions = { start?: number; end?: number; signal?: AbortSignal };

/** `bytes` is the length of `body`, `totalBytes` that of the whole file. A body that is not read to its end must be destroyed. */
type OpenFile = { body: Readable; bytes: number; totalBytes: number; contentType: string };

type FileHead = { bytes: number; contentType: string; modifiedAt: Date };
export type ListedFile = { key: string; bytes: number; modifiedAt: Date };

/**
 * Finished files by key, in a folder or in S3. Keys are as `key.ts` says; others reject with `invalid_key`. Everything that fails
 * rejects with a BucketError: `unavailable` unless another code is named.
 */
export type Bucket = {
  /**
   * Stores a file whole or not at all, in place of one of the same key. When it resolves, the bytes are durable. Rejects with
   * `cancelled` as soon as the signal aborts (an S3 that does not answer holds that up for some seconds), with `disk_full`, or with
   * whatever the source itself threw. An abort that meets the last step on its way may come too late for the file, not for the answer.
   */
  put(key: string, source: ByteSource, options: { contentType: string; signal?: AbortSignal }): Promise<StoredFile>;
  /** Rejects with `not_found`, `invalid_range` (it begins beyond the file, or ends before it begins) or `cancelled`. */
  open(key: string, options?: OpenOptions): Promise<OpenFile>;
  /** Null when there is no such file. */
  head(key: string): Promise<FileHead | null>;
  /** Deleting what is not there is fine. */
  delete(key: string): Promise<void>;
  /** All files whose keys begin with the prefix, in no promised order; files that come or go meanwhile may be missed. */
  list(prefix: string): AsyncIterable<ListedFile>;
  /** An address that gives this file, saved under this name, to whoever has it, until it expires. */
  url(key: string, options: { expiresAt: Date; fileName: string }): Promise<string>;
  close(): Promise<void>;
};
