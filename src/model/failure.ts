import * as v from 'valibot';
import { FAILURE_CODES, isOf } from './failure-codes.ts';
import { Notice } from './notice.ts';
import { Platform } from './platform-schema.ts';

export { FAILURE_CODES } from './failure-codes.ts';

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

/** Whether the same request may succeed later without anybody changing the link. */
export function isRetryable(code: FailureCode): boolean {
  return isOf(code, 'retryable');
}
