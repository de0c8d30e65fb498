import { afterEach, expect, test } from 'vitest';
import type { PlatformHealth } from '#/model/download.ts';
import type { FailureCode } from '#/model/failure.ts';
import { type Platform, PLATFORMS } from '#/model/platform.ts';
import type { StoredIncident, Trouble } from '#/server/store/tables/incidents.ts';
import { type IncidentWatch, startIncidentWatch } from './incident-watch.ts';

const WORKING: PlatformHealth = { state: 'working', reason: null, checkedAt: null };

let watch: IncidentWatch | undefined;
afterEach(() => watch?.close());

/** Notes what a repository would. */
function place() {
  let now = 0;
  let isAway = false;
  const told: string[] = [];
  const log: string[] = [];
  const open = new Map<Platform, StoredIncident>();
  const states = Object.fromEntries(PLATFORMS.map((platform) => [platform, WORKING])) as Record<
    Platform,
    PlatformHealth
  >;
  watch = startIncidentWatch({
    states: { observed: async () => states },
    incidents: {
      async open() {
        if (isAway) throw new Error('no connection');
        return [...open.values()];
      },
      async begin(trouble: Trouble) {
        told.push(`${trouble.platform} ${trouble.state} ${trouble.code}`);
        open.set(trouble.platform, { ...trouble, id: '1', beganAt: new Date(now), endedAt: null });
      },
      async end(platform, endedAt) {
        told.push(`${platform} ended ${endedAt.getTime() / 1000}`);
        open.delete(platform);
      },
    },
    log: (line) => log.push(line),
    now: () => now,
    instant: () => now,
  });
  const { look } = watch;
  return {
    told,
    log,
    set: (platform: Platform, state: PlatformHealth['state'], code: FailureCode | null = null) =>
      void (states[platform] = { state, reason: code && { code, platform }, checkedAt: null }),
    setAway: (value: boolean) => void (isAway = value),
    lookAt: async (seconds: number) => {
      now = seconds * 1000;
      await look();
    },
  };
}

test('trouble is noted once, again when it becomes worse, and ended after a minute of calm, as of when that began', async () => {
  const { told, set, lookAt } = place();
  await lookAt(0);
  set('youtube', 'degraded', 'timeout');
  for (const second of [10, 20]) await lookAt(second);
  set('youtube', 'unavailable', 'blocked_ip');
  for (const second of [30, 40]) await lookAt(second);
  set('youtube', 'degraded', 'timeout');
  await lookAt(50);
  set('youtube', 'working');
  for (const second of [60, 90, 119]) await lookAt(second);
  expect(told).toEqual(['youtube degraded timeout', 'youtube unavailable blocked_ip']);
  for (const second of [120, 130]) await lookAt(second);
  expect(told.slice(2)).toEqual(['youtube ended 60']);
});

test('calm that is broken begins anew, and each platform has its own', async () => {
  const { told, set, lookAt } = place();
  set('youtube', 'unavailable', 'timeout');
  set('tiktok', 'unavailable', 'timeout');
  await lookAt(0);
  set('youtube', 'working');
  set('tiktok', 'working');
  await lookAt(10);
  set('youtube', 'unavailable', 'timeout');
  await lookAt(40);
  set('youtube', 'working');
  for (const second of [50, 70, 100]) await lookAt(second);
  expect(told.slice(2)).toEqual(['tiktok ended 10']);
});

test('a database that is away is logged once', async () => {
  const { log, setAway, lookAt } = place();
  setAway(true);
  for (const second of [0, 10]) await lookAt(second);
  setAway(false);
  await lookAt(20);
  expect(log).toHaveLength(1);
});
