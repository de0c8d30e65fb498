import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MEMBER } from '../../../tests/platforms/facebook.ts';
import { routeTo, startProxy, type TestProxy, type TestProxyOptions } from '../../../tests/platforms/proxies.ts';
import {
  FILE_SERVERS,
  LINKS_WITH_SECRETS,
  REFUSED_WITH_SECRETS,
  REPLICA_SECRETS,
} from '../../../tests/platforms/secrets.ts';
import { startPlatforms } from '../../../tests/platforms/server.ts';
import { hasToken } from '../../../tests/platforms/youtube/youtube-tokens.ts';
import { type Administration, type SignedIn, startAdministration } from '../../../tests/setup/administration.ts';
import { API_KEY, METRICS_TOKEN, startSite, type TestSite } from '../../../tests/setup/site.ts';
import { ADMIN_PATH } from '#/server/http/admin/route.ts';
import { served } from '#/server/store/fixtures/contract-places.ts';
import type { Store } from '#/server/store/store.ts';

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
const logged: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'clipferry-account-'));
  const path = join(folder, 'facebook.txt');
  writeFileSync(path, ['.facebook.com', 'TRUE', '/', 'TRUE', '2000000000', 'xs', MEMBER].join('\t'), { mode: 0o600 });
  [platforms, eu, us] = await Promise.all([startPlatforms(), startProxy(EU), startProxy(US)]);
  kind = await served.start();
  identityStore = await (await kind.createPlace()).open();
  administration = await startAdministration(identityStore);
  admin = await administration.person('admins');
  site = await startSite({
    platforms,
    admins: administration.admins,
    log: (line) => logged.push(line),
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

test('no answer, page of the administration, figure or log has what platforms say to who asks them', async () => {
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
  // The last one is shown to the operator's account alone.
  for (const link of [...Object.values(LINKS_WITH_SECRETS), BEHIND_LOGIN]) {
    const resolved = await site.client.resolve(link, { onBehalf });
    if (!resolved.ok) throw new Error(`${link}: ${resolved.failure.code}`);
    told.push(JSON.stringify(resolved));
    const [path = ''] = Object.values(resolved.value.links);
    const { headers, body } = await fetch(new URL(path, site.origin), { headers: { range: 'bytes=0-99', cookie } });
    told.push(JSON.stringify([...headers]));
    await body?.cancel();
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
  for (const path of ['/api/v1/status', '/api/v1/health', '/metrics']) {
    const response = await fetch(site.origin + path, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
    told.push(JSON.stringify([...response.headers]), await response.text());
  }
  const everything = [...told, ...logged].join('\n');
  expect(everything.length).toBeGreaterThan(20_000);
  const ours = [site.secret, METRICS_TOKEN, API_KEY, MARK, MEMBER, decodeURIComponent(MEMBER), folder];
  const secrets = [...REPLICA_SECRETS, ...FILE_SERVERS, ...ours, EU.from, US.from];
  expect(secrets.filter((secret) => everything.includes(secret))).toEqual([]);
});

test('no answer, page of the administration, figure or log tells how a way out is set up, or a token', async () => {
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

/** After all of them have failed. */
const ROUTES = [
  expect.objectContaining({ name: 'eu', kind: 'http', state: 'resting', reason: 'egress_down' }),
  expect.objectContaining({ name: 'us', kind: 'socks5', state: 'resting', reason: 'egress_down' }),
  expect.objectContaining({ name: 'lost', kind: 'socks5', state: 'resting', reason: 'egress_down' }),
];
