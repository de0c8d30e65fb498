import { setTimeout as sleep } from 'node:timers/promises';
import { AdminDisableUserCommand, AdminUserGlobalSignOutCommand } from '@aws-sdk/client-cognito-identity-provider';
import { createLocalJWKSet } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { API_ACTIONS } from '#/model/api-key.ts';
import type { DownloadState } from '#/model/download.ts';
import { startPlatforms } from '../../../../tests/platforms/server.ts';
import { graphqlClient } from '../../../../tests/setup/graphql-client.ts';
import { startSite, type TestSite } from '../../../../tests/setup/site.ts';
import { FILES_PATH } from '#/server/bucket/signed-path.ts';
import { EVENTS_PATH } from '#/server/http/events/events.ts';
import { adminClient, createPerson } from '#/server/identity/embedded/fixtures/sdk-clients.ts';
import { type StartedIdentity, startIdentity } from '#/server/identity/embedded/fixtures/start-identity.ts';
import { createIdTokenVerifier } from '#/server/identity/id-token.ts';
import { createIdentity, type Identity } from '#/server/identity/identity.ts';
import { changedEvent } from '#/server/store/events/download-events.ts';
import { served } from '#/server/store/fixtures/contract-places.ts';
import type { Store } from '#/server/store/store.ts';
import { createApiKeyRepository, ownerOfKey } from '#/server/store/tables/api-keys.ts';
import { ownerOfUser } from '#/server/store/tables/visitor-users.ts';

/** That whoever may read no longer is told nothing more, by whatever is open: `here` they follow, and `there`, on another server, it ends. */

let platforms: Awaited<ReturnType<typeof startPlatforms>>;
let kind: Awaited<ReturnType<typeof served.start>>;
let store: Store;
let accounts: StartedIdentity;
let identity: Identity;
let here: TestSite;
let there: TestSite;

beforeAll(async () => {
  platforms = await startPlatforms();
  kind = await served.start();
  const place = await kind.createPlace();
  store = await place.open();
  accounts = await startIdentity(store);
  const { issuer, clientId } = accounts.service.pool;
  const jwks = createLocalJWKSet(accounts.service.jwks);
  // It remembers nothing, as it hears of changes by another connection than the sites do.
  identity = createIdentity({
    verifier: createIdTokenVerifier({ issuer, audience: clientId, jwks }),
    source: accounts.service.live,
    store,
    knownMs: 0,
    log: () => {},
  });
  const shared = {
    platforms,
    works: false,
    databaseUrl: place.target.url ?? '',
    admins: { identity, users: async () => null },
  };
  [here, there] = [await startSite(shared), await startSite(shared)];
});
afterAll(async () => {
  await here.close();
  await there.close();
  identity.close();
  await accounts.close();
  await store.close();
  await kind.close();
  await platforms.close();
});

type Someone = {
  sub: string;
  email: string;
  owner: string;
  headers: Record<string, string>;
  end: () => Promise<unknown>;
};

const cookieFrom = (setCookie: string | null) => setCookie?.split(';', 1)[0] ?? '';

/** In a browser; `end` is the sign-out there. */
async function signedIn(former: string | null = null): Promise<Someone> {
  const person = await createPerson(accounts, { isReady: true });
  const begun = await there.api.accounts.beginSession(person.sub, { visitorId: former, isSecure: false });
  const cookie = cookieFrom(begun.ok ? begun.value : null);
  const visitorId = there.api.cookies.read(cookie);
  const end = () => there.api.accounts.endSession({ visitorId, isSecure: false });
  return { ...person, owner: ownerOfUser(person.sub), headers: { cookie }, end };
}

/** A program with a key of somebody's; `end` revokes it. */
async function program(): Promise<Someone> {
  const person = await createPerson(accounts, { isReady: true });
  const created = await createApiKeyRepository(there.store).create({
    name: 'program',
    userId: person.sub,
    scopes: { platforms: null, networks: null, actions: [...API_ACTIONS] },
    limits: { resolutions: 1000, downloads: 1000, gigabytesPerDay: 1000, transfers: 1000 },
    expiresAt: null,
    hasWebhooks: false,
  });
  if (!created) throw new Error('no key was made');
  const { key, secret } = created;
  const end = () => there.api.apiKeys.revoke(person.sub, key.id);
  return { ...person, owner: ownerOfKey(key.id), headers: { 'api-key': secret }, end };
}

async function downloadOf(owner: string): Promise<string> {
  const id = crypto.randomUUID();
  await store.query(
    `insert into downloads (id, owner, is_kept, platform, canonical_url, format_id, title, state)
     values ($1, $2, true, 'twitter', 'https://x.com/replica/status/1800000000000000001', 'http-832', 'A film', 'preparing')`,
    [id, owner],
  );
  return id;
}

/** As the worker does that has made the file. */
async function makeReady(id: string): Promise<void> {
  await store.query(
    `update downloads set state = 'ready', object_key = $2, file_name = 'a.mp4', total_bytes = 100,
       expires_at = now() + interval '1 hour' where id = $1`,
    [id, `kept/${id}/1`],
  );
  await there.store.publish([changedEvent(id)]);
}

