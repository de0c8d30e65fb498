import { beforeEach, describe, expect, it } from 'vitest';
import { createHealthRegistry, type HealthRegistry, type HealthOptions } from './platform-health.ts';

const MINUTE_MS = 60_000;

let now: number;
let healthRegistry: HealthRegistry;
let media: number;

function open(options: HealthOptions = {}): void {
  now = Date.UTC(2026, 10, 21);
  media = 0;
  const clock = () => now;
  healthRegistry = createHealthRegistry(clock, clock, {
    routesOf: () => ['eu', 'us', 'six'],
    random: () => 0,
    ...options,
  });
}
beforeEach(() => open());

/** The ways that a read would try now; null: it is refused at once. */
function admitted(): string[] | null {
  return healthRegistry.refusal('youtube') ? null : healthRegistry.routesOf('youtube');
}

const refuse = (route: string, retryAfterS?: number) =>
  healthRegistry.turnedAway('youtube', 'blocked_bot_check', { route, retryAfterS });
const answer = (route: string) => healthRegistry.record('youtube', 'any', null, { route });
/** A media of its own is refused on all ways. */
const refuseEverywhere = () => {
  for (const route of ['eu', 'us']) refuse(route);
  healthRegistry.record('youtube', `media ${media++}`, 'blocked_bot_check', { route: 'six' });
};

describe('ways out', () => {
  it('are tried in their order, and nothing is known of another platform', () => {
    expect(admitted()).toEqual(['eu', 'us', 'six']);
    refuse('eu');
    expect(healthRegistry.refusal('tiktok')).toBeNull();
    expect(healthRegistry.routesOf('tiktok')).toEqual(['eu', 'us', 'six']);
  });

  it('rest behind the others after a refusal, and have their place again after a quarter of a minute', () => {
    refuse('eu');
    expect(admitted()).toEqual(['us', 'six', 'eu']);
    refuse('us');
    expect(admitted()).toEqual(['six', 'eu', 'us']);
    now += 15_000;
    expect(admitted()).toEqual(['eu', 'us', 'six']);
  });

  it('are given back their place by one read, while others wait for what comes of it', () => {
    refuse('eu');
    now += 15_000;
    expect(admitted()?.[0]).toBe('eu');
    healthRegistry.begin('youtube', 'eu');
    expect(admitted()?.[0]).toBe('us');
    answer('eu');
    expect(admitted()?.[0]).toBe('eu');
  });

  it('rest longer with each trial that fails, up to ten minutes, and as at first after an answer', () => {
    const rests: number[] = [];
    for (let trial = 0; trial < 9; trial++) {
      refuse('eu');
      const from = now;
      while (healthRegistry.routes('youtube')[0]?.state === 'resting') now += 1000;
      rests.push((now - from) / 1000);
      healthRegistry.begin('youtube', 'eu');
    }
    expect(rests.slice(0, 4)).toEqual([15, 30, 60, 120]);
    expect(rests.at(-1)).toBe(600);
    answer('eu');
    refuse('eu');
    expect(healthRegistry.routes('youtube')[0]).toMatchObject({ state: 'resting', waitS: 15 });
  });

  it('come back at times of their own, so that several servers do not come back at once', () => {
    open({ random: () => 1 });
    refuse('eu');
    now += 15_000;
    healthRegistry.begin('youtube', 'eu');
    refuse('eu');
    expect(healthRegistry.routes('youtube')[0]?.waitS).toBe(38);
  });

  it('are left alone as long as the platform asks, an hour at most', () => {
    refuse('eu', 120);
    expect(admitted()).toEqual(['us', 'six']);
    now += 119_000;
    expect(admitted()).toEqual(['us', 'six']);
    now += 1000;
    expect(admitted()?.[0]).toBe('eu');
    refuse('us', 999_999);
    now += 60 * MINUTE_MS;
    expect(admitted()).toContain('us');
  });
});

