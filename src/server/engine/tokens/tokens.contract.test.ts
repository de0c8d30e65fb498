import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFileSync } from 'node:fs';
import { rootCertificates } from 'node:tls';
import { ProxyAgent } from 'undici';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Egress, EgressRoutes } from '#/server/egress/egress.ts';
import { createEgress } from '#/server/egress/index.ts';
import type { RouteSetting } from '#/server/egress/route-settings.ts';
import { routeTo, startProxy, type TestProxy, type TestProxyOptions } from '../../../../tests/platforms/proxies.ts';
import { startPlatforms } from '../../../../tests/platforms/server.ts';
import { findTokens } from '../../../../scripts/setup/tokens.ts';
import type { Engine, Extraction, Source } from '../media/extraction.ts';
import { localExtractor } from '../fixtures/local-extractor.ts';
import { fetchWhole, sourceOf, wholeOf } from '../fixtures/whole-files.ts';
import { createEngine, egressHosts, tokenHosts, type TokenSetting } from '../index.ts';
import { createEmbeddedProvider } from './embedded.ts';
import type { TokenProvider } from './provider.ts';

const EU: TestProxyOptions = { kind: 'http', from: '127.0.9.1' };
const LINK = 'https://www.youtube.com/watch?v=OKvideo0001';
const SERVICE = '/api/jnn/v1/GenerateIT';

let platforms: Awaited<ReturnType<typeof startPlatforms>>;
let eu: TestProxy;
let egress: Egress & EgressRoutes;
let engine: Engine;
let logged: string[];
let count = 0;

beforeAll(async () => {
  [platforms, eu] = await Promise.all([startPlatforms(), startProxy(EU)]);
});
afterAll(async () => {
  await Promise.all([eu.close(), platforms.close()]);
});
beforeEach(() => {
  platforms.reset();
  platforms.knobs.demandsTokens = 'everywhere';
});
afterEach(async () => {
  await engine.close();
  await egress.close();
});

type Options = { routes?: [RouteSetting, ...RouteSetting[]] };

async function start(tokens: TokenSetting, { routes }: Options = {}): Promise<void> {
  logged = [];
  const { tlsPort, httpPort, caFile, bundleFile } = platforms;
  egress = await createEgress({
    allowedHosts: [...egressHosts, ...tokenHosts(tokens)],
    replica: { tlsPort, httpPort, caFile },
    ...(routes && { routes }),
    log: (line) => logged.push(line),
  });
  engine = await createEngine({
    ...localExtractor(),
    egress,
    size: 1,
    caBundleFile: bundleFile,
    tokens,
    log: (line) => logged.push(line),
  });
}

const fresh = () => `https://www.youtube.com/watch?v=Many${String(++count).padStart(7, '0')}`;

async function resolve(link = fresh()): Promise<Extraction> {
  const result = await engine.resolve(link);
  if (!result.ok) throw new Error(`${link}: ${result.failure.code} ${logged.join('\n')}`);
  return result.value;
}

const askedAt = (path: string) => platforms.log.filter((entry) => entry.path === path);
const tokenOf = ({ url }: Source) => new URL(url).searchParams.get('pot');

