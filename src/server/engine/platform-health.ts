import type { PlatformHealth } from '#/model/download.ts';
import { fail, type Failure, type FailureCode, type Result } from '#/model/failure.ts';
import type { Platform } from '#/model/platform.ts';

/** Answers that mean: it is us the platform refuses, not this media. */
const REFUSALS: ReadonlySet<FailureCode> = new Set<FailureCode>(['blocked_bot_check', 'blocked_ip', 'rate_limited']);
/** Answers that say nothing about the platform. */
const OURS: ReadonlySet<FailureCode> = new Set<FailureCode>([
  'busy',
  'cancelled',
  'engine_unavailable',
  'egress_down',
  'egress_denied',
  'internal',
]);
/** So many refusals on end, for so many different media, and links are not even tried any more. */
const OPEN_AFTER = 6;
/** While it is open one link is tried each so often. */
const TRIAL_EVERY_MS = 15_000;

type State = { refusedKeys: Set<string>; last: Failure | null; checkedAt: number | null; lastTrialAt: number };

export type HealthBook = {
  /** The failure to answer with at once while a platform refuses us; null: try. */
  refusal(platform: Platform): Result<never> | null;
  record(platform: Platform, key: string, code: FailureCode | null): void;
  health(platform: Platform): PlatformHealth;
};

/** Whether each platform answers us, by its last answers; the circuit breaker that spares a platform that refuses. */
export function createHealthBook(now = () => performance.now(), instant: () => number = Date.now): HealthBook {
  const states = new Map<Platform, State>();
  const stateOf = (platform: Platform): State => {
    const state = states.get(platform) ?? {
      refusedKeys: new Set(),
      last: null,
      checkedAt: null,
      lastTrialAt: -Infinity,
    };
    states.set(platform, state);
    return state;
  };
  const isOpen = (state: State) => state.refusedKeys.size >= OPEN_AFTER;

  return {
    refusal(platform) {
      const state = stateOf(platform);
      if (!isOpen(state) || !state.last) return null;
      const waitMs = state.lastTrialAt + TRIAL_EVERY_MS - now();
      if (waitMs > 0) return fail(state.last.code, { platform, retryAfterS: Math.ceil(waitMs / 1000) });
      state.lastTrialAt = now();
      return null;
    },
    record(platform, key, code) {
      if (code && OURS.has(code)) return;
      const state = stateOf(platform);
      state.checkedAt = instant();
      if (code && REFUSALS.has(code)) {
        state.refusedKeys.add(key);
        state.last = { code, platform };
        if (isOpen(state)) state.lastTrialAt = now();
      } else {
        // "Private" and "not found" are answers too: the platform talks to us.
        state.refusedKeys.clear();
        state.last =
          code === 'timeout' || code === 'extractor_broken' || code === 'upstream_error' ? { code, platform } : null;
      }
    },
    health(platform) {
      const state = stateOf(platform);
      return {
        state: isOpen(state) ? 'unavailable' : state.last ? 'degraded' : 'working',
        reason: state.last,
        checkedAt: state.checkedAt === null ? null : new Date(state.checkedAt).toISOString(),
      };
    },
  };
}