describe('a way that is refused media', () => {
  const refuseMedia = (retryAfterS?: number) =>
    healthRegistry.mediaRefused('youtube', 'upstream_forbidden', { route: 'eu', retryAfterS });

  it('rests, and answers to its pages do not end that; the platform works', () => {
    refuseMedia();
    answer('eu');
    expect(admitted()).toEqual(['us', 'six', 'eu']);
    expect(healthRegistry.routes('youtube')[0]).toMatchObject({
      state: 'resting',
      reason: 'upstream_forbidden',
      waitS: 15,
    });
    expect(healthRegistry.totals('youtube')[0]?.failures).toEqual(new Map([['upstream_forbidden', 1]]));
    expect(healthRegistry.health('youtube')).toMatchObject({ state: 'working', reason: null });
    expect(healthRegistry.routesOf('tiktok')[0]).toBe('eu');
    now += 15_000;
    expect(admitted()).toEqual(['eu', 'us', 'six']);
    expect(healthRegistry.routes('youtube')[0]).toMatchObject({ state: 'working', reason: null });
  });

  it('rests longer each time, once for all that are refused meanwhile, and as at first when that is long ago', () => {
    const rest = () => healthRegistry.routes('youtube')[0]?.waitS;
    refuseMedia();
    refuseMedia();
    expect(rest()).toBe(15);
    for (const seconds of [30, 60, 120]) {
      now += (rest() ?? 0) * 1000;
      refuseMedia();
      expect(rest()).toBe(seconds);
    }
    now += 120_000 + 10 * MINUTE_MS;
    refuseMedia();
    expect(rest()).toBe(15);
  });

  it('is left alone as long as the platform asks', () => {
    refuseMedia(120);
    answer('eu');
    expect(admitted()).toEqual(['us', 'six']);
    expect(healthRegistry.routes('youtube')[0]).toMatchObject({
      state: 'waiting',
      reason: 'upstream_forbidden',
      waitS: 120,
    });
  });

  it('is tried behind the others by whoever comes from it, however long those rest', () => {
    refuseMedia();
    now += 1000;
    for (const route of ['us', 'six']) refuse(route);
    expect(admitted()).toEqual(['eu', 'us', 'six']);
    expect(healthRegistry.routesOf('youtube', 'eu')).toEqual(['us', 'six', 'eu']);
  });
});

describe('a way that is switched off', () => {
  const off = new Set<string>();
  beforeEach(() => {
    off.clear();
    open({ isOff: (platform, route) => platform === 'youtube' && off.has(route) });
  });

  it('is not tried, is told, and has its place again once it is on', () => {
    off.add('us');
    expect(admitted()).toEqual(['eu', 'six']);
    expect(healthRegistry.routesOf('tiktok')).toEqual(['eu', 'us', 'six']);
    expect(healthRegistry.routes('youtube').map(({ state }) => state)).toEqual(['working', 'off', 'working']);
    off.clear();
    expect(admitted()).toEqual(['eu', 'us', 'six']);
  });

  it('does not count among those that a platform has to refuse until it is out', () => {
    off.add('eu').add('us');
    refuse('six', 120);
    expect(healthRegistry.health('youtube').state).toBe('unavailable');
    off.delete('us');
    expect(healthRegistry.health('youtube').state).toBe('working');
  });

  it('leaves a platform out of reach where there is no other', () => {
    for (const route of ['eu', 'us', 'six']) off.add(route);
    expect(healthRegistry.refusal('youtube')).toMatchObject({ failure: { code: 'egress_down', platform: 'youtube' } });
    expect(healthRegistry.health('youtube')).toMatchObject({ state: 'unavailable', reason: { code: 'egress_down' } });
    expect(healthRegistry.health('tiktok').state).toBe('working');
  });
});

describe('what went each way', () => {
  it('is counted, failures by what they were', () => {
    for (const route of ['eu', 'us']) healthRegistry.begin('youtube', route);
    healthRegistry.count('youtube', 'eu', 3);
    healthRegistry.count('youtube', 'us', 4);
    refuse('eu');
    answer('us');
    healthRegistry.record('youtube', 'a', 'timeout', { route: 'us' });
    healthRegistry.record('youtube', 'b', 'private', { route: 'us' });
    healthRegistry.record('youtube', 'c', 'rate_limited', { route: 'us' });
    expect(healthRegistry.totals('youtube')).toEqual([
      { name: 'eu', requests: 3, videos: 1, failures: new Map([['blocked_bot_check', 1]]) },
      {
        name: 'us',
        requests: 4,
        videos: 1,
        failures: new Map([
          ['timeout', 1],
          ['rate_limited', 1],
        ]),
      },
      { name: 'six', requests: 0, videos: 0, failures: new Map() },
    ]);
    now += 60 * 60_000;
    expect(healthRegistry.totals('youtube')[0]).toMatchObject({ requests: 3, videos: 1 });
  });
});

