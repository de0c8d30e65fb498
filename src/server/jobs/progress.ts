import { and, eq, sql } from 'drizzle-orm';
import { progressEvent } from '#/server/store/events/download-events.ts';
import { downloads, type StoredDownload } from '#/server/store/schema/schema.ts';
import type { Store } from '#/server/store/store.ts';

const PUBLISH_MS = 500;
/** In ticks of the above: the row is for those who come later, and need not be as fresh. */
const WRITE_EVERY = 4;
/** Of the speed that is shown, how much the last half second counts. */
const NEWEST_SHARE = 0.3;

export type Progress = {
  add: (bytes: number) => void;
  receivedBytes: () => number;
  setTotal: (bytes: number | null) => void;
  stop: () => void;
};

/** Tells twice a second how far an attempt is. Best effort: whatever goes wrong here disturbs no transfer. */
export function startProgress(store: Store, { id, attempt }: StoredDownload): Progress {
  let received = 0;
  let total: number | null = null;
  let told = 0;
  let speed: number | null = null;
  let ticks = 0;
  let toldAt = performance.now();

  const tick = (): void => {
    const now = performance.now();
    const latest = ((received - told) * 1000) / (now - toldAt);
    speed = speed === null ? latest : speed + (latest - speed) * NEWEST_SHARE;
    [told, toldAt] = [received, now];
    const state = 'preparing' as const;
    void store.publish([progressEvent({ id, state, received, total, speed: Math.round(speed), failure: null })]);
    if (++ticks % WRITE_EVERY === 0) write();
  };
  const write = (): void => {
    const isSame = and(eq(downloads.id, id), eq(downloads.attempt, attempt), eq(downloads.state, 'preparing'));
    store.db
      .update(downloads)
      .set({ receivedBytes: received, totalBytes: total, updatedAt: sql`now()` })
      .where(isSame)
      // The next one may come through.
      .catch(() => {});
  };

  const timer = setInterval(tick, PUBLISH_MS);
  return {
    add: (bytes) => void (received += bytes),
    receivedBytes: () => received,
    setTotal: (bytes) => void (total = bytes),
    stop: () => clearInterval(timer),
  };
}
