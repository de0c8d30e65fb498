import { beforeEach, describe, expect, it } from 'vitest';
import { createHealthRegistry, type HealthRegistry } from './platform-health.ts';

let now: number;
let book: HealthRegistry;

beforeEach(() => {
  now = Date.UTC(2026, 10, 21);
  book = createHealthRegistry(
    () => now,
    () => now,
  );
});

const refuse = (times: number) => {
  for (let n = 0; n < times; n++) book.record('youtube', `youtube:video:${n}`, 'blocked_bot_check');
};

describe('the health of a platform', () => {
  it('is unknown and fine at first, and told with its time', () => {
    expect(book.health('youtube')).toEqual({ state: 'working', reason: null, checkedAt: null });
    book.record('youtube', 'a', null);
    expect(book.health('youtube')).toEqual({ state: 'working', reason: null, checkedAt: '2026-11-21T00:00:00.000Z' });
  });

  it('is degraded by a refusal, whose reason is told, and mended by any answer about a media', () => {
    refuse(1);
    expect(book.health('youtube')).toMatchObject({ state: 'degraded', reason: { code: 'blocked_bot_check' } });
    expect(book.health('tiktok').state).toBe('working');
    book.record('youtube', 'b', 'private');
    expect(book.health('youtube')).toMatchObject({ state: 'working', reason: null });
  });

  it('says nothing of the platform when the fault is ours', () => {
    book.record('youtube', 'a', 'busy');
    book.record('youtube', 'a', 'cancelled');
    expect(book.health('youtube').checkedAt).toBeNull();
  });

  it('opens the circuit breaker after refusals of many media, and tries one link now and then', () => {
    refuse(5);
    expect(book.refusal('youtube')).toBeNull();
    refuse(6);
    expect(book.health('youtube').state).toBe('unavailable');
    expect(book.refusal('youtube')).toEqual({
      ok: false,
      failure: { code: 'blocked_bot_check', platform: 'youtube', retryAfterS: 15 },
    });
    expect(book.refusal('tiktok')).toBeNull();
    now += 15_000;
    expect(book.refusal('youtube')).toBeNull();
    expect(book.refusal('youtube')).not.toBeNull();
    book.record('youtube', 'c', null);
    expect(book.refusal('youtube')).toBeNull();
    expect(book.health('youtube').state).toBe('working');
  });

  it('is not spoilt by one link asked again and again', () => {
    for (let n = 0; n < 20; n++) book.record('youtube', 'same', 'rate_limited');
    expect(book.refusal('youtube')).toBeNull();
  });
});
