import type { Failure } from '#/model/failure.ts';
import { BucketError } from '#/server/bucket/bucket.ts';
import { TransferError } from '#/server/transfer/transfer-error.ts';

/** What making a file failed of, as a visitor may know it. What nobody expected is logged with its stack, and is `internal`. */
export function failureOf(error: unknown, log: (line: string) => void): Failure {
  if (error instanceof TransferError) return error.failure;
  if (error instanceof BucketError && error.code === 'disk_full') return { code: 'storage_full' };
  if (error instanceof BucketError && error.code === 'cancelled') return { code: 'cancelled' };
  log(`A file could not be made. ${(error instanceof Error && error.stack) || String(error)}`);
  return { code: 'internal' };
}
