/** How much may go one way to one platform in any hour; null: as much as there is. */
export type PaceLimits = { requestsPerHour: number | null; videosPerHour: number | null };

export type Pace = {
  /** Milliseconds until one more video may be read; 0: now. */
  waitMs(): number;
  count(what: { videos?: number; requests?: number }): void;
  /** Of the last hour. */
  counted(): { requests: number; videos: number };
};

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Counts by minutes: what was counted in one is forgotten an hour after its end, so that no hour ever has more than its limit. */
export function createPace({ requestsPerHour, videosPerHour }: PaceLimits, now: () => number): Pace {
  const minutes: { startsAt: number; requests: number; videos: number }[] = [];

  function counted(): { requests: number; videos: number } {
    while (minutes[0] && minutes[0].startsAt + MINUTE_MS + HOUR_MS <= now()) minutes.shift();
    const sum = (of: 'requests' | 'videos') => minutes.reduce((total, minute) => total + minute[of], 0);
    return { requests: sum('requests'), videos: sum('videos') };
  }

  /** When enough of what was counted is an hour old. */
  function waitFor(of: 'requests' | 'videos', limit: number | null): number {
    let left = counted()[of];
    if (limit === null || left < limit) return 0;
    for (const minute of minutes) {
      left -= minute[of];
      if (left < limit) return Math.max(1, minute.startsAt + MINUTE_MS + HOUR_MS - now());
    }
    return HOUR_MS;
  }

  return {
    waitMs: () => Math.max(waitFor('requests', requestsPerHour), waitFor('videos', videosPerHour)),
    count({ requests = 0, videos = 0 }) {
      const last = minutes.at(-1);
      if (!last || last.startsAt + MINUTE_MS <= now()) minutes.push({ startsAt: now(), requests, videos });
      else {
        last.requests += requests;
        last.videos += videos;
      }
    },
    counted,
  };
}
