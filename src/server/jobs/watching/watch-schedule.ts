import { allowances } from '#app.config';
import type { StoredWatchedLink } from '#/server/store/schema/schema.ts';

/** However long it takes, a link is looked at as often as this: eight times a day. */
const LONGEST_PAUSE_S = 3 * 60 * 60;
/** The longer something has been waited for, the longer the pauses: whoever waits for an hour is told within a quarter of one. */
const PAUSE_SHARE = 1 / 4;

type Times = Pick<StoredWatchedLink, 'startsAt' | 'createdAt'>;

/**
 * When a link is looked at (again) at `nowMs`, milliseconds since 1970; null: it has been waited for long enough. First a while
 * (`pauseS`) after its start, and then after growing pauses, none of them shorter; `retryAfterS` is what the platform asks for.
 */
export function nextLook({ startsAt, createdAt }: Times, nowMs: number, pauseS: number, retryAfterS = 0): Date | null {
  const startMs = startsAt?.getTime() ?? 0;
  if (startMs > nowMs) return new Date(startMs + pauseS * 1000);
  const waitedS = (nowMs - Math.max(startMs, createdAt.getTime())) / 1000;
  if (waitedS >= allowances.watchedForS) return null;
  const growingS = Math.min(waitedS * PAUSE_SHARE, LONGEST_PAUSE_S);
  return new Date(nowMs + Math.max(growingS, pauseS, retryAfterS) * 1000);
}
