import { AdminSetUserPasswordCommand, InitiateAuthCommand } from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { ADMIN_PATH } from '#/server/http/admin/route.ts';
import { readSettings } from '#/server/env.ts';
import { createAdmins } from '#/server/identity/admins.ts';
import { openIdentity } from '#/server/open-identity.ts';
import { createExtractorVersionRepository } from '#/server/store/tables/extractor-versions.ts';
import { sharedSecret } from '#/server/store/tables/secrets.ts';
import { openStore, type Store } from '#/server/store/store.ts';
import { follow, type Followed } from '../setup/follow.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { createVisitor, linkFrom, newDownloadId, value } from './visitor.ts';

const LINK = 'https://x.com/replica/status/1800000000000000001';
const FORMAT = 'http-2176';
const EMAIL = 'operator@example.com';
const PASSWORD = 'Password-1';
const TIMEOUTS = { timeout: 60_000, interval: 50 };
/** Within a second or two on a quiet machine. What an event is lost for happens within a minute, when everything is read anew. */
const AT_ONCE = { timeout: 60_000, interval: 5 };
const TAKEN_DOWN = { state: 'failed', failure: { code: 'taken_down' } };

let cluster: Cluster;
let store: Store;
let secret: string;
let headers: Record<string, string>;
let followed: Followed[] = [];
/** Rules that a test made, by their ids. */
let rules: string[] = [];

beforeAll(async () => {
  const flow = { IDENTITY_AUTH_FLOW: 'USER_PASSWORD_AUTH' };
  cluster = await startCluster(flow);
  store = await openStore({ url: cluster.databaseUrl, folder: '', log: () => {} });
  secret = await sharedSecret(store, 'signing');
  headers = await signIn({ ...flow, DATABASE_URL: cluster.databaseUrl, PUBLIC_ORIGIN: cluster.nginx.origin });
});
beforeEach(() => cluster.platforms.reset());
afterEach(async () => {
  for (const { close } of followed) close();
  followed = [];
  for (const id of rules) await operate('DELETE', `/rules/${id}`);
  rules = [];
});
afterAll(async () => {
  await store.close();
  await cluster.close();
});

/** Makes an administrator in the nodes' own database, and gives what their calls bring. */
async function signIn(environment: Record<string, string>): Promise<Record<string, string>> {
  const identity = await openIdentity(readSettings(environment), { store, secret, log: () => {} });
  const admin = await identity.adminClient();
  const pool = identity.accountSettings()?.pool;
  if (!admin || !pool) throw new Error('there are no accounts');
  await createAdmins(admin).add(EMAIL, 'Temporary-1');
  const { client, userPoolId: UserPoolId } = admin;
  const chosen = { UserPoolId, Username: EMAIL, Password: PASSWORD, Permanent: true };
  await client.send(new AdminSetUserPasswordCommand(chosen));
  const { AuthenticationResult: tokens } = await client.send(
    new InitiateAuthCommand({
      AuthFlow: 'USER_PASSWORD_AUTH',
      ClientId: pool.userPoolClientId,
      AuthParameters: { USERNAME: EMAIL, PASSWORD },
    }),
  );
  await identity.close();
  return { authorization: `Bearer ${tokens?.IdToken}` };
}

async function operate(method: string, path: string, body?: unknown): Promise<Response> {
  const response = await fetch(`${cluster.origins[0]}${ADMIN_PATH}${path}`, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  expect([path, response.ok]).toEqual([path, true]);
  return response;
}

function watch(id: string): Followed {
  const watching = follow(cluster.origins[1], id);
  followed.push(watching);
  return watching;
}

test('a takedown on one node ends, at once, a download through the other and a file that a worker makes', async () => {
  cluster.platforms.knobs.throttleBytesPerS = 20_000;
  const client = cluster.client(cluster.origins[1]);
  const visitor = createVisitor(secret);
  const link = await linkFrom(client, visitor, LINK, FORMAT);
  const id = newDownloadId();
  const streaming = watch(id);
  const saving = fetch(`${cluster.origins[1]}${link}?d=${id}`, visitor).then((response) => response.bytes());
  let brokenAt = 0;
  const broken = saving.catch(() => (brokenAt = performance.now()));
  const kept = value(await client.keep({ link }, { onBehalf: visitor.onBehalf }));
  const making = watch(kept.id);
  await expect.poll(() => streaming.latest()?.receivedBytes, TIMEOUTS).toBeGreaterThan(0);
  await expect.poll(() => making.latest()?.receivedBytes, TIMEOUTS).toBeGreaterThan(0);
  const added = await (
    await operate('POST', '/rules', { kind: 'author', platform: 'twitter', value: '@replica' })
  ).json();
  const answeredAt = performance.now();
  rules.push(added.rule.id);
  expect(added).toMatchObject({ endedFiles: 1 });
  await expect.poll(() => brokenAt, AT_ONCE).not.toBe(0);
  await expect.poll(() => making.latest(), AT_ONCE).toMatchObject(TAKEN_DOWN);
  process.stderr.write(`ended ${Math.round(brokenAt - answeredAt)} ms after the answer\n`);
  await broken;
  await expect.poll(() => streaming.latest()).toMatchObject(TAKEN_DOWN);
  for (const origin of cluster.origins) expect((await fetch(origin + link, visitor)).status).toBe(451);
});

test('a platform that is switched off on one node is off on the other at once', async () => {
  const client = cluster.client(cluster.origins[1]);
  const notice = { en: 'Back on Monday.' };
  await operate('PUT', '/platforms/twitter', { isOn: false, notice });
  const failure = { code: 'platform_off', platform: 'twitter', notice };
  await expect.poll(() => client.resolve(LINK), AT_ONCE).toEqual({ ok: false, failure });
  await operate('PUT', '/platforms/twitter', { isOn: true, notice: null });
  await expect.poll(async () => (await client.resolve(LINK)).ok, TIMEOUTS).toBe(true);
});

test('a switch of extractors is in the feed of the status, on every node, and so is the way back', async () => {
  const version = '2026.11.2';
  // No node is told of it before it is left again: nobody here has it.
  const versions = createExtractorVersionRepository({ ...store, publish: async () => true });
  await versions.see(version, []);
  await versions.take(version, 0);
  await operate('POST', '/extractor/rollback');
  const feedOf = async (origin: string) => (await fetch(`${origin}/status/feed.xml`)).text();
  for (const origin of cluster.origins) {
    await expect
      .poll(() => feedOf(origin), TIMEOUTS)
      .toContain(`Rolled back from yt-dlp ${version} to the installed version`);
    expect(await feedOf(origin)).toContain(`Updated from the installed version to yt-dlp ${version}`);
  }
});
