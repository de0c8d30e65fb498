import type { QueryTimeouts } from '#/server/store/query-timeouts.ts';
import type { Store } from '#/server/store/store.ts';
import { StoreError, toStoreError } from '#/server/store/store-error.ts';

/** How often a database that is away is asked again. */
const RETRY_MS = 1_000;

/** What rate-limiter-flexible takes for a connection of `pg`. */
export type LimiterClient = {
  query: (query: { text: string; values: unknown[] }) => Promise<{ rows: unknown[]; rowCount: number }>;
};

/**
 * The store for the limiters: rejects with StoreError soon when the database is away – a dead PostgreSQL would keep a request waiting
 * for as long as its pool waits for a connection –, and then at once, but for one query a second that finds out. Each outage is logged
 * once, and its end.
 */
export function createLimiterClient(
  store: Pick<Store, 'query' | 'queryTimeouts'>,
  log: (line: string) => void,
): LimiterClient {
  let outage: { retryAtMs: number } | null = null;
  let lastAnswerMs = 0;

  const answered = async <T>(query: Promise<T>): Promise<T> => {
    const timeout = createQueryTimeout(store.queryTimeouts, () => lastAnswerMs);
    try {
      return await Promise.race([query, timeout.lost]);
    } finally {
      timeout.end();
    }
  };

  return {
    async query({ text, values }) {
      const before = outage;
      if (before !== null) {
        if (performance.now() < before.retryAtMs) throw new StoreError('Database: away');
        before.retryAtMs = performance.now() + RETRY_MS;
      }
      try {
        const rows = await answered(store.query(text, values));
        lastAnswerMs = performance.now();
        // An answer to what was asked before the outage does not end it.
        if (before !== null && outage === before) {
          outage = null;
          log('Limits are counted in the database again.');
        }
        return { rows, rowCount: rows.length };
      } catch (error) {
        if (outage === null) log(`Limits are counted in memory. ${toStoreError(error).message}`);
        outage ??= { retryAtMs: 0 };
        outage.retryAtMs = performance.now() + RETRY_MS;
        throw error;
      }
    },
  };
}

/** Rejects when nothing was heard for too long, or nothing of this query for far too long. */
function createQueryTimeout(
  { silenceMs, waitMs }: QueryTimeouts,
  lastAnswerMs: () => number,
): { lost: Promise<never>; end: () => void } {
  const { promise: lost, reject } = Promise.withResolvers<never>();
  const beganMs = performance.now();
  let check: NodeJS.Immediate;
  const judge = (): void => {
    const nowMs = performance.now();
    const quietMs = nowMs - Math.max(beganMs, lastAnswerMs());
    if (quietMs >= silenceMs || nowMs - beganMs >= waitMs) reject(new StoreError('Database: no answer'));
    else timer = setTimeout(wake, silenceMs - quietMs);
  };
  // After this process itself was held up, timers come before the answers that have arrived meanwhile; these are read first.
  const wake = (): void => void (check = setImmediate(judge));
  let timer = setTimeout(wake, silenceMs);
  return {
    lost,
    end() {
      clearTimeout(timer);
      clearImmediate(check);
    },
  };
}
