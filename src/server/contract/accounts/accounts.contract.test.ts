import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import * as v from 'valibot';
import { AccountExport } from '#/model/account.ts';
import type { Result } from '#/model/failure.ts';
import { startPlatforms } from '../../../../tests/platforms/server.ts';
import { follow, type Followed } from '../../../../tests/setup/follow.ts';
import { type SharedPostgres, sharedPostgres } from '../../../../tests/setup/shared-postgres.ts';
import { startSite, type TestSite } from '../../../../tests/setup/site.ts';
import { newDownload } from '#/server/store/fixtures/contract-places.ts';
import { EmbeddedPostgres } from '#/server/store/embedded/embedded-postgres.ts';
import { downloads } from '#/server/store/schema/schema.ts';

const LINK = 'https://x.com/replica/status/1800000000000000001';
const FILM = 'http-832';
const ADDRESS = '203.0.113.7';

let platforms: Awaited<ReturnType<typeof startPlatforms>>;
let postgres: SharedPostgres;
let site: TestSite;
let watching: Followed[] = [];

beforeAll(async () => {
  platforms = await startPlatforms();
  postgres = await sharedPostgres();
  site = await startSite({ platforms });
});
beforeEach(() => platforms.reset());
afterEach(() => {
  for (const { close } of watching) close();
  watching = [];
});
afterAll(async () => {
  await site.close();
  await postgres.close();
  await platforms.close();
});

function value<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.failure.code);
  return result.value;
}

function watch(origin: string, id: string, cookie = ''): Followed {
  const followed = follow(origin, id, { cookie });
  watching.push(followed);
  return followed;
}

/** A browser with its jar, in which somebody may sign in. */
function createBrowser(at: TestSite) {
  let cookie = '';
  const put = (setCookie: string | null) => {
    if (setCookie !== null) cookie = setCookie.split(';', 1)[0] ?? '';
  };
  put(at.api.cookies.create({ isSecure: false }).setCookie);
  const visitorId = () => at.api.cookies.read(cookie);
  return {
    visitorId,
    cookie: () => cookie,
    async signIn(userId: string, on = at): Promise<void> {
      put(value(await on.api.accounts.beginSession(userId, { visitorId: visitorId(), isSecure: false })));
    },
    async signOut(on = at): Promise<void> {
      put(value(await on.api.accounts.endSession({ visitorId: visitorId(), isSecure: false })));
    },
    /** As src/server.ts tells for whom it calls. */
    onBehalf: async (on = at) => {
      const userId = await on.api.accounts.sessions.userOf(visitorId());
      return { visitorId: visitorId(), userId, address: ADDRESS };
    },
    fetch: (path: string, init: RequestInit = {}, on = at) => fetch(on.origin + path, { ...init, headers: { cookie } }),
  };
}
type Browser = ReturnType<typeof createBrowser>;

async function linkOf(format = FILM, on = site): Promise<string> {
  return value(await on.client.resolve(LINK)).links[format] ?? '';
}

async function idsOf(browser: Browser, on = site): Promise<string[]> {
  const onBehalf = await browser.onBehalf(on);
  return value(await on.client.downloads({ onBehalf })).downloads.map(({ id }) => id);
}

/** A transfer that goes on until the platform is quick again. */
async function startSlowly(browser: Browser) {
  const link = await linkOf();
  platforms.knobs.throttleBytesPerS = 20_000;
  const id = randomUUID();
  const watched = watch(site.origin, id);
  const answer = browser.fetch(`${link}?d=${id}`).then((response) => response.arrayBuffer());
  answer.catch(() => {});
  await expect.poll(() => watched.latest()?.receivedBytes).toBeGreaterThan(0);
  return { id, answer, watched };
}

async function keepOne(browser: Browser) {
  const onBehalf = await browser.onBehalf();
  const { id } = value(await site.client.keep({ link: await linkOf() }, { onBehalf }));
  const watched = watch(site.origin, id, browser.cookie());
  await expect.poll(() => watched.latest()?.file?.link).toBeTruthy();
  return { id, href: watched.latest()?.file?.link ?? '' };
}

