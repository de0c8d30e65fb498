import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { allowances, networkLimits } from '#app.config';
import { openStore, type Store } from '#/server/store/store.ts';
import { type Postgres, startPostgres } from '../../../../tests/setup/postgres.ts';
import type { Caller } from '../caller.ts';
import { createLimits, type Limits } from './limits.ts';

const configured = { ...allowances, ...networkLimits };

/** What is waited for comes at once, unless other programs share the machine. */
const PATIENCE = { timeout: 60_000 };

/** Than a site has: on a busy machine a database that is there says nothing for as long. Shorter than a query waits for a connection. */
const LONGER = { silenceMs: 2_000, waitMs: 8_000 };

const ANN: Caller = { owner: 'visitor:ann', address: '203.0.113.7' };
const { resolutions: LIMIT } = configured.guest;

const times = (count: number, caller: Caller): Caller[] => Array.from({ length: count }, () => caller);

/** The way to a database, which can break or fall silent. */
async function openWay(target: URL) {
  let state: 'open' | 'silent' | 'broken' = 'open';
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    if (state === 'broken') return client.destroy();
    const upstream = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroy());
      if (state === 'open') from.pipe(to);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(target);
  url.port = String((server.address() as AddressInfo).port);
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  return {
    url: url.href,
    /** Connections end, and new ones too. */
    break() {
      state = 'broken';
      cut();
    },
    /** Nothing goes through, and nobody is told. */
    silence() {
      state = 'silent';
      for (const socket of sockets) socket.unpipe().pause();
    },
    mend() {
      state = 'open';
      cut();
    },
    close() {
      cut();
      server.close();
    },
  };
}

let postgres: Postgres;
let way: Awaited<ReturnType<typeof openWay>>;
let store: Store;
let limits: Limits;
let lines: string[];

beforeAll(async () => {
  postgres = await startPostgres();
});
beforeEach(async () => {
  lines = [];
  way = await openWay(new URL(await postgres.createDatabase()));
  store = await openStore({ url: way.url, folder: '', queryTimeouts: LONGER, log: () => {} });
  limits = createLimits({
    store,
    settings: { ...configured, memoryBytes: Infinity },
    secret: 'secret',
    log: (line) => lines.push(line),
  });
});
afterEach(async () => {
  way.mend();
  await limits.close();
  await store.close();
  way.close();
});
afterAll(() => postgres.close());

async function allowed(callers: readonly Caller[]): Promise<number> {
  const taken = await Promise.all(callers.map((caller) => limits.take('resolutions', caller)));
  return taken.filter(({ result }) => result.ok).length;
}

const inDatabase = (): Promise<unknown[]> => store.query('select points from rate_limits order by points');

async function untilBack(): Promise<void> {
  const poke = async (): Promise<void> => {
    await limits.usage({ owner: 'visitor:poke', address: null });
    expect(lines.at(-1)).toBe('Limits are counted in the database again.');
  };
  await vi.waitFor(poke, { timeout: 60_000, interval: 100 });
}

test.each(['break', 'silence'] as const)(
  'a database that is away (%s): memory counts, until it is back',
  async (how) => {
    expect(await allowed(times(5, ANN))).toBe(5);
    way[how]();
    expect(await allowed([ANN])).toBe(1);
    expect(await allowed(times(100, ANN))).toBe(LIMIT - 1);
    expect(await allowed(times(100, ANN))).toBe(0);
    const entered = await limits.transfers.enter({ caller: ANN, file: 'a', platform: 'youtube' });
    if (!entered.ok) throw new Error(entered.failure.code);
    entered.value.add(70 * 2 ** 20);
    entered.value.leave();
    await vi.waitFor(async () => expect((await limits.usage(ANN)).bytes.remaining).toBeLessThan(100e9), PATIENCE);
    expect(lines).toEqual([expect.stringMatching(/^Limits are counted in memory\. Database: .+$/)]);

    way.mend();
    await untilBack();
    expect(lines).toHaveLength(2);
    expect(await inDatabase()).toEqual([{ points: 5 }, { points: 5 }]);
    expect(await allowed(times(100, ANN))).toBe(LIMIT - 5);
  },
);

test('nobody waits for a silent database as long as a query does', async () => {
  way.silence();
  // As many as the store has connections, most of them new: these give up by themselves after its ten seconds.
  const queries = Array.from({ length: 10 }, () => store.query('select 1').catch(() => []));
  const take = limits.take('resolutions', ANN).then(() => 'take');
  expect(await Promise.race([take, ...queries])).toBe('take');
  way.mend();
  await Promise.all(queries);
});

test('while a database is away, one query a second asks for it, whatever comes', async () => {
  way.break();
  await allowed([ANN]);
  const asked = vi.spyOn(store, 'query');
  await allowed(Array.from({ length: 500 }, (_, n) => ({ owner: `visitor:${n}`, address: `203.0.113.${n % 250}` })));
  expect(asked.mock.calls.length).toBeLessThan(10);
});
