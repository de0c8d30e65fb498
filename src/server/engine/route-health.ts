import type { Failure, FailureCode } from '#/model/failure.ts';

/** Answers that mean: it is us the platform refuses, not this media. */
export const REFUSALS: ReadonlySet<FailureCode> = new Set<FailureCode>([
  'blocked_bot_check',
  'blocked_ip',
  'rate_limited',
]);
/** So many refusals on end, for so many different media, and links are not even tried any more. */
const OPEN_AFTER = 6;
/** After a refusal others are tried first for so long, doubled with each trial after it that fails. */
const REST_MS = 15_000;
const MAX_REST_MS = 10 * 60_000;
/** Of each rest but the first, so much more by chance: several servers that were refused at once do not come back at once. */
const JITTER = 0.25;
/** However long a platform asks to be left alone: a slip of its must not end it for a day. */
const MAX_WAIT_S = 60 * 60;

/** What is known of one way out at one platform. */
export type RouteHealth = {
  /** Milliseconds until a read may go this way; 0: now. */
  waitMs(): number;
  /** Whether it is refused for good, until a trial shows otherwise, or was asked to wait. */
  isOut(): boolean;
  /** Until when others are tried before it. */
  restsUntil(): number;
  /** Gives way for one read: of a route that has rested, others wait for what comes of it. */
  enter(): void;
  answered(): void;
  /** It refused, or did not lead anywhere. `key`: of the media; one that fails again and again says little. */
  refused(key: string, failure: Failure): void;
  last(): Failure | null;
};

/** `isAlone`: where there is no other way, one that rests is tried all the same until it is refused for good. */
export function createRouteHealth(now: () => number, random: () => number, isAlone: boolean): RouteHealth {
  const refusedKeys = new Set<string>();
  let last: Failure | null = null;
  let step = 0;
  let restUntil = -Infinity;
  let waitUntil = -Infinity;
  let isOnTrial = false;

  const isOpen = () => refusedKeys.size >= OPEN_AFTER;
  const restMs = () => Math.min(REST_MS * 2 ** step, MAX_REST_MS) * (step === 0 ? 1 : 1 + random() * JITTER);

  return {
    waitMs: () => Math.max(0, waitUntil - now(), isOpen() ? restUntil - now() : 0),
    isOut: () => isOpen() || waitUntil > now(),
    restsUntil: () => restUntil,
    enter() {
      const hasRested = restUntil !== -Infinity && restUntil <= now() && (!isAlone || isOpen());
      if (!hasRested) return;
      isOnTrial = true;
      restUntil = now() + restMs();
    },
    answered() {
      refusedKeys.clear();
      last = null;
      step = 0;
      restUntil = -Infinity;
      isOnTrial = false;
    },
    refused(key, failure) {
      refusedKeys.add(key);
      last = failure;
      const { retryAfterS } = failure;
      if (retryAfterS) waitUntil = Math.max(waitUntil, now() + Math.min(retryAfterS, MAX_WAIT_S) * 1000);
      // Those under way together are refused together: it grows when a trial fails.
      if (isOnTrial) step++;
      isOnTrial = false;
      restUntil = Math.max(restUntil, now() + restMs());
    },
    last: () => last,
  };
}
