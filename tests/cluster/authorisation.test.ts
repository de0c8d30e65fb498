import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AdminAddUserToGroupCommand,
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminDisableUserCommand,
  AdminRemoveUserFromGroupCommand,
  AdminSetUserPasswordCommand,
  AdminUserGlobalSignOutCommand,
  CognitoIdentityProviderClient,
  CreateGroupCommand,
  InitiateAuthCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN_GROUP } from '#/model/admin-access.ts';
import { AS_CONFIGURED } from '#/model/operations.ts';
import { type Platforms, startPlatforms } from '../platforms/server.ts';
import { copyCompiledExtractor } from '../setup/compiled-extractor.ts';
import { type IdentityFacts, identityOf } from '../setup/identity-of.ts';
import { freePort } from '../setup/ports.ts';
import { siteSettings } from './cluster.ts';
import { askServerFunction, readServerFunctions, valueOf } from './server-functions.ts';
import { createSiteProcess, type SiteProcess } from './site-process.ts';

const PASSWORD = 'Password-1';
const ID = '00000000-0000-4000-8000-000000000000';

/**
 * What a call can bring. `other scope`: an access token in the id token's place. `demoted`, `ended`, `disabled` and `deleted`: id tokens
 * of administrators who were taken out of the group, were signed out everywhere, or whose account was disabled or deleted after it. A
 * token whose time is over is refused by the same check as on the API's routes (src/server/contract/safety/authorisation.contract.test.ts).
 */
const CREDENTIALS = [
  'nothing',
  'wrong',
  'other scope',
  'guest',
  'user',
  'admin',
  'demoted',
  'ended',
  'disabled',
  'deleted',
] as const;
type Credential = (typeof CREDENTIALS)[number];

const NO = 'unauthorized';

/** By credential, in their order: the code of a refusal, or `in`. */
const ROWS = {
  anybody: ['in', 'in', 'in', 'in', 'in', 'in', 'in', 'in', 'in', 'in'],
  user: [NO, NO, NO, NO, 'in', 'in', 'in', NO, NO, NO],
  admin: [NO, NO, NO, NO, 'forbidden', 'in', 'forbidden', NO, NO, NO],
} as const satisfies Record<string, readonly string[]>;

type Row = { row: keyof typeof ROWS; method: 'GET' | 'POST'; data?: unknown };

const NO_PREFERENCES = { mode: null, quality: null, container: null, fileNames: null, language: null, theme: null };
const KEY = {
  name: 'matrix',
  scopes: { platforms: null, networks: null, actions: ['read'] },
  limits: {},
  expiresAt: null,
  hasWebhooks: false,
};

const WATCH = { link: 'https://www.youtube.com/watch?v=Premiere001', language: 'en' };

/** Of nothing that an operator could do anything to. */
const THERE_IS_NONE = { id: ID };
const RULE = { kind: 'host', platform: null, value: 'example.com', reason: 'matrix' };

const NOTICE = {
  sourceUrl: 'https://x.com/replica/status/1800000000000000001',
  moreUrls: [],
  claimant: { name: 'Ada Example', email: 'ada@example.com', organisation: null, address: null, phone: null },
  work: 'A film of mine.',
  statements: { goodFaith: true, accurate: true },
  signature: 'Ada Example',
};

