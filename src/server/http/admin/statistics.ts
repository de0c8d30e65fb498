import * as v from 'valibot';
import { Rates, RATES_DAYS_MAX, Statistics, STATISTICS_HOURS_MAX } from '#/model/admin.ts';
import { ok } from '#/model/failure.ts';
import { readingOf } from '#/model/outcome.ts';
import { PLATFORMS } from '#/model/platform.ts';
import type { CountedPeriod } from '#/server/store/tables/statistics.ts';
import { ADMIN_PATH, adminOperation } from './route.ts';

const HOUR_MS = 60 * 60 * 1000;

const upTo = (most: number) =>
  v.pipe(v.string(), v.regex(/^\d{1,3}$/), v.transform(Number), v.minValue(1), v.maxValue(most));

/** The beginning of the first of so many hours; the one that runs is the last. */
function beginningOf(hours: number, now: number): Date {
  return new Date(Math.floor(now / HOUR_MS) * HOUR_MS - (hours - 1) * HOUR_MS);
}

/** What happened, by the hour. */
export const STATISTICS_OPERATIONS = {
  statistics: adminOperation({
    id: 'getStatistics',
    method: 'GET',
    path: `${ADMIN_PATH}/statistics`,
    summary: 'How links and downloads ended, by platform and hour, of all servers',
    query: v.object({ hours: v.optional(upTo(STATISTICS_HOURS_MAX), '24') }),
    answer: Statistics,
    async handle({ query: { hours } }, { statistics }) {
      const now = Date.now();
      const since = beginningOf(hours, now);
      const counted = await statistics.hours(since);
      return ok({
        since: since.toISOString(),
        until: new Date(now).toISOString(),
        hours: counted.map((hour) => ({ ...hour, startsAt: hour.startsAt.toISOString() })),
      });
    },
  }),
  rates: adminOperation({
    id: 'getRates',
    method: 'GET',
    path: `${ADMIN_PATH}/rates`,
    summary: 'How often platforms answered when links were read, by the hour, of all servers',
    query: v.object({ days: v.optional(upTo(RATES_DAYS_MAX), '1') }),
    answer: Rates,
    async handle({ query: { days } }, { statistics }) {
      const since = beginningOf(days * 24, Date.now());
      return ok(ratesOf(await statistics.hours(since), since, days * 24));
    },
  }),
};

/** What was counted of reading links, as lists of so many hours since one. */
export function ratesOf(counted: readonly CountedPeriod[], since: Date, hours: number): Rates {
  const none = () => Array.from({ length: hours }, () => 0);
  const platforms = PLATFORMS.map((platform) => ({ platform, answers: none(), faults: none() }));
  for (const { startsAt, platform, kind, outcome, count } of counted) {
    const rates = platforms.find((one) => one.platform === platform);
    const place = Math.floor((startsAt.getTime() - since.getTime()) / HOUR_MS);
    const reading = readingOf({ kind, outcome });
    const list = reading === null ? undefined : rates?.[reading];
    if (list && place >= 0 && place < hours) list[place] = (list[place] ?? 0) + count;
  }
  return { since: since.toISOString(), hours, platforms };
}
