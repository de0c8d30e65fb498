import { AdminUpdateUserAttributesCommand } from '@aws-sdk/client-cognito-identity-provider';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Overview, Statistics } from '#/model/admin.ts';
import { type Administration, type SignedIn, startAdministration } from '../../../../tests/setup/administration.ts';
import { startPlatforms } from '../../../../tests/platforms/server.ts';
import { follow } from '../../../../tests/setup/follow.ts';
import { type SharedPostgres, sharedPostgres } from '../../../../tests/setup/shared-postgres.ts';
import { API_KEY, startSite, type TestSite } from '../../../../tests/setup/site.ts';
import type { ApiKey } from '#/model/api-key.ts';
import { PLATFORMS } from '#/model/platform.ts';
import { ADMIN_ROUTES } from '#/server/http/admin/admin-operations.ts';
import { ADMIN_PATH } from '#/server/http/admin/route.ts';
import type { Operation } from '#/server/http/operation.ts';
import { createRouter } from '#/server/http/router.ts';
import { DIRECT, type RouteSetting } from '#/server/egress/route-settings.ts';
import { newDownload, served } from '#/server/store/fixtures/contract-places.ts';
import { createExtractorVersionRepository } from '#/server/store/tables/extractor-versions.ts';
import { auditLog } from '#/server/store/schema/operations-schema.ts';
import { createStatisticsRepository } from '#/server/store/tables/statistics.ts';
import { downloads } from '#/server/store/schema/schema.ts';
import type { Store } from '#/server/store/store.ts';

const LINK = 'https://x.com/replica/status/1800000000000000001';
const REQUEST = {
  sourceUrl: LINK,
  claimant: { name: '=cmd()', email: 'owner@example.org', organisation: null },
  work: 'My film.',
  statements: { goodFaith: true, accurate: true },
};
const COUNTER = {
  sourceUrl: LINK,
  moreUrls: [`${LINK}2`],
  claimant: { name: 'Bo', email: 'bo@example.org', organisation: null, address: '1 Hill Road', phone: '+15550100' },
  work: 'My own film.',
  statements: { mistake: true, jurisdiction: true },
  signature: 'Bo',
};
const WAYS: [RouteSetting, ...RouteSetting[]] = [
  DIRECT,
  { name: 'net', kind: 'prefix', network: '127.89.0.0', bits: 16 },
];
/** Servers that are not told look by themselves after a minute. */
const SWITCHED_WITHIN = { timeout: 60_000, interval: 5 };

const router = createRouter(ADMIN_ROUTES);

let platforms: Awaited<ReturnType<typeof startPlatforms>>;
let postgres: SharedPostgres;
let kind: Awaited<ReturnType<typeof served.start>>;
let identityStore: Store;
let administration: Administration;
let admin: SignedIn;

beforeAll(async () => {
  platforms = await startPlatforms();
  postgres = await sharedPostgres();
  kind = await served.start();
  identityStore = await (await kind.createPlace()).open();
  administration = await startAdministration(identityStore);
  admin = await administration.person('admins');
});
afterAll(async () => {
  await administration.close();
  await identityStore.close();
  await kind.close();
  await postgres.close();
  await platforms.close();
});