/** Every server function of the built site. What deletes or ends comes last. */
const TABLE: Record<string, Row> = {
  resolveLink: { row: 'anybody', method: 'POST', data: { url: 'https://example.com/' } },
  getPlatformPages: { row: 'anybody', method: 'GET' },
  getStatus: { row: 'anybody', method: 'GET' },
  getAccountSettings: { row: 'anybody', method: 'GET' },
  getReference: { row: 'anybody', method: 'GET' },
  getUsage: { row: 'anybody', method: 'GET' },
  getDocumentFacts: { row: 'anybody', method: 'GET' },
  areComponentsShown: { row: 'anybody', method: 'GET' },
  fileCase: { row: 'anybody', method: 'POST', data: { kind: 'takedown', request: NOTICE } },
  keepDownload: { row: 'anybody', method: 'POST', data: { link: '/api/video/none' } },
  orderDownload: { row: 'anybody', method: 'POST', data: { id: ID, order: 'pause' } },
  cancelDownload: { row: 'anybody', method: 'POST', data: { id: ID } },
  getPreferences: { row: 'user', method: 'GET' },
  savePreferences: { row: 'user', method: 'POST', data: NO_PREFERENCES },
  listQueueEntries: { row: 'user', method: 'GET' },
  putQueueEntries: { row: 'user', method: 'POST', data: { entries: [], order: null } },
  removeQueueEntries: { row: 'user', method: 'POST', data: { ids: [ID] } },
  listHistory: { row: 'user', method: 'GET', data: {} },
  forgetDownload: { row: 'user', method: 'POST', data: { id: ID } },
  clearHistory: { row: 'user', method: 'POST' },
  listWatched: { row: 'user', method: 'GET' },
  watchLink: { row: 'user', method: 'POST', data: WATCH },
  forgetWatched: { row: 'user', method: 'POST', data: { id: ID } },
  listKeys: { row: 'user', method: 'GET' },
  createKey: { row: 'user', method: 'POST', data: KEY },
  revokeKey: { row: 'user', method: 'POST', data: { id: ID } },
  exportAccount: { row: 'user', method: 'GET' },
  beginSession: { row: 'user', method: 'POST' },
  adminOverview: { row: 'admin', method: 'GET' },
  adminStatistics: { row: 'admin', method: 'GET', data: { query: {} } },
  adminRates: { row: 'admin', method: 'GET', data: { query: {} } },
  adminPlatforms: { row: 'admin', method: 'GET' },
  adminYoutubeClients: { row: 'admin', method: 'GET' },
  adminUnreadAnswers: { row: 'admin', method: 'GET' },
  adminEngine: { row: 'admin', method: 'GET' },
  adminExtractor: { row: 'admin', method: 'GET' },
  adminCase: { row: 'admin', method: 'GET', data: THERE_IS_NONE },
  adminSwitchPlatform: { row: 'admin', method: 'POST', data: { id: 'none', body: { isOn: true, notice: null } } },
  adminSwitchRoute: { row: 'admin', method: 'POST', data: { id: 'none', body: { name: 'direct', isOn: true } } },
  adminConfigureEngine: { row: 'admin', method: 'POST', data: { body: AS_CONFIGURED } },
  adminUpdateExtractor: { row: 'admin', method: 'POST', data: { body: { version: 'none' } } },
  adminRollBackExtractor: { row: 'admin', method: 'POST' },
  adminPreviewRule: { row: 'admin', method: 'POST', data: { body: RULE } },
  adminAddRule: { row: 'admin', method: 'POST', data: { body: RULE } },
  adminRemoveRule: { row: 'admin', method: 'POST', data: THERE_IS_NONE },
  adminDecideCase: { row: 'admin', method: 'POST', data: { ...THERE_IS_NONE, body: { state: 'rejected' } } },
  adminCreateKey: { row: 'admin', method: 'POST', data: { body: { ...KEY, username: 'none' } } },
  adminCancelDownload: { row: 'admin', method: 'POST', data: THERE_IS_NONE },
  adminRevokeKey: { row: 'admin', method: 'POST', data: THERE_IS_NONE },
  adminDisableUser: { row: 'admin', method: 'POST', data: THERE_IS_NONE },
  adminEnableUser: { row: 'admin', method: 'POST', data: THERE_IS_NONE },
  adminSignOutUser: { row: 'admin', method: 'POST', data: THERE_IS_NONE },
  adminPromoteUser: { row: 'admin', method: 'POST', data: THERE_IS_NONE },
  adminDemoteUser: { row: 'admin', method: 'POST', data: THERE_IS_NONE },
  adminDeleteUser: { row: 'admin', method: 'POST', data: THERE_IS_NONE },
  adminRetryLetter: { row: 'admin', method: 'POST', data: THERE_IS_NONE },
  adminDiscardLetter: { row: 'admin', method: 'POST', data: THERE_IS_NONE },
  adminDownloadsPage: { row: 'admin', method: 'POST', data: { query: {} } },
  adminDownloadsFile: { row: 'admin', method: 'POST', data: { query: { format: 'json' } } },
  adminRulesPage: { row: 'admin', method: 'POST', data: { query: {} } },
  adminRulesFile: { row: 'admin', method: 'POST', data: { query: { format: 'json' } } },
  adminCasesPage: { row: 'admin', method: 'POST', data: { query: {} } },
  adminCasesFile: { row: 'admin', method: 'POST', data: { query: { format: 'json' } } },
  adminKeysPage: { row: 'admin', method: 'POST', data: { query: {} } },
  adminKeysFile: { row: 'admin', method: 'POST', data: { query: { format: 'json' } } },
  adminUsersPage: { row: 'admin', method: 'POST', data: { query: {} } },
  adminUsersFile: { row: 'admin', method: 'POST', data: { query: { format: 'json' } } },
  adminLettersPage: { row: 'admin', method: 'POST', data: { query: {} } },
  adminLettersFile: { row: 'admin', method: 'POST', data: { query: { format: 'json' } } },
  adminAuditPage: { row: 'admin', method: 'POST', data: { query: {} } },
  adminAuditFile: { row: 'admin', method: 'POST', data: { query: { format: 'json' } } },
  endSession: { row: 'user', method: 'POST', data: { isEverywhere: true } },
  deleteAccountData: { row: 'user', method: 'POST' },
};

