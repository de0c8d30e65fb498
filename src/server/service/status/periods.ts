import { isAnswer, isEnoughToJudge, isFault, isNoAccident } from '#/model/outcome.ts';
import type { Platform } from '#/model/platform-schema.ts';
import type { PlatformAvailability, StatusPeriod } from '#/model/status.ts';
import type { StoredIncident } from '#/server/store/tables/incidents.ts';
import type { CountedPeriod } from '#/server/store/tables/statistics.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const LENGTH_MS = { hour: HOUR_MS, day: DAY_MS };

/** Away for as much of a period as this, and the platform is shown as away in it. */
const UNAVAILABLE_SHARE = 0.5;

export type StatusHistory = { counted: readonly CountedPeriod[]; incidents: readonly StoredIncident[] };

/** The beginnings of the last hours or days until now, oldest first. */
export function beginnings(span: 'hour' | 'day', count: number, now: number): Date[] {
  const length = LENGTH_MS[span];
  const last = Math.floor(now / length) * length;
  return Array.from({ length: count }, (_, index) => new Date(last - (count - 1 - index) * length));
}

/** The periods of one platform. */
export function periodsOf(
  platform: Platform,
  { counted, incidents }: StatusHistory,
  { span, count, now }: { span: 'hour' | 'day'; count: number; now: number },
): StatusPeriod[] {
  const ownCounts = Map.groupBy(
    counted.filter((period) => period.platform === platform),
    ({ startsAt }) => startsAt.getTime(),
  );
  const own = incidents.filter((incident) => incident.platform === platform);
  return beginnings(span, count, now).map((startsAt) => {
    const start = startsAt.getTime();
    const of = ownCounts.get(start) ?? [];
    const end = Math.min(start + LENGTH_MS[span], now);
    return { startsAt: startsAt.toISOString(), state: stateOf(of, own, start, end), successRate: successRate(of) };
  });
}

/** Of links that visitors asked for; where they asked for too few, of canaries. null: there were too few of both to judge the platform. */
export function successRate(counted: readonly CountedPeriod[]): number | null {
  return rateOf(counted, 'resolve') ?? rateOf(counted, 'canary');
}

function rateOf(counted: readonly CountedPeriod[], kind: CountedPeriod['kind']): number | null {
  const { answers, faults } = tally(counted.filter((period) => period.kind === kind));
  return isEnoughToJudge(faults, answers + faults) ? answers / (answers + faults) : null;
}

function tally(counted: readonly CountedPeriod[]): { answers: number; faults: number } {
  const total = { answers: 0, faults: 0 };
  for (const { outcome, count } of counted) {
    if (isAnswer(outcome)) total.answers += count;
    if (isFault(outcome)) total.faults += count;
  }
  return total;
}

function stateOf(
  counted: readonly CountedPeriod[],
  incidents: readonly StoredIncident[],
  start: number,
  end: number,
): PlatformAvailability {
  const within = incidents.filter(
    ({ beganAt, endedAt }) => beganAt.getTime() < end && (endedAt?.getTime() ?? Infinity) > start,
  );
  const awayMs = within
    .filter(({ state }) => state === 'unavailable')
    .reduce((sum, { beganAt, endedAt }) => {
      const until = Math.min(endedAt?.getTime() ?? end, end);
      return sum + until - Math.max(beganAt.getTime(), start);
    }, 0);
  if (awayMs > 0 && awayMs >= (end - start) * UNAVAILABLE_SHARE) return 'unavailable';
  if (within.length > 0) return 'degraded';
  const { answers, faults } = tally(counted.filter(({ kind }) => kind !== 'download'));
  // Without an incident a period is shown as disturbed all the same.
  if (isNoAccident(faults, answers + faults)) return 'degraded';
  return answers === 0 ? 'unknown' : 'working';
}