type Stream = { text: () => string; isOver: () => boolean; leave: () => void };
type Open = (id: string, reader: Someone) => Promise<Stream>;

const opened =
  (pathOf: (id: string) => string): Open =>
  async (id, { headers }) => {
    const leaving = new AbortController();
    const response = await fetch(here.origin + pathOf(id), { headers, signal: leaving.signal });
    const decoder = new TextDecoder();
    let [text, isOver] = ['', false];
    const read = async () => {
      for await (const chunk of response.body ?? []) text += decoder.decode(chunk, { stream: true });
      isOver = true;
    };
    // Whoever leaves breaks the connection.
    read().catch(() => {});
    return { text: () => text, isOver: () => isOver, leave: () => leaving.abort() };
  };
const events = opened((id) => `${EVENTS_PATH}?ids=${id}`);
const ownEvents = opened((id) => `/api/v1/downloads/${id}/events`);
const subscription: Open = async (id, { headers }) => {
  const client = graphqlClient(here.origin, headers['api-key'] ?? '');
  const query = 'subscription ($id: ID!) { downloadProgress(id: $id) { state file { link } } }';
  const { status, seen, isComplete, leave } = await client.subscribe(query, { id });
  return { text: () => JSON.stringify(seen), isOver: () => isComplete() || status !== 200, leave };
};

const toldOf = (state: DownloadState) => `"state":"${state}"`;

async function followed(open: Open, reader: Someone): Promise<{ id: string; stream: Stream }> {
  const id = await downloadOf(reader.owner);
  const stream = await open(id, reader);
  await expect.poll(stream.text).toContain(toldOf('preparing'));
  return { id, stream };
}

const disable = ({ email: Username }: Someone) => {
  const { userPoolId: UserPoolId } = accounts.service.pool;
  return adminClient(accounts).send(new AdminDisableUserCommand({ UserPoolId, Username }));
};

const WAYS: [string, Open, () => Promise<Someone>, string][] = [
  ['events of ids, by a cookie', events, signedIn, 'the session'],
  ['events of ids, by a key', events, program, 'the key'],
  ['events of one download, by a cookie', ownEvents, signedIn, 'the session'],
  ['events of one download, by a key', ownEvents, program, 'the key'],
  ['a subscription', subscription, program, 'the key'],
];

describe.each(WAYS)('%s', (_, open, arrive, what) => {
  test.each([
    [`${what} has ended`, ({ end }: Someone) => end()],
    ['the user was disabled', disable],
  ])('ends without the link to a file that is ready later: %s', async (__, end) => {
    const [reader, other] = [await arrive(), await arrive()];
    const { id, stream } = await followed(open, reader);
    const others = await followed(open, other);
    await end(reader);
    await expect.poll(stream.isOver).toBe(true);
    for (const ready of [id, others.id]) await makeReady(ready);
    // Whose session or key goes on is told, and so the others' stream shows that all was told that is.
    await expect.poll(others.stream.text).toContain(FILES_PATH);
    expect(stream.text()).not.toContain(toldOf('ready'));
    others.stream.leave();
    // Whoever comes back by the same is told no link either.
    const again = await open(id, reader);
    await expect.poll(() => again.isOver() || again.text().includes(toldOf('ready'))).toBe(true);
    expect(again.text()).not.toContain(FILES_PATH);
    again.leave();
  });
});

test('a change of the account that leaves the session ends nothing', async () => {
  const reader = await signedIn();
  const { id, stream } = await followed(events, reader);
  const { userPoolId: UserPoolId } = accounts.service.pool;
  await adminClient(accounts).send(new AdminUserGlobalSignOutCommand({ UserPoolId, Username: reader.email }));
  await there.store.publish([{ type: 'accountChanged', userId: reader.sub }]);
  await makeReady(id);
  await expect.poll(stream.text).toContain(FILES_PATH);
  expect(stream.isOver()).toBe(false);
  stream.leave();
});

test('what a guest follows goes on as the user’s who signs in there, and ends with that session', async () => {
  const { visitorId, setCookie } = here.api.cookies.create({ isSecure: false });
  const owner = `visitor:${visitorId}`;
  const guest = { sub: '', email: '', owner, headers: { cookie: cookieFrom(setCookie) }, end: async () => {} };
  const [one, other] = [await followed(events, guest), await followed(events, guest)];
  const user = await signedIn(visitorId);
  await makeReady(one.id);
  await expect.poll(one.stream.text).toContain(FILES_PATH);
  await user.end();
  await expect.poll(other.stream.isOver).toBe(true);
  await makeReady(other.id);
  expect(other.stream.text()).not.toContain(toldOf('ready'));
});

test('whoever waits for a download by a key that is revoked is refused', async () => {
  const reader = await program();
  const id = await downloadOf(reader.owner);
  const address = `http://site/api/v1/downloads/${id}?waitS=50`;
  const waiting = here.api.api(new Request(address, { headers: reader.headers }));
  // Until it was let in, and waits.
  await sleep(500);
  await reader.end();
  expect((await waiting).status).toBe(401);
});
