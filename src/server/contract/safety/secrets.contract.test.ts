import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MEMBER } from '../../../../tests/platforms/facebook.ts';
import { routeTo, startProxy, type TestProxy, type TestProxyOptions } from '../../../../tests/platforms/proxies.ts';
import {
  FILE_SERVERS,
  LINKS_WITH_SECRETS,
  REFUSED_WITH_SECRETS,
  REPLICA_SECRETS,
} from '../../../../tests/platforms/secrets.ts';
import { startPlatforms } from '../../../../tests/platforms/server.ts';
import { hasToken } from '../../../../tests/platforms/youtube/youtube-tokens.ts';
import { follow } from '../../../../tests/setup/follow.ts';
import { graphqlClient } from '../../../../tests/setup/graphql-client.ts';
import { type Administration, type SignedIn, startAdministration } from '../../../../tests/setup/administration.ts';
import { API_KEY, METRICS_TOKEN, startSite, type TestSite } from '../../../../tests/setup/site.ts';
import type { ApiKeyScopes } from '#/model/api-key.ts';
import { StatusReport } from '#/model/status.ts';
import { ADMIN_PATH } from '#/server/http/admin/route.ts';
import { openTracing, type Tracing } from '#/server/observability/tracing.ts';
import { served } from '#/server/store/fixtures/contract-places.ts';
import type { Store } from '#/server/store/store.ts';
import { statusFeed } from '#/status/feed.ts';

/** Planted in all that a way's setting has beside its name. */
const MARK = 'pl4nted';
const EU: TestProxyOptions = {
  kind: 'http',
  from: '127.0.10.1',
  credentials: { user: `a-${MARK}`, password: `b-${MARK}` },
};
const US: TestProxyOptions = {
  kind: 'socks5',
  from: '127.0.10.2',
  credentials: { user: `c-${MARK}`, password: `d-${MARK}` },
};
const BEHIND_LOGIN = 'https://www.facebook.com/watch/?v=900000000000010';
const LINK = 'https://www.youtube.com/watch?v=OKvideo0001';

let folder: string;
let platforms: Awaited<ReturnType<typeof startPlatforms>>;
let [eu, us]: TestProxy[] = [];
let kind: Awaited<ReturnType<typeof served.start>>;
let identityStore: Store;
let administration: Administration;
let admin: SignedIn;
let site: TestSite;
let traces: Awaited<ReturnType<typeof startTraces>>;
const logged: string[] = [];
/** What clients were told of their downloads, where they wanted that. */
const posted: string[] = [];

/** Where traces go, which are sent as they are anywhere. */
async function startTraces() {
  const received: string[] = [];
  const server = createServer(async (req, res) => {
    received.push(Buffer.concat(await req.toArray()).toString());
    res.setHeader('content-type', 'application/json').end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const tracing: Tracing = await openTracing(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return {
    received,
    trace: tracing.trace,
    /** Sends what is left. */
    async close() {
      await tracing.close();
      server.closeAllConnections();
      server.close();
    },
  };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'clipferry-account-'));
  const path = join(folder, 'facebook.txt');
  writeFileSync(path, ['.facebook.com', 'TRUE', '/', 'TRUE', '2000000000', 'xs', MEMBER].join('\t'), { mode: 0o600 });
  [platforms, eu, us] = await Promise.all([startPlatforms(), startProxy(EU), startProxy(US)]);
  traces = await startTraces();
  kind = await served.start();
  identityStore = await (await kind.createPlace()).open();
  administration = await startAdministration(identityStore);
  admin = await administration.person('admins');
  site = await startSite({
    platforms,
    admins: administration.admins,
    log: (line) => logged.push(line),
    trace: traces.trace,
    async postWebhook(url, { headers, body }) {
      posted.push(url, JSON.stringify(headers), body);
      return 204;
    },
    tokens: 'embedded',
    accountFiles: [{ platform: 'facebook', route: null, path }],
    // What no proxy knows is refused by it, and what is refused is told: of the way, its name.
    routes: [
      { ...routeTo('eu', EU, eu), credentials: { user: MARK, password: MARK } } as ReturnType<typeof routeTo>,
      routeTo('us', US, us),
      { name: 'lost', kind: 'socks5', host: `${MARK}.invalid`, port: 1080, credentials: null, resolvesNames: false },
    ],
  });
});
afterAll(async () => {
  await site.close();
  await administration.close();
  await identityStore.close();
  await kind.close();
  await Promise.all([eu?.close(), us?.close(), platforms.close()]);
  rmSync(folder, { recursive: true });
});

