import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Egress, EgressRoutes } from '#/server/egress/egress.ts';
import { createEgress } from '#/server/egress/index.ts';
import type { RouteSetting } from '#/server/egress/route-settings.ts';
import { MEMBER } from '../../../../tests/platforms/facebook.ts';
import { routeTo, startProxy, type TestProxy, type TestProxyOptions } from '../../../../tests/platforms/proxies.ts';
import { startPlatforms } from '../../../../tests/platforms/server.ts';
import { AS_CONFIGURED } from '#/model/operations.ts';
import type { Engine, EngineControls, Extraction } from '../media/extraction.ts';
import type { AccountFile } from './account-cookies.ts';
import { localExtractor } from '../fixtures/local-extractor.ts';
import { fetchWhole, sourceOf, wholeOf } from '../fixtures/whole-files.ts';
import { createEngine, egressHosts } from '../index.ts';

/** Planted where a secret is. */
const MARK = 'pl4nted';
const EU: TestProxyOptions = {
  kind: 'http',
  from: '127.0.8.1',
  credentials: { user: `a-${MARK}`, password: `b-${MARK}` },
};
const US: TestProxyOptions = {
  kind: 'socks5',
  from: '127.0.8.2',
  credentials: { user: `c-${MARK}`, password: `d-${MARK}` },
};
const MANY: RouteSetting = { name: 'many', kind: 'prefix', network: '127.78.0.0', bits: 16 };
const OF_MANY = /^127\.78\./;

let platforms: Awaited<ReturnType<typeof startPlatforms>>;
let eu: TestProxy;
let us: TestProxy;
let egress: Egress & EgressRoutes;
let engine: Engine & EngineControls;
let logged: string[];
let count = 0;

beforeAll(async () => {
  [platforms, eu, us] = await Promise.all([startPlatforms(), startProxy(EU), startProxy(US)]);
});
afterAll(async () => {
  await stop();
  await Promise.all([eu.close(), us.close(), platforms.close()]);
});
beforeEach(async () => {
  await stop();
  platforms.reset();
});

async function stop(): Promise<void> {
  await (engine as Engine | undefined)?.close();
  await (egress as Egress | undefined)?.close();
}

type Options = { routesOf?: () => string[]; youtubePlayerClients?: string[]; accountFiles?: AccountFile[] };

async function start(options: Options = {}): Promise<void> {
  logged = [];
  const { tlsPort, httpPort, caFile, bundleFile } = platforms;
  egress = await createEgress({
    allowedHosts: egressHosts,
    replica: { tlsPort, httpPort, caFile },
    routes: [routeTo('eu', EU, eu), routeTo('us', US, us), MANY],
    log: (line) => logged.push(line),
  });
  engine = await createEngine({
    ...localExtractor(),
    egress,
    size: 1,
    caBundleFile: bundleFile,
    log: (line) => logged.push(line),
    ...options,
  });
}

/** A video that nobody has asked for before. */
const fresh = () => `https://www.youtube.com/watch?v=Many${String(++count).padStart(7, '0')}`;

async function resolve(link = fresh()): Promise<Extraction> {
  const result = await engine.resolve(link);
  if (!result.ok) throw new Error(`${link}: ${result.failure.code}`);
  return result.value;
}

const WHOLE = wholeOf('prog_360.mp4');
const seen = () => [...new Set(platforms.log.map(({ from }) => from))];

