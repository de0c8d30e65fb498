import { describe, expect, test, vi } from 'vitest';
import type { Caller } from '../caller.ts';
import { createLimitKeys } from './limit-keys.ts';
import type { LimitSettings } from './limit-settings.ts';
import { createTransferRegistry } from './transfer-registry.ts';
import { createTransferLimiter, type Pass, type Transferred } from './transfer-limiter.ts';

const GUEST = { resolutions: 30, downloads: 20, gigabytesPerDay: 100, transfers: 3 };
const SETTINGS: LimitSettings = {
  windowS: 600,
  guest: GUEST,
  userTimes: 2,
  key: { resolutions: 600, downloads: 600, gigabytesPerDay: 1_000, transfers: 20 },
  guestsPerAddress: 4,
  streams: { perOwner: 1, perNetwork: 1, inAll: 1 },
  server: { transfers: 400, transfersPerPlatform: 200 },
  memoryBytes: Infinity,
};
const ANN: Caller = { owner: 'visitor:ann', address: '203.0.113.7' };
const MIB = 2 ** 20;

function openLimiter({ server = SETTINGS.server, waitS = async (): Promise<number | null> => null } = {}) {
  const registry = createTransferRegistry();
  const charge = vi.fn<(limitKeys: unknown, mebibytes: number) => void>();
  let isMemoryShort = false;
  const limiter = createTransferLimiter(
    {
      settings: { server },
      limitKeysOf: createLimitKeys(SETTINGS, 'secret'),
      bytes: { waitS, charge },
      isMemoryShort: () => isMemoryShort,
    },
    registry,
  );
  const enter = (file: string, caller = ANN, platform: Transferred['platform'] = 'youtube') =>
    limiter.enter({ caller, file, platform });
  return {
    limiter,
    registry,
    enter,
    charged: () => charge.mock.calls.map(([, mebibytes]) => mebibytes),
    fillMemory: () => (isMemoryShort = true),
    async pass(...args: Parameters<typeof enter>): Promise<Pass> {
      const result = await enter(...args);
      if (!result.ok) throw new Error(result.failure.code);
      return result.value;
    },
  };
}

const tooMany = { ok: false, failure: { code: 'too_many_transfers', retryAfterS: 5 } };
const busy = { ok: false, failure: { code: 'busy', retryAfterS: 10 } };

test('a fourth file waits until one of three has ended', async () => {
  const { pass, enter, limiter } = openLimiter();
  const first = await pass('a');
  await pass('b');
  await pass('c');
  expect(await enter('d')).toEqual(tooMany);
  expect(limiter.running(ANN)).toBe(3);
  first.leave();
  await pass('d');
  expect(limiter.running(ANN)).toBe(3);
});

test('parallel requests of one file are one transfer, up to as many as download managers use', async () => {
  const { pass, enter, limiter } = openLimiter();
  for (let n = 0; n < 22; n++) await pass('a');
  expect(limiter.running(ANN)).toBe(1);
  await pass('b');
  await pass('c');
  expect(limiter.running(ANN)).toBe(3);
  expect(await enter('a')).toEqual(tooMany);
});

test('what is shown in a page is none of its transfers, and is let in beside them', async () => {
  const { limiter, pass } = openLimiter();
  for (const file of ['a', 'b', 'c']) await pass(file);
  const shown = { caller: ANN, platform: 'youtube', isShown: true } as const;
  expect((await limiter.enter({ ...shown, file: 'd' })).ok).toBe(true);
  expect(limiter.running(ANN)).toBe(3);
});

test('a paused file makes room, and its connection is not forgotten', async () => {
  const { pass, enter, limiter } = openLimiter();
  const passes = await Promise.all(['a', 'b', 'c'].map((file) => pass(file)));
  passes[0]?.pause();
  passes[0]?.pause();
  expect(limiter.running(ANN)).toBe(2);
  await pass('d');
  passes[0]?.resume();
  passes[0]?.resume();
  expect(limiter.running(ANN)).toBe(4);
  passes[0]?.leave();
  expect(limiter.running(ANN)).toBe(3);
  expect(await enter('e')).toEqual(tooMany);
});

test('pausing everything does not fill the server', async () => {
  const { pass, enter } = openLimiter();
  for (let n = 0; n < 24; n++) (await pass(`file ${n}`)).pause();
  expect(await enter('one more')).toEqual(tooMany);
});

test('an address has four times a guest’s transfers, whoever they are', async () => {
  const { pass, enter } = openLimiter();
  for (let n = 0; n < 12; n++) await pass('same file', { owner: `visitor:${n}`, address: ANN.address });
  expect(await enter('same file', { owner: 'visitor:new', address: ANN.address })).toEqual(tooMany);
  await pass('same file', { owner: 'visitor:new', address: '203.0.113.8' });
});

