import type { OutcomeCount } from '#/model/outcome.ts';
import { repeat } from './repeat.ts';

type Statistics = {
  /** Counts in memory; nothing waits for it. */
  count(counted: OutcomeCount): void;
  /** Writes what was counted. */
  flush(): Promise<void>;
  /** Ends the timer, and writes what was counted. */
  close(): Promise<void>;
};

type Ports = {
  /** Adds to what all servers have counted. */
  write: (counts: readonly OutcomeCount[]) => Promise<void>;
  log: (message: string) => void;
  everyMs?: number;
};

const EVERY_MS = 5_000;

/** Counts how things end, and writes the sums every few seconds. While the database is away they are kept, and written later. */
export function createStatistics({ write, log, everyMs = EVERY_MS }: Ports): Statistics {
  let counts = new Map<string, OutcomeCount>();
  let isAway = false;

  function add(counted: OutcomeCount): void {
    const key = `${counted.platform} ${counted.kind} ${counted.outcome}`;
    const known = counts.get(key);
    if (!known) return void counts.set(key, { ...counted });
    known.count += counted.count;
    known.bytes += counted.bytes;
  }

  async function flush(): Promise<void> {
    if (counts.size === 0) return;
    const written = [...counts.values()];
    counts = new Map();
    try {
      await write(written);
    } catch (error) {
      for (const counted of written) add(counted);
      throw error;
    }
    isAway = false;
  }

  const flushes = repeat(flush, everyMs, (error) => {
    if (!isAway) log(`Statistics are kept in memory. ${error instanceof Error ? error.message : String(error)}`);
    isAway = true;
  });
  return {
    count: add,
    flush: flushes.now,
    async close() {
      await flushes.now();
      await flushes.close();
    },
  };
}
