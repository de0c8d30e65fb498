import { mkdtemp, rm } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DownloadProgress } from '#/model/download.ts';
import type { Result } from '#/model/failure.ts';
import { startPlatforms } from '../../../../tests/platforms/server.ts';
import { follow, type Followed } from '../../../../tests/setup/follow.ts';
import { type SharedPostgres, sharedPostgres } from '../../../../tests/setup/shared-postgres.ts';
import { startSite, type TestSite } from '../../../../tests/setup/site.ts';
import { createAuditLog } from '#/server/store/tables/audit.ts';
import { createSwitchRepository } from '#/server/store/tables/platform-switches.ts';
import { createRuleRepository, type NewRule } from '#/server/store/tables/rules.ts';

const LINK = 'https://x.com/replica/status/1800000000000000001';
const FILM = 'http-2176';
const OTHER = 'https://www.tiktok.com/@replica.user/video/7400000000000000001';
const ANN = 'user:ann';
const TAKEN_DOWN = { ok: false, failure: { code: 'taken_down', platform: 'twitter' } };
/** The promise to claimants; measured from the answer to whoever adds the rule. */
/** Servers that are not told look by themselves after a minute. */
const WITHIN = { timeout: 60_000, interval: 5 };
const SWITCHED_WITHIN = WITHIN;

let platforms: Awaited<ReturnType<typeof startPlatforms>>;
let postgres: SharedPostgres;

beforeAll(async () => {
  platforms = await startPlatforms();
  postgres = await sharedPostgres();
});
afterAll(async () => {
  await postgres.close();
  await platforms.close();
});

function value<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.failure.code);
  return result.value;
}

