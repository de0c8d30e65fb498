import { isOf } from './failure-codes.ts';
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
type CountedKind = 'resolve' | 'canary' | 'download';

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

/** Whether the site did not do what it is for; a video that is private is none of that. */
export function isFault(outcome: Outcome): boolean {
  return outcome !== 'ok' && isOf(outcome, 'fault');
}

/**
 * Whether the platform gave an answer, be it that there is no such video. All else that is no fault says nothing of the platform: who
 * asked was refused, or left.
 */
export function isAnswer(outcome: Outcome): boolean {
  return outcome === 'ok' || isOf(outcome, 'media');
}

/**
 * What something counted says of how links are read, which is all that a success rate is of: that the platform answered, or that it is at
 * fault. Canaries count as links do: they tell of quiet hours. Files, and what says nothing of the platform, are in no rate.
 */
export function readingOf({ kind, outcome }: Pick<OutcomeCount, 'kind' | 'outcome'>): 'answers' | 'faults' | null {
  if (kind === 'download') return null;
  if (isFault(outcome)) return 'faults';
  return isAnswer(outcome) ? 'answers' : null;
}

/** So many failures, and as large a share of all that was asked, are no accident any more. */
const NO_ACCIDENT = { failures: 3, share: 0.25 };

/** Whether a platform is disturbed: by how many of the things asked of it have failed, and not by the last one. */
export function isNoAccident(failures: number, asked: number): boolean {
  return failures >= NO_ACCIDENT.failures && failures >= NO_ACCIDENT.share * asked;
}

/** Whether that can be told: it is disturbed, or so many things were asked that as large a share of them would be no accident. */
export function isEnoughToJudge(failures: number, asked: number): boolean {
  return isNoAccident(failures, asked) || NO_ACCIDENT.share * asked >= NO_ACCIDENT.failures;
}
