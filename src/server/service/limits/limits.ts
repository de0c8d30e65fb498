import type { Allowance, Usage } from '#/model/download.ts';
import { fail, ok, type Result } from '#/model/failure.ts';
import type { Store } from '#/server/store/store.ts';
import { repeat } from '#/server/observability/repeat.ts';
import { type Count, type FixedWindowCounter, createFixedWindowCounter, TABLE } from './fixed-window-counter.ts';
import { createDailyBytes, DAY_S } from './daily-bytes.ts';
import type { Caller } from '../caller.ts';
import { createLimitKeys, type LimitKey, type LimitKeys } from './limit-keys.ts';
import type { LimitSettings } from './limit-settings.ts';
import { createLimiterClient, type LimiterClient } from './limiter-client.ts';
import { createMemoryWatch } from './memory-budget.ts';
import { type LimitStatus, tightest } from './limit-status.ts';
import { createTransferLimiter, type TransferLimiter } from './transfer-limiter.ts';

/** What is counted in each window. */
export type Counted = 'resolutions' | 'downloads';

/** What counting one comes to, and where the caller stands then. */
export type LimitCheck = { result: Result<void>; limitStatus: LimitStatus };
export type LimitRefusal = LimitCheck & { result: ReturnType<typeof fail> };

export type Limits = {
  /** Of who is known here to be over a limit: nothing is counted, and the database not asked. null: it has to be counted. */
  refusal: (what: Counted, caller: Caller) => LimitRefusal | null;
  /** Counts one for the caller and its address. Failure `limit_reached`, with the seconds to wait. Not inside a transaction. */
  take: (what: Counted, caller: Caller) => Promise<LimitCheck>;
  /** What is left for the caller, the least of its own and its address'; nothing is counted. Not inside a transaction. */
  usage: (caller: Caller) => Promise<Usage>;
  transfers: TransferLimiter;
  /** Counts what is still to be counted, and ends the timer. Before the store is closed. */
  close: () => Promise<void>;
};

type LimitOptions = {
  store: Pick<Store, 'query' | 'queryTimeouts'>;
  /** `limits` of app.config.ts, and the memory that transfers may fill. */
  settings: LimitSettings;
  /** Hides addresses and owners in the database. The same on all servers of one database. */
  secret: string;
  log: (line: string) => void;
};

/** What visitors and clients may do in a while. Counted in the database, by all servers together; without it, in memory by each. */
export function createLimits({ store, settings, secret, log }: LimitOptions): Limits {
  const client = createLimiterClient(store, log);
  const limitKeysOf = createLimitKeys(settings, secret);
  const counters: Record<Counted, FixedWindowCounter> = {
    resolutions: createFixedWindowCounter({ client, name: 'resolutions', durationS: settings.windowS }),
    downloads: createFixedWindowCounter({ client, name: 'downloads', durationS: settings.windowS }),
  };
  const bytes = createDailyBytes(createFixedWindowCounter({ client, name: 'bytes', durationS: DAY_S }), log);
  const isMemoryShort = createMemoryWatch(settings.memoryBytes);
  const transfers = createTransferLimiter({ settings, limitKeysOf, bytes, isMemoryShort });
  const sweeper = createLimitSweeper(client);

  const refused = (allowance: Allowance): LimitRefusal => ({
    result: fail('limit_reached', { retryAfterS: allowance.resetsInS }),
    limitStatus: { ...allowance, windowS: settings.windowS, isRefused: true },
  });
  const refusal: Limits['refusal'] = (what, caller) => {
    const [known, ...others] = limitKeysOf(caller).flatMap(
      ({ key, may }) => counters[what].refusal(key, may[what]) ?? [],
    );
    return known ? refused(tightest([known, ...others])) : null;
  };

  return {
    refusal,
    async take(what, caller) {
      const known = refusal(what, caller);
      if (known) return known;
      const { isWithin, ...allowance } = await countEach(counters[what], what, limitKeysOf(caller));
      if (!isWithin) return refused(allowance);
      return { result: ok(undefined), limitStatus: { ...allowance, windowS: settings.windowS, isRefused: false } };
    },
    async usage(caller) {
      const limitKeys = limitKeysOf(caller);
      const [resolutions, downloads, left] = await Promise.all([
        lookAt(counters.resolutions, 'resolutions', limitKeys),
        lookAt(counters.downloads, 'downloads', limitKeys),
        bytes.left(limitKeys),
      ]);
      const running = transfers.running(caller);
      return { resolutions, downloads, bytes: left, transfers: { limit: limitKeys[0].may.transfers, running } };
    },
    transfers,
    async close() {
      await bytes.settled();
      await sweeper.stop();
    },
  };
}

/**
 * Counts one for each key in turn, the caller first: who is over its own limit takes nothing from its neighbours. What was counted
 * before a refusal is given back.
 */
async function countEach(counter: FixedWindowCounter, what: Counted, [limitKey, ...others]: LimitKeys): Promise<Count> {
  const own = await counter.add(limitKey.key, limitKey.may[what]);
  const [next, ...last] = others;
  if (!own.isWithin || !next) return own;
  const further = await countEach(counter, what, [next, ...last]);
  if (further.isWithin) return tightest([own, further]);
  await counter.giveBack(limitKey.key, limitKey.may[what]);
  return further;
}

/** The caller's own limit, and what it can still do of it. */
async function lookAt(counter: FixedWindowCounter, what: Counted, limitKeys: LimitKeys): Promise<Allowance> {
  const [first, ...others] = limitKeys;
  const look = ({ key, may }: LimitKey) => counter.look(key, may[what]);
  const least = tightest(await Promise.all([look(first), ...others.map(look)] as const));
  return { ...least, limit: first.may[what] };
}

/** Rows are counted anew after their time anyway; this keeps their number to that of the callers. */
const SWEEP_EVERY_MS = 5 * 60_000;

type Sweeper = {
  /** Deletes what is counted no more. */
  sweep: () => Promise<void>;
  stop: () => Promise<void>;
};

/** Deletes the rows of callers that are gone, every five minutes. */
export function createLimitSweeper(client: LimiterClient): Sweeper {
  const sweep = async (): Promise<void> => {
    await client.query({ text: `delete from ${TABLE} where expire <= $1`, values: [Date.now()] });
  };
  // A database that is away is told by the client.
  const sweeps = repeat(sweep, SWEEP_EVERY_MS, () => {});
  return { sweep, stop: sweeps.close };
}