test('without a cookie an address is one guest', async () => {
  const { pass, enter, limiter } = openLimiter();
  const nobody = { owner: null, address: '2001:db8::1' };
  const neighbour = { owner: null, address: '2001:db8:0:ff::2' };
  for (const file of ['a', 'b', 'c']) await pass(file, nobody);
  expect(await enter('d', neighbour)).toEqual(tooMany);
  expect(limiter.running(neighbour)).toBe(3);
  await pass('d', { owner: 'visitor:ann', address: '2001:db8::1' });
});

test('the server and each platform have so many connections', async () => {
  const { pass, enter } = openLimiter({ server: { transfers: 3, transfersPerPlatform: 2 } });
  const first = await pass('a');
  await pass('a');
  expect(await enter('b', { owner: 'visitor:bob', address: null })).toEqual(busy);
  await pass('b', ANN, 'tiktok');
  expect(await enter('c', ANN, 'twitter')).toEqual(busy);
  first.leave();
  await pass('c', ANN, 'twitter');
});

test('nothing begins while memory is short', async () => {
  const { pass, enter, fillMemory } = openLimiter();
  await pass('a');
  fillMemory();
  expect(await enter('b')).toEqual(busy);
});

test('of a hundred that come at once no more get in than there is room, and nothing is left of those that were refused', async () => {
  const { enter, limiter, registry } = openLimiter({
    waitS: () => new Promise((resolve) => void setImmediate(resolve, null)),
  });
  const results = await Promise.all(Array.from({ length: 100 }, (_, n) => enter(`file ${n}`)));
  const passes = results.flatMap((result) => (result.ok ? [result.value] : []));
  expect(passes).toHaveLength(3);
  expect(limiter.running(ANN)).toBe(3);
  for (const pass of passes) pass.leave();
  expect(registry.size()).toBe(0);
});

test('whoever has used up the bytes of the day waits, and holds no place meanwhile', async () => {
  const { enter, registry } = openLimiter({ waitS: async () => 3_600 });
  expect(await enter('a')).toEqual({ ok: false, failure: { code: 'limit_reached', retryAfterS: 3_600 } });
  expect(registry.size()).toBe(0);
});

test('a bug at the count gives the place back', async () => {
  const { enter, registry } = openLimiter({ waitS: () => Promise.reject(new Error('bug')) });
  await expect(enter('a')).rejects.toThrow('bug');
  expect(registry.size()).toBe(0);
});

test('bytes are charged by 64 MiB, and the rest at the end, a begun mebibyte whole', async () => {
  const { pass, charged } = openLimiter();
  const one = await pass('a');
  for (let n = 0; n < 129; n++) one.add(MIB / 2);
  expect(charged()).toEqual([64]);
  one.add(200 * MIB);
  expect(charged()).toEqual([64, 200]);
  one.leave();
  expect(charged()).toEqual([64, 200, 1]);
});

test('what sent nothing costs nothing, and after leaving nothing has an effect', async () => {
  const { pass, charged, registry } = openLimiter();
  const one = await pass('a');
  const other = await pass('a');
  one.pause();
  for (const action of [one.leave, one.leave, one.resume, one.pause, () => one.add(100 * MIB)]) action();
  expect(charged()).toEqual([]);
  expect(registry.total()).toBe(1);
  other.leave();
  expect(registry.size()).toBe(0);
});

describe('a place that is held', () => {
  const ask = (file: string, place: string) => ({ caller: ANN, file, platform: 'youtube' as const, place });

  test('is the file’s that was asked about: no other gets in between the question and the file', async () => {
    const { limiter, pass, enter } = openLimiter();
    await pass('a');
    const second = await pass('b');
    expect(limiter.hold(ask('c', 'c'))).toEqual({ ok: true, value: undefined });
    // Another that asks in the same moment, and one that does not ask.
    expect(limiter.hold(ask('d', 'd'))).toEqual(tooMany);
    expect(await enter('e')).toEqual(tooMany);
    const third = await limiter.enter(ask('c', 'c'));
    if (!third.ok) throw new Error('its own place was taken');
    expect(limiter.running(ANN)).toBe(3);
    third.value.leave();
    second.leave();
    expect(limiter.running(ANN)).toBe(1);
  });

  test('is free again when nobody comes; asked again it is one', async () => {
    vi.useFakeTimers();
    const { limiter, registry } = openLimiter();
    for (let n = 0; n < 3; n++) limiter.hold(ask('a', 'a'));
    expect([limiter.running(ANN), registry.total()]).toEqual([1, 1]);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(registry.size()).toBe(0);
    // Late, it is one as any other.
    expect((await limiter.enter(ask('a', 'a'))).ok).toBe(true);
    vi.useRealTimers();
  });
});
