import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiKeyScopes, NewApiKey } from '#/model/api-key.ts';
import type { DownloadRecord, Resolved } from '#/model/download.ts';
import { startPlatforms } from '../../../../tests/platforms/server.ts';
import { type SharedPostgres, sharedPostgres } from '../../../../tests/setup/shared-postgres.ts';
import { API_KEY, startSite, type TestSite } from '../../../../tests/setup/site.ts';
import { createLinkSigner, readVideoLink } from '#/server/service/links/links.ts';

const TWITTER = 'https://x.com/replica/status/1800000000000000001';
const TIKTOK = 'https://www.tiktok.com/@replica.user/video/7400000000000000001';
const SHORT = 'https://vm.tiktok.com/ZMreplica1/';
const PAGE = 'https://app.example';
const ALL: ApiKeyScopes = { platforms: null, networks: null, actions: ['resolve', 'download', 'read'] };
const GUEST = { resolutions: 6, downloads: 4, gigabytesPerDay: 1, transfers: 2 };

let platforms: Awaited<ReturnType<typeof startPlatforms>>;
let postgres: SharedPostgres;
let sites: TestSite[];
let site: TestSite;

beforeAll(async () => {
  platforms = await startPlatforms();
  postgres = await sharedPostgres();
  const databaseUrl = await postgres.createCopy();
  const options = { platforms, databaseUrl, limits: { guest: GUEST }, corsOrigins: [PAGE] };
  sites = [await startSite(options), await startSite({ ...options, works: false })];
  [site] = sites as [TestSite];
});
afterAll(async () => {
  for (const each of sites) await each.close();
  await postgres.close();
  await platforms.close();
});

type Asked = { method?: string; body?: unknown; headers?: Record<string, string>; ip?: string; node?: number };

