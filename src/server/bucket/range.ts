import { BucketError } from './bucket.ts';

/** The part of a file that is asked for, both ends included; of an empty file, asked for whole, it ends before it starts. */
export function byteRangeOf(
  start: number | undefined,
  end: number | undefined,
  totalBytes: number,
): { start: number; end: number } {
  checkRange(start, end);
  if ((start !== undefined || end !== undefined) && (start ?? 0) >= totalBytes) {
    throw new BucketError('invalid_range', `The range begins beyond the file's ${totalBytes} bytes`);
  }
  return { start: start ?? 0, end: Math.min(end ?? Infinity, totalBytes - 1) };
}

/** What is wrong with a range whatever the file is. Throws `invalid_range`. */
export function checkRange(start = 0, end = start): void {
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 0 || end < start) {
    throw new BucketError('invalid_range', `No range: ${start} to ${end}`);
  }
}
