import type { FailureCode, Result } from './failure.ts';
import type { Platform } from './platform-schema.ts';

/** How something ended, as it is counted: well, or by its failure. */
export type Outcome = 'ok' | FailureCode;

/** As it is counted: what nobody understands is a fault of reading, though a visitor is told that the media cannot be had. */
export function outcomeOf(result: Result<unknown>): Outcome {
  return result.ok ? 'ok' : countedFailure(result);
}

/** The same of what has failed. */
export function countedFailure({ isUnread, failure }: Extract<Result<unknown>, { ok: false }>): FailureCode {
  return isUnread ? 'extractor_broken' : failure.code;
}

/** What is counted: a link that a visitor or client had read, one that was read to see whether that works, a file that was handed over. */
export type CountedKind = 'resolve' | 'canary' | 'download';

/** `none`: a link of no platform, or a file of several. */
export type CountedPlatform = Platform | 'none';

/** How often something ended so, and how many bytes went with it. Nothing tells who it was, or what. */
export type OutcomeCount = {
  platform: CountedPlatform;
  kind: CountedKind;
  outcome: Outcome;
  count: number;
  bytes: number;
};

/** Failures of a platform, or of our way to it, while the link may be as good as any. */
const FAULTS: ReadonlySet<Outcome> = new Set<Outcome>([
  'rate_limited',
  'blocked_bot_check',
  'blocked_ip',
  'upstream_error',
  'upstream_forbidden',
  'upstream_too_large',
  'tls_error',
  'timeout',
  'extractor_broken',
  'engine_misconfigured',
  'engine_unavailable',
  'egress_down',
  'transfer_broken',
]);

/** What a platform answers of media that nobody can have. */
export const MEDIA_ANSWERS: readonly FailureCode[] = [
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
];
/** All else says nothing of the platform: who asked was refused, or left. */
const ANSWERS: ReadonlySet<Outcome> = new Set<Outcome>(['ok', ...MEDIA_ANSWERS]);

/** Whether the site did not do what it is for; a video that is private is none of that. */
export function isFault(outcome: Outcome): boolean {
  return FAULTS.has(outcome);
}

/** Whether the platform gave an answer, be it that there is no such video. */
export function isAnswer(outcome: Outcome): boolean {
  return ANSWERS.has(outcome);
}