/** One node on an embedded database, and two on a PostgreSQL: what is done on the first must count on the last. */
describe.each([
  { name: 'one node, embedded', nodes: 1 },
  { name: 'two nodes, PostgreSQL', nodes: 2 },
])('$name', ({ nodes }) => {
  let folder: string;
  let sites: TestSite[];
  let here: TestSite;
  let there: TestSite;
  let followed: Followed[] = [];
  let rules: ReturnType<typeof createRuleRepository>;
  let switches: ReturnType<typeof createSwitchRepository>;

  beforeAll(async () => {
    // Two nodes have one bucket, too, as they would have in S3.
    folder = await mkdtemp(join(tmpdir(), 'takedowns-'));
    const shared = nodes > 1 ? { databaseUrl: await postgres.createCopy(), folder } : { isEmbedded: true };
    sites = [];
    // Of two, only the one that is not asked makes files.
    for (let n = 1; n <= nodes; n++) sites.push(await startSite({ platforms, ...shared, works: n === nodes }));
    [here, there] = [sites.at(0), sites.at(-1)] as [TestSite, TestSite];
    const audit = createAuditLog(here.store);
    rules = createRuleRepository(here.store, audit);
    switches = createSwitchRepository(here.store, audit);
  });
  beforeEach(() => platforms.reset());
  afterEach(async () => {
    for (const { close } of followed) close();
    followed = [];
    await here.store.query('delete from rules');
    for (const { controls } of sites) await controls.refresh('rules');
  });
  afterAll(async () => {
    for (const site of sites) await site.close();
    await rm(folder, { recursive: true, force: true });
  });

  function visitorOf({ api, client }: TestSite) {
    const { visitorId, setCookie } = api.cookies.create({ isSecure: false });
    const onBehalf = { visitorId, address: '203.0.113.7' };
    return {
      onBehalf,
      headers: { cookie: setCookie.split(';', 1)[0] ?? '' },
      linkTo: async (link = LINK, format = FILM) => value(await client.resolve(link, { onBehalf })).links[format] ?? '',
      async pictureOf(link = LINK) {
        const { thumbnails } = value(await client.resolve(link, { onBehalf })).shown;
        return Object.values(thumbnails)[0] ?? '';
      },
    };
  }

  function watch({ origin }: TestSite, id: string, headers: Record<string, string> = {}): Followed {
    const watching = follow(origin, id, headers);
    followed.push(watching);
    return watching;
  }

  /** As an operator does, and the pages of the admin API: what is kept is deleted before the answer. */
  async function add(rule: Partial<NewRule> = {}): Promise<string> {
    const added = await rules.add({ kind: 'url', platform: 'twitter', value: LINK, reason: '', ...rule }, ANN);
    await here.controls.refresh('rules');
    await here.jobs.takeDown();
    return added?.id ?? '';
  }

  /** Begins to fetch, and hears when the connection breaks. */
  async function begin(url: string, headers: Record<string, string>) {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      get(url, { headers }, resolve).on('error', reject);
    });
    const state = { isBroken: false, bytes: 0, status: response.statusCode };
    response.on('data', (chunk: Buffer) => (state.bytes += chunk.length));
    response.on('error', () => (state.isBroken = true));
    return state;
  }

  test.each([
    ['url', LINK],
    ['media', '1800000000000000001'],
    ['author', 'replica'],
    ['host', 'x.com'],
  ] as const)(
    'a link is answered 451 by a rule of the kind %s, on every node, until it is removed',
    async (kind, what) => {
      const visitor = visitorOf(there);
      const path = await visitor.linkTo();
      const id = await add({ kind, value: what, platform: kind === 'host' ? null : 'twitter' });
      await expect.poll(() => there.client.resolve(LINK), WITHIN).toEqual(TAKEN_DOWN);
      for (const { client, origin } of sites) {
        expect(await client.resolve(LINK)).toEqual(TAKEN_DOWN);
        for (const query of ['', '?inline=1', '?start=1&end=2']) {
          const answer = await fetch(origin + path + query, visitor);
          expect([answer.status, (await answer.json()).code]).toEqual([451, 'taken_down']);
        }
        expect((await fetch(origin + path, { ...visitor, method: 'HEAD' })).status).toBe(451);
        expect(await client.keep({ link: path }, visitor)).toEqual(TAKEN_DOWN);
      }
      expect((await there.client.resolve(OTHER)).ok).toBe(true);
      await rules.remove(id, ANN);
      await expect.poll(async () => (await there.client.resolve(LINK)).ok).toBe(true);
    },
  );

  test.each([
    ['url', LINK],
    ['media', '1800000000000000001'],
    ['author', 'replica'],
    ['host', 'x.com'],
  ] as const)('a picture that was kept is not shown either, by a rule of the kind %s', async (kind, what) => {
    const path = await visitorOf(there).pictureOf();
    expect((await fetch(there.origin + path)).status).toBe(200);
    await add({ kind, value: what, platform: kind === 'host' ? null : 'twitter' });
    for (const { origin } of sites)
      await expect.poll(async () => (await fetch(origin + path)).status, WITHIN).toBe(451);
  });

  test('nothing is asked of the platform for a link that is taken down', async () => {
    await add();
    await expect.poll(() => there.client.resolve(LINK), WITHIN).toEqual(TAKEN_DOWN);
    platforms.reset();
    await there.client.resolve(LINK);
    expect(platforms.log).toEqual([]);
  });

  test('a running download, and a preview, end within a second, and the page is told why', async () => {
    platforms.knobs.throttleBytesPerS = 50_000;
    const visitor = visitorOf(there);
    const path = await visitor.linkTo();
    const id = crypto.randomUUID();
    const watching = watch(here, id);
    const saved = await begin(`${there.origin}${path}?d=${id}`, visitor.headers);
    const shown = await begin(`${there.origin}${path}?inline=1`, visitor.headers);
    expect([saved.status, shown.status]).toEqual([200, 200]);
    await expect.poll(() => watching.latest()?.state).toBe('transferring');
    const addedAt = performance.now();
    await add({ kind: 'author', value: 'replica' });
    await expect.poll(() => saved.isBroken && shown.isBroken, WITHIN).toBe(true);
    process.stderr.write(`ended ${Math.round(performance.now() - addedAt)} ms after the rule was sent\n`);
    const told: Partial<DownloadProgress> = { state: 'failed', failure: { code: 'taken_down' } };
    await expect.poll(() => watching.latest(), WITHIN).toMatchObject(told);
    expect((await fetch(`${there.origin}${path}?d=${id}`, visitor)).status).toBe(451);
    await expect
      .poll(async () => value(await here.client.downloads(visitor)).downloads)
      .toMatchObject([{ id, ...told }]);
  });

  test('a file that is being made is ended, and one that waits is never begun', async () => {
    platforms.knobs.throttleBytesPerS = 50_000;
    const visitor = visitorOf(here);
    const link = await visitor.linkTo();
    const { id } = value(await here.client.keep({ link }, visitor));
    const watching = watch(here, id);
    await expect.poll(() => watching.latest()?.state).toBe('preparing');
    await add();
    await expect
      .poll(() => watching.latest(), WITHIN)
      .toMatchObject({ state: 'failed', failure: { code: 'taken_down' } });
    await expect.poll(() => there.jobs.counts()).toMatchObject({ waiting: 0, running: 0 });
  });

  test('an archive of links is ended when one of them is taken down', async () => {
    platforms.knobs.throttleBytesPerS = 50_000;
    const visitor = visitorOf(here);
    const order = { urls: [LINK, OTHER], title: 'two', kind: 'video', heightPx: null } as const;
    const { id } = value(await here.client.keep({ ...order, urls: [...order.urls] }, visitor));
    const watching = watch(here, id);
    await expect.poll(() => watching.latest()?.receivedBytes ?? 0).toBeGreaterThan(0);
    await add();
    await expect
      .poll(() => watching.latest(), WITHIN)
      .toMatchObject({ state: 'failed', failure: { code: 'taken_down' } });
  });

  test('a kept file is deleted, and its link answers 451', async () => {
    const visitor = visitorOf(there);
    const { id } = value(await there.client.keep({ link: await visitor.linkTo() }, visitor));
    const watching = watch(there, id, visitor.headers);
    await expect.poll(() => watching.latest()?.state).toBe('ready');
    const link = there.origin + watching.latest()?.file?.link;
    const before = await fetch(link);
    expect([before.status, (await before.arrayBuffer()).byteLength]).toEqual([200, watching.latest()?.totalBytes]);
    await add({ kind: 'media', value: '1800000000000000001' });
    await expect.poll(() => watching.latest(), WITHIN).toMatchObject({ state: 'failed', file: null });
    for (const { origin } of sites) expect((await fetch(link.replace(there.origin, origin))).status).toBe(451);
    const { downloads } = value(await there.client.downloads(visitor));
    expect(downloads).toMatchObject([{ id, state: 'failed', failure: { code: 'taken_down' }, file: null }]);
  });

  test('a platform that is off is told everywhere within two seconds, the others go on, and running downloads, too', async () => {
    platforms.knobs.throttleBytesPerS = 200_000;
    const visitor = visitorOf(there);
    const path = await visitor.linkTo(LINK, 'http-832');
    const running = await begin(there.origin + path, visitor.headers);
    const notice = { en: 'Back on Monday.' };
    await switches.turn({ platform: 'twitter', isOn: false, notice }, ANN);
    const turnedAt = performance.now();
    const failure = { code: 'platform_off', platform: 'twitter', notice };
    for (const { client } of sites) {
      const health = async () => value(await client.platforms()).twitter;
      await expect.poll(health, SWITCHED_WITHIN).toMatchObject({ state: 'unavailable', reason: failure, notice });
    }
    process.stderr.write(`off after ${Math.round(performance.now() - turnedAt)} ms\n`);
    for (const { client, origin } of sites) {
      expect(await client.resolve(LINK)).toEqual({ ok: false, failure });
      expect(await client.keep({ link: path }, visitor)).toEqual({ ok: false, failure });
      const answer = await fetch(origin + path, visitor);
      expect([answer.status, await answer.json()]).toMatchObject([503, failure]);
      expect((await client.resolve(OTHER)).ok).toBe(true);
    }
    expect(running.isBroken).toBe(false);
    await switches.turn({ platform: 'twitter', isOn: true, notice: null }, ANN);
    await expect.poll(async () => (await there.client.resolve(LINK)).ok).toBe(true);
  });
});
