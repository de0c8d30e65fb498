import { describe, expect, it } from 'vitest';
import { allowances } from '#app.config';
import { nextLook } from './watch-schedule.ts';

const ASKED = Date.parse('2026-11-23T08:00:00Z');
const PAUSE_S = 300;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** In minutes from `nowMs`; null: never. */
function waitMinutes(startMs: number | null, nowMs: number, retryAfterS?: number): number | null {
  const times = { startsAt: startMs === null ? null : new Date(startMs), createdAt: new Date(ASKED) };
  const at = nextLook(times, nowMs, PAUSE_S, retryAfterS);
  return at && (at.getTime() - nowMs) / MINUTE_MS;
}

describe('a link that is waited for is looked at', () => {
  it('a while after its start, and not before', () => {
    expect(waitMinutes(ASKED + 3 * HOUR_MS, ASKED)).toBe(185);
    expect(waitMinutes(ASKED + 400 * 24 * HOUR_MS, ASKED)).toBe(400 * 24 * 60 + 5);
  });

  it.each([
    ['at once', 0, 5],
    ['after ten minutes', 10 * MINUTE_MS, 5],
    ['after an hour', HOUR_MS, 15],
    ['after eight hours', 8 * HOUR_MS, 120],
    ['after three days', 72 * HOUR_MS, 180],
  ])('after growing pauses from then on, and where the start is not known: %s', (_, waitedMs, minutes) => {
    expect(waitMinutes(null, ASKED + waitedMs)).toBe(minutes);
    const startMs = ASKED + 5 * HOUR_MS;
    expect(waitMinutes(startMs, startMs + waitedMs)).toBe(minutes);
  });

  it('not before a platform wants to be asked again', () => {
    expect(waitMinutes(null, ASKED, 3600)).toBe(60);
  });

  it('until a week has passed since its start, or since it was asked for where that was later', () => {
    const weekMs = allowances.watchedForS * 1000;
    expect(waitMinutes(null, ASKED + weekMs - 1)).toBe(180);
    expect(waitMinutes(null, ASKED + weekMs)).toBeNull();
    expect(waitMinutes(ASKED - weekMs, ASKED + 1)).toBe(5);
    expect(waitMinutes(ASKED + HOUR_MS, ASKED + weekMs)).toBe(180);
  });

  it('some seventy times in that week, and no more', () => {
    let looks = 0;
    for (let nowMs = ASKED, at = nextLook({ startsAt: null, createdAt: new Date(ASKED) }, nowMs, PAUSE_S); at;) {
      nowMs = at.getTime();
      at = nextLook({ startsAt: null, createdAt: new Date(ASKED) }, nowMs, PAUSE_S);
      looks++;
    }
    expect(looks).toBe(73);
  });
});