/** As a program asks: with its key, from an address. */
async function ask(key: string, path: string, { method, body, headers, ip, node = 0 }: Asked = {}) {
  const request = new Request(`http://api.example/api/v1/${path}`, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: { 'api-key': key, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const response = await sites[node]?.api.api(Object.assign(request, { ip: ip ?? '203.0.113.7' }));
  if (!response) throw new Error('no such node');
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
}

async function create(userId: string | null, changes: Partial<NewApiKey> = {}) {
  const wanted = { name: 'test', scopes: ALL, limits: {}, expiresAt: null, hasWebhooks: false, ...changes };
  const created = await site.api.apiKeys.create(userId, wanted);
  if (!created.ok) throw new Error(created.failure.code);
  return created.value;
}

const scoped = (changes: Partial<ApiKeyScopes>) => create(null, { scopes: { ...ALL, ...changes } });

async function linkOf(key: string): Promise<string> {
  const { body } = await ask(key, 'resolve', { body: { url: TWITTER } });
  return (body as Resolved).links['http-832'] ?? '';
}

describe('a key', () => {
  test('opens the API by either header; no key, an empty one and a wrong one do not', async () => {
    const { secret } = await create(null);
    expect((await ask(secret, 'usage')).status).toBe(200);
    for (const scheme of ['Api-Key', 'api-key'])
      expect((await ask('', 'usage', { headers: { authorization: `${scheme} ${secret}` } })).status).toBe(200);
    const wrong = `${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}`;
    for (const key of ['', 'x', wrong, `${secret} `.repeat(2)])
      expect((await ask(key, 'usage')).body).toMatchObject({ status: 401, code: 'unauthorized' });
    expect((await ask('', 'usage', { headers: { authorization: `Bearer ${secret}` } })).status).toBe(401);
  });

  test('is refused from the moment it is revoked, on every node', async () => {
    const { key, secret } = await create(null);
    for (const node of [0, 1]) expect((await ask(secret, 'usage', { node })).status).toBe(200);
    await site.api.apiKeys.revoke(null, key.id);
    // Who is not told remembers a key for five seconds.
    for (const node of [0, 1]) await expect.poll(async () => (await ask(secret, 'usage', { node })).status).toBe(401);
  });

  test('is refused when it has expired', async () => {
    const { key, secret } = await create(null, { expiresAt: '2999-01-01T00:00:00.000Z' });
    expect((await ask(secret, 'usage', { node: 0 })).status).toBe(200);
    await site.store.query('update api_keys set expires_at = now() where id = $1', [key.id]);
    expect((await ask(secret, 'usage', { node: 1 })).body).toMatchObject({ code: 'unauthorized' });
    const past = { name: 'x', scopes: ALL, expiresAt: '2020-01-01T00:00:00.000Z', limits: {}, hasWebhooks: false };
    expect(await site.api.apiKeys.create(null, past)).toMatchObject({ failure: { code: 'invalid_request' } });
  });

  test('may do only what it is for', async () => {
    const reader = (await scoped({ actions: ['read'] })).secret;
    expect((await ask(reader, 'downloads')).status).toBe(200);
    expect((await ask(reader, 'resolve', { body: { url: TWITTER } })).body).toMatchObject({
      status: 403,
      code: 'forbidden',
    });
    expect((await ask(reader, 'downloads', { method: 'DELETE' })).status).toBe(403);
    const resolver = (await scoped({ actions: ['resolve'] })).secret;
    expect((await ask(resolver, 'usage')).status).toBe(403);
    expect((await ask(resolver, 'platforms')).status).toBe(200);
  });

  test('is for its platforms only, short links and archives too', async () => {
    const { secret } = await scoped({ platforms: ['twitter'] });
    const link = await linkOf(secret);
    expect(link).not.toBe('');
    for (const url of [TIKTOK, SHORT, ` ${TIKTOK} `])
      expect((await ask(secret, 'resolve', { body: { url } })).body).toMatchObject({
        code: 'forbidden',
        platform: 'tiktok',
      });
    const archive = { urls: [TWITTER, TIKTOK], title: 'both', kind: 'video', heightPx: null };
    expect((await ask(secret, 'downloads', { body: archive })).body).toMatchObject({ code: 'forbidden' });
    const other = (await scoped({ platforms: ['tiktok'] })).secret;
    expect((await ask(other, 'downloads', { body: { link } })).body).toMatchObject({ code: 'forbidden' });
  });

  test('works from its networks only', async () => {
    const { secret } = await scoped({ networks: ['203.0.113.0/24', '2001:db8::/32'] });
    const statusFrom = async (ip: string) => (await ask(secret, 'usage', { ip })).status;
    expect(await Promise.all(['203.0.113.9', '::ffff:203.0.113.9', '2001:db8::5'].map(statusFrom))).toEqual([
      200, 200, 200,
    ]);
    expect(await Promise.all(['203.0.114.1', '2001:db9::1', 'unknown'].map(statusFrom))).toEqual([403, 403, 403]);
  });

  test('speaks for nobody but itself, other than the site’s own', async () => {
    const { secret } = await create(null);
    const userId = randomUUID();
    const link = await linkOf(secret);
    const headers = { 'x-on-behalf-of-user': userId };
    const mine = (await ask(secret, 'downloads', { body: { link }, headers })).body as DownloadRecord;
    expect((await ask(secret, `downloads/${mine.id}`)).status).toBe(200);
    expect((await ask(API_KEY, `downloads/${mine.id}`, { headers })).status).toBe(404);
    const other = await create(null);
    expect((await ask(other.secret, `downloads/${mine.id}`)).body).toMatchObject({ code: 'download_unknown' });
    expect((await ask(other.secret, 'downloads')).body.downloads).toEqual([]);
  });

  test('has limits of its own, and says what is left of them', async () => {
    const { key, secret } = await create(null, { limits: { resolutions: 2 } });
    const first = await ask(secret, 'resolve', { body: { url: TWITTER } });
    expect([first.headers.get('ratelimit-limit'), first.headers.get('ratelimit-remaining')]).toEqual(['2', '1']);
    await ask(secret, 'resolve', { body: { url: TWITTER } });
    const third = await ask(secret, 'resolve', { body: { url: TWITTER } });
    expect(third.body).toMatchObject({ status: 429, code: 'limit_reached' });
    expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(0);
    const listed = (await site.api.apiKeys.list(null)).find((one) => one.key.id === key.id);
    expect(listed?.usage.resolutions).toMatchObject({ limit: 2, remaining: 0 });
  });

  test('of a user may do what the user may, and all of them together no more', async () => {
    const userId = randomUUID();
    const [one, other] = [await create(userId, { limits: { resolutions: 99_999 } }), await create(userId)];
    const may = GUEST.resolutions * 2;
    expect(one.key.limits.resolutions).toBe(may);
    for (let count = 0; count < may; count++)
      expect((await ask(one.secret, 'resolve', { body: { url: TWITTER } })).status).toBe(200);
    expect((await ask(other.secret, 'resolve', { body: { url: TWITTER } })).status).toBe(429);
    const asUser = await ask(API_KEY, 'resolve', {
      body: { url: TWITTER },
      headers: { 'x-on-behalf-of-user': userId },
    });
    expect(asUser.status).toBe(429);
  });

  test('counts the bytes of a link that is fetched with it, and is told of its use', async () => {
    const { key, secret } = await create(null);
    const url = site.origin + (await linkOf(secret));
    expect((await fetch(url, { headers: { 'api-key': 'wrong' } })).status).toBe(401);
    await (await fetch(url, { headers: { 'api-key': secret } })).arrayBuffer();
    await expect
      .poll(async () => (await ask(secret, 'usage')).body.bytes)
      .toMatchObject({
        remaining: expect.toSatisfy((left: number) => left < key.limits.gigabytesPerDay * 1e9),
      });
    await expect
      .poll(async () => (await site.api.apiKeys.list(null)).find((one) => one.key.id === key.id)?.key.lastUsedAt)
      .not.toBeNull();
  });
});

describe('an Idempotency-Key', () => {
  test('has the same request answered once, on whichever node', async () => {
    const { secret } = await create(null);
    const body = { link: await linkOf(secret) };
    const headers = { 'idempotency-key': '"8e03978e-40d5-43dd-bc93-6894a57f9324"' };
    const first = await ask(secret, 'downloads', { body, headers });
    const again = await ask(secret, 'downloads', { body, headers, node: 1 });
    expect([first.status, again.status, again.body]).toEqual([202, 202, first.body]);
    expect([first.headers.get('idempotency-replayed'), again.headers.get('idempotency-replayed')]).toEqual([
      null,
      'true',
    ]);
    const bare = { 'idempotency-key': '8e03978e-40d5-43dd-bc93-6894a57f9324' };
    expect((await ask(secret, 'downloads', { body, headers: bare })).body).toEqual(first.body);
    expect((await ask(secret, 'usage')).body.downloads.remaining).toBe((await create(null)).key.limits.downloads - 1);
  });

  test('is refused for another body, and is each key’s own', async () => {
    const [one, other] = [await create(null), await create(null)];
    const link = await linkOf(one.secret);
    const headers = { 'idempotency-key': 'order-1' };
    const first = await ask(one.secret, 'downloads', { body: { link }, headers });
    const bent = await ask(one.secret, 'downloads', { body: { link: `${link}?start=1&end=2` }, headers });
    expect(bent.body).toMatchObject({ status: 422, code: 'idempotency_mismatch' });
    const others = await ask(other.secret, 'downloads', { body: { link }, headers });
    expect([first.status, others.status, others.body.id === first.body.id]).toEqual([202, 202, false]);
    expect((await ask(one.secret, 'downloads', { body: { link }, headers: { 'idempotency-key': '"' } })).status).toBe(
      400,
    );
  });

  test('of requests at the same time lets one through; the others are told so, or what it was answered', async () => {
    const { secret } = await create(null);
    const body = { link: await linkOf(secret) };
    const asked = Array.from({ length: 6 }, (_, index) =>
      ask(secret, 'downloads', { body, headers: { 'idempotency-key': 'same' }, node: index % 2 }),
    );
    const answers = await Promise.all(asked);
    const fresh = answers.filter(({ status, headers }) => status === 202 && !headers.has('idempotency-replayed'));
    expect(fresh).toHaveLength(1);
    for (const { status, body } of answers) {
      if (status === 409) expect(body).toMatchObject({ code: 'idempotency_in_flight', retryAfterS: 1 });
      else expect(body).toEqual(fresh[0]?.body);
    }
  });

  test('is free again after a refusal that another try may end better than', async () => {
    const { secret } = await create(null, { limits: { downloads: 1 } });
    const [link, headers] = [await linkOf(secret), { 'idempotency-key': 'later' }];
    await ask(secret, 'downloads', { body: { link } });
    expect((await ask(secret, 'downloads', { body: { link }, headers })).status).toBe(429);
    expect(await site.store.query("select * from idempotent_requests where key = 'later'")).toEqual([]);
    const broken = await ask(secret, 'downloads', { body: { link: 5 }, headers });
    const again = await ask(secret, 'downloads', { body: { link: 5 }, headers });
    expect([broken.status, again.body]).toEqual([400, broken.body]);
  });

  test('is free again where its link had expired: signed anew it is the same request, and is carried out', async () => {
    const { secret } = await create(null);
    const [link, headers] = [await linkOf(secret), { 'idempotency-key': 'old-link' }];
    const signer = createLinkSigner(site.secret);
    const scope = signer.verify(readVideoLink(link).token);
    if (!scope.ok) throw new Error(scope.failure.code);
    const old = signer.sign({ ...scope.value, expiresAtS: Math.floor(Date.now() / 1000) - 60 });
    const refused = await ask(secret, 'downloads', { body: { link: old }, headers });
    expect([refused.status, refused.body.code]).toEqual([410, 'link_expired']);
    const anew = await ask(secret, 'downloads', { body: { link }, headers });
    expect([anew.status, anew.headers.get('idempotency-replayed')]).toEqual([202, null]);
  });
});

describe('the API', () => {
  test('answers a version once: 304 to who has it', async () => {
    const { secret } = await create(null);
    const made = (await ask(secret, 'downloads', { body: { link: await linkOf(secret) } })).body as DownloadRecord;
    const path = `downloads/${made.id}`;
    await expect.poll(async () => (await ask(secret, path)).body.state).toBe('ready');
    const first = await ask(secret, path);
    const etag = first.headers.get('etag') ?? '';
    const same = await ask(secret, path, { headers: { 'if-none-match': `"x", ${etag}` } });
    expect([same.status, same.body, same.headers.get('etag')]).toEqual([304, null, etag]);
    expect((await ask(secret, path, { headers: { 'if-none-match': '"x"' } })).status).toBe(200);
    for (const open of ['platforms', 'usage']) {
      const again = async () => {
        const known = (await ask(secret, open)).headers.get('etag') ?? '';
        return (await ask(secret, open, { headers: { 'if-none-match': known } })).status;
      };
      // In what is left it says for how many seconds: on a busy machine one passes between two questions.
      await expect.poll(again).toBe(304);
    }
    await ask(secret, path, { method: 'DELETE' });
    expect((await ask(secret, path, { headers: { 'if-none-match': etag } })).body.state).toBe('cancelled');
  });

  test('waits until a download has ended, on whichever node, and no longer than asked to', async () => {
    const { secret } = await create(null);
    const archive = { urls: [TWITTER, TIKTOK], title: 'both', kind: 'video', heightPx: null };
    const { id } = (await ask(secret, 'downloads', { body: archive })).body as DownloadRecord;
    const ended = await ask(secret, `downloads/${id}?waitS=50`, { node: 1 });
    expect(ended.body).toMatchObject({ id, state: 'ready', file: { bytes: expect.any(Number) } });
    for (const waitS of ['-1', '51', 'x', '1.5'])
      expect((await ask(secret, `downloads/${id}?waitS=${waitS}`)).status).toBe(400);
  });

  test('tells a download’s events to its owner, and ends with it', async () => {
    const [one, other] = [await create(null), await create(null)];
    const { id } = (await ask(one.secret, 'downloads', { body: { link: await linkOf(one.secret) } })).body;
    const events = (key: string) =>
      fetch(`${site.origin}/api/v1/downloads/${id}/events`, { headers: { 'api-key': key, origin: PAGE } });
    const stream = await events(one.secret);
    expect(stream.headers.get('content-type')).toBe('text/event-stream');
    expect(stream.headers.get('access-control-allow-origin')).toBe(PAGE);
    const told = [...(await stream.text()).matchAll(/^data: (.+)$/gm)].map(([, json = '']) => JSON.parse(json));
    expect(told.at(-1)).toMatchObject({ id, state: 'ready' });
    expect([(await events(other.secret)).status, (await events('')).status]).toEqual([404, 404]);
    expect((await events('wrong')).status).toBe(401);
  });

  test('ignores fields that it does not know, and names those that are wrong', async () => {
    const { secret } = await create(null);
    expect((await ask(secret, 'resolve', { body: { url: TWITTER, later: { is: 'more' } } })).status).toBe(200);
    const errorsOf = async (path: string, body: unknown) => (await ask(secret, path, { body })).body.errors;
    expect(await errorsOf('resolve', { url: 5 })).toEqual([{ pointer: '#/url', detail: 'must be string' }]);
    expect(await errorsOf('resolve', {})).toEqual([{ pointer: '#/url', detail: 'is missing' }]);
    const archive = { urls: [TWITTER, 7], title: 'x', kind: 'song', heightPx: null };
    expect(await errorsOf('downloads', archive)).toEqual([
      { pointer: '#/urls/1', detail: 'must be string' },
      { pointer: '#/kind', detail: 'must be ("video" | "audio")' },
    ]);
    const hook = { link: '/x', webhook: { url: 'http://plain.example/' } };
    expect(await errorsOf('downloads', hook)).toEqual([{ pointer: '#/webhook/url', detail: expect.any(String) }]);
  });

  test('answers HEAD as GET, tells what there is by OPTIONS, and refuses the rest', async () => {
    const { secret } = await create(null);
    const head = await ask(secret, 'usage', { method: 'HEAD' });
    expect([head.status, head.body, head.headers.has('etag')]).toEqual([200, null, true]);
    const options = await ask('', 'downloads', { method: 'OPTIONS' });
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'POST, GET, HEAD, DELETE, OPTIONS']);
    const put = await ask(secret, 'usage', { method: 'PUT', body: {} });
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect((await ask(secret, 'nothing')).status).toBe(404);
  });

  test('may be called from pages of the origins that are set, and no others; cookies never count', async () => {
    const { secret } = await create(null);
    const preflight = { method: 'OPTIONS', headers: { origin: PAGE, 'access-control-request-method': 'POST' } };
    const asked = await ask('', 'downloads', preflight);
    expect(asked.status).toBe(204);
    expect(asked.headers.get('access-control-allow-headers')).toContain('api-key');
    const answer = await ask(secret, 'usage', { headers: { origin: PAGE } });
    expect(answer.headers.get('access-control-allow-origin')).toBe(PAGE);
    expect(answer.headers.get('access-control-expose-headers')).toContain('etag');
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    expect(answer.headers.get('vary')).toBe('Origin');
    const strange = await ask(secret, 'usage', { headers: { origin: 'https://evil.example' } });
    expect([strange.headers.get('access-control-allow-origin'), strange.headers.get('vary')]).toEqual([null, 'Origin']);
  });
});

