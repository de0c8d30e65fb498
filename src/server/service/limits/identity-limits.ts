import { createHmac } from 'node:crypto';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { networkLimits } from '#app.config';
import type { LimitedAct, NetworkCounter } from '#/server/identity/embedded/limits.ts';
import type { Store } from '#/server/store/store.ts';
import { createFixedWindowCounter } from './fixed-window-counter.ts';
import { createLimiterClient } from './limiter-client.ts';

/**
 * What one network may do with the embedded accounts. Homes and schools have one address for many; a whole class signs up within one
 * lesson rarely. `times` of it are allowed: a setting.
 */
export const IDENTITY_LIMITS = {
  /** All calls and pages: a sign-in takes three, and an open page one a minute. */
  requests: { most: 600, durationS: 60 },
  signUps: { most: networkLimits.signUps, durationS: 60 * 60 },
  /** Each costs the operator money, and its reader patience. */
  messages: { most: 60, durationS: 60 * 60 },
  wrongGuesses: { most: 60, durationS: 10 * 60 },
} as const satisfies Record<LimitedAct, { most: number; durationS: number }>;

type IdentityLimitOptions = {
  store: Pick<Store, 'query' | 'queryTimeouts'>;
  /** Hides addresses in the database. */
  secret: string;
  /** Sign-ups of one network in an hour; all else in proportion. */
  signUps?: number;
  log: (line: string) => void;
};

/**
 * Counts by network. What costs something is counted in the database, by all servers together; mere requests in the memory of each,
 * since asking the database about each of them would be what they are limited for.
 */
export function createNetworkCounter({
  store,
  secret,
  signUps = IDENTITY_LIMITS.signUps.most,
  log,
}: IdentityLimitOptions): NetworkCounter {
  const client = createLimiterClient(store, log);
  const times = signUps / IDENTITY_LIMITS.signUps.most;
  const most = (act: LimitedAct): number => Math.max(1, Math.round(IDENTITY_LIMITS[act].most * times));
  const counterOf = (act: LimitedAct) =>
    createFixedWindowCounter({ client, name: `identity ${act}`, durationS: IDENTITY_LIMITS[act].durationS });
  const counters = {
    signUps: counterOf('signUps'),
    messages: counterOf('messages'),
    wrongGuesses: counterOf('wrongGuesses'),
  };
  const requests = new RateLimiterMemory({ points: most('requests'), duration: IDENTITY_LIMITS.requests.durationS });
  const keyOf = (network: string) =>
    createHmac('sha256', secret).update(`identity\0${network}`).digest('base64url').slice(0, 22);
  return {
    async take(act, network) {
      if (act === 'requests') return waitOf(requests, network);
      const { isWithin, resetsInS } = await counters[act].add(keyOf(network), most(act));
      return isWithin ? null : resetsInS;
    },
    refusal(act, network) {
      if (act === 'requests') return null;
      return counters[act].refusal(keyOf(network), most(act))?.resetsInS ?? null;
    },
  };
}

async function waitOf(limiter: RateLimiterMemory, key: string): Promise<number | null> {
  try {
    await limiter.consume(key);
    return null;
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    return Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
  }
}
