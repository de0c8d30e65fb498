import {
  AdminDeleteUserCommand,
  AdminDisableUserCommand,
  AdminRemoveUserFromGroupCommand,
  AdminUserGlobalSignOutCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Administration, type SignedIn, startAdministration } from '../../../../tests/setup/administration.ts';
import { startPlatforms } from '../../../../tests/platforms/server.ts';
import { startSite, type TestSite } from '../../../../tests/setup/site.ts';
import { authorise } from '#/server/http/admin/authorise.ts';
import { ADMIN_LISTS, ADMIN_OPERATIONS, ADMIN_ROUTES } from '#/server/http/admin/admin-operations.ts';
import { ADMIN_PATH } from '#/server/http/admin/route.ts';
import type { Operation } from '#/server/http/operation.ts';
import { served } from '#/server/store/fixtures/contract-places.ts';
import type { Store } from '#/server/store/store.ts';

const NOBODY = '00000000-0000-4000-8000-000000000000';

let platforms: Awaited<ReturnType<typeof startPlatforms>>;
let kind: Awaited<ReturnType<typeof served.start>>;
let store: Store;
let site: TestSite;
let administration: Administration;
let [admin, other, user]: SignedIn[] = [];

beforeAll(async () => {
  platforms = await startPlatforms();
  kind = await served.start();
  store = await (await kind.createPlace()).open();
  administration = await startAdministration(store);
  site = await startSite({ platforms, works: false, admins: administration.admins });
  [admin, other] = [await administration.person('admins'), await administration.person('admins')];
  user = await administration.person('editors');
});
afterAll(async () => {
  await site.close();
  await administration.close();
  await store.close();
  await kind.close();
  await platforms.close();
});

async function call({ method, path, body }: Operation, headers: Record<string, string>): Promise<Response> {
  const given = body ? { body: '{}', headers: { ...headers, 'content-type': 'application/json' } } : { headers };
  return site.api.api(new Request(`http://site${path.replace('{id}', NOBODY)}`, { method, ...given }));
}

async function refusal(route: Operation, headers: Record<string, string> = {}) {
  const response = await call(route, headers);
  const { code } = await response.json();
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  expect(response.headers.get('cache-control')).toBe('no-store');
  return [response.status, code];
}

const routes = ADMIN_ROUTES.map((route) => ({ name: `${route.method} ${route.path}`, route }));

test('no two routes are the same', () => {
  expect(new Set(routes.map(({ name }) => name)).size).toBe(routes.length);
});

