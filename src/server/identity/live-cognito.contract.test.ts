import {
  AdminDeleteUserCommand,
  AdminDisableUserCommand,
  AdminEnableUserCommand,
  AdminRemoveUserFromGroupCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { createLocalJWKSet } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { served } from '#/server/store/fixtures/contract-places.ts';
import type { Store } from '#/server/store/store.ts';
import { createAdminClient } from './admin-client.ts';
import { adminClient, createPerson, signIn } from './embedded/fixtures/sdk-clients.ts';
import { startIdentity, type StartedIdentity } from './embedded/fixtures/start-identity.ts';
import { createIdTokenVerifier } from './id-token.ts';
import { createIdentity, type Identity } from './identity.ts';
import { createCognitoLive } from './live-cognito.ts';
import { createUserDirectory } from './user-directory.ts';

/** What is asked of a pool at Amazon, asked of the embedded one by the same protocol and the same SDK. */
const KNOWN_MS = 30_000;

let kind: Awaited<ReturnType<typeof served.start>>;
let store: Store;
let pool: StartedIdentity;
let nodes: Identity[];
let aheadMs = 0;
let isAway = false;

beforeAll(async () => {
  kind = await served.start();
  store = await (await kind.createPlace()).open();
  // Amazon tells the site nothing by itself.
  pool = await startIdentity(store, { authFlows: ['USER_PASSWORD_AUTH'], onChange: async () => {} });
  const { issuer, clientId, userPoolId, admin: key } = pool.service.pool;
  const now = () => Date.now() + aheadMs;
  const own = createAdminClient({
    kind: 'embedded',
    userPoolId,
    endpoint: pool.endpoint,
    key,
    fetch: (request) => (isAway ? Promise.reject(new TypeError('fetch failed')) : pool.service.fetch(request)),
  });
  nodes = [0, 1].map(() =>
    createIdentity({
      verifier: createIdTokenVerifier({ issuer, audience: clientId, jwks: createLocalJWKSet(pool.service.jwks), now }),
      source: createCognitoLive({ admin: async () => own, store, signInCountsMs: 600_000, now }),
      store,
      knownMs: KNOWN_MS,
      log: () => {},
      now,
    }),
  );
});
afterAll(async () => {
  for (const node of nodes) node.close();
  await pool.close();
  await store.close();
  await kind.close();
});

async function person() {
  const { email, sub } = await createPerson(pool, { isReady: true });
  const { AuthenticationResult: tokens } = await signIn(pool, email);
  const user = { UserPoolId: pool.service.pool.userPoolId, Username: email };
  return { email, sub, user, idToken: tokens?.IdToken ?? '' };
}

/** What the first and the second node make of a token, from memory and at this moment. */
const judged = (idToken: string) =>
  Promise.all([...nodes.map((node) => node.verify(idToken)), nodes[0]?.verifyNow(idToken)]).then((all) =>
    all.map((one) => (one?.ok ? 'good' : one?.failure)),
  );

test('groups are those of now, not those of the token', async () => {
  const { idToken, user } = await person();
  const { client } = createAdminClient({
    kind: 'embedded',
    userPoolId: user.UserPoolId,
    endpoint: pool.endpoint,
    key: pool.service.pool.admin,
    fetch: pool.service.fetch,
  });
  const groups = async () => {
    const verified = await nodes[0]?.verifyNow(idToken);
    return verified?.ok ? verified.value.groups : null;
  };
  expect(await groups()).toEqual([]);
  await createUserDirectory({ client, userPoolId: user.UserPoolId }).promote(user.Username);
  expect(await groups()).toEqual(['admins']);
  await client.send(new AdminRemoveUserFromGroupCommand({ ...user, GroupName: 'admins' }));
  expect(await groups()).toEqual([]);
});

test('who is disabled in the pool’s own console is known for half a minute at most; whoever asks now knows at once', async () => {
  const { idToken, sub, user } = await person();
  expect(await judged(idToken)).toEqual(['good', 'good', 'good']);
  expect(await nodes[0]?.isUserLive(sub)).toBe(true);
  await adminClient(pool).send(new AdminDisableUserCommand(user));
  expect(await judged(idToken)).toEqual(['good', 'good', 'invalid']);
  aheadMs += KNOWN_MS;
  expect(await judged(idToken)).toEqual(['invalid', 'invalid', 'invalid']);
  expect(await nodes[0]?.isUserLive(sub)).toBe(false);
  await adminClient(pool).send(new AdminEnableUserCommand(user));
  await nodes[1]?.tellChanged(sub);
  await expect.poll(() => judged(idToken)).toEqual(['good', 'good', 'good']);
  await adminClient(pool).send(new AdminDeleteUserCommand(user));
  await nodes[1]?.tellChanged(sub);
  await expect.poll(() => judged(idToken)).toEqual(['invalid', 'invalid', 'invalid']);
});

test('a session that ends by way of the site is over on all nodes; another of the same user goes on', async () => {
  const one = await person();
  const { AuthenticationResult: other } = await signIn(pool, one.email);
  const verified = await nodes[0]?.verify(one.idToken);
  if (!verified?.ok) throw new Error('The token is no good.');
  expect(await judged(one.idToken)).toEqual(['good', 'good', 'good']);
  await nodes[1]?.noteEnded(one.sub, verified.value.sessionId);
  await expect.poll(() => judged(one.idToken)).toEqual(['invalid', 'invalid', 'invalid']);
  expect(await judged(other?.IdToken ?? '')).toEqual(['good', 'good', 'good']);
});

test('all of a user’s sessions that end by way of the site are over, and the next sign-in is none of them', async () => {
  const one = await person();
  await nodes[0]?.noteEnded(one.sub, null);
  await expect.poll(() => judged(one.idToken)).toEqual(['invalid', 'invalid', 'invalid']);
  pool.wait(2 * 60);
  aheadMs += 2 * 60_000;
  const { AuthenticationResult: next } = await signIn(pool, one.email);
  expect(await judged(next?.IdToken ?? '')).toEqual(['good', 'good', 'good']);
});

test('while the pool cannot be asked, nobody new is let in, and nobody is taken for gone', async () => {
  const { idToken, sub } = await person();
  isAway = true;
  expect(await nodes[0]?.verify(idToken)).toEqual({ ok: false, failure: 'unavailable' });
  await expect(nodes[0]?.isUserLive(sub)).rejects.toThrow();
  isAway = false;
  expect(await judged(idToken)).toEqual(['good', 'good', 'good']);
});
