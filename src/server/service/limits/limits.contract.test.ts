import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { allowances, networkLimits } from '#app.config';
import { embedded, emptied, type Place, served } from '#/server/store/fixtures/contract-places.ts';
import type { Store } from '#/server/store/store.ts';
import type { Caller } from '../caller.ts';
import type { LimitSettings } from './limit-settings.ts';
import { createLimits, createLimitSweeper, type Limits } from './limits.ts';
import { createLimiterClient } from './limiter-client.ts';

/** What is waited for comes at once, unless other programs share the machine. */
const PATIENCE = { timeout: 60_000 };

const configured = { ...allowances, ...networkLimits };
const SETTINGS: LimitSettings = { ...configured, memoryBytes: Infinity };
const { resolutions: LIMIT } = configured.guest;
const PER_ADDRESS = LIMIT * configured.guestsPerAddress;
const ANN: Caller = { owner: 'visitor:ann', address: '203.0.113.7' };

const times = (count: number, caller: Caller): Caller[] => Array.from({ length: count }, () => caller);
const guest = (n: number, address: string | null = ANN.address): Caller => ({ owner: `visitor:${n}`, address });

describe.each([embedded, served])('$name', ({ start }) => {
  let kind: Awaited<ReturnType<typeof start>>;
  let place: Place;
  let store: Store;
  let queries: number;
  const opened: Limits[] = [];
  const lines: string[] = [];

  beforeAll(async () => {
    kind = await start();
    place = await kind.createPlace();
    store = await place.open();
  });
  beforeEach(() => {
    queries = 0;
  });
  afterEach(async () => {
    await closeLimits();
    await emptied(store);
    expect(lines.splice(0)).toEqual([]);
  });
  afterAll(async () => {
    await store.close();
    await kind.close();
  });

  /** Limits whose queries are counted. */
  const open = (settings: Partial<LimitSettings> = {}, on: Store = store): Limits => {
    const query: Store['query'] = (text, values) => {
      queries += 1;
      return on.query(text, values);
    };
    const log = (line: string): void => void lines.push(line);
    const limits = createLimits({
      store: { query, queryTimeouts: on.queryTimeouts },
      settings: { ...SETTINGS, ...settings },
      secret: 'secret',
      log,
    });
    opened.push(limits);
    return limits;
  };
  const closeLimits = async (): Promise<void> => {
    await Promise.all(opened.splice(0).map((limits) => limits.close()));
  };
  const isAllowed = async (limits: Limits, caller: Caller): Promise<boolean> =>
    (await limits.take('resolutions', caller)).result.ok;
  /** How many of so many, all at once, are let through. */
  const allowed = async (limits: Limits, callers: readonly Caller[]): Promise<number> => {
    const results = await Promise.all(callers.map((caller) => isAllowed(limits, caller)));
    return results.filter(Boolean).length;
  };

  test('a guest has 30 in ten minutes, and is told what is left and when more is', async () => {
    const limits = open();
    expect(await limits.take('resolutions', ANN)).toEqual({
      result: { ok: true, value: undefined },
      limitStatus: { limit: 30, remaining: 29, resetsInS: expect.any(Number), windowS: 600, isRefused: false },
    });
    for (let n = 1; n < LIMIT; n++) expect(await isAllowed(limits, ANN)).toBe(true);
    const { result, limitStatus } = await limits.take('resolutions', ANN);
    const retryAfterS = result.ok ? 0 : (result.failure.retryAfterS ?? 0);
    expect(result).toEqual({ ok: false, failure: { code: 'limit_reached', retryAfterS } });
    expect(retryAfterS).toBeGreaterThan(0);
    expect(retryAfterS).toBeLessThanOrEqual(600);
    expect(limitStatus).toEqual({ limit: 30, remaining: 0, resetsInS: retryAfterS, windowS: 600, isRefused: true });
    expect((await limits.take('downloads', ANN)).limitStatus.remaining).toBe(19);
    expect(await isAllowed(limits, guest(2))).toBe(true);
  });

  test('of a hundred at once exactly 30 get through, and the address is charged for no more', async () => {
    const limits = open();
    expect(await allowed(limits, times(100, ANN))).toBe(LIMIT);
    const rest = Array.from({ length: 200 }, (_, n) => guest(n));
    expect(await allowed(limits, rest)).toBe(PER_ADDRESS - LIMIT);
  });

  test('an address has four times as much; what it refuses costs the visitor nothing', async () => {
    const limits = open();
    expect(
      await allowed(
        limits,
        Array.from({ length: PER_ADDRESS }, (_, n) => guest(n)),
      ),
    ).toBe(PER_ADDRESS);
    for (let n = 0; n < 3; n++) {
      const { result, limitStatus } = await limits.take('resolutions', ANN);
      expect(result.ok).toBe(false);
      expect(limitStatus.limit).toBe(120);
    }
    const elsewhere = await limits.take('resolutions', { ...ANN, address: '203.0.113.8' });
    expect(elsewhere.limitStatus.remaining).toBe(29);
  });

  test('a signed-in user has twice as much, also where guests have used up all of the address', async () => {
    const limits = open();
    const user: Caller = { ...ANN, owner: 'user:ann' };
    await allowed(
      limits,
      Array.from({ length: PER_ADDRESS }, (_, n) => guest(n)),
    );
    expect(await allowed(limits, times(100, user))).toBe(LIMIT * configured.userTimes);
    const others = Array.from({ length: 2 * PER_ADDRESS }, (_, n): Caller => ({ ...ANN, owner: `user:${n}` }));
    const left = PER_ADDRESS * configured.userTimes - PER_ADDRESS - LIMIT * configured.userTimes;
    expect(await allowed(limits, others)).toBe(left);
    expect(await isAllowed(limits, guest(1_000))).toBe(false);
  });

  test('what is told is of what ends first', async () => {
    const limits = open();
    await allowed(
      limits,
      Array.from({ length: 100 }, (_, n) => guest(n)),
    );
    expect((await limits.take('resolutions', ANN)).limitStatus).toMatchObject({ limit: 120, remaining: 19 });
  });

  test('leaving the cookie out, or a new address of the same network, brings nothing', async () => {
    const limits = open();
    const nobody = Array.from({ length: 60 }, (_, n) => ({ owner: null, address: `2001:db8:0:aa${n % 10}0::${n}` }));
    expect(await allowed(limits, nobody)).toBe(LIMIT);
    const others = Array.from({ length: 200 }, (_, n) => guest(n, '2001:db8:0:aa00::'));
    expect(await allowed(limits, others)).toBe(PER_ADDRESS - LIMIT);
    expect(await isAllowed(limits, guest(1, '2001:db8:0:ab00::'))).toBe(true);
  });

  test('those of whom nothing is known are one address', async () => {
    const limits = open();
    expect(await allowed(limits, times(200, { owner: null, address: null }))).toBe(PER_ADDRESS);
    expect(await isAllowed(limits, guest(1, null))).toBe(false);
  });

  test('who is over a limit costs no query any more', async () => {
    const limits = open({ guest: { ...SETTINGS.guest, gigabytesPerDay: 0.001 } });
    await allowed(limits, times(LIMIT + 1, ANN));
    queries = 0;
    expect(await allowed(limits, times(1_000, ANN))).toBe(0);
    expect(queries).toBe(0);

    const transfer = { caller: ANN, file: 'a', platform: 'youtube' } as const;
    const entered = await limits.transfers.enter(transfer);
    if (entered.ok) entered.value.add(70e6);
    await vi.waitFor(async () => expect((await limits.usage(ANN)).bytes.remaining).toBe(0), PATIENCE);
    expect((await limits.transfers.enter({ ...transfer, file: 'b' })).ok).toBe(false);
    queries = 0;
    expect((await limits.transfers.enter({ ...transfer, file: 'b' })).ok).toBe(false);
    expect(queries).toBe(0);
  });

  test('whose day’s bytes are used up costs no query any more, though the address has some', async () => {
    const limits = open({ guest: { ...SETTINGS.guest, gigabytesPerDay: 0.001 } });
    const transfer = { caller: ANN, file: 'a', platform: 'youtube' } as const;
    const entered = await limits.transfers.enter(transfer);
    if (entered.ok) {
      entered.value.add(2e6);
      entered.value.leave();
    }
    await vi.waitFor(async () => expect((await limits.usage(ANN)).bytes.remaining).toBe(0), PATIENCE);
    expect((await limits.transfers.enter({ ...transfer, caller: guest(1) })).ok).toBe(true);
    queries = 0;
    expect(await limits.transfers.enter(transfer)).toMatchObject({ ok: false, failure: { code: 'limit_reached' } });
    expect(queries).toBe(0);
  });

  test('a refusal that is known needs no counting; before it, nothing is known', async () => {
    const limits = open();
    await allowed(limits, times(LIMIT, ANN));
    expect(limits.refusal('resolutions', ANN)).toBeNull();
    const refused = await limits.take('resolutions', ANN);
    queries = 0;
    expect(limits.refusal('resolutions', ANN)).toMatchObject({
      result: refused.result,
      limitStatus: refused.limitStatus,
    });
    expect(limits.refusal('downloads', ANN)).toBeNull();
    expect(queries).toBe(0);
  });

  test('a restart forgets nothing', async () => {
    expect(await allowed(open(), times(20, ANN))).toBe(20);
    await closeLimits();
    await store.close();
    store = await place.open();
    expect(await allowed(open(), times(20, ANN))).toBe(10);
  });

  test('servers of one database count together', async () => {
    const other = store.isEmbedded ? store : await place.open();
    const [one, two] = [open(), open({}, other)];
    const counts = await Promise.all([allowed(one, times(100, ANN)), allowed(two, times(100, ANN))]);
    expect(counts.reduce((sum, count) => sum + count)).toBe(LIMIT);
    await closeLimits();
    if (other !== store) await other.close();
  });

  test('after its time a limit is there again', async () => {
    const limits = open({ windowS: 1, guest: { ...SETTINGS.guest, resolutions: 2 } });
    expect(await allowed(limits, times(3, ANN))).toBe(2);
    await vi.waitFor(async () => expect(await isAllowed(limits, ANN)).toBe(true), { timeout: 60_000, interval: 100 });
  });

  test('usage tells what is left, and counts nothing', async () => {
    const limits = open();
    const untouched = {
      resolutions: { limit: 30, remaining: 30, resetsInS: 0 },
      downloads: { limit: 20, remaining: 20, resetsInS: 0 },
      bytes: { limit: 100e9, remaining: 100e9, resetsInS: 0 },
      transfers: { limit: 3, running: 0 },
    };
    expect(await limits.usage(ANN)).toEqual(untouched);
    expect(await limits.usage(ANN)).toEqual(untouched);

    await limits.take('resolutions', ANN);
    const entered = await limits.transfers.enter({ caller: ANN, file: 'a', platform: 'youtube' });
    expect((await limits.usage(ANN)).transfers.running).toBe(1);
    if (!entered.ok) throw new Error(entered.failure.code);
    entered.value.add(5);
    entered.value.leave();
    await vi.waitFor(async () => expect((await limits.usage(ANN)).bytes.remaining).toBeLessThan(100e9), PATIENCE);
    const used = await limits.usage(ANN);
    expect(used.resolutions).toEqual({ limit: 30, remaining: 29, resetsInS: expect.any(Number) });
    expect(used.downloads).toEqual(untouched.downloads);
    expect(used.transfers.running).toBe(0);
    expect(used.bytes.resetsInS).toBeGreaterThan(86_000);

    await allowed(
      limits,
      Array.from({ length: 110 }, (_, n) => guest(n)),
    );
    expect((await limits.usage(ANN)).resolutions).toMatchObject({ limit: 30, remaining: 9 });
    await allowed(limits, times(100, ANN));
    expect((await limits.usage(ANN)).resolutions.remaining).toBe(0);
  });

  test('who has used up the day’s bytes begins nothing new, and keeps what has begun', async () => {
    const limits = open({ guest: { ...SETTINGS.guest, gigabytesPerDay: 0.1 } });
    const enter = (caller: Caller) => limits.transfers.enter({ caller, file: 'a', platform: 'tiktok' });
    const entered = await enter(ANN);
    if (!entered.ok) throw new Error(entered.failure.code);
    entered.value.add(200e6);
    await vi.waitFor(async () => expect((await limits.usage(ANN)).bytes.remaining).toBe(0), PATIENCE);
    entered.value.add(5);
    const refused = await enter(ANN);
    expect(refused).toEqual({ ok: false, failure: { code: 'limit_reached', retryAfterS: expect.any(Number) } });
    expect((await enter(guest(2))).ok).toBe(true);
    // The address has 400 MB.
    entered.value.add(300e6);
    await vi.waitFor(async () => expect((await limits.usage(guest(3))).bytes.remaining).toBe(0), PATIENCE);
    expect((await enter(guest(3))).ok).toBe(false);
    entered.value.leave();
    expect(limits.transfers.running(ANN)).toBe(0);
  });

  test('closing counts what is still to be counted', async () => {
    const limits = open();
    const entered = await limits.transfers.enter({ caller: ANN, file: 'a', platform: 'tiktok' });
    if (!entered.ok) throw new Error(entered.failure.code);
    entered.value.add(2 ** 30);
    entered.value.leave();
    await limits.close();
    expect(await store.query(`select points from rate_limits where key like 'bytes:%'`)).toEqual([
      { points: 1024 },
      { points: 1024 },
    ]);
  });

  test('the database has neither addresses nor owners', async () => {
    const limits = open();
    await limits.take('resolutions', ANN);
    await limits.take('resolutions', { owner: null, address: '2001:db8::1' });
    const rows = await store.query<{ key: string }>('select * from rate_limits');
    expect(rows).toHaveLength(4);
    for (const { key } of rows) expect(key).toMatch(/^resolutions:[\w-]{22}$/);
  });

  test('rows whose time is over are deleted, others are not', async () => {
    await open().take('resolutions', ANN);
    await store.query(`insert into rate_limits values ('gone', 5, $1)`, [Date.now() - 1]);
    const sweeper = createLimitSweeper(createLimiterClient(store, () => {}));
    await sweeper.sweep();
    await sweeper.stop();
    expect(
      await store.query(`select count(*) as count, count(*) filter (where key = 'gone') as gone from rate_limits`),
    ).toEqual([{ count: 2, gone: 0 }]);
  });
});