describe.each(routes)('$name', ({ route }) => {
  const of = (person: SignedIn | undefined) => person?.headers ?? {};
  const bearer = (token: string) => ({ ...of(admin), authorization: `Bearer ${token}` });

  test('is not for who brings nothing, or the wrong thing', async () => {
    const [head = '', claims = '', signature = ''] = admin?.idToken.split('.') ?? [];
    const bent = `${head}.${claims}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
    const wrong: Record<string, string>[] = [
      {},
      bearer('nonsense'),
      bearer(bent),
      { ...of(admin), authorization: `Basic ${admin?.idToken}` },
      // An access token is no id token, and does not stand in for one.
      bearer(admin?.accessToken ?? ''),
      { 'x-access-token': admin?.accessToken ?? '' },
      { 'api-key': 'a key for tests' },
    ];
    for (const headers of wrong) expect(await refusal(route, headers)).toEqual([401, 'unauthorized']);
  });

  test('is not for users who are no administrators, whatever other group they are in', async () => {
    expect(await refusal(route, of(user))).toEqual([403, 'forbidden']);
  });

  test('is for administrators, by the id token alone', async () => {
    expect(Object.keys(of(admin))).toEqual(['authorization']);
    const response = await call(route, of(admin));
    if (response.ok) return expect(route.answers.map(({ status }) => status)).toContain(response.status);
    expect([400, 404, 409]).toContain(response.status);
    expect(route.failures).toContain((await response.json()).code);
  });
});

/** The same operations as functions of the site call them, with the request that brought the call. */
const asked = (headers: Record<string, string>) => {
  const request = new Request('http://site/_serverFn/any', { method: 'POST', headers });
  const nobody = { id: NOBODY, query: {}, body: {} } as never;
  const { perform, page, whole } = site.api.admin;
  return [
    ...keysOf(ADMIN_OPERATIONS).map((name) => ({ name, answer: perform(name, request, nobody) })),
    ...keysOf(ADMIN_LISTS).map((name) => ({ name: `page of ${name}`, answer: page(name, request, nobody) })),
    ...keysOf(ADMIN_LISTS).map((name) => ({ name: `file of ${name}`, answer: whole(name, request, nobody) })),
  ];
};
const keysOf = <T extends object>(of: T) => Object.keys(of) as (keyof T & string)[];

test('functions of the site open no operation to who may not call it', async () => {
  const wrong: Record<string, string>[] = [{}, { authorization: 'Bearer nonsense' }, { 'api-key': 'a key for tests' }];
  for (const headers of wrong)
    for (const { name, answer } of asked(headers))
      expect([name, await answer]).toEqual([name, { ok: false, failure: { code: 'unauthorized', status: 401 } }]);
  for (const { name, answer } of asked(user?.headers ?? {}))
    expect([name, await answer]).toEqual([name, { ok: false, failure: { code: 'forbidden', status: 403 } }]);
});

test('functions of the site are told what the API tells, and refuse what does not fit', async () => {
  const request = new Request('http://site/_serverFn/any', { method: 'POST', headers: admin?.headers ?? {} });
  const { perform, page, whole } = site.api.admin;
  const route = ADMIN_OPERATIONS.platforms;
  const told = await perform('platforms', request, {});
  expect(told).toEqual({ ok: true, value: await (await call(route, admin?.headers ?? {})).json() });
  const refused = (status: number) => ({ ok: false, failure: { code: 'invalid_request', status } });
  for (const id of ['..', '%2e%2e', '../engine', 'a'.repeat(257), ''])
    expect([id, await perform('case', request, { id })]).toEqual([id, refused(404)]);
  expect(await perform('case', request, null as never)).toEqual(refused(404));
  expect(await perform('statistics', request, { query: { hours: '169' } })).toEqual(refused(400));
  expect(await perform('configureEngine', request, { body: { size: 'all' } as never })).toEqual(refused(400));
  expect(await page('users', request, { query: { size: '0' } })).toEqual(refused(400));
  expect(await page('users', request, { query: { search: '' } })).toMatchObject({ ok: true });
  const file = await whole('keys', request, { query: { format: 'json' } });
  expect(file instanceof Response && (await file.json())).toEqual([]);
});

const everyRoute = async (headers: Record<string, string>) =>
  Promise.all(routes.map(async ({ route }) => (await refusal(route, headers)).join(' ')));

test('a token that has run out opens no route', async () => {
  const headers = admin?.headers ?? {};
  administration.wait(25 * 60 * 60);
  expect(new Set(await everyRoute(headers))).toEqual(new Set(['401 unauthorized']));
  administration.wait(-25 * 60 * 60);
});

test.each(['disable', 'demote'] as const)('an administrator opens no route after: %s', async (deed) => {
  const gone = await administration.person('admins');
  expect((await call(ADMIN_OPERATIONS.overview, gone.headers)).status).toBe(200);
  const directory = await administration.admins.users();
  await directory?.[deed](gone.email);
  expect(new Set(await everyRoute(gone.headers))).toEqual(new Set(['401 unauthorized']));
});

/** What can happen to an administrator between two calls, and what an id token from before it is answered at once. */
const CHANGES = [
  // By whoever has the user pool's own console: nobody is signed out by it.
  [
    'is taken out of the group',
    (user) => new AdminRemoveUserFromGroupCommand({ ...user, GroupName: 'admins' }),
    '403 forbidden',
  ],
  ['is signed out everywhere', (user) => new AdminUserGlobalSignOutCommand(user), '401 unauthorized'],
  ['is disabled', (user) => new AdminDisableUserCommand(user), '401 unauthorized'],
  ['is deleted', (user) => new AdminDeleteUserCommand(user), '401 unauthorized'],
] as const satisfies [string, (user: { UserPoolId: string; Username: string }) => object, string][];

test.each(CHANGES)(
  'an old id token of an administrator who %s opens no route, alone and beside the tokens of another sign-in',
  async (_, change, expected) => {
    const gone = await administration.person('admins');
    const later = await administration.again(gone);
    // Known to be good a moment ago: no memory of that may count.
    expect((await call(ADMIN_OPERATIONS.overview, gone.headers)).status).toBe(200);
    const { client, userPoolId: UserPoolId } = administration.client;
    await client.send(change({ UserPoolId, Username: gone.email }) as AdminDisableUserCommand);
    const mixed = [later.accessToken, admin?.accessToken ?? ''].map((token) => ({
      ...gone.headers,
      'x-access-token': token,
    }));
    for (const headers of [gone.headers, ...mixed])
      expect(new Set(await everyRoute(headers))).toEqual(new Set([expected]));
  },
);

test('an id token from before a sign-out is not made good by a newer sign-in', async () => {
  const before = await administration.person('admins');
  await (await administration.admins.users())?.signOut(before.email);
  const after = await administration.again(before);
  const mixed = { ...before.headers, 'x-access-token': after.accessToken };
  expect(new Set(await everyRoute(mixed))).toEqual(new Set(['401 unauthorized']));
  expect((await call(ADMIN_OPERATIONS.overview, after.headers)).status).toBe(200);
});

test('who becomes an administrator is one at the next call', async () => {
  const person = await administration.person();
  expect((await call(ADMIN_OPERATIONS.overview, person.headers)).status).toBe(403);
  await (await administration.admins.users())?.promote(person.email);
  expect((await call(ADMIN_OPERATIONS.overview, person.headers)).status).toBe(200);
});

test('where there are no accounts, nobody is an administrator', async () => {
  const request = new Request(`http://site${ADMIN_PATH}/overview`, { headers: other?.headers ?? {} });
  expect(await authorise(request, null)).toEqual({ ok: false, failure: { code: 'unauthorized' } });
});

test('what is not there is told to administrators only', async () => {
  const ask = (path: string, method: string, headers = {}) =>
    site.api.api(new Request(`http://site${ADMIN_PATH}${path}`, { method, headers }));
  expect((await ask('/nothing', 'GET')).status).toBe(401);
  expect((await ask('/nothing', 'GET', admin?.headers)).status).toBe(404);
  const wrong = await ask('/overview', 'DELETE', admin?.headers);
  expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  expect((await ask('/overview', 'OPTIONS')).status).toBe(401);
  const methods = await ask('/overview', 'OPTIONS', admin?.headers);
  expect([methods.status, methods.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS']);
  const head = await ask('/overview', 'HEAD', admin?.headers);
  expect([head.status, await head.text()]).toEqual([200, '']);
  const foreign = await ask('/overview', 'GET', { ...admin?.headers, origin: 'https://elsewhere.example' });
  expect(foreign.headers.has('access-control-allow-origin')).toBe(false);
  expect((await ask('/users/%E0%A4%A', 'DELETE', admin?.headers)).status).toBe(404);
});