/** What an operator does on the first node is seen on the last. */
describe.each([
  { name: 'one node, embedded', nodes: 1 },
  { name: 'two nodes, PostgreSQL', nodes: 2 },
])('$name', ({ nodes }) => {
  let sites: TestSite[];
  let here: TestSite;
  let there: TestSite;

  beforeAll(async () => {
    const shared = nodes > 1 ? { databaseUrl: await postgres.createCopy() } : { isEmbedded: true };
    const { admins } = administration;
    sites = [];
    for (let n = 1; n <= nodes; n++)
      sites.push(await startSite({ platforms, admins, ...shared, works: n === nodes, routes: WAYS }));
    [here, there] = [sites.at(0), sites.at(-1)] as [TestSite, TestSite];
  });
  beforeEach(async () => {
    platforms.reset();
    await here.store.db.delete(auditLog);
    await here.store.db.delete(downloads);
  });
  afterAll(async () => {
    for (const site of sites) await site.close();
  });

  async function ask(method: Operation['method'], path: string, body?: unknown): Promise<Response> {
    const headers = { ...admin.headers, ...(body !== undefined && { 'content-type': 'application/json' }) };
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    return here.api.api(new Request(`http://site${ADMIN_PATH}${path}`, init));
  }

  /** The answer, if it is what its route promises, and nothing besides. */
  async function given<T = object>(method: Operation['method'], path: string, body?: unknown): Promise<T> {
    const response = await ask(method, path, body);
    const answer = await response.json();
    expect([response.status, answer]).toEqual([200, expect.anything()]);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const { operation } = router.find(method, `${ADMIN_PATH}${path.split('?', 1)[0]}`);
    const schema = operation?.answers[0].schema;
    if (!schema) throw new Error('the route promises no answer');
    expect(v.parse(schema, answer)).toEqual(answer);
    return answer;
  }

  const rowsOf = async <T = { id: string }>(path: string) => (await given<{ rows: T[] }>('GET', path)).rows;
  const audited = (action: string) => rowsOf(`/audit?action=${action}`);

  test('the overview tells of engine, queue, transfers and platforms', async () => {
    const overview = await given<{ platforms: unknown[] }>('GET', '/overview');
    expect(overview).toMatchObject({
      engine: { available: true, extractor: expect.stringMatching(/^\d{4}\./), workers: { size: 1 } },
      queue: { waiting: 0, running: 0, dead: 0 },
      transfers: { running: 0, isMemoryShort: false },
      limitsHit: [],
      rules: 0,
      openCases: 0,
    });
    expect(overview.platforms).toHaveLength(5);
  });

  test('the statistics tell how links and downloads ended, by platform and hour', async () => {
    const began = Date.now();
    const counted = { platform: 'tiktok', kind: 'resolve', outcome: 'private', count: 3, bytes: 0 } as const;
    await createStatisticsRepository(there.store).add([counted]);
    const { since, hours } = await given<Statistics>('GET', '/statistics?hours=2');
    expect(began - Date.parse(since)).toBeGreaterThanOrEqual(60 * 60 * 1000);
    expect(hours).toContainEqual({ ...counted, startsAt: expect.stringMatching(/:00:00\.000Z$/) });
    for (const wrong of ['0', '169', 'all'])
      expect((await ask('GET', `/statistics?hours=${wrong}`)).status, wrong).toBe(400);
  });

  test('a rule is previewed, added once, refuses the link everywhere, and is removed', async () => {
    await here.store.db
      .insert(downloads)
      .values(newDownload({ ruleKeys: [`url:${LINK}`], isKept: false, objectKey: null }));
    const draft = {
      kind: 'url',
      value: 'https://twitter.com/replica/status/1800000000000000001?s=20',
      reason: 'court',
    };
    const rule = { kind: 'url', platform: 'twitter', value: LINK, reason: 'court' };
    expect(await given('POST', '/rules/preview', draft)).toMatchObject({
      rule,
      downloads: 1,
      keptFiles: 0,
      examples: [{}],
    });
    const added = await given<{ rule: { id: string } }>('POST', '/rules', draft);
    expect(added).toMatchObject({ rule: { ...rule, createdBy: `user:${admin.sub}`, caseId: null }, endedFiles: 0 });
    // Where it was added, it counts with the answer.
    expect(await here.client.resolve(LINK)).toMatchObject({ failure: { code: 'taken_down' } });
    await expect.poll(() => there.client.resolve(LINK)).toMatchObject({ failure: { code: 'taken_down' } });
    expect((await ask('POST', '/rules', draft)).status).toBe(409);
    expect(await rowsOf('/rules?search=COURT&kind=url')).toEqual([added.rule]);
    expect(await rowsOf('/rules?kind=host')).toEqual([]);
    expect((await ask('DELETE', `/rules/${added.rule.id}`)).status).toBe(204);
    expect((await ask('DELETE', `/rules/${added.rule.id}`)).status).toBe(404);
    expect((await here.client.resolve(LINK)).ok).toBe(true);
    expect(await audited('rule.add')).toMatchObject([{ before: null, after: rule, actor: `user:${admin.sub}` }]);
    expect(await audited('rule.remove')).toMatchObject([{ before: rule, after: null, target: added.rule.id }]);
  });

  test('a kept file is gone before the operator is answered', async () => {
    const { visitorId } = here.api.cookies.create({ isSecure: false });
    const onBehalf = { visitorId, address: '203.0.113.7' };
    const resolved = await here.client.resolve(LINK, { onBehalf });
    const link = resolved.ok ? (resolved.value.links['http-832'] ?? '') : '';
    const kept = await here.client.keep({ link }, { onBehalf });
    const watching = follow(here.origin, kept.ok ? kept.value.id : '');
    await expect.poll(() => watching.latest()?.state).toBe('ready');
    const { rule, endedFiles } = await given<{ rule: { id: string }; endedFiles: number }>('POST', '/rules', {
      kind: 'author',
      value: '@Replica',
      platform: 'twitter',
    });
    expect(endedFiles).toBe(1);
    expect(await here.client.downloads({ onBehalf })).toMatchObject({
      value: { downloads: [{ state: 'failed', failure: { code: 'taken_down' }, file: null }] },
    });
    watching.close();
    await ask('DELETE', `/rules/${rule.id}`);
  });

  test('anybody objects to a takedown, by the number of its case or without, and operators find it', async () => {
    const file = (path: string, body: unknown) =>
      there.api.api(
        new Request(`http://site/api/v1/${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      );
    const { id: caseId } = (await (await file('takedowns', REQUEST)).json()) as { id: string };
    const counter = { ...COUNTER, caseId };
    const filed = await file('counter-notices', counter);
    expect(filed.status).toBe(201);
    const { id } = (await filed.json()) as { id: string };
    expect(await rowsOf('/cases?kind=counter-notice')).toMatchObject([{ id, kind: 'counter-notice', ...counter }]);
    expect((await file('counter-notices', { ...COUNTER, caseId: null })).status).toBe(201);
    const unknown = await file('counter-notices', { ...COUNTER, caseId: crypto.randomUUID() });
    expect([unknown.status, await unknown.json()]).toMatchObject([400, { errors: [{ pointer: '#/caseId' }] }]);
    const unsigned = await file('counter-notices', { ...counter, signature: ' ' });
    expect([unsigned.status, await unsigned.json()]).toMatchObject([400, { errors: [{ pointer: '#/signature' }] }]);
    await here.store.query('delete from takedown_cases');
  });

  test('anybody asks for a takedown; upheld, its rules count, and countered, they are gone', async () => {
    const file = (body: unknown) =>
      here.api.api(
        new Request('http://site/api/v1/takedowns', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      );
    const filed = await file(REQUEST);
    expect(filed.status).toBe(201);
    const { id } = await filed.json();
    expect((await file({ ...REQUEST, statements: { goodFaith: true, accurate: false } })).status).toBe(400);
    expect((await file({ ...REQUEST, sourceUrl: 'javascript:alert(1)' })).status).toBe(400);
    expect(await rowsOf('/cases?state=open&search=owner@example')).toMatchObject([{ id, ...REQUEST }]);
    const decision = { state: 'upheld', notes: 'clear', rules: [{ kind: 'url', value: LINK }] };
    const decided = await given('POST', `/cases/${id}/decision`, decision);
    expect(decided).toMatchObject({
      takedown: { state: 'upheld', notes: 'clear' },
      rules: [{ value: LINK, caseId: id }],
    });
    expect(await given('GET', `/cases/${id}`)).toEqual(decided);
    await expect.poll(() => there.client.resolve(LINK)).toMatchObject({ failure: { code: 'taken_down' } });
    await given('POST', `/cases/${id}/decision`, { state: 'countered' });
    await expect.poll(async () => (await there.client.resolve(LINK)).ok).toBe(true);
    const [last, first] = await audited('case.decide');
    expect(first).toMatchObject({ target: id, before: { state: 'open' }, after: { state: 'upheld' } });
    expect(last).toMatchObject({ before: { state: 'upheld' }, after: { state: 'countered', rules: [] } });
  });

  test('a platform that is switched off is off on every node within two seconds, with its message', async () => {
    const notice = { en: 'Back on Monday.' };
    const off = { isOn: false, notice };
    expect(await given('PUT', '/platforms/twitter', off)).toMatchObject({ platform: 'twitter', ...off });
    for (const { client } of sites)
      await expect
        .poll(() => client.resolve(LINK), SWITCHED_WITHIN)
        .toEqual({ ok: false, failure: { code: 'platform_off', platform: 'twitter', notice } });
    const answer = await ask('GET', '/platforms');
    expect(await answer.json()).toContainEqual(expect.objectContaining({ platform: 'twitter', isOn: false }));
    // Each part can be settled by itself.
    expect(await given('PUT', '/platforms/twitter', { notice })).toMatchObject(off);
    expect(await given('PUT', '/platforms/twitter', { notice: null })).toMatchObject({ isOn: false, notice: null });
    expect(await given('PUT', '/platforms/twitter', { isOn: true })).toMatchObject({ isOn: true, notice: null });
    await expect.poll(async () => (await there.client.resolve(LINK)).ok).toBe(true);
    expect((await ask('PUT', '/platforms/myspace', off)).status).toBe(404);
    expect((await ask('PUT', '/platforms/twitter', {})).status).toBe(400);
    expect((await ask('PUT', '/platforms/twitter', { isOn: false, notice: { en: 'x'.repeat(301) } })).status).toBe(400);
    expect(await audited('platform.switch')).toMatchObject([
      { before: { isOn: false, notice: null }, after: { isOn: true, notice: null } },
      { before: { isOn: false, notice }, after: { isOn: false, notice: null } },
      { before: { isOn: false, notice }, after: { isOn: false, notice } },
      { before: { isOn: true }, after: { isOn: false, notice } },
    ]);
  });

  test('a way out is switched off for one platform on every node, the last one never, and on again', async () => {
    const seenBy = async (site: TestSite) => {
      const answer = await site.api.api(new Request(`http://site${ADMIN_PATH}/platforms`, { headers: admin.headers }));
      const all: Overview['platforms'] = await answer.json();
      return all.map(({ platform, routes }) => [
        platform,
        ...routes.filter(({ state }) => state === 'off').map(({ name }) => name),
      ]);
    };
    const turn = (name: string, isOn: boolean) => ask('PUT', '/platforms/twitter/routes', { name, isOn });
    const allOn = PLATFORMS.map((platform) => [platform]);
    // Who switches off both at once leaves one.
    const atOnce = await Promise.all([turn('direct', false), turn('net', false)]);
    expect(atOnce.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    for (const name of ['direct', 'net']) expect((await turn(name, true)).status).toBe(200);
    await here.store.db.delete(auditLog);
    expect(await (await turn('direct', false)).json()).toMatchObject([
      { name: 'direct', state: 'off' },
      { name: 'net', state: 'working' },
    ]);
    const off = allOn.map(([platform = '']) => (platform === 'twitter' ? [platform, 'direct'] : [platform]));
    await expect.poll(() => seenBy(there), SWITCHED_WITHIN).toEqual(off);
    platforms.log.length = 0;
    expect((await there.client.resolve(LINK)).ok).toBe(true);
    // What was read before goes on the way that it was read by.
    const asked = platforms.log.filter(({ host }) => /(?:^|\.)(?:x|twitter)\.com$/.test(host));
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter(({ from }) => !from.startsWith('127.89.'))).toEqual([]);
    expect((await turn('net', false)).status).toBe(409);
    expect((await turn('nowhere', false)).status).toBe(404);
    expect((await ask('PUT', '/platforms/myspace/routes', { name: 'net', isOn: false })).status).toBe(404);
    // What else is settled for engines leaves it as it is.
    const settings = { youtubePlayerClients: null, workers: null, workersPerPlatform: null };
    await given('PUT', '/engine', settings);
    expect(await seenBy(here)).toEqual(off);
    expect((await turn('direct', true)).status).toBe(200);
    await expect.poll(() => seenBy(there), SWITCHED_WITHIN).toEqual(allOn);
    expect(await audited('route.switch')).toMatchObject([
      { target: 'twitter direct', before: { isOn: false }, after: { isOn: true } },
      { target: 'twitter direct', before: { isOn: true }, after: { isOn: false } },
    ]);
  });

  test('what a platform answers that nobody understands is shown to operators, without the link of the visitor', async () => {
    const strange = 'https://www.youtube.com/watch?v=Strange0001';
    for (let n = 0; n < 2; n++)
      expect(await there.client.resolve(strange)).toMatchObject({ failure: { code: 'unavailable' } });
    const unread = () => given<Record<string, unknown>[]>('GET', '/unread-answers');
    await expect.poll(unread).toContainEqual({
      platform: 'youtube',
      kind: 'video',
      host: 'www.youtube.com',
      code: 'unavailable',
      extractor: null,
      version: expect.stringMatching(/^\d{4}\.\d/),
      types: [],
      message: expect.stringMatching(/^The moon stands wrong for this one\. Ask … about …/),
      count: expect.any(Number),
      firstAt: expect.stringMatching(/^\d{4}-.*Z$/),
      lastAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect(JSON.stringify(await unread())).not.toMatch(/Strange0001|replicachannel/);
  });

  test('workers are added and taken away while the engine runs, on every node', async () => {
    const settings = { youtubePlayerClients: ['web', 'tv'], workers: 3, workersPerPlatform: 1 };
    expect(await given('PUT', '/engine', settings)).toMatchObject({ settings, engine: { workers: { size: 3 } } });
    const health = async (site: TestSite) => {
      const response = await site.api.api(new Request('http://site/api/v1/health'));
      return (await response.json()).engine.workers.size;
    };
    await expect.poll(() => health(there), SWITCHED_WITHIN).toBe(3);
    expect((await there.client.resolve(LINK)).ok).toBe(true);
    const asConfigured = { youtubePlayerClients: null, workers: null, workersPerPlatform: null };
    await given('PUT', '/engine', asConfigured);
    await expect.poll(() => health(there), SWITCHED_WITHIN).toBe(1);
    for (const wrong of [{ ...settings, workers: 0 }, {}])
      expect((await ask('PUT', '/engine', wrong)).status).toBe(400);
    expect(await audited('engine.configure')).toMatchObject([
      { before: settings, after: asConfigured },
      { after: settings },
    ]);
  });

  test('versions of the extractor are told, and are asked for and left by who is noted', async () => {
    expect(await given('GET', '/extractor')).toMatchObject({
      mode: 'off',
      decided: null,
      versions: [],
      isUpdating: false,
    });
    // Without an index nothing comes of it.
    expect(await given('POST', '/extractor/update', { version: '2026.11.1' })).toMatchObject({ isUpdating: true });
    expect((await ask('POST', '/extractor/update', { version: '--pre' })).status).toBe(400);
    expect((await ask('POST', '/extractor/rollback')).status).toBe(409);
    const versions = createExtractorVersionRepository(here.store);
    // Older than what is installed, which is kept here.
    for (const version of ['2026.1.1', '2026.1.2']) {
      await versions.see(version, []);
      await versions.take(version, 0);
    }
    // Whoever asks a second time, or after somebody else, goes back no further.
    for (const status of [200, 409])
      expect((await ask('POST', '/extractor/rollback?from=2026.1.2')).status).toBe(status);
    expect((await ask('POST', '/extractor/rollback?from=--pre')).status).toBe(400);
    const left = { version: '2026.1.2', refusal: 'operator', reads: [] };
    expect(await given('GET', '/extractor')).toMatchObject({
      decided: '2026.1.1',
      versions: [left, { version: '2026.1.1', refusal: null }],
    });
    expect(await given('POST', '/extractor/rollback')).toMatchObject({ decided: null });
    expect(await audited('extractor.update')).toMatchObject([
      { target: '2026.11.1', before: { version: null }, after: { version: '2026.11.1' } },
    ]);
    expect(await audited('extractor.rollback')).toMatchObject([
      { target: '2026.1.1', before: { version: '2026.1.1' }, after: { version: null } },
      { target: '2026.1.2', before: { version: '2026.1.2' }, after: { version: '2026.1.1' } },
    ]);
    const changes = async () => {
      const status = await here.api.api(new Request('http://site/api/v1/status'));
      return (await status.json()).extractorChanges;
    };
    await expect.poll(changes).toMatchObject([
      { kind: 'returned', version: null, before: '2026.1.1' },
      { kind: 'returned', version: '2026.1.1', before: '2026.1.2' },
      { kind: 'taken', version: '2026.1.2', before: '2026.1.1' },
      { kind: 'taken', version: '2026.1.1', before: null },
    ]);
  });

  test('downloads are found by link, state and platform, and are cancelled on whichever node they run', async () => {
    platforms.knobs.throttleBytesPerS = 50_000;
    const { visitorId, setCookie } = there.api.cookies.create({ isSecure: false });
    const headers = { cookie: setCookie.split(';', 1)[0] ?? '' };
    const resolved = await there.client.resolve(LINK, { onBehalf: { visitorId, address: null } });
    const link = resolved.ok ? resolved.value.links['http-2176'] : '';
    const id = crypto.randomUUID();
    const fetched = fetch(`${there.origin}${link}?d=${id}`, { headers })
      .then((response) => response.arrayBuffer())
      .then(
        () => 'whole',
        () => 'broken',
      );
    const found = (query: string) => rowsOf(`/downloads?${query}`);
    await expect
      .poll(() => found('search=1800000000000000001&state=transferring'))
      .toMatchObject([{ id, ownerKind: 'guest', ownerId: null, platform: 'twitter', canonicalUrl: LINK }]);
    expect(JSON.stringify(await found(''))).not.toContain(visitorId);
    for (const none of ['platform=tiktok', 'state=done', 'search=nothing', `until=${new Date(0).toISOString()}`])
      expect(await found(none)).toEqual([]);
    expect((await ask('GET', '/downloads?state=wrong')).status).toBe(400);
    expect((await ask('DELETE', `/downloads/${id}`)).status).toBe(204);
    expect(await fetched).toBe('broken');
    expect(await audited('download.cancel')).toMatchObject([{ target: id, before: { state: 'transferring' } }]);
    expect((await ask('DELETE', `/downloads/${crypto.randomUUID()}`)).status).toBe(404);
    // What has ended, with no file left of it, is not ended once more.
    const over = (['failed', 'cancelled', 'expired'] as const).map((state) => newDownload({ state, objectKey: null }));
    await here.store.db.insert(downloads).values(over);
    for (const one of over) expect((await ask('DELETE', `/downloads/${one.id}`)).status, one.state).toBe(409);
    expect(await audited('download.cancel')).toHaveLength(1);
  });

  test('people are found, locked out, let in, promoted, demoted, signed out and deleted, but not by themselves', async () => {
    const person = await administration.person();
    const state = async () => (await rowsOf(`/users?search=${person.email}`))[0];
    const does = async (method: Operation['method'], path: string) =>
      (await ask(method, `/users/${person.email}${path}`)).status;
    expect(await state()).toMatchObject({ sub: person.sub, email: person.email, isEnabled: true, isAdmin: false });
    expect(await does('POST', '/disable')).toBe(204);
    expect(await state()).toMatchObject({ isEnabled: false });
    const verified = (idToken: string) => administration.admins.identity?.verify(idToken);
    expect(await verified(person.idToken)).toEqual({ ok: false, failure: 'invalid' });
    expect(await does('POST', '/enable')).toBe(204);
    expect(await does('PUT', '/admin')).toBe(204);
    expect(await state()).toMatchObject({ isEnabled: true, isAdmin: true });
    const promoted = await administration.again(person);
    const overview = (headers: Record<string, string>) =>
      here.api.api(new Request(`http://site${ADMIN_PATH}/overview`, { headers }));
    expect((await overview(promoted.headers)).status).toBe(200);
    expect(await does('DELETE', '/admin')).toBe(204);
    expect((await overview(promoted.headers)).status).toBe(401);
    const { idToken } = await administration.again(person);
    expect(await verified(idToken)).toMatchObject({ ok: true });
    expect(await does('POST', '/sign-out')).toBe(204);
    expect(await verified(idToken)).toEqual({ ok: false, failure: 'invalid' });
    await here.api.accounts.savePreferences(person.sub, {
      mode: 'audio',
      quality: null,
      container: null,
      fileNames: null,
      language: null,
      theme: null,
    });
    expect(await does('DELETE', '')).toBe(204);
    expect(await state()).toBeUndefined();
    expect(await here.api.accounts.preferences(person.sub)).toEqual({ ok: true, value: null });
    expect(await does('DELETE', '')).toBe(404);
    for (const path of ['/disable', '/enable'])
      expect((await ask('POST', `/users/${admin.email}${path}`)).status).toBe(409);
    expect((await ask('DELETE', `/users/${admin.email}`)).status).toBe(409);
    expect((await ask('DELETE', `/users/${admin.email}/admin`)).status).toBe(409);
    const log = await rowsOf<{ action: string }>(`/audit?search=${person.sub}`);
    expect(log.map(({ action }) => action).toReversed()).toEqual([
      'user.disable',
      'user.enable',
      'user.promote',
      'user.demote',
      'user.sign-out',
      'user.delete',
    ]);
    expect(log[0]).toMatchObject({ before: { isEnabled: true, isAdmin: false }, after: null });
    expect(JSON.stringify(log)).not.toContain(person.email);
  });

  test('nobody becomes an administrator by an address that is not known to be theirs', async () => {
    const stranger = await administration.person();
    const { client, userPoolId: UserPoolId } = administration.client;
    const UserAttributes = [{ Name: 'email_verified', Value: 'false' }];
    await client.send(new AdminUpdateUserAttributesCommand({ UserPoolId, Username: stranger.sub, UserAttributes }));
    expect((await ask('PUT', `/users/${stranger.sub}/admin`)).status).toBe(409);
    expect(await rowsOf(`/users?search=${stranger.email}`)).toMatchObject([{ sub: stranger.sub, isAdmin: false }]);
    expect(await rowsOf(`/audit?search=${stranger.sub}`)).toEqual([]);
  });

  test('a list is the same page by page and as a file, in which no spreadsheet finds a formula', async () => {
    const rows = Array.from({ length: 5 }, (_, n) =>
      newDownload({
        id: crypto.randomUUID(),
        title: n === 0 ? '=HYPERLINK("https://evil.example")' : `film, ${n}`,
        owner: 'user:x',
      }),
    );
    await here.store.db.insert(downloads).values(rows);
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: { rows: { id: string }[]; cursor: string | null } = await given(
        'GET',
        `/downloads?size=2&cursor=${cursor}`,
      );
      seen.push(...page.rows.map(({ id }) => id));
      cursor = page.cursor;
    }
    expect(seen.toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
    const whole = await ask('GET', '/downloads/export?format=json');
    expect(whole.headers.get('content-disposition')).toBe('attachment; filename="downloads.json"');
    expect(((await whole.json()) as { id: string }[]).map(({ id }) => id)).toEqual(seen);
    const csv = await ask('GET', '/downloads/export?format=csv&search=hyperlink');
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const [head = '', line = '', end] = Buffer.from(await csv.arrayBuffer())
      .toString()
      .split('\r\n');
    expect(head).toMatch(/^\uFEFFid,ownerKind,ownerId,/);
    expect(line).toContain(`"'=HYPERLINK(""https://evil.example"")"`);
    expect(end).toBe('');
    expect((await ask('GET', '/downloads?cursor=nonsense')).status).toBe(400);
    expect((await ask('GET', '/downloads?size=201')).status).toBe(400);
    for (const path of ['rules', 'cases', 'users', 'letters', 'audit'])
      for (const format of ['csv', 'json']) {
        const answer = await ask('GET', `/${path}/export?format=${format}`);
        expect([path, answer.status, (await answer.text()).length > 1]).toEqual([path, 200, true]);
      }
  });

  test('a key of the operator is shown once, listed without itself, and revoked for good', async () => {
    const scopes = { platforms: null, networks: null, actions: ['resolve', 'read'] };
    const wanted = { name: 'a partner', scopes, expiresAt: null };
    const { key, secret } = await given<{ key: { id: string }; secret: string }>('POST', '/keys', wanted);
    expect(key).toMatchObject({ name: 'a partner', userId: null, scopes, revokedAt: null });
    const uses = async () =>
      (await there.api.api(new Request('http://site/api/v1/usage', { headers: { 'api-key': secret } }))).status;
    expect(await uses()).toBe(200);
    const listed = await ask('GET', '/keys');
    expect(await listed.json()).toMatchObject({ rows: [{ id: key.id }] });
    expect((await ask('DELETE', `/keys/${key.id}`)).status).toBe(204);
    // Who is not told remembers a key for five seconds.
    await expect.poll(uses).toBe(401);
    expect((await ask('DELETE', `/keys/${key.id}`)).status).toBe(404);
    const log = [...(await audited('key.create')), ...(await audited('key.revoke'))];
    expect(log).toMatchObject([
      { target: key.id, before: null, after: key },
      { target: key.id, before: { revokedAt: null }, after: { revokedAt: expect.any(String) } },
    ]);
    expect(JSON.stringify(log)).not.toContain(secret);
    for (const search of ['PARTNER', 'cf_'])
      expect(await rowsOf(`/keys?search=${search}`)).toMatchObject([{ id: key.id }]);
    expect(await rowsOf('/keys?search=nobody')).toEqual([]);
    await here.store.query('delete from api_keys');
  });

  test('a key for a user is theirs, within their limits, and is found by them', async () => {
    const person = await administration.person();
    const scopes = { platforms: null, networks: null, actions: ['resolve'] };
    const wanted = { name: 'theirs', scopes, expiresAt: null, limits: { resolutions: 1_000_000 } };
    const made = await given<{ key: ApiKey }>('POST', '/keys', { ...wanted, username: person.email });
    expect(made.key.userId).toBe(person.sub);
    expect(made.key.limits.resolutions).toBeLessThan(1_000_000);
    expect(await here.api.accounts.keys(person.sub)).toMatchObject({ value: [{ key: { id: made.key.id } }] });
    expect(await rowsOf(`/keys?search=${person.sub}`)).toMatchObject([{ id: made.key.id }]);
    expect((await ask('POST', '/keys', { ...wanted, username: 'nobody@example.org' })).status).toBe(404);
    await here.store.query('delete from api_keys');
  });

  test('a file that could not be made is tried again, or its letter thrown away', async () => {
    const { visitorId } = here.api.cookies.create({ isSecure: false });
    const onBehalf = { visitorId, address: '203.0.113.7' };
    const urls = ['https://www.youtube.com/watch?v=Private0001'];
    const order = { urls, title: 'none', kind: 'video', heightPx: null } as const;
    const kept = await here.client.keep({ ...order, urls }, { onBehalf });
    const downloadId = kept.ok ? kept.value.id : '';
    const letters = () => rowsOf('/letters');
    await expect.poll(letters).toMatchObject([{ downloadId, failure: { code: 'private' } }]);
    const [first] = (await letters()) as [{ id: string }];
    expect((await ask('POST', `/letters/${first.id}/retry`)).status).toBe(204);
    await expect.poll(async () => (await letters())[0]?.id !== first.id && (await letters()).length).toBe(1);
    const [second] = (await letters()) as [{ id: string }];
    expect((await ask('DELETE', `/letters/${second.id}`)).status).toBe(204);
    expect((await ask('DELETE', `/letters/${second.id}`)).status).toBe(404);
    expect(await letters()).toEqual([]);
    expect(await audited('letter.retry')).toMatchObject([{ target: first.id, before: { downloadId } }]);
    expect(await audited('letter.discard')).toMatchObject([{ target: second.id }]);
  });
});

describe('takedown requests', () => {
  let site: TestSite;
  beforeAll(async () => {
    const guest = { resolutions: 2, downloads: 2, gigabytesPerDay: 1, transfers: 1 };
    site = await startSite({ platforms, works: false, limits: { guest, guestsPerAddress: 2 } });
  });
  afterAll(() => site.close());

  test('are limited as guests are, each address by itself', async () => {
    const file = (address: string) =>
      site.api.api(
        new Request('http://site/api/v1/takedowns', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'api-key': API_KEY, 'x-on-behalf-of-address': address },
          body: JSON.stringify(REQUEST),
        }),
      );
    const statuses: number[] = [];
    for (const address of ['203.0.113.1', '203.0.113.1', '203.0.113.1', '203.0.113.2'])
      statuses.push((await file(address)).status);
    expect(statuses).toEqual([201, 201, 429, 201]);
  });
});
