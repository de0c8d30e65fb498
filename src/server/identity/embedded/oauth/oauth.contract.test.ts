import { createLocalJWKSet, decodeJwt, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { served } from '#/server/store/fixtures/contract-places.ts';
import type { Store } from '#/server/store/store.ts';
import { redirectSignIn } from '../fixtures/redirect-sign-in.ts';
import { type StartedIdentity, startIdentity, TRIAL_HEADERS } from '../fixtures/start-identity.ts';

let stores: Awaited<ReturnType<typeof served.start>>;
let store: Store;
let identity: StartedIdentity;

beforeAll(async () => {
  stores = await served.start();
  store = await (await stores.createPlace()).open();
  identity = await startIdentity(store, { config: { socialProviders: ['google', 'amazon'] } });
});
afterAll(async () => {
  await identity.close();
  await store.close();
  await stores.close();
});

let people = 0;
const somebody = (name = 'Zoë') => ({ email: `somebody-${++people}@example.com`, name });
const client = () => redirectSignIn(identity);

describe('the stand-in page', () => {
  test('says what it is, runs nothing, and leads to itself and back to the site only', async () => {
    const response = await client().authorize();
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(html).toContain('Stand-in for Google: no real account is used.');
    expect(html).not.toContain('<script');
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`form-action 'self' ${identity.origin};`);
    expect(policy).not.toContain('unsafe');
  });

  test('keeps a state with HTML in it as text, and gives it back as it came', async () => {
    const state = '"><script>alert(1)</script>&amp;';
    const html = await (await client().authorize({ state })).text();
    expect(html).not.toContain('<script');
    expect(html).toContain('state=%22%3E%3Cscript%3E');
    expect((await client().comeBack(somebody(), { state })).get('state')).toBe(state);
  });

  test('lets the visitor choose where the client does not', async () => {
    const html = await (await client().authorize({ identity_provider: 'COGNITO' })).text();
    expect(html).toContain('identity_provider=Google');
    expect(html).toContain('identity_provider=LoginWithAmazon');
    expect(html).not.toContain('Facebook');
  });

  test('cancelled, goes back with access_denied and the state', async () => {
    const response = await client().decide({ decision: 'cancel', email: '' });
    const location = new URL(response.headers.get('location') ?? '');
    expect(response.status).toBe(303);
    expect(location.origin + location.pathname).toBe(`${identity.origin}/account`);
    expect(Object.fromEntries(location.searchParams)).toEqual({
      error: 'access_denied',
      error_description: 'The sign-in was cancelled.',
      state: 'state-of-32-letters-and-digits-ab',
    });
  });

  test('wants an e-mail address', async () => {
    const response = await client().decide({ decision: 'continue', email: 'nobody' });
    expect([response.status, response.headers.get('location')]).toEqual([400, null]);
  });
});

describe('what cannot be trusted with an answer gets none', () => {
  test.each([
    ['a foreign redirect_uri', { redirect_uri: 'https://evil.example/account' }],
    ['a redirect_uri that begins like ours', { redirect_uri: 'http://127.0.0.1.evil.example/account' }],
    ['another path of the site', { redirect_uri: 'ORIGIN/youtube' }],
    ['a redirect_uri with a query', { redirect_uri: 'ORIGIN/account?next=evil' }],
    ['no redirect_uri', { redirect_uri: null }],
    ['a foreign client', { client_id: 'somebodyelse' }],
    ['no client', { client_id: null }],
  ])('%s', async (_, changes) => {
    const given = Object.entries(changes).map(([name, value]) => [
      name,
      value?.replace('ORIGIN', identity.origin) ?? null,
    ]);
    for (const send of [
      client().authorize,
      (all: Record<string, string>) => client().decide({ decision: 'cancel' }, all),
    ]) {
      const response = await send(Object.fromEntries(given));
      expect([response.status, response.headers.get('location')]).toEqual([400, null]);
    }
  });

  test('a parameter that is given twice', async () => {
    const { pool } = identity.service;
    const url = `${identity.endpoint}oauth2/authorize?client_id=${pool.clientId}&client_id=${pool.clientId}`;
    expect((await fetch(url, { headers: TRIAL_HEADERS, redirect: 'manual' })).status).toBe(400);
  });
});