describe('a read', () => {
  it('goes the first way, worker and bytes alike, and says which', async () => {
    await start();
    const extraction = await resolve();
    for (const { route } of extraction.sources.values()) expect(route).toEqual({ name: 'eu', localAddress: null });
    expect(await fetchWhole(egress, sourceOf(extraction))).toEqual(WHOLE);
    expect(seen()).toEqual([EU.from]);
  });

  it('moves on at once where an address is refused, and its media stay on the way they were read by', async () => {
    await start();
    const first = await resolve();
    platforms.knobs.refuseAfter = 0;
    platforms.asked.set(US.from, -1000);
    const second = await resolve();
    expect([sourceOf(first).route?.name, sourceOf(second).route?.name]).toEqual(['eu', 'us']);
    expect(engine.platformHealth('youtube')).toMatchObject({ state: 'working', reason: null });
    platforms.log.length = 0;
    for (const source of [sourceOf(first), sourceOf(second)]) expect(await fetchWhole(egress, source)).toEqual(WHOLE);
    expect(platforms.log.map(({ from }) => from)).toEqual([EU.from, US.from]);
    // The platform would not give them to anybody else.
    const { route } = sourceOf(second);
    expect((await fetchWhole(egress, { ...sourceOf(first), ...(route && { route }) }))[0]).toBe(403);
  });

  it('moves on where a way is gone', async () => {
    await start();
    await eu.kill();
    try {
      expect(sourceOf(await resolve()).route?.name).toBe('us');
      expect(engine.platformHealth('youtube').state).toBe('working');
    } finally {
      await eu.revive();
    }
  });

  it('gives each media an address of its own where the way is a network', async () => {
    await start({ routesOf: () => ['many'] });
    const [first, second] = [await resolve(), await resolve()];
    const addresses = [first, second].map((extraction) => sourceOf(extraction).route?.localAddress ?? '');
    expect(addresses.every((address) => OF_MANY.test(address))).toBe(true);
    expect(addresses[0]).not.toBe(addresses[1]);
    platforms.log.length = 0;
    for (const extraction of [first, second]) expect(await fetchWhole(egress, sourceOf(extraction))).toEqual(WHOLE);
    expect(platforms.log.map(({ from, madeFor }) => [from, madeFor])).toEqual(addresses.map((one) => [one, one]));
  });

  it('tells the platform’s own answer when all ways are refused', async () => {
    await start();
    platforms.knobs.refuseAfter = 0;
    expect(await engine.resolve(fresh())).toMatchObject({ ok: false, failure: { code: 'blocked_bot_check' } });
    expect(seen().map((from) => from.replace(OF_MANY, 'many '))).toEqual([
      EU.from,
      US.from,
      expect.stringMatching('many'),
    ]);
    expect(engine.platformHealth('youtube').state).toBe('degraded');
    platforms.knobs.refuseAfter = null;
    await resolve();
    expect(engine.platformHealth('youtube').state).toBe('working');
  });

  it.each([
    ['seconds', false],
    ['a date, by its own clock', true],
  ])('leaves an address alone as long as the platform asks for that in %s', async (_, retryAfterIsDate) => {
    await start({ routesOf: () => ['eu', 'us'] });
    Object.assign(platforms.knobs, { refuseAfter: 0, retryAfterS: 300, retryAfterIsDate });
    platforms.asked.set(US.from, -1000);
    const post = await resolve('https://www.tiktok.com/@replica.user/video/7400000000000000001');
    expect([...post.sources.values()].map(({ route }) => route?.name)).toContain('us');
    const [first] = engine.platformRoutes('tiktok');
    expect(first).toMatchObject({ name: 'eu', state: 'waiting', reason: 'rate_limited' });
    expect(first?.waitS).toBeGreaterThan(200);
    expect(first?.waitS).toBeLessThan(400);
    platforms.log.length = 0;
    await engine.resolve('https://www.tiktok.com/@replica.user/video/7400000000000000009');
    expect(seen()).toEqual([US.from]);
  });

  it('leaves a way that is switched off at once, for what it has read, too, and comes back to it', async () => {
    await start({ routesOf: () => ['eu', 'us'] });
    const link = fresh();
    const routesOf = ({ sources }: Extraction) => new Set([...sources.values()].map(({ route }) => route?.name));
    expect(routesOf(await resolve(link))).toEqual(new Set(['eu']));
    engine.switchRoutes({ youtube: ['eu'] });
    expect(engine.platformRoutes('youtube').map(({ state }) => state)).toEqual(['off', 'working']);
    platforms.log.length = 0;
    expect(routesOf(await resolve(link))).toEqual(new Set(['us']));
    expect(seen()).toEqual([US.from]);
    engine.switchRoutes({});
    expect(routesOf(await resolve())).toEqual(new Set(['eu']));
    expect(engine.youtubeClients()).toEqual([
      expect.objectContaining({ route: 'eu', client: 'default', answered: 2, refused: 0 }),
      expect.objectContaining({ route: 'us', client: 'default', answered: 1, refused: 0 }),
    ]);
    expect(engine.routeTotals('youtube').map(({ name, videos }) => [name, videos])).toEqual([
      ['eu', 2],
      ['us', 1],
    ]);
  });

  it('follows a short link another way where it is refused', async () => {
    await start({ routesOf: () => ['eu', 'us'] });
    platforms.knobs.refuseAfter = 0;
    platforms.asked.set(US.from, -1000);
    expect(await engine.identify('https://vm.tiktok.com/ZMreplica1/')).toMatchObject({ ok: true });
    expect(seen()).toEqual([EU.from, US.from]);
  });
});

describe('a media whose way is gone', () => {
  it('is read anew, and its fresh addresses are of the new way', async () => {
    await start();
    const { media, sources } = await resolve();
    const stale = sources.get('18');
    if (!stale) throw new Error('nothing to download');
    await eu.kill();
    try {
      const renewed = await engine.renew(media.canonicalUrl, '18', stale);
      const found = await engine.find(media.canonicalUrl, '18');
      if (!renewed.ok || !found.ok) throw new Error('not renewed');
      expect(renewed.value.route?.name).toBe('us');
      expect(found.value.parts[0]?.source).toBe(renewed.value);
      expect(await fetchWhole(egress, renewed.value)).toEqual(WHOLE);
      expect(platforms.log.filter(({ from, madeFor }) => madeFor !== null && madeFor !== from)).toEqual([]);
    } finally {
      await eu.revive();
    }
  });

  it('is read anew as often as its way is gone, also when that was a moment ago', async () => {
    await start();
    const { media, sources } = await resolve();
    let source = sources.get('18');
    for (const [proxy, next] of [
      [eu, 'us'],
      [us, 'many'],
    ] as const) {
      if (!source) throw new Error('nothing to download');
      await proxy.kill();
      try {
        await expect(fetchWhole(egress, source)).rejects.toMatchObject({ isOfRoute: true });
        const renewed = await engine.renew(media.canonicalUrl, '18', source);
        source = renewed.ok ? renewed.value : undefined;
        expect(source?.route?.name).toBe(next);
      } finally {
        await proxy.revive();
      }
      expect(source && (await fetchWhole(egress, source))).toEqual(WHOLE);
    }
  });
});