/** What may be told nowhere. */
const SECRETS = (): string[] => {
  const ours = [site.secret, METRICS_TOKEN, API_KEY, MARK, MEMBER, decodeURIComponent(MEMBER), folder];
  return [...REPLICA_SECRETS, ...FILE_SERVERS, ...ours, EU.from, US.from];
};

/** Whatever an administrator's pages ask. */
const ADMIN_PATHS = [
  '/platforms',
  '/engine',
  '/youtube-clients',
  '/rates?days=30',
  '/statistics',
  '/unread-answers',
  '/overview',
  '/audit',
  '/downloads',
  '/letters',
];

const ALL: ApiKeyScopes = { platforms: null, networks: null, actions: ['resolve', 'download', 'read'] };
const MEDIA = `query ($url: String!) { media(url: $url) {
  title author { name url } thumbnailLink expiresAt formats { id link shownLink }
} }`;

/** A key of somebody's, of whom all is told in the export of their account. */
async function newKey(): Promise<string> {
  const order = { name: 'a program', scopes: ALL, limits: {}, expiresAt: null, hasWebhooks: true };
  const created = await site.api.apiKeys.create(admin.sub, order);
  if (!created.ok) throw new Error(created.failure.code);
  return created.value.secret;
}

/** What the APIs for programs tell of a link. */
async function toldByOtherApis(link: string, key: string) {
  const { text, headers, data, errors } = await graphqlClient(site.origin, key).ask(MEDIA, { url: link });
  expect(errors).toEqual([]);
  const asked = { accept: 'application/json', 'content-type': 'application/json' };
  const body = JSON.stringify({ url: link });
  const cobalt = await fetch(`${site.origin}/api/cobalt/`, { method: 'POST', headers: asked, body });
  const given = await cobalt.text();
  expect([data.media.formats, JSON.parse(given)]).toEqual([
    expect.arrayContaining([expect.objectContaining({ link: expect.any(String) })]),
    expect.objectContaining({ status: 'tunnel' }),
  ]);
  const { formats } = data.media as { formats: { id: string; link: string }[] };
  const told = [text, JSON.stringify([...headers]), given, JSON.stringify([...cobalt.headers])];
  return { told, links: Object.fromEntries(formats.map(({ id, link: path }) => [id, path])) };
}

/** What is told of a file that is made on the server: to who follows it, to the client's own address, and in the account. */
async function toldOfKept(link: string, key: string): Promise<string[]> {
  const headers = { 'api-key': key, 'content-type': 'application/json' };
  const body = JSON.stringify({ link, webhook: { url: 'https://client.example/told' } });
  const ordered = await site.api.api(new Request('http://site/api/v1/downloads', { method: 'POST', headers, body }));
  const text = await ordered.text();
  expect(ordered.status).toBe(202);
  const { id } = JSON.parse(text) as { id: string };
  const followed = follow(site.origin, id, { 'api-key': key });
  await expect.poll(() => followed.latest()?.state).toBe('ready');
  followed.close();
  await expect.poll(() => posted.join()).toContain('download.ready');
  const account = await new Response(site.api.accounts.exportAll(admin.sub)).text();
  expect(account).toContain(id);
  return [text, JSON.stringify(followed.seen), ...posted, account];
}