let platforms: Platforms;
let folder: string;
let origin: string;
let site: SiteProcess;
let facts: IdentityFacts;
let brought: Record<Credential, Record<string, string>>;

beforeAll(async () => {
  platforms = await startPlatforms();
  folder = await mkdtemp(join(tmpdir(), 'clipferry-authorisation-'));
  facts = await identityOf(folder);
  copyCompiledExtractor(join(folder, 'engine'));
  const port = await freePort();
  origin = `http://localhost:${port}`;
  site = createSiteProcess('site', 'web', {
    ...siteSettings(platforms),
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: folder,
    IDENTITY_AUTH_FLOW: 'USER_PASSWORD_AUTH',
  });
  await site.start();
  brought = await everybody();
});
afterAll(async () => {
  await site.close();
  await platforms.close();
  await rm(folder, { recursive: true, force: true });
});

async function everybody(): Promise<Record<Credential, Record<string, string>>> {
  const { userPoolId: UserPoolId, clientId: ClientId, adminKey: credentials } = facts;
  const client = new CognitoIdentityProviderClient({
    region: 'us-east-1',
    endpoint: `${origin}/identity/`,
    credentials,
  });
  async function person(Username: string, group: string | null) {
    const created = { UserPoolId, Username, TemporaryPassword: 'Temporary-1', MessageAction: 'SUPPRESS' } as const;
    await client.send(new AdminCreateUserCommand(created));
    await client.send(new AdminSetUserPasswordCommand({ UserPoolId, Username, Password: PASSWORD, Permanent: true }));
    if (group) await client.send(new AdminAddUserToGroupCommand({ UserPoolId, Username, GroupName: group }));
    const AuthParameters = { USERNAME: Username, PASSWORD };
    const { AuthenticationResult: tokens = {} } = await client.send(
      new InitiateAuthCommand({ AuthFlow: 'USER_PASSWORD_AUTH', ClientId, AuthParameters }),
    );
    return { id: tokens.IdToken ?? '', access: tokens.AccessToken ?? '' };
  }
  await client.send(new CreateGroupCommand({ UserPoolId, GroupName: ADMIN_GROUP })).catch(() => {});
  const user = await person('user@example.com', null);
  const admin = await person('admin@example.com', ADMIN_GROUP);
  const names = ['demoted', 'ended', 'disabled', 'deleted'] as const;
  const once = await Promise.all(names.map((name) => person(`${name}@example.com`, ADMIN_GROUP)));
  // Each was good a moment ago: no memory of that may count.
  for (const [place, { id }] of once.entries()) {
    const headers = { origin, 'sec-fetch-site': 'same-origin', authorization: `Bearer ${id}` };
    const data = { ...KEY, name: `of who is ${names[place]}` };
    expect(await outcomeOf(await askServerFunction(origin, 'createKey', { data, headers }))).toBe('in');
  }
  const named = (name: (typeof names)[number]) => ({ UserPoolId, Username: `${name}@example.com` });
  await client.send(new AdminRemoveUserFromGroupCommand({ ...named('demoted'), GroupName: ADMIN_GROUP }));
  await client.send(new AdminUserGlobalSignOutCommand(named('ended')));
  await client.send(new AdminDisableUserCommand(named('disabled')));
  await client.send(new AdminDeleteUserCommand(named('deleted')));
  client.destroy();
  const headers = (id: string) => ({ authorization: `Bearer ${id}` });
  // With a good access token beside it, as older clients send one.
  const [demoted, ended, disabled, deleted] = once.map(({ id }) => ({
    ...headers(id),
    'x-access-token': admin.access,
  }));
  return {
    nothing: {},
    wrong: headers(admin.id.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'))),
    'other scope': headers(admin.access),
    guest: { cookie: await guestCookie() },
    user: headers(user.id),
    admin: headers(admin.id),
    demoted: demoted ?? {},
    ended: ended ?? {},
    disabled: disabled ?? {},
    deleted: deleted ?? {},
  };
}

/** As a browser gets it, with the first thing that its page does. */
async function guestCookie(): Promise<string> {
  const headers = { origin, 'sec-fetch-site': 'same-origin' };
  const answer = await askServerFunction(origin, 'resolveLink', { data: { url: 'https://example.com/' }, headers });
  const [cookie = ''] = answer.headers.get('set-cookie')?.split(';', 1) ?? [];
  expect(cookie).toMatch(/^visitor=/);
  return cookie;
}

test('every server function has its row, and every row its function', () => {
  expect(Object.keys(TABLE).toSorted()).toEqual([...readServerFunctions().keys()].toSorted());
});

/** As a page calls, from the site itself unless said otherwise. */
function ask(name: string, { method, data }: Row, credential: Credential, headers: Record<string, string> = {}) {
  const own = { origin, 'sec-fetch-site': 'same-origin', ...brought[credential], ...headers };
  return askServerFunction(origin, name, { method, ...(data !== undefined && { data }), headers: own });
}

/** The code of a refusal, as a result or as a problem of the API; `in` of whatever else. */
async function outcomeOf(answer: Response): Promise<string> {
  const value = await valueOf<{ code?: string; failure?: { code?: string } }>(answer);
  const code = value.failure?.code ?? value.code ?? '';
  return ['unauthorized', 'forbidden'].includes(code) ? code : 'in';
}

test('what is kept of whoever was deleted by a client of the user pool is gone, and of nobody else', async () => {
  const answer = await ask('adminKeysPage', { row: 'admin', method: 'POST', data: { query: {} } }, 'admin');
  const page = await valueOf<{ value: { rows: { name: string }[] } }>(answer);
  const names = page.value.rows.map(({ name }) => name);
  expect(names.toSorted()).toEqual(['of who is demoted', 'of who is disabled', 'of who is ended']);
});

describe.each(Object.entries(TABLE))('%s', (name, call) => {
  test.each(CREDENTIALS.map((credential, place) => ({ credential, expected: ROWS[call.row][place] })))(
    'with $credential: $expected',
    async ({ credential, expected }) => {
      const answer = await ask(name, call, credential);
      expect(expected === 'in' ? [200] : [200, 401, 403]).toContain(answer.status);
      expect(await outcomeOf(answer)).toBe(expected);
    },
  );
});

test('another site may call none of them, whoever is signed in', async () => {
  const foreign = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };
  for (const [name, call] of Object.entries(TABLE))
    expect((await ask(name, call, 'admin', foreign)).status, name).toBe(403);
});