test.each([
  ['no PKCE', { code_challenge: null, code_challenge_method: null }, 'invalid_request'],
  ['plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
  ['a challenge that is no SHA-256', { code_challenge: 'short' }, 'invalid_request'],
  ['tokens instead of a code', { response_type: 'token' }, 'unsupported_response_type'],
  ['an unknown scope', { scope: 'openid everything' }, 'invalid_scope'],
  ['a provider that is not configured', { identity_provider: 'Facebook' }, 'invalid_request'],
  ['a provider that nobody has heard of', { identity_provider: 'constructor' }, 'invalid_request'],
])('the client is told about %s', async (_, changes, error) => {
  const response = await client().authorize(changes);
  const { searchParams } = new URL(response.headers.get('location') ?? '');
  expect([searchParams.get('error'), searchParams.get('code')]).toEqual([error, null]);
  expect(searchParams.get('state')).toBe('state-of-32-letters-and-digits-ab');
});

describe('a code', () => {
  test('is good for tokens of a user of the provider', async () => {
    const person = somebody('Zoë');
    const tokens = await client().tokens(person, { nonce: 'once' });
    const { payload } = await jwtVerify(tokens.id_token, createLocalJWKSet(identity.service.jwks), {
      issuer: identity.service.pool.issuer,
      audience: identity.service.pool.clientId,
    });
    expect(payload).toMatchObject({
      token_use: 'id',
      nonce: 'once',
      email: person.email,
      email_verified: true,
      name: 'Zoë',
      'cognito:username': expect.stringMatching(/^Google_\w+$/),
      identities: [{ providerName: 'Google', providerType: 'Google', primary: 'true' }],
    });
    expect(decodeJwt(tokens.access_token)['scope']).toBe('openid email profile aws.cognito.signin.user.admin');
  });

  test('of the same person is for the same user, with the name of today', async () => {
    const person = somebody('Before');
    const first = decodeJwt((await client().tokens(person)).id_token);
    const again = decodeJwt((await client().tokens({ ...person, name: 'After' })).id_token);
    expect(again.sub).toBe(first.sub);
    expect(again['name']).toBe('After');
  });

  test('with a wrong verifier is none, and then lost', async () => {
    const sign = client();
    const code = (await sign.comeBack(somebody())).get('code') ?? '';
    const wrong = await sign.exchange(code, { code_verifier: 'a'.repeat(128) });
    expect([wrong.status, await wrong.json()]).toEqual([400, { error: 'invalid_grant' }]);
    expect((await sign.exchange(code)).status).toBe(400);
  });

  test('for another redirect_uri is none', async () => {
    const sign = client();
    const code = (await sign.comeBack(somebody())).get('code') ?? '';
    const other = await sign.exchange(code, { redirect_uri: `${identity.origin}/` });
    expect(await other.json()).toEqual({ error: 'invalid_grant' });
  });

  test('without a verifier is not asked for', async () => {
    const sign = client();
    const code = (await sign.comeBack(somebody())).get('code') ?? '';
    expect(await (await sign.exchange(code, { code_verifier: '' })).json()).toEqual({ error: 'invalid_request' });
  });

  test('that comes again ends the session that it made', async () => {
    const sign = client();
    const code = (await sign.comeBack(somebody())).get('code') ?? '';
    const tokens = await (await sign.exchange(code)).json();
    expect((await sign.refresh(tokens.refresh_token)).status).toBe(200);
    expect(await (await sign.exchange(code)).json()).toEqual({ error: 'invalid_grant' });
    const refreshed = await sign.refresh(tokens.refresh_token);
    expect([refreshed.status, await refreshed.json()]).toEqual([
      400,
      { error: 'invalid_grant', error_description: 'Refresh Token has been revoked' },
    ]);
  });

  test('that comes twice at once makes at most one session, which does not last', async () => {
    const sign = client();
    const code = (await sign.comeBack(somebody())).get('code') ?? '';
    const answers = await Promise.all([sign.exchange(code), sign.exchange(code)]);
    for (const answer of answers.filter(({ ok }) => ok)) {
      const { refresh_token } = await answer.json();
      expect((await sign.refresh(refresh_token)).status).toBe(400);
    }
    expect(answers.filter(({ ok }) => !ok).length).toBeGreaterThan(0);
  });

  test('of a foreign client, of another kind, or as JSON is refused', async () => {
    const sign = client();
    expect(await (await sign.exchange('x', { client_id: 'other' })).json()).toEqual({ error: 'invalid_client' });
    expect(await (await sign.exchange('x', { grant_type: 'password' })).json()).toEqual({
      error: 'unsupported_grant_type',
    });
    const json = await fetch(`${identity.endpoint}oauth2/token`, { method: 'POST', body: '{}' });
    expect(await json.json()).toEqual({ error: 'invalid_request' });
    expect((await fetch(`${identity.endpoint}oauth2/token`)).status).toBe(405);
  });

  test('that is invented is refused', async () => {
    expect(await (await client().exchange('invented')).json()).toEqual({ error: 'invalid_grant' });
  });
});

test('a code is good for five minutes', async () => {
  const later = await startIdentity(store, { config: { socialProviders: ['google'] } });
  const sign = redirectSignIn(later);
  const person = somebody();
  const inTime = (await sign.comeBack(person)).get('code') ?? '';
  const tooLate = (await sign.comeBack(person)).get('code') ?? '';
  later.wait(295);
  expect((await sign.exchange(inTime)).status).toBe(200);
  later.wait(10);
  expect(await (await sign.exchange(tooLate)).json()).toEqual({ error: 'invalid_grant' });
  await later.close();
});

describe('accounts stay apart', () => {
  test('an e-mail address of an account with a password opens nothing', async () => {
    const { email } = somebody();
    await store.query(
      `insert into identity_users (sub, username, status, is_enabled, attributes, email_alias, mfa, created_at, updated_at)
       values ($1, $2, 'CONFIRMED', true, $3, $2, '{"enabled":[],"preferred":null}', now(), now())`,
      [crypto.randomUUID(), email, JSON.stringify({ email, email_verified: 'true' })],
    );
    const back = await client().comeBack({ email: email.toUpperCase() });
    expect(back.get('code')).toBeNull();
    expect(back.get('error')).toBe('access_denied');
    expect(back.get('error_description')).toMatch(/^Already found an entry for username Google_/);
  });

  test('an e-mail address at one provider is not that at another', async () => {
    const person = somebody();
    await client().tokens(person);
    const back = await client().comeBack(person, { identity_provider: 'LoginWithAmazon' });
    expect(back.get('error_description')).toMatch(/^Already found an entry for username LoginWithAmazon_/);
  });

  test('two first sign-ins at once are one user', async () => {
    const person = somebody();
    const both = await Promise.all([client().tokens(person), client().tokens(person)]);
    expect(new Set(both.map(({ id_token }) => decodeJwt(id_token).sub)).size).toBe(1);
  });

  test('who was disabled neither signs in nor refreshes', async () => {
    const sign = client();
    const person = somebody();
    const tokens = await sign.tokens(person);
    const code = (await sign.comeBack(person)).get('code') ?? '';
    await store.query('update identity_users set is_enabled = false where sub = $1', [decodeJwt(tokens.id_token).sub]);
    expect((await sign.comeBack(person)).get('error_description')).toBe('User is disabled.');
    expect(await (await sign.exchange(code)).json()).toEqual({ error: 'invalid_grant' });
    expect(await (await sign.refresh(tokens.refresh_token)).json()).toMatchObject({
      error_description: 'User is disabled.',
    });
  });
});

describe('with its tokens', () => {
  test('a client reads who the user is', async () => {
    const person = somebody();
    const sign = client();
    const { access_token } = await sign.tokens(person);
    expect(await (await sign.userInfo(access_token)).json()).toMatchObject({
      email: person.email,
      email_verified: 'true',
      username: expect.stringMatching(/^Google_/),
    });
  });

  test('userInfo needs a token of ours with the scope openid', async () => {
    const sign = client();
    const { access_token, id_token } = await sign.tokens(somebody(), { scope: 'email' });
    expect((await sign.userInfo(access_token)).status).toBe(403);
    for (const token of ['', 'a.b.c', id_token]) expect((await sign.userInfo(token)).status).toBe(401);
  });

  test('what a client may only read, it may not change', async () => {
    const { access_token: AccessToken } = await client().tokens(somebody(), { scope: 'openid email' });
    const response = await fetch(identity.endpoint, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': 'AWSCognitoIdentityProviderService.DeleteUser',
      },
      body: JSON.stringify({ AccessToken }),
    });
    expect(await response.json()).toEqual({
      __type: 'NotAuthorizedException',
      message: 'Access Token does not have required scopes',
    });
  });

  test('a revoked refresh token is none, and its access token has ended with it', async () => {
    const sign = client();
    const { access_token, refresh_token } = await sign.tokens(somebody());
    expect(await (await sign.revoke(access_token)).json()).toEqual({ error: 'unsupported_token_type' });
    expect((await sign.userInfo(access_token)).status).toBe(200);
    expect((await sign.revoke(refresh_token)).status).toBe(200);
    expect((await sign.refresh(refresh_token)).status).toBe(400);
    expect((await sign.userInfo(access_token)).status).toBe(401);
    expect((await sign.revoke('unknown')).status).toBe(200);
  });
});