describe('signing in', () => {
  test('makes the guest’s downloads the user’s, those that run too, and nobody else’s', async () => {
    const [ann, stranger] = [createBrowser(site), createBrowser(site)];
    const guest = await ann.onBehalf();
    const other = await startSlowly(stranger);
    const { id, watched, answer } = await startSlowly(ann);
    await expect.poll(() => idsOf(ann)).toEqual([id]);
    const userId = randomUUID();
    await ann.signIn(userId);
    expect(await ann.onBehalf()).toMatchObject({ userId });
    expect(await idsOf(ann)).toEqual([id]);
    expect(value(await site.client.downloads({ onBehalf: guest })).downloads).toEqual([]);
    const order = async (by: typeof guest) => (await site.client.sendCommand(id, 'pause', { onBehalf: by })).ok;
    await expect.poll(() => order(guest)).toBe(false);
    await expect.poll(async () => order(await ann.onBehalf())).toBe(true);
    await expect.poll(() => watched.latest()?.state).toBe('paused');
    await site.client.sendCommand(id, 'resume', { onBehalf: await ann.onBehalf() });
    platforms.reset();
    expect((await answer).byteLength).toBeGreaterThan(0);
    expect(await idsOf(stranger)).toEqual([other.id]);
    await other.answer;
  });

  test('while a page follows what it has made: it still hears where the file is, and nobody else who has the id does', async () => {
    const ann = createBrowser(site);
    const onBehalf = await ann.onBehalf();
    const link = await linkOf();
    platforms.knobs.throttleBytesPerS = 20_000;
    const { id } = value(await site.client.keep({ link }, { onBehalf }));
    const own = watch(site.origin, id, ann.cookie());
    const others = watch(site.origin, id);
    await expect.poll(() => own.latest()?.state).toBe('preparing');
    await ann.signIn(randomUUID());
    platforms.reset();
    await expect.poll(() => own.latest()?.file?.link).toBeTruthy();
    await expect.poll(() => others.latest()?.state).toBe('ready');
    expect(others.seen.filter(({ file }) => file !== null)).toEqual([]);
  });

  test('gives a new cookie, which other devices of the user have one of, and which is not given twice', async () => {
    const [phone, desk] = [createBrowser(site), createBrowser(site)];
    const userId = randomUUID();
    const before = phone.cookie();
    await phone.signIn(userId);
    const given = phone.cookie();
    expect(given).not.toBe(before);
    await phone.signIn(userId);
    expect(phone.cookie()).toBe(given);
    const id = randomUUID();
    await (await phone.fetch(`${await linkOf()}?d=${id}`)).arrayBuffer();
    await desk.signIn(userId);
    await expect.poll(() => idsOf(desk)).toEqual([id]);
  });

  test('as somebody else in the same browser takes nothing along', async () => {
    const browser = createBrowser(site);
    const [ann, bob] = [randomUUID(), randomUUID()];
    await browser.signIn(ann);
    const former = browser.visitorId();
    await (await browser.fetch(`${await linkOf()}?d=${randomUUID()}`)).arrayBuffer();
    await expect.poll(() => idsOf(browser)).toHaveLength(1);
    await browser.signIn(bob);
    expect(await idsOf(browser)).toEqual([]);
    expect(await site.api.accounts.sessions.userOf(former)).toBeNull();
  });

  test('is known by our signature only: a guest’s id is none of a user’s, nor the other way round', async () => {
    const [guest, user] = [createBrowser(site), createBrowser(site)];
    await user.signIn(randomUUID());
    const bent = guest.cookie().replace('visitor=', 'visitor=u');
    const unbent = user.cookie().replace('visitor=u', 'visitor=');
    expect(site.api.cookies.read(user.cookie())).toMatch(/^u/);
    for (const cookie of [bent, unbent]) expect(site.api.cookies.read(cookie)).toBeNull();
  });
});

describe('signing out', () => {
  test('leaves the downloads with the user, and the browser to a guest', async () => {
    const browser = createBrowser(site);
    const userId = randomUUID();
    await browser.signIn(userId);
    const [left, { id }] = [browser.visitorId(), await keepOne(browser)];
    await browser.signOut();
    expect(browser.visitorId()).not.toMatch(/^u/);
    expect(await idsOf(browser)).toEqual([]);
    const { sessions } = site.api.accounts;
    expect([await sessions.userOf(left), await sessions.hasEnded(left)]).toEqual([null, true]);
    await browser.signIn(userId);
    expect(await idsOf(browser)).toEqual([id]);
  });

  test('everywhere ends all sessions of the user, and of nobody else', async () => {
    const browsers = [createBrowser(site), createBrowser(site), createBrowser(site)];
    const [ann, bob] = [randomUUID(), randomUUID()];
    for (const [index, browser] of browsers.entries()) await browser.signIn(index < 2 ? ann : bob);
    value(await site.api.accounts.endSessions(ann));
    const users = await Promise.all(browsers.map(async (browser) => (await browser.onBehalf()).userId));
    expect(users).toEqual([null, null, bob]);
  });

  test('on one server is known to all at once', async () => {
    const databaseUrl = await postgres.createCopy();
    const [one, other] = [
      await startSite({ platforms, databaseUrl, works: false }),
      await startSite({ platforms, databaseUrl, works: false }),
    ];
    const browser = createBrowser(one);
    const userId = randomUUID();
    await browser.signIn(userId, one);
    const { sessions } = other.api.accounts;
    const visitorId = browser.visitorId();
    expect(await sessions.userOf(visitorId)).toBe(userId);
    await browser.signOut(one);
    await expect.poll(() => sessions.userOf(visitorId)).toBeNull();
    await other.close();
    await one.close();
  });

  test('counts what a browser still asks for with the old cookie to nobody', async () => {
    const browser = createBrowser(site);
    const userId = randomUUID();
    await browser.signIn(userId);
    value(await site.api.accounts.endSessions(userId));
    const id = randomUUID();
    expect((await browser.fetch(`${await linkOf()}?d=${id}`)).status).toBe(200);
    const onBehalf = { visitorId: browser.visitorId(), userId: null, address: ADDRESS };
    expect(value(await site.client.downloads({ onBehalf })).downloads).toEqual([]);
    expect(await site.store.query('select from downloads where id = $1', [id])).toEqual([]);
  });
});

