import { beforeEach, describe, expect, it } from 'vitest';
import { createHealthRegistry, type HealthRegistry } from './platform-health.ts';

let now: number;
let healthRegistry: HealthRegistry;

beforeEach(() => {
  now = Date.UTC(2026, 10, 21);
  healthRegistry = createHealthRegistry(
    () => now,
    () => now,
  );
});

const refuse = (times: number) => {
  for (let n = 0; n < times; n++) healthRegistry.record('youtube', `youtube:video:${n}`, 'blocked_bot_check');
};

describe('the health of a platform', () => {
  it('is unknown and fine at first, and told with its time', () => {
    expect(healthRegistry.health('youtube')).toEqual({ state: 'working', reason: null, checkedAt: null });
    healthRegistry.record('youtube', 'a', null);
    expect(healthRegistry.health('youtube')).toEqual({
      state: 'working',
      reason: null,
      checkedAt: '2026-11-21T00:00:00.000Z',
    });
  });

  it('is degraded by a refusal, whose reason is told, and mended by any answer about a media', () => {
    refuse(1);
    expect(healthRegistry.health('youtube')).toMatchObject({
      state: 'degraded',
      reason: { code: 'blocked_bot_check' },
    });
    expect(healthRegistry.health('tiktok').state).toBe('working');
    healthRegistry.record('youtube', 'b', 'private');
    expect(healthRegistry.health('youtube')).toMatchObject({ state: 'working', reason: null });
  });

  it('says nothing of the platform when the fault is ours', () => {
    healthRegistry.record('youtube', 'a', 'busy');
    healthRegistry.record('youtube', 'a', 'cancelled');
    expect(healthRegistry.health('youtube').checkedAt).toBeNull();
  });

  it('opens the circuit breaker after refusals of many media, and tries one link now and then', () => {
    refuse(5);
    expect(healthRegistry.refusal('youtube')).toBeNull();
    refuse(6);
    expect(healthRegistry.health('youtube').state).toBe('unavailable');
    expect(healthRegistry.refusal('youtube')).toEqual({
      ok: false,
      failure: { code: 'blocked_bot_check', platform: 'youtube', retryAfterS: 15 },
    });
    expect(healthRegistry.refusal('tiktok')).toBeNull();
    now += 15_000;
    expect(healthRegistry.refusal('youtube')).toBeNull();
    expect(healthRegistry.refusal('youtube')).not.toBeNull();
    healthRegistry.record('youtube', 'c', null);
    expect(healthRegistry.refusal('youtube')).toBeNull();
    expect(healthRegistry.health('youtube').state).toBe('working');
  });

  it('is not spoilt by one link asked again and again', () => {
    for (let n = 0; n < 20; n++) healthRegistry.record('youtube', 'same', 'rate_limited');
    expect(healthRegistry.refusal('youtube')).toBeNull();
  });
});