describe('where YouTube refuses whoever has no token', () => {
  test('a link leads to whole files, with tokens made here; the next has one by the same session', async () => {
    await start('embedded');
    expect(engine.health().tokens).toBe('untried');
    const first = await resolve(LINK);
    expect(await fetchWhole(egress, sourceOf(first))).toEqual(wholeOf('prog_360.mp4'));
    expect(await fetchWhole(egress, sourceOf(first, '140'))).toEqual(wholeOf('a_aac_128.m4a'));
    expect(await fetchWhole(egress, sourceOf(await resolve()))).toEqual(wholeOf('prog_360.mp4'));
    expect(askedAt(SERVICE)).toHaveLength(1);
    expect(engine.health().tokens).toBe('working');
    expect(logged.join('\n')).not.toContain(tokenOf(sourceOf(first)) ?? 'none');
  });

  test('without anybody who makes them it is the check for robots', async () => {
    await start('off');
    expect(await engine.resolve(LINK)).toMatchObject({ failure: { code: 'blocked_bot_check' } });
    expect([engine.health().tokens, askedAt(SERVICE)]).toEqual(['off', []]);
  });

  test('a page without the program is asked for one', async () => {
    platforms.knobs.hasProgramInPage = false;
    await start('embedded');
    expect(await fetchWhole(egress, sourceOf(await resolve()))).toEqual(wholeOf('prog_360.mp4'));
    expect(askedAt('/youtubei/v1/att/get')).toHaveLength(1);
  });

  test('they are made by the way that the media come, and are no good by another', async () => {
    await start('embedded', { routes: [routeTo('eu', EU, eu), { name: 'home', kind: 'direct' }] });
    const source = sourceOf(await resolve());
    expect(source.route?.name).toBe('eu');
    expect(await fetchWhole(egress, source)).toEqual(wholeOf('prog_360.mp4'));
    expect([...new Set(platforms.log.map(({ from }) => from))]).toEqual([EU.from]);
    const other = new URL(source.url);
    other.searchParams.set('ip', '127.0.0.1');
    const [status] = await fetchWhole(egress, {
      ...source,
      url: other.href,
      route: { name: 'home', localAddress: null },
    });
    expect(status).toBe(403);
  });

  test('each address of a network has its own', async () => {
    await start('embedded', { routes: [{ name: 'many', kind: 'prefix', network: '127.79.0.0', bits: 16 }] });
    const sources = [sourceOf(await resolve()), sourceOf(await resolve())];
    for (const source of sources) expect(await fetchWhole(egress, source)).toEqual(wholeOf('prog_360.mp4'));
    const from = askedAt(SERVICE).map((entry) => entry.from);
    expect(from).toEqual(sources.map(({ route }) => route?.localAddress));
    expect(new Set(from).size).toBe(2);
  });

  test('a client that needs none costs none', async () => {
    platforms.knobs.demandsTokens = null;
    await start('embedded');
    await resolve();
    expect([askedAt(SERVICE), engine.health().tokens]).toEqual([[], 'untried']);
  });
});

describe('where YouTube answers, and refuses media without a token', () => {
  beforeEach(() => {
    platforms.knobs.demandsTokens = 'media';
  });

  test('they are renewed with one, and the next are read with one at once', async () => {
    await start('embedded');
    const link = fresh();
    const plain = sourceOf(await resolve(link));
    expect([tokenOf(plain), (await fetchWhole(egress, plain))[0]]).toEqual([null, 403]);
    const renewed = await engine.renew(link, '18', plain);
    if (!renewed.ok) throw new Error(renewed.failure.code);
    expect(await fetchWhole(egress, renewed.value)).toEqual(wholeOf('prog_360.mp4'));
    expect(await fetchWhole(egress, sourceOf(await resolve()))).toEqual(wholeOf('prog_360.mp4'));
  });

  test('one whose time is over is made anew', async () => {
    platforms.knobs.tokenLifeS = 2;
    await start('embedded');
    const link = fresh();
    const plain = sourceOf(await resolve(link));
    const first = await engine.renew(link, '18', plain);
    if (!first.ok) throw new Error(first.failure.code);
    await expect.poll(async () => (await fetchWhole(egress, first.value))[0]).toBe(403);
    platforms.knobs.tokenLifeS = null;
    const before = askedAt(SERVICE).length;
    expect(before).toBeGreaterThan(0);
    expect(await fetchWhole(egress, sourceOf(await resolve()))).toEqual(wholeOf('prog_360.mp4'));
    expect(askedAt(SERVICE)).toHaveLength(before + 1);
  });
});