describe('a platform with several ways out', () => {
  it('works while one of them does', () => {
    for (let n = 0; n < 10; n++) {
      refuse('eu');
      refuse('us');
      answer('six');
      expect(healthRegistry.health('youtube')).toMatchObject({ state: 'working', reason: null });
    }
    expect(admitted()?.[0]).toBe('six');
    expect(healthRegistry.routes('youtube').map(({ name, state, reason }) => [name, state, reason])).toEqual([
      ['eu', 'resting', 'blocked_bot_check'],
      ['us', 'resting', 'blocked_bot_check'],
      ['six', 'working', null],
    ]);
  });

  it('is out when all of them refuse, says until when, and is tried ever more rarely until one answers', () => {
    for (let n = 0; n < 5; n++) refuseEverywhere();
    expect(healthRegistry.health('youtube')).toMatchObject({
      state: 'degraded',
      reason: { code: 'blocked_bot_check' },
    });
    expect(admitted()).toHaveLength(3);
    refuseEverywhere();
    expect(healthRegistry.health('youtube')).toMatchObject({
      state: 'unavailable',
      reason: { code: 'blocked_bot_check' },
    });
    for (const seconds of [15, 30, 60]) {
      expect(healthRegistry.refusal('youtube')).toMatchObject({
        failure: { code: 'blocked_bot_check', retryAfterS: seconds },
      });
      now += seconds * 1000;
      expect(admitted()).toHaveLength(3);
      expect(admitted()).toBeNull();
      refuseEverywhere();
    }
    now += 120_000;
    expect(admitted()).toHaveLength(3);
    answer('us');
    expect(healthRegistry.health('youtube')).toMatchObject({ state: 'working' });
    expect(admitted()).toHaveLength(3);
    expect(admitted()).toHaveLength(3);
  });

  it('is out when all of them have to wait', () => {
    refuse('eu', 60);
    refuse('us', 90);
    expect(healthRegistry.health('youtube').state).toBe('working');
    refuse('six', 120);
    expect(healthRegistry.health('youtube')).toMatchObject({
      state: 'unavailable',
      reason: { code: 'blocked_bot_check' },
    });
    expect(healthRegistry.refusal('youtube')).toMatchObject({
      failure: { code: 'blocked_bot_check', retryAfterS: 60 },
    });
    now += 60_000;
    expect(admitted()).toEqual(['eu']);
  });

  it('is out when none of them leads anywhere', () => {
    for (let n = 0; n < 6; n++) {
      for (const route of ['eu', 'us']) healthRegistry.turnedAway('youtube', 'egress_down', { route });
      healthRegistry.record('youtube', `media ${n}`, 'egress_down', { route: 'six' });
    }
    expect(healthRegistry.refusal('youtube')).toMatchObject({ failure: { code: 'egress_down' } });
    expect(healthRegistry.health('youtube')).toMatchObject({ state: 'unavailable', reason: { code: 'egress_down' } });
  });

  it('is not put out by one link asked again and again', () => {
    for (let n = 0; n < 20; n++) healthRegistry.record('youtube', 'same', 'blocked_ip', { route: 'six' });
    expect(admitted()).toHaveLength(3);
    expect(healthRegistry.health('youtube').state).toBe('degraded');
  });
});

describe('the pace of a way out', () => {
  it('ends a way’s turn when its hour is full, and the platform’s when all are: it is busy then, not out', () => {
    open({ routesOf: () => ['eu', 'us'], pace: { videosPerHour: 2, requestsPerHour: null } });
    for (let n = 0; n < 2; n++) healthRegistry.begin('youtube', 'eu');
    expect(admitted()).toEqual(['us']);
    expect(healthRegistry.routes('youtube')[0]).toMatchObject({ state: 'full', videos: 2, waitS: 61 * 60 });
    now += 30 * MINUTE_MS;
    for (let n = 0; n < 2; n++) healthRegistry.begin('youtube', 'us');
    expect(healthRegistry.refusal('youtube')).toMatchObject({ failure: { code: 'busy', retryAfterS: 31 * 60 } });
    expect(healthRegistry.health('youtube').state).toBe('working');
    now += 31 * MINUTE_MS;
    expect(admitted()).toEqual(['eu']);
    expect(healthRegistry.routes('youtube')[0]).toMatchObject({ videos: 0 });
  });

  it('counts requests as well', () => {
    open({ pace: { videosPerHour: null, requestsPerHour: 10 } });
    healthRegistry.count('youtube', 'eu', 9);
    expect(admitted()?.[0]).toBe('eu');
    healthRegistry.count('youtube', 'eu', 3);
    expect(admitted()).toEqual(['us', 'six']);
    expect(healthRegistry.routes('youtube')[0]).toMatchObject({ requests: 12 });
  });

  it('never lets more through in any hour', () => {
    open({ routesOf: () => ['eu'], pace: { videosPerHour: 5, requestsPerHour: null } });
    const read: number[] = [];
    for (let minute = 0; minute < 300; minute++, now += MINUTE_MS) {
      while (admitted()) {
        healthRegistry.begin('youtube', 'eu');
        read.push(now);
      }
    }
    expect(read.length).toBeGreaterThan(20);
    for (const at of read) {
      expect(read.filter((other) => other >= at && other < at + 60 * MINUTE_MS).length).toBeLessThanOrEqual(5);
    }
  });
});