test('a user’s keys are listed, limited in number, exported and deleted with everything', async () => {
  const userId = randomUUID();
  const { accounts } = site.api;
  const { key, secret } = await create(userId, { name: 'mine' });
  expect(await accounts.keys(userId)).toMatchObject({ value: [{ key: { name: 'mine', prefix: key.prefix } }] });
  for (let count = 1; count < 5; count++) await create(userId);
  const wanted = { name: 'x', scopes: ALL, expiresAt: null, limits: {}, hasWebhooks: false };
  expect(await accounts.createKey(userId, wanted)).toMatchObject({ failure: { code: 'too_many_keys' } });
  expect(await accounts.revokeKey(randomUUID(), key.id)).toMatchObject({ failure: { code: 'key_unknown' } });
  const { id } = (await ask(secret, 'downloads', { body: { link: await linkOf(secret) } })).body;
  const exported = await new Response(accounts.exportAll(userId)).json();
  expect(exported).toMatchObject({ version: 1, downloads: [{ id }] });
  expect(exported.apiKeys).toHaveLength(5);
  expect(JSON.stringify(exported)).not.toContain(secret);
  expect(await accounts.erase(userId)).toMatchObject({ ok: true });
  expect(await accounts.keys(userId)).toMatchObject({ value: [] });
  expect(await site.store.query('select id from downloads where id = $1', [id])).toEqual([]);
  await expect.poll(async () => (await ask(secret, 'usage', { node: 1 })).status).toBe(401);
});
