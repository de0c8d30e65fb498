import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PLATFORMS } from '#/model/platform.ts';
import { StatusReport } from '#/model/status.ts';
import { startPlatforms } from '../../../../tests/platforms/server.ts';
import { type Postgres, startPostgres } from '../../../../tests/setup/postgres.ts';
import { METRICS_TOKEN, startSite, type TestSite } from '../../../../tests/setup/site.ts';
import { createAuditLog } from '#/server/store/tables/audit.ts';
import { createSwitchRepository } from '#/server/store/tables/platform-switches.ts';
import { createStatisticsRepository } from '#/server/store/tables/statistics.ts';

const LINK = 'https://x.com/replica/status/1800000000000000001';
const PRIVATE = 'https://www.youtube.com/watch?v=Private0001';

let platforms: Awaited<ReturnType<typeof startPlatforms>>;
let postgres: Postgres;

beforeAll(async () => {
  [platforms, postgres] = await Promise.all([startPlatforms(), startPostgres()]);
});
afterAll(async () => {
  await postgres.close();
  await platforms.close();
});
beforeEach(() => platforms.reset());

async function reportOf(site: TestSite, headers: Record<string, string> = {}) {
  const response = await site.api.api(new Request('http://site/api/v1/status', { headers }));
  return { response, report: response.status === 200 ? v.parse(StatusReport, await response.json()) : null };
}

async function countedBy(site: TestSite) {
  await site.telemetry.flush();
  const counted = await createStatisticsRepository(site.store).hours(new Date());
  return counted.map(({ startsAt: _startsAt, ...rest }) => rest);
}

