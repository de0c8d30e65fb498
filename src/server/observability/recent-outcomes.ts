import type { FailureCode } from '#/model/failure.ts';
import { isAnswer, isFault, type Outcome, type CountedPlatform } from '#/model/outcome.ts';

/** What came of a platform's links and files in the last ten minutes. */
export type RecentOutcomes = { answers: number; faults: Partial<Record<FailureCode, number>> };

type RecentSignIns = {
  note(platform: CountedPlatform, outcome: Outcome): void;
  of(platform: CountedPlatform): RecentOutcomes;
};

const MINUTES = 10;
const MINUTE_MS = 60_000;

type Minute = { platform: CountedPlatform; outcome: Outcome; minute: number; count: number };

/** Remembers by the minute: at most as many entries as there are platforms, outcomes and minutes. */
export function createRecentSignIns(now: () => number = () => performance.now()): RecentSignIns {
  const minutes = new Map<string, Minute>();
  const thisMinute = () => Math.floor(now() / MINUTE_MS);

  return {
    note(platform, outcome) {
      const minute = thisMinute();
      const key = `${platform} ${outcome} ${minute}`;
      const known = minutes.get(key);
      if (known) return void known.count++;
      minutes.set(key, { platform, outcome, minute, count: 1 });
      for (const [old, entry] of minutes) if (entry.minute <= minute - MINUTES) minutes.delete(old);
    },
    of(platform) {
      const since = thisMinute() - MINUTES;
      const recent: RecentOutcomes = { answers: 0, faults: {} };
      for (const entry of minutes.values()) {
        const { outcome, count } = entry;
        if (entry.platform !== platform || entry.minute <= since) continue;
        if (isAnswer(outcome)) recent.answers += count;
        if (outcome !== 'ok' && isFault(outcome)) recent.faults[outcome] = (recent.faults[outcome] ?? 0) + count;
      }
      return recent;
    },
  };
}
