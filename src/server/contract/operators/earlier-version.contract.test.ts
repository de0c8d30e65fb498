import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import * as v from 'valibot';
import { siteSettings } from '../../../../tests/cluster/cluster.ts';
import { startPlatforms } from '../../../../tests/platforms/server.ts';
import { copyCompiledExtractor } from '../../../../tests/setup/compiled-extractor.ts';
import { type SharedPostgres, sharedPostgres } from '../../../../tests/setup/shared-postgres.ts';
import { AccountExport } from '#/model/account.ts';
import type { DownloadRecord } from '#/model/download.ts';
import type { Result } from '#/model/failure.ts';
import { totpCode, totpStep } from '#/server/identity/embedded/crypto/totp.ts';
import { ADMIN_PATH } from '#/server/http/admin/route.ts';
import { type Server, server } from '#/server/index.ts';
import { EARLIER, earlierExport, leaveEarlierInstallation } from '../fixtures/earlier-installation.ts';

const { ann, bob, operator, guest, key } = EARLIER;

let platforms: Awaited<ReturnType<typeof startPlatforms>>;

beforeAll(async () => {
  platforms = await startPlatforms();
});
afterAll(() => platforms.close());

function value<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.failure.code);
  return result.value;
}

/** The whole server, as an operator's settings have it, with a port of its own in front of it. */
async function startServer(settings: Record<string, string>) {
  for (const [name, setting] of Object.entries(settings)) vi.stubEnv(name, setting);
  globalThis.clipferryServer = undefined;
  const site = await server();
  const http = createServer((req, res) => {
    if (!site.handleRaw(req, res)) res.writeHead(418).end();
  }).listen(0, '127.0.0.1');
  await once(http, 'listening');
  return {
    site,
    origin: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    async close() {
      http.close();
      await site.drain();
      http.closeAllConnections();
      await site.close();
      globalThis.clipferryServer = undefined;
    },
  };
}

