import { BucketError } from './bucket.ts';

/** S3 allows 1,024 bytes; file systems 255 for one name, some of which a bucket adds to. */
const MAX_KEY_LENGTH = 512;
const MAX_SEGMENT_LENGTH = 200;
const SEGMENT = /^[a-z0-9._-]+$/;

/**
 * The segments of a key: `[a-z0-9._-]` joined by `/`, at most 512 characters and 200 for each, none of them `.` or `..`. No capitals,
 * since some file systems do not tell them apart. Throws `invalid_key`.
 */
export function keySegmentsOf(key: string): string[] {
  const segments = key.split('/');
  if (key.length > MAX_KEY_LENGTH || !segments.every(isSegment)) throw new BucketError('invalid_key', 'Not a key');
  return segments;
}

function isSegment(text: string): boolean {
  return SEGMENT.test(text) && text.length <= MAX_SEGMENT_LENGTH && text !== '.' && text !== '..';
}

/** What a list's prefix says: whole segments, and the beginning of the next one, either possibly empty. Throws `invalid_key`. */
export function partsOfPrefix(prefix: string): { folders: string[]; beginning: string } {
  const cut = prefix.lastIndexOf('/');
  const beginning = prefix.slice(cut + 1);
  if (beginning !== '' && !SEGMENT.test(beginning)) throw new BucketError('invalid_key', 'Not the beginning of a key');
  return { folders: cut < 0 ? [] : keySegmentsOf(prefix.slice(0, cut)), beginning };
}
