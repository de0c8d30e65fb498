import type { Failure } from '#/model/failure.ts';

/** After a refusal something is left alone for so long, and twice as long after each trial that fails. */
const REST_MS = 15_000;
const MAX_REST_MS = 10 * 60_000;
/** Of each rest but the first, so much more by chance: several servers that were refused at once do not come back at once. */
const JITTER = 0.25;
/** However long a platform asks to be left alone: a slip of its must not end it for a day. */
const MAX_WAIT_S = 60 * 60;

/** Milliseconds to leave something alone of which so many trials have failed. */
export function restMs(failedTrials: number, random: () => number): number {
  const ownMs = Math.min(REST_MS * 2 ** failedTrials, MAX_REST_MS);
  return failedTrials === 0 ? ownMs : ownMs * (1 + random() * JITTER);
}

/** What is known of one way out at one platform. */
export type RouteHealth = {
  /** Milliseconds for which the platform has asked to be left alone this way; 0: it has not, or that is over. */
  waitMs(): number;
  /** Milliseconds for which other ways are tried before it. */
  restMs(): number;
  /** A read goes this way: where it has rested, others wait for what comes of that. */
  enter(): void;
  answered(): void;
  /** It was refused, or did not lead anywhere. */
  refused(failure: Failure): void;
  /** Fresh addresses of media were refused: answers to pages say nothing of that, and so do not end this rest. */
  mediaRefused(failure: Failure): void;
  /** Why it rests or waits. */
  last(): Failure | null;
};

export function createRouteHealth(now: () => number, random: () => number): RouteHealth {
  let last: Failure | null = null;
  let failedTrials = 0;
  let restUntil = -Infinity;
  let waitUntil = -Infinity;
  let isOnTrial = false;
  const media = { last: null as Failure | null, failedTrials: 0, restUntil: -Infinity };
  const rest = () => (restUntil = Math.max(restUntil, now() + restMs(failedTrials, random)));
  const wait = ({ retryAfterS }: Failure) => {
    if (retryAfterS) waitUntil = Math.max(waitUntil, now() + Math.min(retryAfterS, MAX_WAIT_S) * 1000);
  };

  return {
    waitMs: () => Math.max(0, waitUntil - now()),
    restMs: () => Math.max(0, restUntil - now(), media.restUntil - now()),
    enter() {
      if (last === null || restUntil > now()) return;
      isOnTrial = true;
      rest();
    },
    answered() {
      last = null;
      failedTrials = 0;
      restUntil = -Infinity;
      isOnTrial = false;
    },
    refused(failure) {
      last = failure;
      wait(failure);
      // Those under way together are refused together: that is one refusal.
      if (isOnTrial) failedTrials++;
      isOnTrial = false;
      rest();
    },
    mediaRefused(failure) {
      wait(failure);
      const restedMs = now() - media.restUntil;
      // Media that were read by it before that are refused together: that is one refusal.
      if (restedMs < 0) return;
      media.last = failure;
      media.failedTrials = restedMs < MAX_REST_MS ? media.failedTrials + 1 : 0;
      media.restUntil = now() + restMs(media.failedTrials, random);
    },
    last: () => last ?? (Math.max(media.restUntil, waitUntil) > now() ? media.last : null),
  };
}