describe('the ladder of clients', () => {
  const players = () => platforms.log.filter(({ path }) => path.endsWith('/player')).length;

  it('asks as the next one where one is refused, and begins with what was answered there from then on', async () => {
    await start({ youtubePlayerClients: ['visionos', 'ios'] });
    platforms.knobs.refusedClients = ['VISIONOS'];
    expect(sourceOf(await resolve()).route?.name).toBe('eu');
    expect(players()).toBe(2);
    await resolve();
    expect(players()).toBe(3);
    expect(engine.platformHealth('youtube').state).toBe('working');
  });

  it('is changed while it runs', async () => {
    await start({ routesOf: () => ['eu'], youtubePlayerClients: ['visionos'] });
    platforms.knobs.refusedClients = ['VISIONOS'];
    expect(await engine.resolve(fresh())).toMatchObject({ failure: { code: 'blocked_bot_check' } });
    engine.configure({ ...AS_CONFIGURED, youtubePlayerClients: ['visionos', 'ios'] });
    await resolve();
    // Asked together, the one that is refused costs nothing.
    engine.configure({ ...AS_CONFIGURED, youtubePlayerClients: ['visionos+ios'] });
    await resolve();
  });

  it('ends with the way: the next way has it from the beginning', async () => {
    await start({ routesOf: () => ['eu', 'us'], youtubePlayerClients: ['visionos', 'ios'] });
    platforms.knobs.refuseAfter = 0;
    platforms.asked.set(US.from, -1000);
    expect(sourceOf(await resolve()).route?.name).toBe('us');
    expect(players()).toBe(3);
  });
});

describe("an account of the operator's", () => {
  const behindLogin = 'https://www.facebook.com/watch/?v=900000000000010';
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'accounts-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  function accountFile(value: string, route: string | null): AccountFile {
    const path = join(folder, 'facebook.txt');
    writeFileSync(path, ['.facebook.com', 'TRUE', '/', 'TRUE', '2000000000', 'xs', value].join('\t'), { mode: 0o600 });
    return { platform: 'facebook', route, path };
  }

  it('is shown what a stranger is refused, after the stranger was, and nobody is told how', async () => {
    await start({ accountFiles: [accountFile(MEMBER, null)] });
    const extraction = await resolve(behindLogin);
    expect(sourceOf(extraction, 'hd').route?.name).toBe('eu');
    const pages = platforms.log.filter(({ path }) => path.startsWith('/watch'));
    expect(pages.map(({ cookies }) => cookies['xs'])).toEqual([undefined, MEMBER]);
    expect(await engine.resolve('https://www.facebook.com/watch/?v=900000000000001')).toMatchObject({ ok: true });
    expect(platforms.log.filter(({ cookies }) => cookies['xs'])).toHaveLength(1);
    const told = inspect([extraction, logged, engine.health()], { depth: Infinity, showHidden: true });
    expect(told).not.toContain(MARK);
  });

  it('changes nothing where it is of no use', async () => {
    await start({ accountFiles: [accountFile('0', null)] });
    expect(await engine.resolve(behindLogin)).toMatchObject({ failure: { code: 'login_required' } });
    expect(platforms.log.filter(({ cookies }) => cookies['xs'] === '0').length).toBeGreaterThan(0);
  });

  it('goes no other way than its own', async () => {
    await start({ accountFiles: [accountFile(MEMBER, 'us')] });
    expect(sourceOf(await resolve(behindLogin), 'hd').route?.name).toBe('us');
    const signedIn = platforms.log.filter(({ cookies }) => cookies['xs']);
    expect(new Set(signedIn.map(({ from }) => from))).toEqual(new Set([US.from]));
    await start({ accountFiles: [accountFile(MEMBER, 'us')], routesOf: () => ['eu', 'many'] });
    platforms.log.length = 0;
    expect(await engine.resolve(behindLogin)).toMatchObject({ failure: { code: 'login_required' } });
    expect(platforms.log.filter(({ cookies }) => cookies['xs'])).toEqual([]);
  });
});

it('nothing of a way but its name and kind is told', async () => {
  await start();
  const extraction = await resolve();
  await eu.kill();
  try {
    platforms.knobs.refuseAfter = 0;
    const failure = await engine.resolve(fresh());
    const told = inspect(
      [
        extraction,
        failure,
        logged,
        egress.routes,
        egress.stats(),
        engine.health(),
        engine.platformHealth('youtube'),
        engine.platformRoutes('youtube'),
      ],
      { depth: Infinity, showHidden: true },
    );
    expect(told).toContain('many');
    for (const secret of [MARK, `${eu.port}`, `${us.port}`]) expect(told).not.toContain(secret);
  } finally {
    await eu.revive();
  }
});
