import { type Platform, PLATFORMS } from '#/model/platform.ts';
import { STATUS_DAYS, STATUS_HOURS, type PlatformStatus, type StatusReport } from '#/model/status.ts';
import type { EngineHealth } from '#/server/engine/extraction.ts';
import type { IncidentBook } from '#/server/store/incidents.ts';
import type { StatisticsBook } from '#/server/store/statistics.ts';
import { beginnings, type History, periodsOf, successRate } from './periods.ts';
import type { PlatformStates } from './platform-states.ts';

export type ReportPorts = {
  states: Pick<PlatformStates, 'now'>;
  statistics: Pick<StatisticsBook, 'hours' | 'days'>;
  incidents: Pick<IncidentBook, 'since'>;
  health: () => EngineHealth;
};

/** All that the public is told of the platforms, now and in the past. Rejects with StoreError. */
export async function makeReport({ states, statistics, incidents, health }: ReportPorts): Promise<StatusReport> {
  const now = Date.now();
  const [firstHour, firstDay] = [beginnings('hour', STATUS_HOURS, now)[0], beginnings('day', STATUS_DAYS, now)[0]];
  const [current, hours, days, past] = await Promise.all([
    states.now(),
    statistics.hours(firstHour ?? new Date(now)),
    statistics.days(firstDay ?? new Date(now)),
    incidents.since(firstDay ?? new Date(now)),
  ]);
  const statusOf = (platform: Platform): PlatformStatus => {
    const { state, reason, message = null, checkedAt } = current[platform];
    const history = (counted: History['counted']) => ({ counted, incidents: past });
    const rate = (counted: History['counted']) => successRate(counted.filter((period) => period.platform === platform));
    return {
      state,
      reason,
      message,
      checkedAt,
      successRate: { hours: rate(hours), days: rate(days) },
      hours: periodsOf(platform, history(hours), { span: 'hour', count: STATUS_HOURS, now }),
      days: periodsOf(platform, history(days), { span: 'day', count: STATUS_DAYS, now }),
    };
  };
  return {
    madeAt: new Date(now).toISOString(),
    platforms: Object.fromEntries(PLATFORMS.map((platform) => [platform, statusOf(platform)])) as Record<
      Platform,
      PlatformStatus
    >,
    incidents: past.map(({ beganAt, endedAt, ...incident }) => ({
      ...incident,
      beganAt: beganAt.toISOString(),
      endedAt: endedAt?.toISOString() ?? null,
    })),
    extractor: health().extractor,
  };
}
