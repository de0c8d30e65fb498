import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readSettings } from '#/server/env.ts';
import { localExtractor } from '#/server/engine/fixtures/local-extractor.ts';
import { liveLine, liveSummary } from '../../scripts/live/live-table.ts';
import { openOneWay } from '../../scripts/live/open-one-way.ts';
import { isRefused, tryLinks } from '../../scripts/live/try-links.ts';
import { withCompiledExtractor } from '../setup/compiled-extractor.ts';
import { startProxy, type TestProxy, type TestProxyOptions } from './proxies.ts';
import { startPlatforms } from './server.ts';

/** Planted where a secret is. */
const MARK = 'pl4nted';
const credentials = { user: `a-${MARK}`, password: `b-${MARK}` };
const EU: TestProxyOptions = { kind: 'http', from: '127.0.12.1', credentials };
const US: TestProxyOptions = { kind: 'socks5', from: '127.0.12.2', credentials };
const TUBE = 'https://www.youtube.com/watch?v=OKvideo0001';
const TIKTOK = 'https://vm.tiktok.com/ZMreplica1/';

let platforms: Awaited<ReturnType<typeof startPlatforms>>;
let [eu, us]: TestProxy[] = [];

beforeAll(async () => {
  [platforms, eu, us] = await Promise.all([startPlatforms(), startProxy(EU), startProxy(US)]);
});
afterAll(async () => {
  await Promise.all([eu?.close(), us?.close(), platforms.close()]);
});
beforeEach(() => platforms.reset());

/** As an operator's command tries them whose `.env` has two proxies; TikTok is asked by one of them alone. */
async function live(...links: string[]) {
  const { python, extractorPath } = localExtractor();
  const settings = readSettings({
    EGRESS_ROUTES: `eu=http://a-${MARK}:b-${MARK}@127.0.0.1:${eu?.port},us=socks5://a-${MARK}:b-${MARK}@127.0.0.1:${us?.port}`,
    EGRESS_PLATFORM_ROUTES: 'tiktok=us',
    EGRESS_REPLICA_TLS_PORT: String(platforms.tlsPort),
    EGRESS_REPLICA_HTTP_PORT: String(platforms.httpPort),
    EGRESS_CA_FILE: platforms.bundleFile,
    EXTRACTOR_PYTHON: python,
    EXTRACTOR_PATH: extractorPath ?? '',
  });
  const told: string[] = [];
  const tried = await withCompiledExtractor((folder) =>
    tryLinks(links, {
      routes: ['eu', 'us'],
      routesOf: (platform) => settings.EGRESS_PLATFORM_ROUTES[platform] ?? ['eu', 'us'],
      open: (route) => openOneWay(settings, route, folder),
      onTried: (one) => told.push(liveLine(one)),
    }),
  );
  return { tried, told };
}

test('each link is read by each way of its platform, and the first bytes of all its files by the same', async () => {
  const { tried, told } = await live(TUBE, TIKTOK);
  expect(tried.map(({ platform, route, media, refused }) => [platform, route, media, refused])).toEqual([
    ['youtube', 'eu', 'OKvideo0001', null],
    ['youtube', 'us', 'OKvideo0001', null],
    ['tiktok', 'us', '7400000000000000001', null],
  ]);
  for (const { formats, files } of tried) {
    expect(formats).toBeGreaterThan(2);
    expect(files).toEqual({ tried: files.begun, begun: files.tried, refused: [] });
    expect(files.begun).toBeGreaterThan(2);
  }
  expect(new Set(platforms.log.map(({ from }) => from))).toEqual(new Set([EU.from, US.from]));
  // What an address was made for came by no other.
  expect(platforms.log.filter(({ madeFor, from }) => madeFor !== null && madeFor !== from)).toEqual([]);
  expect(liveSummary(tried)).toBe('All 3 were answered.');
  expect(told[0]).toMatch(/^✓ YouTube +OKvideo0001 +eu +\d+\.\d s +\d+ +(\d+) of \1$/);
});

test('what is refused is told by its code and in words, for the way alone that it was refused on', async () => {
  platforms.knobs.refusedFrom = [EU.from];
  const { tried, told } = await live(TUBE);
  expect(tried.map(isRefused)).toEqual([true, false]);
  expect(told[0]).toMatch(
    /^! YouTube +OKvideo0001 +eu .* blocked_bot_check – The platform thinks our server is a bot\.$/,
  );
  expect(told[1]).toMatch(/^✓ YouTube +OKvideo0001 +us /);
  expect(liveSummary(tried)).toBe('1 of 2 had something refused.');
});

test('a media that is read and whose files are refused, one that leads nowhere, and a link of nobody’s are told', async () => {
  await us?.kill();
  const { tried, told } = await live('https://www.youtube.com/watch?v=Media403x01', 'https://example.com/');
  await us?.revive();
  expect(
    tried.map(({ route, refused, files }) => [
      route,
      refused,
      files.begun,
      new Set(files.refused.map(({ code }) => code)),
    ]),
  ).toEqual([
    ['eu', null, expect.any(Number), new Set(['upstream_forbidden'])],
    ['eu', 'unsupported_host', 0, new Set()],
    ['us', 'egress_down', 0, new Set()],
    ['us', 'unsupported_host', 0, new Set()],
  ]);
  expect(told[0]).toMatch(/18.*upstream_forbidden – /);
  expect(tried.every(isRefused)).toBe(true);
});

test('nothing that is printed has an address, a token or a password of anything', async () => {
  platforms.knobs.refusedFrom = [EU.from];
  const { told } = await live(TUBE, TIKTOK, 'https://www.youtube.com/watch?v=Media403x01');
  const text = told.join('\n');
  for (const secret of [MARK, 'http', '127.0.', 'googlevideo', 'tiktok.com', 'replicaChain', `:${eu?.port}`]) {
    expect(text).not.toContain(secret);
  }
});
