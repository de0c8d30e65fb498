import { repeat } from '#/server/observability/repeat.ts';
import { TABLE } from './counter.ts';
import type { LimiterClient } from './limiter-client.ts';

/** Rows are counted anew after their time anyway; this keeps their number to that of the callers. */
const SWEEP_EVERY_MS = 5 * 60_000;

type Sweeper = {
  /** Deletes what is counted no more. */
  sweep: () => Promise<void>;
  stop: () => Promise<void>;
};

/** Deletes the rows of callers that are gone, every five minutes. */
export function createSweeper(client: LimiterClient): Sweeper {
  const sweep = async (): Promise<void> => {
    await client.query({ text: `delete from ${TABLE} where expire <= $1`, values: [Date.now()] });
  };
  // A database that is away is told by the client.
  const sweeps = repeat(sweep, SWEEP_EVERY_MS, () => {});
  return { sweep, stop: sweeps.close };
}
