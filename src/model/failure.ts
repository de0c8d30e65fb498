import * as v from 'valibot';
import { Notice } from './notice.ts';
import { Platform } from './platform-schema.ts';

/**
 * Everything that can go wrong for a visitor or an API client, by whose side it is on. Codes are part of the HTTP contract: never
 * rename one. Statuses live in server/http/http-status.ts, texts in site/pages/failure-text.ts; the compiler names what is missing there.
 */
export const FAILURE_CODES = [
  // The link, or the request
  'invalid_link',
  'unsupported_host',
  'unsupported_link',
  'taken_down',
  'invalid_request',
  'request_too_large',
  'unauthorized',
  'recent_sign_in_needed',
  'forbidden',
  'not_acceptable',
  'idempotency_mismatch',
  'idempotency_in_flight',
  // The media, as its platform tells it
  'private',
  'not_found',
  'account_unavailable',
  'copyright_blocked',
  'age_restricted',
  'geo_blocked',
  'login_required',
  'members_only',
  'payment_required',
  'live_now',
  'live_upcoming',
  'live_processing',
  'live_ended',
  'drm',
  'no_video',
  'unavailable',
  'no_direct_format',
  // The platform, today
  'platform_off',
  'rate_limited',
  'blocked_bot_check',
  'blocked_ip',
  'upstream_error',
  'upstream_forbidden',
  'upstream_too_large',
  'tls_error',
  'timeout',
  // Our side
  'extractor_broken',
  'engine_misconfigured',
  'engine_unavailable',
  'egress_denied',
  'egress_down',
  'busy',
  'queue_full',
  'storage_full',
  'cancelled',
  'internal',
  // What one visitor may do at once, or in a while
  'limit_reached',
  'too_many_transfers',
  'too_many_kept',
  'too_many_keys',
  'too_many_watched',
  'file_too_large',
  // Download links and transfers
  'link_invalid',
  'link_expired',
  'download_unknown',
  'key_unknown',
  'file_expired',
  'format_gone',
  'media_changed',
  'transfer_broken',
  'media_damaged',
  'conversion_failed',
  // The visitor's own connection to us
  'offline',
] as const;

export const FailureCode = v.picklist(FAILURE_CODES);
export type FailureCode = v.InferOutput<typeof FailureCode>;

export const Failure = v.object({
  code: FailureCode,
  platform: v.optional(Platform),
  /** Seconds after which another try makes sense. */
  retryAfterS: v.optional(v.number()),
  /** What the operator tells visitors about it. */
  notice: v.optional(Notice),
  /** Of `live_upcoming`: when it is to start, where the platform tells exactly. */
  startsAt: v.optional(v.pipe(v.string(), v.isoTimestamp())),
  /** Of `live_upcoming`: what it is called, where the platform tells. */
  mediaTitle: v.optional(v.string()),
});
export type Failure = v.InferOutput<typeof Failure>;

/**
 * Expected outcomes are values; bugs throw. `isUnread`: what the platform answered is not understood, so that the failure, whatever a
 * visitor is told, is one of reading it.
 */
export type Result<T, F = Failure> = { ok: true; value: T } | { ok: false; failure: F; isUnread?: true };

export function ok<T>(value: T): { ok: true; value: T } {
  return { ok: true, value };
}

export function fail(code: FailureCode, context: Omit<Failure, 'code'> = {}): { ok: false; failure: Failure } {
  return { ok: false, failure: { code, ...context } };
}

const RETRYABLE: ReadonlySet<FailureCode> = new Set<FailureCode>([
  'platform_off',
  'rate_limited',
  'blocked_bot_check',
  'blocked_ip',
  'upstream_error',
  'upstream_forbidden',
  'extractor_broken',
  'engine_misconfigured',
  'engine_unavailable',
  'egress_down',
  'timeout',
  'busy',
  'queue_full',
  'storage_full',
  'cancelled',
  'internal',
  'idempotency_in_flight',
  'limit_reached',
  'too_many_transfers',
  'too_many_kept',
  'link_expired',
  'transfer_broken',
  'conversion_failed',
  'offline',
]);

/** Whether the same request may succeed later without anybody changing the link. */
export function isRetryable(code: FailureCode): boolean {
  return RETRYABLE.has(code);
}
