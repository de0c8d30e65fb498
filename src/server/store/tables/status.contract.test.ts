import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { OutcomeCount } from '#/model/outcome.ts';
import { embedded, emptied, served } from '../fixtures/contract-places.ts';
import { createIncidentRepository, type IncidentRepository } from './incidents.ts';
import {
  createPlatformReportRepository,
  type PlatformReport,
  type PlatformReportRepository,
} from './platform-reports.ts';
import { createStatisticsRepository, type StatisticsRepository, sweepStatistics } from './statistics.ts';
import type { Store } from '../store.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const hourOf = (instant: number) => new Date(Math.floor(instant / HOUR_MS) * HOUR_MS);
const dayOf = (instant: number) => new Date(Math.floor(instant / DAY_MS) * DAY_MS);

describe.each([embedded, served])('$name', ({ start }) => {
  let kind: Awaited<ReturnType<typeof start>>;
  let store: Store;
  let statistics: StatisticsRepository;
  let reports: PlatformReportRepository;
  let incidents: IncidentRepository;

  beforeAll(async () => {
    kind = await start();
    store = await (await kind.createPlace()).open();
    [statistics, reports, incidents] = [
      createStatisticsRepository(store),
      createPlatformReportRepository(store),
      createIncidentRepository(store),
    ];
  });
  afterEach(() => emptied(store));
  afterAll(async () => {
    await store.close();
    await kind.close();
  });

  const good: OutcomeCount = { platform: 'youtube', kind: 'resolve', outcome: 'ok', count: 3, bytes: 0 };
  const bad: OutcomeCount = { ...good, outcome: 'timeout', count: 1 };
  const file: OutcomeCount = { platform: 'none', kind: 'download', outcome: 'ok', count: 1, bytes: 6_000_000_000 };
  const shift = (days: number) =>
    store.query(`update statistics set starts_at = starts_at - $1 * interval '1 day'`, [days]);

  describe('statistics', () => {
    test('what many servers add at once is one sum for each hour, platform, kind and outcome', async () => {
      const before = Date.now();
      await Promise.all(Array.from({ length: 10 }, () => statistics.add([good, bad, file])));
      const hours = await statistics.hours(new Date(before));
      const startsAt = hourOf(before);
      expect(hours).toHaveLength(3);
      expect(hours).toContainEqual({ ...good, startsAt, count: 30 });
      expect(hours).toContainEqual({ ...bad, startsAt, count: 10 });
      expect(hours).toContainEqual({ ...file, startsAt, count: 10, bytes: 60_000_000_000 });
    });

    test('a range begins with the hour, or the day, that its first instant is in', async () => {
      await statistics.add([good]);
      await shift(1);
      await statistics.add([bad]);
      const now = Date.now();
      expect((await statistics.hours(new Date(now))).map(({ outcome }) => outcome)).toEqual(['timeout']);
      expect((await statistics.hours(new Date(now - DAY_MS))).map(({ outcome }) => outcome)).toEqual(['ok', 'timeout']);
      expect(await statistics.days(new Date(now - DAY_MS))).toEqual([
        { ...good, startsAt: dayOf(now - DAY_MS) },
        { ...bad, startsAt: dayOf(now) },
      ]);
    });

    test('old hours become days without a count being lost, and nothing is kept beyond 90 days', async () => {
      await statistics.add([good, file]);
      await shift(35);
      await statistics.add([good]);
      await shift(20);
      await statistics.add([good, bad]);
      await shift(40);
      await statistics.add([good]);
      await sweepStatistics(store);
      await sweepStatistics(store);
      const [spans] = await store.query<{ hours: number; days: number }>(
        `select count(*) filter (where span = 'hour') as hours, count(*) filter (where span = 'day') as days from statistics`,
      );
      expect(spans).toEqual({ hours: 1, days: 3 });
      const days = await statistics.days(new Date(0));
      expect(days.map(({ startsAt, outcome, count }) => [startsAt.getTime(), outcome, count])).toEqual([
        [dayOf(Date.now() - 60 * DAY_MS).getTime(), 'ok', 3],
        [dayOf(Date.now() - 40 * DAY_MS).getTime(), 'ok', 3],
        [dayOf(Date.now() - 40 * DAY_MS).getTime(), 'timeout', 1],
        [dayOf(Date.now()).getTime(), 'ok', 3],
      ]);
    });

    test('hours that are put together join the day that is there already', async () => {
      await statistics.add([good]);
      await shift(40);
      await sweepStatistics(store);
      await statistics.add([good]);
      await shift(40);
      await store.query(`update statistics set starts_at = starts_at + interval '40 days' where span = 'day'`);
      await sweepStatistics(store);
      expect((await statistics.days(new Date(0))).map(({ count }) => count)).toEqual([6]);
    });
  });

  describe('reports', () => {
    const report: PlatformReport = {
      platform: 'tiktok',
      isAvailable: true,
      refusedBy: 'blocked_ip',
      answers: 7,
      faults: { blocked_ip: 6, timeout: 1 },
      checkedAt: new Date('2026-11-21T10:00:00.123Z'),
    };

    test('a process reads what the others told last, and not what it told itself', async () => {
      const [one, two] = [randomUUID(), randomUUID()];
      const nothing: PlatformReport = { ...report, platform: 'youtube', refusedBy: null, faults: {}, checkedAt: null };
      await reports.tell(one, [{ ...report, answers: 0 }, nothing]);
      await reports.tell(one, [report]);
      expect(await reports.others(one)).toEqual([]);
      const heard = await reports.others(two);
      expect(heard).toHaveLength(2);
      expect(heard).toContainEqual(report);
      expect(heard).toContainEqual(nothing);
    });

    test('who is silent, or has ended, does not count', async () => {
      const [one, two, me] = [randomUUID(), randomUUID(), randomUUID()];
      await reports.tell(one, [report]);
      await store.query(`update platform_reports set updated_at = now() - interval '1 minute'`);
      await reports.tell(two, [report]);
      expect(await reports.others(me)).toHaveLength(1);
      await reports.forget(two);
      expect(await reports.others(me)).toEqual([]);
    });

    test('a canary counts its failures in a row', async () => {
      for (const isFault of [true, true, false, true]) {
        await reports.noteCanary('twitter', isFault ? 'timeout' : 'ok', isFault);
        await reports.noteCanary('youtube', 'ok', false);
        if (!isFault) expect(await reports.canaries()).toContainEqual(expect.objectContaining({ failures: 0 }));
      }
      const found = (await reports.canaries()).map(({ platform, outcome, failures }) => [platform, outcome, failures]);
      expect(found.toSorted()).toEqual([
        ['twitter', 'timeout', 1],
        ['youtube', 'ok', 0],
      ]);
    });
  });

  describe('incidents', () => {
    test('of a platform one is open, whoever notes it and how often, and other platforms have their own', async () => {
      const trouble = { platform: 'youtube', state: 'degraded', code: 'timeout' } as const;
      await Promise.all(Array.from({ length: 8 }, () => incidents.begin(trouble)));
      await incidents.begin({ ...trouble, platform: 'tiktok' });
      expect((await incidents.open()).map(({ platform }) => platform).toSorted()).toEqual(['tiktok', 'youtube']);
      await incidents.end('tiktok', new Date());
      expect((await incidents.open()).map(({ platform }) => platform)).toEqual(['youtube']);
    });

    test('it is told at its worst, with what that failed of', async () => {
      await incidents.begin({ platform: 'youtube', state: 'degraded', code: 'timeout' });
      await incidents.begin({ platform: 'youtube', state: 'unavailable', code: 'blocked_ip' });
      await incidents.begin({ platform: 'youtube', state: 'degraded', code: 'upstream_error' });
      expect(await incidents.open()).toMatchObject([{ state: 'unavailable', code: 'blocked_ip' }]);
    });

    test('trouble that comes back at once goes on, and what comes later is another', async () => {
      const trouble = { platform: 'youtube', state: 'unavailable', code: 'timeout' } as const;
      await incidents.begin(trouble);
      await incidents.end('youtube', new Date());
      await incidents.begin(trouble);
      expect(await incidents.since(new Date(0))).toMatchObject([{ endedAt: null }]);
      await store.query(`update incidents set began_at = now() - interval '2 hours'`);
      await incidents.end('youtube', new Date(Date.now() - HOUR_MS));
      await incidents.begin(trouble);
      const all = await incidents.since(new Date(0));
      expect(all.map(({ endedAt }) => endedAt === null)).toEqual([true, false]);
      expect(await incidents.since(new Date(Date.now() - HOUR_MS / 2))).toHaveLength(1);
    });

    test('it is forgotten after 90 days, unless it goes on', async () => {
      await incidents.begin({ platform: 'youtube', state: 'degraded', code: 'timeout' });
      await incidents.begin({ platform: 'tiktok', state: 'degraded', code: 'timeout' });
      await store.query(`update incidents set began_at = now() - interval '100 days'`);
      await incidents.end('tiktok', new Date(Date.now() - 91 * DAY_MS));
      await sweepStatistics(store);
      expect(await incidents.since(new Date(0))).toMatchObject([{ platform: 'youtube' }]);
    });
  });
});
