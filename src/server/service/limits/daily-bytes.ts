import type { Allowance } from '#/model/download.ts';
import { toStoreError } from '#/server/store/store-error.ts';
import type { FixedWindowCounter } from './fixed-window-counter.ts';
import type { LimitKey, LimitKeys } from './limit-keys.ts';
import { tightest } from './limit-status.ts';

export const DAY_S = 24 * 60 * 60;
/** What bytes are counted in: a day's fit the table's integer. */
export const MIB = 2 ** 20;
const GIGABYTE = 1e9;

export type DailyBytes = {
  /** Seconds until there are bytes again; null: there are some. */
  waitS: (limitKeys: LimitKeys) => Promise<number | null>;
  /** Counts in the background. */
  charge: (limitKeys: LimitKeys, mebibytes: number) => void;
  /** In bytes. */
  left: (limitKeys: LimitKeys) => Promise<Allowance>;
  /** When all that was charged is counted. */
  settled: () => Promise<void>;
};

/** The bytes that were sent within a day, by caller and address. */
export function createDailyBytes(counter: FixedWindowCounter, log: (line: string) => void): DailyBytes {
  const charging = new Set<Promise<void>>();
  const look = async (limitKeys: LimitKeys) => {
    const [first, ...others] = limitKeys;
    const lookAt = ({ key, may }: LimitKey) => counter.look(key, mebibytesOf(may));
    return tightest(await Promise.all([lookAt(first), ...others.map(lookAt)] as const));
  };
  const count = async (limitKeys: LimitKeys, mebibytes: number): Promise<void> => {
    await Promise.all(limitKeys.map(({ key, may }) => counter.add(key, mebibytesOf(may), mebibytes)));
  };

  return {
    async waitS(limitKeys) {
      const [known, ...others] = limitKeys.flatMap(({ key, may }) => counter.refusal(key, mebibytesOf(may)) ?? []);
      if (known) return tightest([known, ...others]).resetsInS;
      const { remaining, resetsInS } = await look(limitKeys);
      if (remaining > 0) return null;
      // Counting nothing lets the counter know who is over, and the next refusal needs no query.
      await count(limitKeys, 0);
      return resetsInS;
    },
    charge(limitKeys, mebibytes) {
      const counting = count(limitKeys, mebibytes)
        .catch((error) => log(`Bytes were not counted. ${toStoreError(error).message}`))
        .finally(() => charging.delete(counting));
      charging.add(counting);
    },
    async left(limitKeys) {
      const limit = limitKeys[0].may.gigabytesPerDay * GIGABYTE;
      const { remaining, resetsInS } = await look(limitKeys);
      return { limit, remaining: Math.min(limit, remaining * MIB), resetsInS };
    },
    async settled() {
      await Promise.all(charging);
    },
  };
}

function mebibytesOf({ gigabytesPerDay }: LimitKey['may']): number {
  return Math.ceil((gigabytesPerDay * GIGABYTE) / MIB);
}
