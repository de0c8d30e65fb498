import * as v from 'valibot';
import { Statistics, STATISTICS_HOURS_MAX } from '#/model/admin.ts';
import { ok } from '#/model/failure.ts';
import { type AdminRoute, route } from './route.ts';

const HOUR_MS = 60 * 60 * 1000;

const Hours = v.pipe(
  v.string(),
  v.regex(/^\d{1,3}$/),
  v.transform(Number),
  v.minValue(1),
  v.maxValue(STATISTICS_HOURS_MAX),
);

/** What happened, by the hour. */
export const STATISTICS_ROUTES: AdminRoute[] = [
  route({
    method: 'GET',
    path: '/statistics',
    summary: 'How links and downloads ended, by platform and hour, of all servers',
    query: v.object({ hours: v.optional(Hours, '24') }),
    answer: Statistics,
    async handle({ query: { hours } }, { statistics }) {
      const now = Date.now();
      // The hour that runs is the last of them.
      const since = new Date(Math.floor(now / HOUR_MS) * HOUR_MS - (hours - 1) * HOUR_MS);
      const counted = await statistics.hours(since);
      return ok({
        since: since.toISOString(),
        until: new Date(now).toISOString(),
        hours: counted.map((hour) => ({ ...hour, startsAt: hour.startsAt.toISOString() })),
      });
    },
  }),
];
