import { fail, ok, type Result } from '#/model/failure.ts';
import { networkOf } from './network.ts';

/** Streams of events that may be open at once. */
export type StreamLimits = {
  /** Of one visitor or key. */
  perOwner: number;
  /** Of one network address. */
  perNetwork: number;
  /** Of this process. */
  inAll: number;
};

/** Who follows events: `visitor:<id>`, or a hash of the key that was brought; null: nobody who can be told from others. */
export type Follower = { owner: string | null; address: string | null };

export type StreamLimiter = {
  /**
   * Lets a stream be opened, and gives what is to be called when it has closed; called again, that has no effect. Failures:
   * `limit_reached` (of the follower, or of its address), `busy` (of the process).
   */
  enter(follower: Follower): Result<() => void>;
  /** Streams that are open, and whoever is remembered for them. */
  load(): { open: number; remembered: number };
};

/** When to come back: some stream of one's own has been closed by then. */
const RETRY_S = 30;
const BUSY_RETRY_S = 10;

/** Streams cost a connection and memory for as long as they last, and are read without a limit of their own otherwise. */
export function createStreamLimiter({ perOwner, perNetwork, inAll }: StreamLimits): StreamLimiter {
  const open = new Map<string, number>();
  let total = 0;
  const change = (key: string, by: number): void => {
    const after = (open.get(key) ?? 0) + by;
    if (after === 0) open.delete(key);
    else open.set(key, after);
  };
  return {
    enter({ owner, address }) {
      const network = `network ${address === null ? 'unknown' : networkOf(address)}`;
      const isOver = (owner !== null && (open.get(owner) ?? 0) >= perOwner) || (open.get(network) ?? 0) >= perNetwork;
      if (isOver) return fail('limit_reached', { retryAfterS: RETRY_S });
      if (total >= inAll) return fail('busy', { retryAfterS: BUSY_RETRY_S });
      const keys = owner === null ? [network] : [owner, network];
      for (const key of keys) change(key, 1);
      total += 1;
      let hasLeft = false;
      return ok(() => {
        if (hasLeft) return;
        hasLeft = true;
        for (const key of keys) change(key, -1);
        total -= 1;
      });
    },
    load: () => ({ open: total, remembered: open.size }),
  };
}
