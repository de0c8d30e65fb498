import {
  AdminDeleteUserCommand,
  AdminDisableUserCommand,
  AdminUserGlobalSignOutCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { API_ACTIONS, type ApiAction } from '#/model/api-key.ts';
import { startPlatforms } from '../../../../tests/platforms/server.ts';
import { type Administration, type SignedIn, startAdministration } from '../../../../tests/setup/administration.ts';
import { API_KEY, startSite, type TestSite } from '../../../../tests/setup/site.ts';
import { ALL_ROUTES, type KnownRoute } from '#/server/http/all-routes.ts';
import { VISITOR_HEADER } from '#/server/http/client.ts';
import { EVENTS_PATH } from '#/server/http/events/events.ts';
import { GRAPHQL_PATH } from '#/server/http/graphql/path.ts';
import { createLinkSigner, VIDEO_PATH } from '#/server/service/links/links.ts';
import { FILES_PATH, signPath } from '#/server/bucket/signed-path.ts';
import { createApiKeyRepository, ownerOfKey } from '#/server/store/tables/api-keys.ts';
import { served } from '#/server/store/fixtures/contract-places.ts';
import type { Store } from '#/server/store/store.ts';

const LINK = 'https://x.com/replica/status/1800000000000000001';
const FORMAT = 'http-832';
const NOBODY = '00000000-0000-4000-8000-000000000000';
const NO_KEY = `cf_${'A'.repeat(43)}`;
const TUNNEL = '/api/cobalt/tunnel';
/** A server, an identity service and seven people who sign in, on a machine that is busy. */
const SLOW_START_MS = 180_000;

/**
 * What a request can bring, all of it at once: an API key, an id token, a visitor's cookie. Of `other scope`, the key is for everything
 * but this, or for another network, and the token is of somebody in another group; of `disabled admin`, both were good until an
 * administrator disabled whose they are. `disabled elsewhere` and `deleted elsewhere` were so in the user pool itself, where nobody
 * revoked their keys; `ended` has an id token and a cookie of a sign-in that has ended, and no key.
 */
const CREDENTIALS = [
  'nothing',
  'wrong',
  'expired',
  'other scope',
  'guest',
  'user',
  'admin',
  'disabled admin',
  'disabled elsewhere',
  'deleted elsewhere',
  'ended',
] as const;
type Credential = (typeof CREDENTIALS)[number];

/**
 * By credential, in their order. `in`: neither 401 nor 403, nor 404 where the path names what is not the caller's; a number: that status.
 * Whatever brings no key to a route that takes a signed link, fetches as a visitor.
 */
const ROWS = {
  anybody: ['in', 'in', 'in', 'in', 'in', 'in', 'in', 'in', 'in', 'in', 'in'],
  'anybody, but no bad key': ['in', 401, 401, 403, 'in', 'in', 'in', 401, 401, 401, 'in'],
  key: [401, 401, 401, 403, 401, 'in', 401, 401, 401, 401, 401],
  owner: [404, 401, 401, 403, 404, 'in', 404, 401, 401, 401, 404],
  admin: [401, 401, 401, 403, 401, 403, 'in', 401, 401, 401, 401],
  // No key and no token: the cookie of a browser in which somebody is signed in (src/server/contract/accounts/watched.contract.test.ts).
  browser: [401, 401, 401, 401, 401, 401, 401, 401, 401, 401, 401],
  metrics: [401, 401, 401, 401, 401, 401, 401, 401, 401, 401, 401],
  // Its clients are told by the code what is wrong.
  cobalt: [200, 400, 400, 400, 200, 200, 200, 400, 400, 400, 200],
} as const satisfies Record<string, readonly ('in' | number)[]>;

/** The routes of the admin API are all for administrators, and have no row each. */
const ADMIN_ROUTE = /^\w+ \/api\/admin\/v1\//;

const TABLE: Record<string, keyof typeof ROWS> = {
  'POST /api/v1/resolve': 'key',
  'GET /api/v1/usage': 'key',
  'POST /api/v1/downloads': 'key',
  'GET /api/v1/downloads': 'key',
  'DELETE /api/v1/downloads': 'key',
  'GET /api/v1/downloads/{id}': 'key',
  'DELETE /api/v1/downloads/{id}': 'key',
  'DELETE /api/v1/downloads/{id}/record': 'key',
  'POST /api/v1/downloads/{id}/pause': 'key',
  'POST /api/v1/downloads/{id}/resume': 'key',
  'GET /api/v1/downloads/{id}/events': 'owner',
  'GET /api/v1/downloads/events': 'anybody, but no bad key',
  'GET /api/v1/platforms': 'anybody',
  'GET /api/v1/status': 'anybody',
  'GET /api/v1/health': 'anybody',
  'POST /api/v1/takedowns': 'anybody, but no bad key',
  'POST /api/v1/counter-notices': 'anybody, but no bad key',
  'GET /api/video/{token}': 'anybody, but no bad key',
  'GET /files/{key}': 'anybody',
  'GET /api/v1/openapi.json': 'anybody',
  // A key that is not for a field is told so in the answer.
  'GET /api/graphql': 'key',
  'POST /api/graphql': 'key',
  'GET /healthz': 'anybody',
  'GET /readyz': 'anybody',
  'GET /api/v1/watched/events': 'browser',
  'GET /metrics': 'metrics',
  'GET /api/cobalt/': 'anybody',
  'POST /api/cobalt/': 'cobalt',
  [`GET ${TUNNEL}`]: 'anybody, but no bad key',
};

let platforms: Awaited<ReturnType<typeof startPlatforms>>;
let kind: Awaited<ReturnType<typeof served.start>>;
let store: Store;
let site: TestSite;
let administration: Administration;
type Gone = 'disabled admin' | 'disabled elsewhere' | 'deleted elsewhere';
let people: Record<'user' | 'admin' | 'ended' | Gone, SignedIn>;
/** Of the browser in which `ended` had signed in. */
let endedCookie: string;
let keys: Record<'user' | Gone | 'expired' | 'elsewhere' | ApiAction, { id: string; secret: string }>;

beforeAll(async () => {
  platforms = await startPlatforms();
  kind = await served.start();
  store = await (await kind.createPlace()).open();
  administration = await startAdministration(store);
  site = await startSite({ platforms, works: false, admins: administration.admins });
  people = {
    user: await administration.person('editors'),
    admin: await administration.person('admins'),
    'disabled admin': await administration.person('admins'),
    'disabled elsewhere': await administration.person('admins'),
    'deleted elsewhere': await administration.person('admins'),
    ended: await administration.person('admins'),
  };
  keys = {
    user: await newKey({ userId: people.user.sub }),
    'disabled admin': await newKey({ userId: people['disabled admin'].sub }),
    'disabled elsewhere': await newKey({ userId: people['disabled elsewhere'].sub }),
    'deleted elsewhere': await newKey({ userId: people['deleted elsewhere'].sub }),
    expired: await newKey({ expiresAt: new Date(Date.now() - 1000).toISOString() }),
    elsewhere: await newKey({ networks: ['203.0.113.0/24'] }),
    ...(Object.fromEntries(
      await Promise.all(
        API_ACTIONS.map(async (action) => [
          action,
          await newKey({ actions: API_ACTIONS.filter((other) => other !== action) }),
        ]),
      ),
    ) as Record<ApiAction, { id: string; secret: string }>),
  };
  const path = `/api/admin/v1/users/${people['disabled admin'].sub}/disable`;
  const disabled = await send('POST', path, people.admin.headers);
  expect(disabled.status).toBe(204);
  endedCookie = await cookieOf(people.ended);
  // Used before: no memory of that may count.
  for (const name of ['disabled elsewhere', 'deleted elsewhere'] as const)
    expect((await send('GET', '/api/v1/usage', { 'api-key': keys[name].secret })).status).toBe(200);
  const { client, userPoolId: UserPoolId } = administration.client;
  await client.send(new AdminDisableUserCommand({ UserPoolId, Username: people['disabled elsewhere'].email }));
  await client.send(new AdminDeleteUserCommand({ UserPoolId, Username: people['deleted elsewhere'].email }));
  await client.send(new AdminUserGlobalSignOutCommand({ UserPoolId, Username: people.ended.email }));
  // As the service tells it where it shares the site's database.
  await site.store.publish([{ type: 'accountChanged', userId: people.ended.sub }]);
  const { cookies, accounts } = site.api;
  await vi.waitUntil(async () => (await accounts.sessions.userOf(cookies.read(endedCookie))) === null);
}, SLOW_START_MS);
afterAll(async () => {
  await site.close();
  await administration.close();
  await store.close();
  await kind.close();
  await platforms.close();
});

/** As a browser gets it after signing in. */
async function cookieOf({ idToken, sub }: SignedIn): Promise<string> {
  const verified = await administration.admins.identity?.verify(idToken);
  const sessionId = verified?.ok ? verified.value.sessionId : null;
  const begun = await site.api.accounts.beginSession(sub, { visitorId: null, isSecure: false, sessionId });
  const cookie = (begun.ok && begun.value?.split(';', 1)[0]) || '';
  expect(await site.api.accounts.sessions.userOf(site.api.cookies.read(cookie))).toBe(sub);
  return cookie;
}

type Wanted = { userId?: string; expiresAt?: string; networks?: string[]; actions?: ApiAction[] };

async function newKey({ userId = undefined, expiresAt, networks, actions = [...API_ACTIONS] }: Wanted) {
  const created = await createApiKeyRepository(site.store).create({
    name: 'matrix',
    userId: userId ?? null,
    scopes: { platforms: null, networks: networks ?? null, actions },
    limits: { resolutions: 1000, downloads: 1000, gigabytesPerDay: 1000, transfers: 1000 },
    expiresAt: expiresAt ?? null,
    hasWebhooks: false,
  });
  if (!created) throw new Error('no key was made');
  return { id: created.key.id, secret: created.secret };
}

/** What a request of a kind brings to a route. */
function headersOf(credential: Credential, action: ApiAction | null): Record<string, string> {
  const wrongToken = people.admin.idToken.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'));
  const cookie = site.api.cookies.create({ isSecure: false }).setCookie.split(';', 1)[0] ?? '';
  switch (credential) {
    case 'nothing':
      return {};
    case 'wrong':
      return {
        'api-key': NO_KEY,
        authorization: `Bearer ${wrongToken}`,
        cookie: `${cookie}A`,
      };
    case 'expired':
      return { 'api-key': keys.expired.secret, ...people.admin.headers };
    case 'other scope':
      return { 'api-key': keys[action ?? 'elsewhere'].secret, ...people.user.headers };
    case 'guest':
      return { cookie };
    case 'user':
      return { 'api-key': keys.user.secret, ...people.user.headers };
    case 'admin':
      return people.admin.headers;
    case 'disabled admin':
    case 'disabled elsewhere':
    case 'deleted elsewhere':
      return { 'api-key': keys[credential].secret, ...people[credential].headers };
    case 'ended':
      return { cookie: endedCookie, ...people.ended.headers };
  }
}

/** By the way that a request takes through the server: to what sends bytes and events, or to all others. */
async function send(method: string, path: string, given: Record<string, string>, body?: unknown): Promise<Response> {
  const headers = { accept: 'application/json', 'content-type': 'application/json', ...given };
  const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
  const raw = await fetch(site.origin + path, init);
  // What the test's own server answers where the site's would ask the app.
  return raw.status === 418 ? site.api.api(new Request(`http://site${path}`, init)) : raw;
}

/** A path that a route is asked by: of a download of the user's own key, or with a link that was signed. */
async function pathOf(template: string): Promise<string> {
  const expiresAtS = Math.floor(Date.now() / 1000) + 600;
  const video = createLinkSigner(site.secret).sign({
    purpose: 'download',
    canonicalUrl: LINK,
    formatId: FORMAT,
    expiresAtS,
  });
  if (template === `${VIDEO_PATH}{token}`) return video;
  if (template === TUNNEL) return `${TUNNEL}?link=${video.slice(VIDEO_PATH.length)}`;
  if (template === `${FILES_PATH}{key}`) {
    return signPath(site.secret, { key: 'kept/none', fileName: 'none.mp4', expiresAt: new Date(expiresAtS * 1000) });
  }
  if (!template.startsWith('/api/v1/downloads/')) return template.replace('{id}', NOBODY);
  const id = crypto.randomUUID();
  await site.store.query(
    `insert into downloads (id, owner, is_kept, title, state) values ($1, $2, false, 'matrix', 'done')`,
    [id, ownerOfKey(keys.user.id)],
  );
  return template.replace('{id}', id);
}

async function statusOf({ method, path, action }: KnownRoute, credential: Credential): Promise<number> {
  const body =
    method === 'GET' || method === 'DELETE' ? undefined : path.startsWith('/api/cobalt') ? { url: LINK } : {};
  const headers = headersOf(credential, action);
  if (credential === 'expired') administration.wait(25 * 60 * 60);
  try {
    const answer = await send(method, await pathOf(path), headers, body);
    await answer.body?.cancel();
    return answer.status;
  } finally {
    if (credential === 'expired') administration.wait(-25 * 60 * 60);
  }
}

const nameOf = ({ method, path }: KnownRoute) => `${method} ${path}`;
const rows = ALL_ROUTES.map((route) => {
  const name = nameOf(route);
  return { name, route, row: ADMIN_ROUTE.test(name) ? ('admin' as const) : TABLE[name] };
});

test('every route has its row, and every row its route', () => {
  expect(rows.filter(({ row }) => row === undefined).map(({ name }) => name)).toEqual([]);
  const names = new Set(rows.map(({ name }) => name));
  expect(Object.keys(TABLE).filter((name) => !names.has(name))).toEqual([]);
});

describe.each(rows)('$name', ({ route, row }) => {
  test.each(CREDENTIALS.map((credential, place) => ({ credential, expected: row && ROWS[row][place] })))(
    'with $credential: $expected',
    async ({ credential, expected }) => {
      const status = await statusOf(route, credential);
      expect(status).toBeLessThan(500);
      if (expected === 'in') expect([401, 403]).not.toContain(status);
      else expect(status).toBe(expected);
    },
  );
});

test.each([
  `${VIDEO_PATH}${'A'.repeat(60)}.${'A'.repeat(43)}`,
  `${FILES_PATH}kept/none?e=9999999999999&n=x&s=AAAA`,
  `${TUNNEL}?link=x.y`,
])('no credential stands for the signature of %s', async (path) => {
  for (const credential of CREDENTIALS) {
    const { status } = await send('GET', path, headersOf(credential, 'download'));
    expect([401, 403], credential).toContain(status);
  }
});

test('a cookie stands for nobody once its sign-in has ended: of a user’s downloads it gets none', async () => {
  const { cookies, accounts } = site.api;
  const lasting = await cookieOf(await administration.again(people.ended));
  await site.store.publish([{ type: 'accountChanged', userId: people.ended.sub }]);
  const userOf = (cookie: string) => accounts.sessions.userOf(cookies.read(cookie));
  await expect.poll(async () => [await userOf(endedCookie), await userOf(lasting)]).toEqual([null, people.ended.sub]);
});

test('a download is its owner’s: another key, and the site in another visitor’s name, find none', async () => {
  for (const [method, order] of [
    ['GET', ''],
    ['DELETE', ''],
    ['DELETE', '/record'],
    ['POST', '/pause'],
    ['POST', '/resume'],
    ['GET', '/events'],
  ] as const) {
    const path = await pathOf(`/api/v1/downloads/{id}${order}`);
    const others: Record<string, string>[] = [
      { 'api-key': (await newKey({})).secret },
      { 'api-key': API_KEY, [VISITOR_HEADER]: crypto.randomUUID() },
    ];
    for (const headers of others) {
      const { status } = await send(method, path, headers);
      expect(status, `${method} ${order}`).toBe(404);
    }
    const [row] = await site.store.query('select id from downloads where id = $1', [path.split('/')[4] ?? '']);
    expect(row).toBeDefined();
  }
});

describe('what is told of a kept file', () => {
  const TITLE = 'A title that is nobody else’s business';
  const FILE_NAME = 'nobody-else.mp4';
  const FIELDS = '{ id state file { link name } }';
  /** What must not be in an answer to a stranger: a signed link, and what names the file. */
  const OF_THE_OWNER = [FILES_PATH, FILE_NAME, TITLE, LINK];

  /** Every route that can be asked about a download by its id, as it is asked about one. Orders come last: they change it. */
  const ABOUT_A_DOWNLOAD: Record<string, (id: string) => { path: string; body?: unknown }[]> = {
    'GET /api/v1/downloads/{id}': (id) => [`/api/v1/downloads/${id}`, `/api/v1/downloads/${id}?waitS=1`].map(asPath),
    'GET /api/v1/downloads/{id}/events': (id) => [asPath(`/api/v1/downloads/${id}/events`)],
    [`GET ${EVENTS_PATH}`]: (id) => [asPath(`${EVENTS_PATH}?ids=${id}`)],
    'GET /api/v1/downloads': (id) => [asPath('/api/v1/downloads'), asPath(`/api/v1/downloads?search=${id}`)],
    [`GET ${GRAPHQL_PATH}`]: (id) =>
      [`{ download(id: "${id}") ${FIELDS} }`, `subscription { downloadProgress(id: "${id}") ${FIELDS} }`].map((query) =>
        asPath(`${GRAPHQL_PATH}?query=${encodeURIComponent(query)}`),
      ),
    [`POST ${GRAPHQL_PATH}`]: (id) =>
      [`{ download(id: "${id}") ${FIELDS} }`, `subscription { downloadProgress(id: "${id}") ${FIELDS} }`].map(
        (query) => ({ path: GRAPHQL_PATH, body: { query } }),
      ),
    'POST /api/v1/downloads/{id}/pause': (id) => [{ path: `/api/v1/downloads/${id}/pause`, body: {} }],
    'POST /api/v1/downloads/{id}/resume': (id) => [{ path: `/api/v1/downloads/${id}/resume`, body: {} }],
    'DELETE /api/v1/downloads/{id}': (id) => [asPath(`/api/v1/downloads/${id}`)],
    'DELETE /api/v1/downloads/{id}/record': (id) => [asPath(`/api/v1/downloads/${id}/record`)],
  };
  const asPath = (path: string) => ({ path });
  const isAboutADownload = ({ path }: KnownRoute) => path.startsWith('/api/v1/downloads') || path === GRAPHQL_PATH;

  async function keptBy(owner: string): Promise<string> {
    const id = crypto.randomUUID();
    await site.store.query(
      `insert into downloads (id, owner, is_kept, platform, canonical_url, format_id, title, state, object_key, file_name,
         total_bytes, expires_at)
       values ($1, $2, true, 'twitter', $3, $4, $5, 'ready', $6, $7, 100, now() + interval '1 hour')`,
      [id, owner, LINK, FORMAT, TITLE, `kept/${id}/1`, FILE_NAME],
    );
    return id;
  }

  /** An answer, or what the first events tell. */
  async function told(
    method: string,
    { path, body }: { path: string; body?: unknown },
    headers: Record<string, string>,
  ) {
    const accept = path.includes('subscription') || JSON.stringify(body ?? '').includes('subscription');
    const asked = { ...headers, ...(accept && { accept: 'text/event-stream' }) };
    const answer = await send(method, path, asked, body);
    if (!answer.headers.get('content-type')?.startsWith('text/event-stream')) return answer.text();
    const reader = (answer.body ?? new ReadableStream<Uint8Array>()).getReader();
    const stop = setTimeout(() => void reader.cancel(), 2_000);
    let text = '';
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      text += Buffer.from(part.value).toString();
      if (/^data: .+\n\n/m.test(text)) await reader.cancel();
    }
    clearTimeout(stop);
    return text;
  }

  test('every route that answers about a download is asked here', () => {
    const routes = ALL_ROUTES.filter(isAboutADownload).map(nameOf);
    expect(Object.keys(ABOUT_A_DOWNLOAD).toSorted()).toEqual(
      routes.filter((name) => !['POST /api/v1/downloads', 'DELETE /api/v1/downloads'].includes(name)).toSorted(),
    );
  });

  test.each(Object.entries(ABOUT_A_DOWNLOAD))('%s: a stranger hears nothing of the owner’s', async (name, askedOf) => {
    const { visitorId, setCookie } = site.api.cookies.create({ isSecure: false });
    const another = site.api.cookies.create({ isSecure: false });
    const cookieOf = (header: string) => header.split(';', 1)[0] ?? '';
    const owners: { owner: string; headers: Record<string, string> }[] = [
      { owner: ownerOfKey(keys.user.id), headers: { 'api-key': keys.user.secret } },
      { owner: `visitor:${visitorId}`, headers: { cookie: cookieOf(setCookie) } },
    ];
    const strangers: Record<string, string>[] = [
      {},
      { cookie: cookieOf(another.setCookie) },
      { cookie: cookieOf(setCookie).replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A')) },
      { 'api-key': (await newKey({})).secret },
      { 'api-key': API_KEY, [VISITOR_HEADER]: crypto.randomUUID() },
      people.user.headers,
    ];
    const [method = ''] = name.split(' ');
    for (const { owner } of owners) {
      const id = await keptBy(owner);
      for (const headers of strangers) {
        for (const asked of askedOf(id)) {
          const text = await told(method, asked, headers);
          expect(OF_THE_OWNER.filter((own) => text.includes(own))).toEqual([]);
        }
      }
    }
  });

  test('the events of ids tell whoever knows one how far it is, and its owner the link to its file', async () => {
    const { visitorId, setCookie } = site.api.cookies.create({ isSecure: false });
    const owners: [string, Record<string, string>][] = [
      [ownerOfKey(keys.user.id), { 'api-key': keys.user.secret }],
      [`visitor:${visitorId}`, { cookie: setCookie.split(';', 1)[0] ?? '' }],
    ];
    for (const [owner, headers] of owners) {
      const asked = asPath(`${EVENTS_PATH}?ids=${await keptBy(owner)}`);
      expect(await told('GET', asked, {})).toMatch(/"state":"ready".*"file":null/);
      expect(await told('GET', asked, headers)).toContain(`"link":"${FILES_PATH}`);
    }
  });
});
