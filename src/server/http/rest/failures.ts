import { codesOf } from '#/model/failure-codes.ts';
import type { FailureCode } from '#/model/failure.ts';

/** What any operation may fail of. `busy`: while the database is away. */
export const ALWAYS: readonly FailureCode[] = ['busy', 'internal'];

/** Of the key. */
export const KEY_FAILURES: readonly FailureCode[] = ['unauthorized', 'forbidden'];

/** Of a JSON body. */
export const BODY: readonly FailureCode[] = ['invalid_request', 'not_acceptable', 'request_too_large'];

/** Of an Idempotency-Key. */
export const IDEMPOTENCY: readonly FailureCode[] = [
  'idempotency_mismatch',
  'idempotency_in_flight',
  'request_too_large',
  'invalid_request',
];

/** Of a link of a platform, the media behind it, the platform, and the way there. */
export const READING: readonly FailureCode[] = [
  ...codesOf('link', 'media', 'platform', 'engine'),
  'queue_full',
  'cancelled',
];

/** Of a link that this server has signed. */
export const SIGNED_LINK: readonly FailureCode[] = ['link_invalid', 'link_expired', 'format_gone', 'invalid_request'];

/** Of bytes on their way. */
export const TRANSFER: readonly FailureCode[] = [
  'limit_reached',
  'too_many_transfers',
  'file_too_large',
  'media_changed',
  'transfer_broken',
  'media_damaged',
  'conversion_failed',
  'storage_full',
  'download_unknown',
];