describe('the history', () => {
  async function withRows(count: number) {
    const userId = randomUUID();
    const onBehalf = { visitorId: null, userId, address: null };
    const ended = { owner: `user:${userId}`, state: 'done', isKept: false, objectKey: null, expiresAt: null } as const;
    const rows = Array.from({ length: count }, (_, index) => newDownload({ ...ended, title: `Film ${index}` }));
    if (count > 0) await site.store.db.insert(downloads).values(rows);
    return { userId, onBehalf };
  }

  test('is listed in pages, searched and filtered', async () => {
    const { onBehalf } = await withRows(31);
    const first = value(await site.client.downloads({ onBehalf }));
    expect(first.downloads).toHaveLength(30);
    const rest = value(await site.client.downloads({ onBehalf, query: { cursor: first.cursor } }));
    expect([rest.downloads.length, rest.cursor]).toEqual([1, null]);
    const found = value(await site.client.downloads({ onBehalf, query: { search: 'film 7 ', platform: 'youtube' } }));
    expect(found.downloads.map(({ title }) => title)).toEqual(['Film 7']);
    const none = value(await site.client.downloads({ onBehalf, query: { state: 'failed' } }));
    expect(none.downloads).toEqual([]);
    const wrong = await site.client.downloads({ onBehalf, query: { cursor: 'x' } });
    expect(wrong).toEqual({ ok: false, failure: { code: 'invalid_request' } });
  });

  test('has the name and a small picture of what was downloaded, which a guest’s has not', async () => {
    const [ann, guest] = [createBrowser(site), createBrowser(site)];
    await ann.signIn(randomUUID());
    const link = await linkOf();
    for (const browser of [ann, guest]) await (await browser.fetch(`${link}?d=${randomUUID()}`)).arrayBuffer();
    const recordOf = async (browser: Browser) =>
      value(await site.client.downloads({ onBehalf: await browser.onBehalf() })).downloads[0];
    await expect.poll(async () => (await recordOf(guest))?.fileName).toMatch(/\(\d+p\)\.mp4$/);
    expect((await recordOf(guest))?.picture).toBeNull();
    const typeOf = async () => {
      const answer = await fetch(site.origin + (await recordOf(ann))?.picture);
      return [answer.status, answer.headers.get('content-type')];
    };
    await expect.poll(typeOf).toEqual([200, 'image/webp']);
  });

  test('forgets one with its file, for its owner only', async () => {
    const [ann, bob] = [createBrowser(site), createBrowser(site)];
    await ann.signIn(randomUUID());
    await bob.signIn(randomUUID());
    const { id, href } = await keepOne(ann);
    const unknown = { ok: false, failure: { code: 'download_unknown' } };
    expect(await site.client.forget(id, { onBehalf: await bob.onBehalf() })).toEqual(unknown);
    expect((await fetch(site.origin + href)).status).toBe(200);
    expect(await site.client.forget(id, { onBehalf: await ann.onBehalf() })).toEqual({ ok: true, value: null });
    expect((await fetch(site.origin + href)).status).toBe(410);
    expect(await site.client.forget(id, { onBehalf: await ann.onBehalf() })).toEqual(unknown);
    expect(await idsOf(ann)).toEqual([]);
  });

  test('is cleared of what has ended, and goes on with what runs', async () => {
    const browser = createBrowser(site);
    await browser.signIn(randomUUID());
    const { href } = await keepOne(browser);
    const { id, answer } = await startSlowly(browser);
    await expect.poll(() => idsOf(browser)).toHaveLength(2);
    expect((await site.client.clear({ onBehalf: await browser.onBehalf() })).ok).toBe(true);
    expect(await idsOf(browser)).toEqual([id]);
    expect((await fetch(site.origin + href)).status).toBe(410);
    platforms.reset();
    expect((await answer).byteLength).toBeGreaterThan(0);
  });

  test('leaves with everything else as one JSON object, however long it is', async () => {
    const { userId } = await withRows(1_001);
    const { accounts } = site.api;
    const entry = { id: randomUUID(), link: LINK, platform: 'twitter', mode: 'video', quality: 720 } as const;
    value(await accounts.putEntries(userId, { entries: [entry], order: null }));
    const text = await new Response(accounts.exportAll(userId)).text();
    const everything = v.parse(AccountExport, JSON.parse(text));
    expect(everything).toMatchObject({ userId, preferences: null, queue: [entry] });
    expect(new Set(everything.downloads.map(({ id }) => id)).size).toBe(1_001);
    const nothing = await new Response(accounts.exportAll(randomUUID())).text();
    expect(v.parse(AccountExport, JSON.parse(nothing))).toMatchObject({ queue: [], downloads: [] });
  });
});