test('no answer, page, figure or log has what platforms say to who asks them', async () => {
  const told: string[] = [];
  const { visitorId, setCookie } = site.api.cookies.create({ isSecure: false });
  const cookie = setCookie.split(';', 1)[0] ?? '';
  const ask = async (request: Request) => {
    const response = await site.api.api(request);
    const text = await response.text();
    told.push(JSON.stringify([...response.headers]), text);
    return text;
  };
  const onBehalf = { visitorId, address: '203.0.113.7' };
  const key = await newKey();
  // The last one is shown to the operator's account alone.
  for (const link of [...Object.values(LINKS_WITH_SECRETS), BEHIND_LOGIN]) {
    const resolved = await site.client.resolve(link, { onBehalf });
    if (!resolved.ok) throw new Error(`${link}: ${resolved.failure.code}`);
    told.push(JSON.stringify(resolved));
    const [path = ''] = Object.values(resolved.value.links);
    const { headers, body } = await fetch(new URL(path, site.origin), { headers: { range: 'bytes=0-99', cookie } });
    told.push(JSON.stringify([...headers]));
    await body?.cancel();
    const { told: toldElsewhere, links } = await toldByOtherApis(link, key);
    told.push(...toldElsewhere);
    if (link === LINKS_WITH_SECRETS.twitter) told.push(...(await toldOfKept(links['http-832'] ?? '', key)));
  }
  expect(platforms.log.map(({ cookies }) => cookies['xs'])).toContain(MEMBER);
  const refused = await site.client.resolve(REFUSED_WITH_SECRETS, { onBehalf });
  expect(refused).toMatchObject({ ok: false, failure: { code: 'unavailable' } });
  told.push(JSON.stringify(refused));
  const unread = () => ask(new Request(`http://site${ADMIN_PATH}/unread-answers`, { headers: admin.headers }));
  await expect.poll(unread).toContain('The stars stand wrong for');
  for (const path of ADMIN_PATHS) {
    await ask(new Request(`http://site${ADMIN_PATH}${path}`, { headers: admin.headers }));
  }
  const status = await ask(new Request('http://site/api/v1/status'));
  told.push(statusFeed(v.parse(StatusReport, JSON.parse(status)), site.origin));
  expect(await ask(new Request('http://site/api/v1/health'))).toContain('extractor');
  const figures = await fetch(`${site.origin}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  told.push(JSON.stringify([...figures.headers]), await figures.text());
  const everything = [...told, ...logged].join('\n');
  expect(everything.length).toBeGreaterThan(20_000);
  expect(SECRETS().filter((secret) => everything.includes(secret))).toEqual([]);
});

test('no answer, page, figure or log tells how a way out is set up, or a token', async () => {
  const told: string[] = [];
  const hear = async (response: Response) => {
    const text = await response.text();
    told.push(JSON.stringify([response.status, [...response.headers]]), text);
    return text;
  };
  // With tokens, by each way, which are secrets too.
  platforms.knobs.demandsTokens = 'everywhere';
  const { visitorId, setCookie } = site.api.cookies.create({ isSecure: false });
  const onBehalf = { visitorId, address: '203.0.113.7' };
  const resolved = await site.client.resolve(LINK, { onBehalf });
  if (!resolved.ok) throw new Error(resolved.failure.code);
  told.push(JSON.stringify(resolved));
  told.push(...(await toldByOtherApis(LINK, await newKey())).told);
  const file = await fetch(new URL(resolved.value.links['18'] ?? '', site.origin), {
    headers: { range: 'bytes=0-99', cookie: setCookie.split(';', 1)[0] ?? '' },
  });
  expect([file.status, (await file.arrayBuffer()).byteLength]).toEqual([206, 100]);
  await us?.kill();
  told.push(JSON.stringify(await site.client.resolve(LINK.replace('OKvideo0001', 'Many0000001'), { onBehalf })));
  await hear(await fetch(`${site.origin}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } }));
  for (const path of ADMIN_PATHS) {
    const answer = await hear(
      await site.api.api(new Request(`http://site${ADMIN_PATH}${path}`, { headers: admin.headers })),
    );
    if (path === '/platforms') expect(JSON.parse(answer)).toContainEqual(expect.objectContaining({ routes: ROUTES }));
  }
  const everything = [...told, ...logged].join('\n');
  expect(everything.length).toBeGreaterThan(5_000);
  for (const secret of [MARK, Buffer.from(MARK).toString('base64').slice(0, 8), `:${eu?.port}`, `:${us?.port}`]) {
    expect(everything).not.toContain(secret);
  }
  expect(platforms.log.map(({ path }) => path)).toContain('/api/jnn/v1/GenerateIT');
  const looksLikeOne = everything.match(/[\w-]{40,}/g) ?? [];
  expect(looksLikeOne.length).toBeGreaterThan(10);
  expect(looksLikeOne.filter((text) => hasToken(text, [EU.from, US.from]))).toEqual([]);
});

test('no trace of all that has what platforms say, how a way out is set up, or a token', async () => {
  await traces.close();
  const everything = traces.received.join('\n');
  expect(everything).toMatch(/"resolve".*"extract"|"extract".*"resolve"/s);
  expect(SECRETS().filter((secret) => everything.includes(secret))).toEqual([]);
  const looksLikeOne = everything.match(/[\w-]{40,}/g) ?? [];
  expect(looksLikeOne.filter((text) => hasToken(text, [EU.from, US.from]))).toEqual([]);
});

/** After all of them have failed. */
const ROUTES = [
  expect.objectContaining({ name: 'eu', kind: 'http', state: 'resting', reason: 'egress_down' }),
  expect.objectContaining({ name: 'us', kind: 'socks5', state: 'resting', reason: 'egress_down' }),
  expect.objectContaining({ name: 'lost', kind: 'socks5', state: 'resting', reason: 'egress_down' }),
];