describe('signing out', () => {
  const logout = (query: Record<string, string>) =>
    fetch(`${identity.endpoint}logout?${new URLSearchParams(query)}`, { redirect: 'manual' });

  test('leads back to the site', async () => {
    const logout_uri = `${identity.origin}/fr/account`;
    const response = await logout({ client_id: identity.service.pool.clientId, logout_uri });
    expect([response.status, response.headers.get('location')]).toEqual([302, logout_uri]);
  });

  test.each([
    ['a foreign address', { logout_uri: 'https://evil.example/' }],
    ['a foreign client', { client_id: 'other' }],
  ])('leads nowhere with %s', async (_, changes) => {
    const ours = { client_id: identity.service.pool.clientId, logout_uri: `${identity.origin}/account` };
    expect((await logout({ ...ours, ...changes })).status).toBe(400);
  });
});

test('where no provider is configured, there are no such pages', async () => {
  const bare = await startIdentity(store);
  for (const path of ['oauth2/authorize', 'oauth2/token', 'oauth2/userInfo', 'oauth2/revoke', 'logout']) {
    expect((await fetch(bare.endpoint + path)).status).toBe(404);
  }
  await bare.close();
});

test('without the token of who tries it there are no stand-ins, whatever a request says of itself', async () => {
  const address = `${identity.endpoint}oauth2/authorize?identity_provider=Google`;
  const looks: HeadersInit[] = [
    {},
    { host: 'localhost' },
    { 'x-forwarded-for': '127.0.0.1' },
    { cookie: 'identity-trial=x' },
  ];
  for (const headers of looks) {
    expect((await fetch(address, { headers })).status).toBe(404);
    expect((await fetch(address, { method: 'POST', headers, body: 'decision=continue' })).status).toBe(404);
  }
});

test('where nobody tries it the stand-ins are absent even where providers are configured', async () => {
  const production = await startIdentity(store, { trial: null, config: { socialProviders: ['google'] } });
  expect((await redirectSignIn(production).authorize()).status).toBe(404);
  expect((await redirectSignIn(production).decide({ decision: 'continue', email: 'a@example.com' })).status).toBe(404);
  await production.close();
});