describe('deleting everything', () => {
  test('ends what runs, deletes files and rows, and signs out; nothing names the user any more; again, it is nothing', async () => {
    const browser = createBrowser(site);
    const userId = randomUUID();
    const { accounts } = site.api;
    await browser.signIn(userId);
    const { href } = await keepOne(browser);
    const { answer } = await startSlowly(browser);
    const broken = expect(answer).rejects.toThrow();
    await expect.poll(() => idsOf(browser)).toHaveLength(2);
    const { visitorId } = await browser.onBehalf();
    const settled = {
      mode: null,
      quality: null,
      container: null,
      fileNames: null,
      language: null,
      theme: 'dark',
    } as const;
    value(await accounts.savePreferences(userId, settled));
    const entry = { id: randomUUID(), link: LINK, platform: null, mode: 'video', quality: null } as const;
    value(await accounts.putEntries(userId, { entries: [entry], order: null }));
    value(await accounts.erase(userId));
    await broken;
    expect((await fetch(site.origin + href)).status).toBe(410);
    expect(await accounts.sessions.hasEnded(visitorId)).toBe(true);
    const tables = ['downloads', 'visitor_users', 'user_preferences', 'queue_entries'];
    for (const table of tables) {
      const found = await site.store.query(`select from ${table} t where t::text like '%' || $1 || '%'`, [userId]);
      expect([table, found]).toEqual([table, []]);
    }
    expect(await accounts.erase(userId)).toEqual({ ok: true, value: undefined });
  });
});

describe('a signed-in user', () => {
  const guest = { resolutions: 2, downloads: 2, gigabytesPerDay: 1, transfers: 1 };
  let strict: TestSite;
  beforeAll(async () => {
    strict = await startSite({ platforms, limits: { guest, guestsPerAddress: 1 }, works: false, isEmbedded: true });
  });
  afterAll(() => strict.close());

  test('may do twice what a guest may, on all devices together', async () => {
    const [phone, desk] = [createBrowser(strict), createBrowser(strict)];
    const userId = randomUUID();
    for (const browser of [phone, desk]) await browser.signIn(userId);
    const usage = value(await strict.client.usage({ onBehalf: await desk.onBehalf(strict) }));
    expect(usage).toMatchObject({ resolutions: { limit: 4 }, downloads: { limit: 4 }, transfers: { limit: 2 } });
    const resolve = async (browser: Browser) =>
      (await strict.client.resolve(LINK, { onBehalf: await browser.onBehalf() })).ok;
    const answers = [];
    for (const browser of [phone, desk, phone, desk, phone]) answers.push(await resolve(browser));
    expect(answers).toEqual([true, true, true, true, false]);
  });

  test('over the limit costs no query, once the cookie is known', async () => {
    const browser = createBrowser(strict);
    await browser.signIn(randomUUID());
    const link = await linkOf(FILM, strict);
    for (let count = 0; count < 5; count++) await (await browser.fetch(link)).arrayBuffer();
    const { connection } = strict.store;
    if (!(connection instanceof EmbeddedPostgres)) throw new Error('the database is not embedded');
    const query = vi.spyOn(connection, 'query');
    const statuses = await Promise.all(Array.from({ length: 50 }, async () => (await browser.fetch(link)).status));
    // Jobs and statistics ask by themselves, whoever comes.
    const asked = query.mock.calls.filter(([text]) => !/pgboss|insert into statistics/.test(text));
    expect(new Set(statuses)).toEqual(new Set([429]));
    // Whether the session lives is asked again after some seconds, which a busy machine may take for these fifty.
    expect(asked.length).toBeLessThan(statuses.length / 10);
  });
});