describe('the doctor', () => {
  const examine = (setting: TokenSetting) =>
    findTokens(setting, { egress, python: localExtractor().python, route: 'direct' });

  test('says yes where YouTube gives what it takes, and what is missing where it does not', async () => {
    await start('embedded');
    // Asked again on a busy machine, on which it may take longer than the doctor waits: then it knows of none, and says so.
    await expect
      .poll(() => examine('embedded'))
      .toEqual({ seen: expect.stringMatching(/by this server, and YouTube gives/) });
    platforms.knobs.failNext = { host: 'www.youtube.com', status: 404, count: 1 };
    expect(await examine('embedded')).toMatchObject({
      seen: expect.stringMatching(/gives nothing .*extractor_broken/),
      cost,
    });
  });

  test('says no where it is turned off, and where it does not work', async () => {
    await start('off');
    expect(await examine('off')).toMatchObject({ seen: expect.stringMatching(/by nobody/), cost });
    expect(await examine({ url: 'http://127.0.0.1:9' })).toMatchObject({
      seen: expect.stringMatching(/not reached/),
      cost,
    });
    const broken = await findTokens('embedded', { egress, python: '/nonexistent/python', route: 'direct' });
    expect(broken).toMatchObject({ seen: expect.stringMatching(/does not work: the minter/), cost });
  });
  const cost = expect.stringMatching(/robot/);
});

describe('a provider elsewhere', () => {
  /** It speaks as such providers do, and goes out by the proxy that it is told; it makes tokens as the embedded one does. */
  let server: Server;
  let minter: TokenProvider;
  let agent: ProxyAgent | undefined;
  let told: Set<string>;
  beforeEach(async () => {
    [told, agent] = [new Set(), undefined];
    const ca = [...rootCertificates, readFileSync(platforms.caFile, 'utf8')];
    const { python, deadlines } = localExtractor();
    minter = createEmbeddedProvider({
      python,
      limits: deadlines.minter,
      log: (line) => logged.push(line),
      egress: {
        async text(url, { method = 'GET', headers = {}, body }) {
          const { origin, pathname: path } = new URL(url);
          const asked = { origin, path, method, headers: { ...headers, 'accept-encoding': 'identity' } };
          const answer = await agent?.request({ ...asked, body: body ?? null });
          return { status: answer?.statusCode ?? 0, headers: {}, text: (await answer?.body.text()) ?? '' };
        },
      },
    });
    server = createServer(async (req, res) => {
      const parts: Buffer[] = [];
      for await (const part of req as AsyncIterable<Buffer>) parts.push(part);
      const { content_binding: binding, proxy } = JSON.parse(Buffer.concat(parts).toString());
      told.add(new URL(proxy).username);
      agent ??= new ProxyAgent({ uri: proxy, requestTls: { ca } });
      const minted = await minter.mint({ name: 'its own', localAddress: null }, binding);
      if (!minted.ok) return res.writeHead(500).end(JSON.stringify({ error: minted.failure.code }));
      res.end(JSON.stringify({ poToken: minted.value.token, contentBinding: binding }));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(async () => {
    await Promise.all([minter.close(), agent?.destroy()]);
    server.closeAllConnections();
    server.close();
  });

  test('goes out by the way of the media, through the door', async () => {
    const { port } = server.address() as AddressInfo;
    await start({ url: `http://127.0.0.1:${port}` }, { routes: [routeTo('eu', EU, eu)] });
    const source = sourceOf(await resolve());
    expect(await fetchWhole(egress, source)).toEqual(wholeOf('prog_360.mp4'));
    expect([...new Set(platforms.log.map(({ from }) => from))]).toEqual([EU.from]);
    expect(told).toEqual(new Set(['route.eu']));
  });

  test('that is away makes none: the check for robots, and health says so', async () => {
    await start({ url: 'http://127.0.0.1:9' });
    expect(await engine.resolve(LINK)).toMatchObject({ failure: { code: 'blocked_bot_check' } });
    expect(engine.health().tokens).toBe('failing');
    expect(logged.join('\n')).toMatch(/POT_PROVIDER_URL is not reached/);
  });
});
