import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Allowance } from '#/model/download.ts';
import type { LimiterClient } from './limiter-client.ts';

/** Made by the store's migrations. */
export const TABLE = 'rate_limits';

/** What is left after one was counted, and whether that one was within the limit. */
export type Count = Allowance & { isWithin: boolean };

/** One kind of thing that is counted by keys, over a fixed time from the first of it. */
export type FixedWindowCounter = {
  /** What is left of a key that is known here to be over its limit, without a query; null: it has to be counted. */
  refusal: (key: string, limit: number) => Allowance | null;
  /** Counts, over the limit too; afterwards such a key is known to be over it. */
  add: (key: string, limit: number, points?: number) => Promise<Count>;
  /** Takes one back that was counted just now. */
  giveBack: (key: string, limit: number) => Promise<void>;
  /** What is left, without counting. */
  look: (key: string, limit: number) => Promise<Allowance>;
};

/** With what the package's types leave out: milliseconds for which a key as stored is refused without a query, or 0. */
type Limiter = RateLimiterPostgres & { getInMemoryBlockMsBeforeExpire: (storedKey: string) => number };

/**
 * Counts in the table of all servers; in memory while the database is away, from nothing, so that a limit is at most doubled by it.
 * RateLimiterPostgres speaks SQL to both databases; RateLimiterDrizzle looks for drizzle-orm by its name at run time, which a server
 * built into one file does not have.
 */
export function createFixedWindowCounter(options: {
  client: LimiterClient;
  name: string;
  durationS: number;
}): FixedWindowCounter {
  const byLimit = new Map<number, Limiter>();
  const limiterOf = (limit: number): Limiter => {
    const limiter = byLimit.get(limit) ?? createLimiter(options, limit);
    byLimit.set(limit, limiter);
    return limiter;
  };
  const refusal = (key: string, limit: number): Allowance | null => {
    const limiter = limiterOf(limit);
    const blockedMs = limiter.getInMemoryBlockMsBeforeExpire(limiter.getKey(key));
    return blockedMs > 0 ? allowanceOf(limit, new RateLimiterRes(0, blockedMs)) : null;
  };

  return {
    refusal,
    async add(key, limit, points = 1) {
      try {
        return { ...allowanceOf(limit, await limiterOf(limit).consume(key, points)), isWithin: true };
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        return { ...allowanceOf(limit, refused), isWithin: false };
      }
    },
    async giveBack(key, limit) {
      await limiterOf(limit).reward(key);
    },
    async look(key, limit) {
      const known = refusal(key, limit) ?? (await limiterOf(limit).get(key));
      if (known instanceof RateLimiterRes) return allowanceOf(limit, known);
      return known ?? { limit, remaining: limit, resetsInS: 0 };
    },
  };
}

function createLimiter(
  { client, name, durationS }: { client: LimiterClient; name: string; durationS: number },
  limit: number,
): Limiter {
  const counted = { keyPrefix: name, points: limit, duration: durationS };
  const limiter = new RateLimiterPostgres({
    ...counted,
    storeClient: client,
    storeType: 'pool',
    tableName: TABLE,
    tableCreated: true,
    // Limits have one timer for all, which can be stopped.
    clearExpiredByTimeout: false,
    // From the first refusal on, and not from the last that is let through: that one may be given back.
    inMemoryBlockOnConsumed: limit + 1,
    insuranceLimiter: new RateLimiterMemory(counted),
  });
  return limiter as Limiter;
}

function allowanceOf(limit: number, { remainingPoints, msBeforeNext }: RateLimiterRes): Allowance {
  return { limit, remaining: Math.min(remainingPoints, limit), resetsInS: Math.max(1, Math.ceil(msBeforeNext / 1000)) };
}
