import type { PlatformHealth } from '#/model/download.ts';
import { type Platform, PLATFORMS } from '#/model/platform.ts';
import { STATUS_DAYS, STATUS_HOURS, type PlatformStatus, type StatusReport } from '#/model/status.ts';
import type { IncidentRepository, StoredIncident } from '#/server/store/tables/incidents.ts';
import type { ExtractorVersionRepository, StoredChange } from '#/server/store/tables/extractor-versions.ts';
import type { CountedPeriod, StatisticsRepository } from '#/server/store/tables/statistics.ts';
import { beginnings, type StatusHistory, periodsOf, successRate } from './periods.ts';

/** What was, of all platforms. */
export type Past = {
  hours: CountedPeriod[];
  days: CountedPeriod[];
  incidents: StoredIncident[];
  changes: StoredChange[];
};

type Ports = {
  statistics: Pick<StatisticsRepository, 'hours' | 'days'>;
  incidents: Pick<IncidentRepository, 'since'>;
  extractor: Pick<ExtractorVersionRepository, 'changes'>;
};

/** Reads as much of the past as is shown. Rejects with StoreError. */
export async function readPast({ statistics, incidents, extractor }: Ports): Promise<Past> {
  const now = Date.now();
  const since = (span: 'hour' | 'day', count: number) => beginnings(span, count, now)[0] ?? new Date(now);
  const firstDay = since('day', STATUS_DAYS);
  const [hours, days, past, changes] = await Promise.all([
    statistics.hours(since('hour', STATUS_HOURS)),
    statistics.days(firstDay),
    incidents.since(firstDay),
    extractor.changes(firstDay),
  ]);
  return { hours, days, incidents: past, changes };
}

/** All that the public is told of the platforms, now and in the past. */
export function makeReport(
  { hours, days, incidents, changes }: Past,
  current: Record<Platform, PlatformHealth>,
  extractor: string | null,
): StatusReport {
  const now = Date.now();
  const statusOf = (platform: Platform): PlatformStatus => {
    const rate = (counted: StatusHistory['counted']) =>
      successRate(counted.filter((period) => period.platform === platform));
    const periods = (counted: StatusHistory['counted'], span: 'hour' | 'day', count: number) =>
      periodsOf(platform, { counted, incidents }, { span, count, now });
    return {
      ...current[platform],
      successRate: { hours: rate(hours), days: rate(days) },
      hours: periods(hours, 'hour', STATUS_HOURS),
      days: periods(days, 'day', STATUS_DAYS),
    };
  };
  const platforms = Object.fromEntries(PLATFORMS.map((platform) => [platform, statusOf(platform)]));
  return {
    madeAt: new Date(now).toISOString(),
    platforms: platforms as StatusReport['platforms'],
    incidents: incidents.map(({ beganAt, endedAt, ...incident }) => ({
      ...incident,
      beganAt: beganAt.toISOString(),
      endedAt: endedAt?.toISOString() ?? null,
    })),
    extractor,
    extractorChanges: changes.map(({ at, ...change }) => ({ ...change, at: at.toISOString() })),
  };
}