describe.each(['embedded', 'PostgreSQL'])('%s', (database) => {
  let site: TestSite;

  beforeAll(async () => {
    site = await startSite({ platforms, isEmbedded: database === 'embedded', canaries: { twitter: LINK } });
  });
  afterAll(() => site.close());

  test('the process lives, and can serve', async () => {
    expect(await (await fetch(`${site.origin}/healthz`)).text()).toBe('ok\n');
    const ready = await fetch(`${site.origin}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready', failing: [] }]);
    expect((await fetch(`${site.origin}/readyz`, { method: 'POST' })).status).toBe(405);
  });

  test('links and files are counted by platform and outcome, and nothing of who or what', async () => {
    const answer = await site.client.resolve(LINK);
    await site.client.resolve(PRIVATE);
    await site.client.resolve('https://example.com/film');
    const path = (answer.ok && answer.value.links['http-832']) || '';
    const whole = await (await fetch(site.origin + path)).arrayBuffer();
    await (await fetch(site.origin + path, { headers: { range: 'bytes=0-999' } })).arrayBuffer();
    await fetch(site.origin + path, { method: 'HEAD' });
    const bytes = whole.byteLength + 1000;
    await expect
      .poll(() => countedBy(site))
      .toContainEqual({ platform: 'twitter', kind: 'download', outcome: 'ok', count: 1, bytes });
    const counted = await countedBy(site);
    const common = { kind: 'resolve', count: 1, bytes: 0 };
    expect(counted).toContainEqual({ ...common, platform: 'twitter', outcome: 'ok' });
    expect(counted).toContainEqual({ ...common, platform: 'youtube', outcome: 'private' });
    expect(counted).toContainEqual({ ...common, platform: 'none', outcome: 'unsupported_host' });
    expect(counted).toContainEqual({ platform: 'twitter', kind: 'canary', outcome: 'ok', count: 1, bytes: 0 });
  });

  test('the report is public, tells each platform by hours and days, and may be kept by caches', async () => {
    const { response, report } = await reportOf(site);
    expect(response.headers.get('cache-control')).toBe('public, max-age=2');
    expect(Object.keys(report?.platforms ?? {}).toSorted()).toEqual(PLATFORMS.toSorted());
    const { twitter, tiktok } = report?.platforms ?? {};
    expect(twitter).toMatchObject({ state: 'working', reason: null });
    expect([twitter?.hours.length, twitter?.days.length]).toEqual([24, 90]);
    expect(twitter?.hours.at(-1)?.state).toBe('working');
    expect(tiktok?.days.every(({ state, successRate }) => state === 'unknown' && successRate === null)).toBe(true);
    const etag = response.headers.get('etag') ?? '';
    const again = await reportOf(site, { 'if-none-match': `"other", W/${etag}` });
    expect([again.response.status, again.response.headers.get('etag')]).toEqual([304, etag]);
  });

  test('what an operator says of a platform is told on its page, and no incident', async () => {
    const switches = createSwitchRepository(site.store, createAuditLog(site.store));
    const health = async () => {
      const told = await site.client.platforms();
      return told.ok ? told.value.facebook : null;
    };
    await switches.turn({ platform: 'facebook', isOn: false, notice: { en: 'Back on Monday.' } }, 'a test');
    await expect.poll(health).toMatchObject({
      state: 'unavailable',
      reason: { code: 'platform_off' },
      notice: { en: 'Back on Monday.' },
    });
    await switches.turn({ platform: 'facebook', isOn: true, notice: null }, 'a test');
    await expect.poll(health).toMatchObject({ state: 'working' });
  });

  test('figures are for whoever has the token', async () => {
    const answer = await site.client.resolve(LINK);
    await site.client.resolve(PRIVATE);
    const path = (answer.ok && answer.value.links['http-832']) || '';
    await (await fetch(site.origin + path)).arrayBuffer();
    const read = (headers: Record<string, string>) => fetch(`${site.origin}/metrics`, { headers });
    expect((await read({})).status).toBe(401);
    expect((await read({ authorization: `Bearer ${METRICS_TOKEN}x` })).status).toBe(401);
    const response = await read({ authorization: `Bearer ${METRICS_TOKEN}` });
    const text = await response.text();
    expect(response.headers.get('content-type')).toContain('text/plain');
    expect(text).toMatch(/clipferry_outcomes_total\{kind="resolve",platform="youtube",outcome="private"\} [1-9]/);
    expect(text).toMatch(/clipferry_transferred_bytes_total\{platform="twitter"\} \d{4,}/);
    expect(text).not.toContain('replica');
  });
});

test('an outage of one platform shows on all servers, and leaves the other platforms untouched', async () => {
  const databaseUrl = await postgres.createDatabase();
  const [one, two] = [
    await startSite({ platforms, databaseUrl, works: false }),
    await startSite({ platforms, databaseUrl, works: false }),
  ];
  try {
    expect((await two.client.resolve(LINK)).ok).toBe(true);
    for (let n = 0; n < 6; n++) one.telemetry.count({ platform: 'youtube', kind: 'resolve', outcome: 'blocked_ip' });
    const stateAt = async (site: TestSite) => {
      const answer = await site.client.platforms();
      return answer.ok ? Object.entries(answer.value).map(([platform, { state }]) => `${platform} ${state}`) : [];
    };
    const expected = PLATFORMS.map((platform) => `${platform} ${platform === 'youtube' ? 'unavailable' : 'working'}`);
    await expect.poll(() => stateAt(one)).toEqual(expected);
    await expect.poll(() => stateAt(two)).toEqual(expected);
    expect((await two.client.resolve(LINK)).ok).toBe(true);
    await expect
      .poll(async () => (await reportOf(two)).report?.incidents, { timeout: 60_000, interval: 500 })
      .toMatchObject([{ platform: 'youtube', state: 'unavailable', code: 'blocked_ip', endedAt: null }]);
  } finally {
    await Promise.all([one.close(), two.close()]);
  }
});

test('a server without its database says so, and judges the platforms by itself', async () => {
  const databaseUrl = await postgres.createDatabase();
  const site = await startSite({ platforms, databaseUrl, works: false });
  try {
    await postgres.stop();
    const ready = await fetch(`${site.origin}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([503, { status: 'failing', failing: ['database'] }]);
    expect((await fetch(`${site.origin}/healthz`)).status).toBe(200);
    expect((await site.client.platforms()).ok).toBe(true);
  } finally {
    await postgres.start();
    await site.close();
  }
});
