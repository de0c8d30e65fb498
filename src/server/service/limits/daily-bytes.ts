import type { Allowance } from '#/model/download.ts';
import { toStoreError } from '#/server/store/store-error.ts';
import type { Counter } from './counter.ts';
import type { Holder, Holders } from './holders.ts';
import { tightest } from './standing.ts';

export const DAY_S = 24 * 60 * 60;
/** What bytes are counted in: a day's fit the table's integer. */
export const MIB = 2 ** 20;
const GIGABYTE = 1e9;

export type DailyBytes = {
  /** Seconds until there are bytes again; null: there are some. */
  waitS: (holders: Holders) => Promise<number | null>;
  /** Counts in the background. */
  charge: (holders: Holders, mebibytes: number) => void;
  /** In bytes. */
  left: (holders: Holders) => Promise<Allowance>;
  /** When all that was charged is counted. */
  settled: () => Promise<void>;
};

/** The bytes that were sent within a day, by caller and address. */
export function createDailyBytes(counter: Counter, log: (line: string) => void): DailyBytes {
  const charging = new Set<Promise<void>>();
  const look = async (holders: Holders) => {
    const [first, ...others] = holders;
    const lookAt = ({ key, may }: Holder) => counter.look(key, mebibytesOf(may));
    return tightest(await Promise.all([lookAt(first), ...others.map(lookAt)] as const));
  };
  const count = async (holders: Holders, mebibytes: number): Promise<void> => {
    await Promise.all(holders.map(({ key, may }) => counter.add(key, mebibytesOf(may), mebibytes)));
  };

  return {
    async waitS(holders) {
      const [known, ...others] = holders.flatMap(({ key, may }) => counter.refusal(key, mebibytesOf(may)) ?? []);
      if (known) return tightest([known, ...others]).resetsInS;
      const { remaining, resetsInS } = await look(holders);
      if (remaining > 0) return null;
      // Counting nothing lets the counter know who is over, and the next refusal needs no query.
      await count(holders, 0);
      return resetsInS;
    },
    charge(holders, mebibytes) {
      const counting = count(holders, mebibytes)
        .catch((error) => log(`Bytes were not counted. ${toStoreError(error).message}`))
        .finally(() => charging.delete(counting));
      charging.add(counting);
    },
    async left(holders) {
      const limit = holders[0].may.gigabytesPerDay * GIGABYTE;
      const { remaining, resetsInS } = await look(holders);
      return { limit, remaining: Math.min(limit, remaining * MIB), resetsInS };
    },
    async settled() {
      await Promise.all(charging);
    },
  };
}

function mebibytesOf({ gigabytesPerDay }: Holder['may']): number {
  return Math.ceil((gigabytesPerDay * GIGABYTE) / MIB);
}