describe.each(['embedded', 'PostgreSQL'])('what the version before left in a database that is %s', (kind) => {
  let postgres: SharedPostgres | null = null;
  let folder: string;
  let started: Awaited<ReturnType<typeof startServer>>;
  let site: Server;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'earlier-version-'));
    if (kind === 'PostgreSQL') postgres = await sharedPostgres();
    const url = await postgres?.createDatabase();
    await leaveEarlierInstallation({ url, folder });
    copyCompiledExtractor(join(folder, 'engine'));
    started = await startServer({
      ...siteSettings(platforms),
      DATA_DIR: folder,
      DATABASE_URL: url ?? '',
      HOST: '127.0.0.1',
      PORT: String(EARLIER.port),
      IDENTITY_AUTH_FLOW: 'USER_PASSWORD_AUTH',
      LOG_LEVEL: 'error',
    });
    site = started.site;
  });
  afterAll(async () => {
    await started.close();
    await postgres?.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function identity(operation: string, input: object) {
    const response = await site.identityApi(
      new Request(`http://127.0.0.1:${EARLIER.port}/identity/`, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-amz-json-1.1',
          'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
        },
        body: JSON.stringify({ ClientId: EARLIER.clientId, ...input }),
      }),
    );
    return await response.json();
  }

  const signIn = ({ email, password = EARLIER.password }: { email: string; password?: string }) =>
    identity('InitiateAuth', {
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: email, PASSWORD: password },
    });

  /** As a program of the key's asks. */
  async function ask(path: string, { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {}) {
    const response = await site.api(
      new Request(`http://127.0.0.1/api/v1/${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { 'api-key': key.secret, 'content-type': 'application/json', ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    );
    return { status: response.status, headers: response.headers, body: await response.json() };
  }

  /** Of whoever has a browser with this cookie, as its page lists them. */
  async function downloadsOf({ cookie }: { cookie: string }): Promise<DownloadRecord[]> {
    const visitorId = site.cookies.read(cookie);
    const userId = await site.accounts.sessions.userOf(visitorId);
    return value(await site.downloader.downloads({ onBehalf: { visitorId, userId, address: null } })).downloads;
  }

  async function bytesOf(record: DownloadRecord | undefined): Promise<Buffer> {
    const response = await fetch(started.origin + record?.file?.link);
    return Buffer.from(await response.arrayBuffer());
  }

  const verified = (tokens: { AuthenticationResult?: { IdToken?: string } }) =>
    site.identity?.verify(tokens.AuthenticationResult?.IdToken ?? '');

  test('accounts: the password, the second factor, and what lasts of a sign-in are good as before', async () => {
    expect(await verified(await signIn(ann))).toMatchObject({ ok: true, value: { id: ann.sub, groups: [] } });
    expect(await signIn({ ...ann, password: 'Another-Horse-17' })).toMatchObject({ __type: 'NotAuthorizedException' });
    const asked = await signIn(bob);
    expect(asked).toMatchObject({ ChallengeName: 'SOFTWARE_TOKEN_MFA' });
    const byCode = await identity('RespondToAuthChallenge', {
      ChallengeName: asked.ChallengeName,
      Session: asked.Session,
      ChallengeResponses: {
        USERNAME: bob.email,
        SOFTWARE_TOKEN_MFA_CODE: totpCode(bob.totpSecret, totpStep(Date.now())),
      },
    });
    expect(await verified(byCode)).toMatchObject({ ok: true, value: { id: bob.sub } });
    const byToken = await identity('GetTokensFromRefreshToken', { RefreshToken: ann.refreshToken });
    expect(await verified(byToken)).toMatchObject({ ok: true, value: { id: ann.sub } });
    expect(await site.accounts.sessions.userOf(site.cookies.read(ann.cookie))).toBe(ann.sub);
  });

  test('all that a user has is exported as before: preferences, queue, links waited for, keys, downloads', async () => {
    const had = await earlierExport();
    const text = await new Response(site.accounts.exportAll(ann.sub)).text();
    const has = v.parse(AccountExport, JSON.parse(text));
    expect(has).toMatchObject(had);
    expect(value(await site.accounts.preferences(ann.sub))).toEqual(had.preferences);
    expect(value(await site.accounts.queue(ann.sub))).toEqual({ entries: had.queue, removed: [] });
  });

  test('downloads: each is what it was, what waited is made now, and kept files are fetched whole, also a guest’s', async () => {
    const stateOf = async () => Object.fromEntries((await downloadsOf(ann)).map(({ id, state }) => [id, state]));
    const { waiting, cancelled, kept, streamed } = EARLIER.downloads;
    await expect
      .poll(stateOf)
      .toEqual({ [waiting]: 'ready', [cancelled]: 'cancelled', [kept]: 'ready', [streamed]: 'done' });
    const downloads = await downloadsOf(ann);
    expect(downloads.map(({ id }) => id)).toEqual([waiting, cancelled, kept, streamed]);
    const made = downloads.find(({ id }) => id === waiting);
    expect((await bytesOf(made)).byteLength).toBe(made?.file?.bytes);
    const guests = await downloadsOf(guest);
    expect(guests.map(({ id }) => id)).toEqual([guest.kept]);
    const files = [downloads.find(({ id }) => id === kept), ...guests, (await ask(`downloads/${key.kept}`)).body];
    for (const record of files) expect((await bytesOf(record)).equals(EARLIER.fileBytes)).toBe(true);
  });

  test('a key opens the API, and what it had asked for by a name is answered as it was', async () => {
    expect((await ask('usage')).status).toBe(200);
    const headers = { 'idempotency-key': key.orderId };
    const again = await ask('downloads', { body: key.order, headers });
    expect([again.status, again.headers.get('idempotency-replayed'), again.body.id]).toEqual([202, 'true', key.kept]);
  });

  test('what an operator took down is refused, and an operator finds why', async () => {
    expect(await site.downloader.resolve(EARLIER.refused)).toMatchObject({ failure: { code: 'taken_down' } });
    const { AuthenticationResult: tokens } = await signIn(operator);
    const headers = { authorization: `Bearer ${tokens.IdToken}` };
    const response = await site.api(new Request(`http://127.0.0.1${ADMIN_PATH}/rules`, { headers }));
    expect(await response.json()).toMatchObject({
      rows: [{ value: EARLIER.refused, reason: EARLIER.reason, createdBy: `user:${operator.sub}` }],
    });
  });
});
