import type { OutcomeCount } from '#/model/outcome.ts';
import { STATUS_DAYS } from '#/model/status.ts';
import type { Store } from '../store.ts';

/** What was counted in an hour or a day. */
export type CountedPeriod = OutcomeCount & { startsAt: Date };

/** How things ended, by hours and days (UTC), of all servers together. Rejects with StoreError. */
export type StatisticsRepository = {
  /** Adds to the hour that runs now. */
  add(counts: readonly OutcomeCount[]): Promise<void>;
  /** Of each hour since one; hours are there for the last 31 days. */
  hours(since: Date): Promise<CountedPeriod[]>;
  /** Of each day since one. */
  days(since: Date): Promise<CountedPeriod[]>;
};

/** Hours as old as this are put together into days: more than the thirty days that an operator looks at by hours. */
const HOURS_KEPT_DAYS = 31;

export function createStatisticsRepository({ query }: Pick<Store, 'query'>): StatisticsRepository {
  return {
    async add(counts) {
      const column = <Key extends keyof OutcomeCount>(key: Key) => counts.map((counted) => counted[key]);
      await query(
        `insert into statistics (span, starts_at, platform, kind, outcome, count, bytes)
         select 'hour', date_trunc('hour', now(), 'UTC'), told.*
         from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::bigint[]) told
         -- Servers add to the same rows at the same moment: in one order, so that none waits for another that waits for it.
         order by 3, 4, 5
         on conflict (span, starts_at, platform, kind, outcome)
         do update set count = statistics.count + excluded.count, bytes = statistics.bytes + excluded.bytes`,
        [column('platform'), column('kind'), column('outcome'), column('count'), column('bytes')],
      );
    },
    hours: (since) =>
      query(
        `select starts_at as "startsAt", platform, kind, outcome, count, bytes from statistics
         where span = 'hour' and starts_at >= date_trunc('hour', $1::timestamptz, 'UTC') order by starts_at, platform, kind, outcome`,
        [since],
      ),
    days: (since) =>
      query(
        `select date_trunc('day', starts_at, 'UTC') as "startsAt", platform, kind, outcome,
           sum(count)::bigint as count, sum(bytes)::bigint as bytes
         from statistics where starts_at >= date_trunc('day', $1::timestamptz, 'UTC')
         group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
        [since],
      ),
  };
}

/** Puts old hours together into days, and forgets what is older than is shown. */
export async function sweepStatistics({ query }: Pick<Store, 'query'>): Promise<void> {
  const age = "now() - $1 * interval '1 day'";
  await query(
    `with old as (
       delete from statistics where span = 'hour' and starts_at < date_trunc('day', ${age}, 'UTC') returning *
     )
     insert into statistics (span, starts_at, platform, kind, outcome, count, bytes)
     select 'day', date_trunc('day', starts_at, 'UTC'), platform, kind, outcome, sum(count), sum(bytes)
     from old group by 2, 3, 4, 5
     on conflict (span, starts_at, platform, kind, outcome)
     do update set count = statistics.count + excluded.count, bytes = statistics.bytes + excluded.bytes`,
    [HOURS_KEPT_DAYS],
  );
  await query(`delete from statistics where starts_at < date_trunc('day', ${age}, 'UTC')`, [STATUS_DAYS]);
  await query(`delete from incidents where ended_at < ${age}`, [STATUS_DAYS]);
  await query(`delete from extractor_changes where at < ${age}`, [STATUS_DAYS]);
  await query(`delete from extractor_nodes where updated_at < now() - interval '1 hour'`);
  await query(`delete from platform_reports where updated_at < now() - interval '1 hour'`);
}
