import { BucketError } from './bucket.ts';

/** The disk, the owner's share of it, or the largest file it allows. */
const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** What a failed file operation means. The path stays out of the message. */
export function explainFileError(error: unknown): BucketError {
  if (error instanceof BucketError) return error;
  const code = codeOf(error);
  if (code === 'ENOENT') return new BucketError('not_found', 'There is no such file', { cause: error });
  if (FULL.has(code)) return new BucketError('disk_full', 'No room is left for the file', { cause: error });
  return new BucketError('unavailable', `The folder cannot be used: ${code || 'unknown error'}`, { cause: error });
}

/** Whether a file was gone already, before or after it was explained. */
export function isMissing(error: unknown): boolean {
  return error instanceof BucketError ? error.code === 'not_found' : codeOf(error) === 'ENOENT';
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
