import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startPlatforms } from '../../../../tests/platforms/server.ts';
import { startSite, type TestSite, type TestSiteOptions } from '../../../../tests/setup/site.ts';
import { allowances } from '#app.config';
import { startMailServer } from '#/server/identity/embedded/fixtures/mail-server.ts';
import { createPerson } from '#/server/identity/embedded/fixtures/sdk-clients.ts';
import { startIdentity } from '#/server/identity/embedded/fixtures/start-identity.ts';
import { openMessages } from '#/server/identity/embedded/messages/open-messages.ts';
import { createReadyMailer } from '#/server/identity/link-ready-mail.ts';
import { createAuditLog } from '#/server/store/tables/audit.ts';
import { served } from '#/server/store/fixtures/contract-places.ts';
import { createRuleRepository } from '#/server/store/tables/rules.ts';

/** A fresh one for each test: what a replica answered is remembered for a while. */
let link: string;
let count = 100;
/** Of a premiere that nobody waits for here: it is not looked at again. */
const LATER = '2099-01-01T00:00:00+00:00';
const FROM = { address: '203.0.113.7' };
let platforms: Awaited<ReturnType<typeof startPlatforms>>;
let mail: Awaited<ReturnType<typeof startMailServer>>;
let closing: (() => Promise<void>)[];

beforeAll(async () => {
  platforms = await startPlatforms();
  mail = await startMailServer();
});
afterAll(async () => {
  await mail.close();
  await platforms.close();
});
beforeEach(() => {
  platforms.reset();
  platforms.knobs.premiereAt = new Date(Date.now() - 60_000).toISOString();
  mail.mails.length = 0;
  closing = [];
  link = `https://www.youtube.com/watch?v=Premiere${++count}`;
});
afterEach(async () => {
  for (const close of closing.toReversed()) await close();
});

/** A site that mails who is told, and accounts of it. */
async function start(options: Partial<TestSiteOptions> = {}) {
  const site = await startSite({ platforms, watchPauseS: 1, ...options });
  const { store } = site;
  const smtp = { url: mail.url, from: 'ferry@clipferry.example' };
  const messages = await openMessages({ store, smtp, trial: null, log: () => {} });
  const identity = await startIdentity(store, { deliver: messages.deliver });
  const { addressOf } = identity.service;
  const origin = 'https://clipferry.example';
  await site.jobs.tellUsers(createReadyMailer({ deliver: messages.deliver, addressOf, origin }));
  const close = async () => {
    await site.close();
    messages.close();
    await identity.close().catch(() => {});
  };
  return { site, identity, close };
}

/** As the page asks, which has read the link. */
async function watch({ api, client }: TestSite, userId: string, language: 'en' | 'fr' | 'ru' = 'en') {
  expect(await client.resolve(link)).toMatchObject({ ok: false, failure: { code: 'live_upcoming' } });
  return api.accounts.watchLink(userId, { link: `${link}&feature=shared`, language }, FROM);
}

const states = async ({ api }: TestSite, userId: string) => {
  const listed = await api.accounts.watchedLinks(userId);
  return listed.ok ? listed.value.map(({ title, state }) => [title, state]) : listed.failure.code;
};
const readings = () => platforms.log.filter(({ path }) => path === '/watch').length;
const title = () => `Replica video ${link.slice(-11)}`;

test('who waits for a premiere is mailed once it is there, each in their language, although the server was restarted', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'watched-'));
  closing.push(() => rm(folder, { recursive: true, force: true }));
  const before = await start({ folder, isEmbedded: true });
  const [ann, bob] = [
    await createPerson(before.identity, { isReady: true }),
    await createPerson(before.identity, { isReady: true }),
  ];
  for (const [{ sub }, language] of [
    [ann, 'fr'],
    [bob, 'en'],
  ] as const) {
    expect(await watch(before.site, sub, language)).toMatchObject({ ok: true, value: { link, state: 'waiting' } });
  }
  const settled = { mode: null, quality: null, container: null, fileNames: null, theme: null } as const;
  await before.site.api.accounts.savePreferences(bob.sub, { ...settled, language: 'ru' });
  expect(await states(before.site, ann.sub)).toEqual([[title(), 'waiting']]);
  const asked = readings();
  await expect.poll(readings).toBeGreaterThan(asked);
  // A round that is cut short is taken up after some seconds, which nobody has to wait for here.
  const isLooking = () => before.site.store.query(`select from pgboss.job where name = 'watches' and state = 'active'`);
  await expect.poll(isLooking).toEqual([]);
  await before.close();
  expect(mail.mails).toEqual([]);

  platforms.knobs.isPremiereOver = true;
  const askedBefore = readings();
  const after = await start({ folder, isEmbedded: true });
  closing.push(after.close);
  await expect.poll(() => mail.mails.length).toBe(2);
  expect(readings() - askedBefore).toBe(1);
  const sources = new Map(mail.mails.map(({ to, source }) => [to[0], source.replaceAll(/=\r?\n/g, '')]));
  expect(sources.get(ann.email)).toContain('Content-Language: fr');
  expect(sources.get(ann.email)).toContain(`https://clipferry.example/fr/youtube?u=3D${encodeURIComponent(link)}`);
  expect(sources.get(bob.email)).toContain('Content-Language: ru');
  expect(await states(after.site, ann.sub)).toEqual([[title(), 'there']]);
});

describe('on the site', () => {
  let site: TestSite;
  let close: () => Promise<void>;
  const user = () => crypto.randomUUID();
  beforeAll(async () => {
    ({ site, close } = await start());
  });
  afterAll(() => close());

  test('nobody waits twice for a link, nor for more than one may; what is removed makes room', async () => {
    const userId = user();
    const first = await watch(site, userId);
    expect(await watch(site, userId)).toEqual(first);
    platforms.knobs.premiereAt = LATER;
    const more = Array.from({ length: allowances.watchedLinks - 1 }, (_, n) => `Premiere${n + 500}`);
    const ask = (id: string) =>
      site.api.accounts.watchLink(userId, { ...request, link: `https://youtu.be/${id}` }, FROM);
    const added = [];
    for (const id of more) added.push(await ask(id));
    expect(added.every(({ ok }) => ok)).toBe(true);
    expect(await ask('Premiere999')).toMatchObject({ ok: false, failure: { code: 'too_many_watched' } });
    const [last] = added;
    await site.api.accounts.forgetWatched(user(), last?.ok ? last.value.id : '');
    expect(await ask('Premiere999')).toMatchObject({ ok: false });
    await site.api.accounts.forgetWatched(userId, last?.ok ? last.value.id : '');
    expect(await ask('Premiere999')).toMatchObject({ ok: true });
    expect(await site.api.accounts.watchLink(userId, { ...request, link: 'https://example.com/' }, FROM)).toMatchObject(
      {
        failure: { code: 'unsupported_host' },
      },
    );
  });

  test('of what has ended the latest is remembered, and what is waited for always', async () => {
    platforms.knobs.premiereAt = LATER;
    const userId = user();
    expect(await watch(site, userId)).toMatchObject({ ok: true });
    const surplus = 7;
    await site.store.query(
      `insert into watched_links (id, user_id, link, platform, language, state, next_look_at, created_at, ended_at)
       select gen_random_uuid(), $1, 'https://youtu.be/Ended' || n, 'youtube', 'en', 'there', now(), now(), now() - n * interval '1 minute'
       from generate_series(1, $2::integer) n`,
      [userId, allowances.watchedRecords + surplus],
    );
    const ended = Array.from({ length: allowances.watchedRecords }, (_, n) => `https://youtu.be/Ended${n + 1}`);
    const listed = await site.api.accounts.watchedLinks(userId);
    expect(listed.ok && listed.value.map((one) => one.link).toSorted()).toEqual([...ended, link].toSorted());
    const kept = () =>
      site.store.query(`select count(*)::integer as kept from watched_links where user_id = $1`, [userId]);
    expect(await kept()).toEqual([{ kept: allowances.watchedRecords + surplus + 1 }]);
    expect(await watchAnother(userId)).toMatchObject({ ok: true });
    expect(await kept()).toEqual([{ kept: allowances.watchedRecords + 2 }]);
  });

  test('a browser of the user’s hears that something has changed, and of others’ nothing', async () => {
    const { accounts } = site.api;
    const [ann, bob] = [user(), user()];
    const open = async (userId: string) => {
      const begun = await accounts.beginSession(userId, { visitorId: null, isSecure: false });
      const cookie = (begun.ok && begun.value?.split(';', 1)[0]) || '';
      const answer = await fetch(`${site.origin}/api/v1/watched/events`, { headers: { cookie } });
      expect(answer.headers.get('content-type')).toBe('text/event-stream');
      const heard = { text: '', isOver: false };
      const close = () => void (heard.isOver = true);
      const listener = new WritableStream({ write: (part: string) => void (heard.text += part), close });
      void answer.body
        ?.pipeThrough(new TextDecoderStream())
        .pipeTo(listener)
        .catch(() => {});
      return heard;
    };
    const [own, other] = [await open(ann), await open(bob)];
    platforms.knobs.premiereAt = LATER;
    const later = { ...request, link: 'https://youtu.be/Premiere778' };
    await accounts.watchLink(ann, later, FROM);
    await expect.poll(() => own.text).toContain('event: changed');
    // One for the wish, one for what the platform tells of it.
    const heard = () => [own, other].map(({ text }) => text.split('event: changed').length - 1);
    await expect.poll(heard).toEqual([2, 0]);
    expect(await accounts.watchLink(bob, later, FROM)).toMatchObject({ ok: true });
    await expect.poll(() => other.text).toContain('event: changed');
    expect(heard()[0]).toBe(2);
    await accounts.endSessions(ann);
    await expect.poll(() => [own.isOver, other.isOver]).toEqual([true, false]);
    expect((await fetch(`${site.origin}/api/v1/watched/events`)).status).toBe(401);
    expect((await fetch(`${site.origin}/api/v1/watched/events`, { method: 'POST' })).status).toBe(405);
  });

  test('what it is called and when it starts, the platform says, and never the page', async () => {
    const { accounts } = site.api;
    platforms.knobs.premiereAt = LATER;
    const userId = user();
    const claims = { title: 'Another film', startsAt: '2000-01-01T00:00:00Z' };
    const told = { title: title(), startsAt: new Date(LATER).toISOString() };
    const asked = await accounts.watchLink(userId, { ...request, ...claims, link }, FROM);
    expect(asked).toMatchObject({ ok: true, value: { title: null, startsAt: null } });
    await expect.poll(() => accounts.watchedLinks(userId)).toMatchObject({ value: [told] });
    // What was read a moment ago need not be read for it.
    const another = user();
    expect(await watch(site, another)).toMatchObject({ ok: true, value: told });
  });

  const request = { link: '', language: 'en' as const };

  test('what is taken down is not waited for, and nobody is told of it', async () => {
    const userId = user();
    expect(await watch(site, userId)).toMatchObject({ ok: true });
    const rules = createRuleRepository(site.store, createAuditLog(site.store));
    await rules.add({ kind: 'url', platform: 'youtube', value: link, reason: '' }, 'user:ann');
    await site.controls.refresh('rules');
    platforms.knobs.isPremiereOver = true;
    const stored = () => site.store.query('select state from watched_links where user_id = $1', [userId]);
    await expect.poll(stored).toEqual([{ state: 'missed' }]);
    expect(await states(site, userId)).toEqual([]);
    expect(await site.api.accounts.watchLink(user(), { ...request, link }, FROM)).toMatchObject({
      failure: { code: 'taken_down', platform: 'youtube' },
    });
    expect(mail.mails).toEqual([]);
  });

  test('it ends after a week, leaves with the user’s data, and is erased with the account', async () => {
    const userId = user();
    // Of this one the platform tells no time.
    link = 'https://www.youtube.com/watch?v=Upcoming001';
    await watch(site, userId);
    await site.store.query(
      `update watched_links set created_at = now() - $2 * interval '1 second' where user_id = $1`,
      [userId, allowances.watchedForS],
    );
    await expect.poll(() => states(site, userId)).toContainEqual([title(), 'missed']);
    await watchAnother(userId);
    const exported = await new Response(site.api.accounts.exportAll(userId)).json();
    expect(exported.watched).toHaveLength(2);
    await site.api.accounts.erase(userId);
    expect(await states(site, userId)).toEqual([]);
  });

  function watchAnother(userId: string) {
    return site.api.accounts.watchLink(userId, { ...request, link: 'https://youtu.be/Premiere777' }, FROM);
  }
});

test('asking to be told counts as reading a link does, whatever link it is', async () => {
  const guest = { resolutions: 2, downloads: 2, gigabytesPerDay: 1, transfers: 1 };
  const { site, close } = await start({ limits: { guest, userTimes: 1, guestsPerAddress: 1 } });
  closing.push(close);
  platforms.knobs.premiereAt = LATER;
  const ask = (userId: string, id: string, from = FROM) =>
    site.api.accounts.watchLink(userId, { link: `https://youtu.be/${id}`, language: 'en' }, from);
  const [ann, bob] = [crypto.randomUUID(), crypto.randomUUID()];
  expect(await ask(ann, 'Premiere881')).toMatchObject({ ok: true });
  expect(await ask(ann, 'Premiere881')).toMatchObject({ ok: true });
  const refused = { ok: false, failure: { code: 'limit_reached', retryAfterS: expect.any(Number) } };
  expect(await ask(ann, 'Premiere882')).toMatchObject(refused);
  expect(await ask(ann, 'none')).toMatchObject(refused);
  expect(await states(site, ann)).toHaveLength(1);
  // All of an address have a limit together, as everywhere.
  expect(await ask(bob, 'Premiere883')).toMatchObject(refused);
  expect(await ask(bob, 'Premiere883', { address: '203.0.113.8' })).toMatchObject({ ok: true });
});

test('of two servers one reads it, and each who waits is mailed once', async () => {
  const stores = await served.start();
  closing.push(stores.close);
  const { target } = await stores.createPlace();
  const shared = { databaseUrl: target.url ?? '', watchPauseS: 1 };
  const [one, other] = [await start(shared), await start(shared)];
  closing.push(one.close, other.close);
  const { sub, email } = await createPerson(one.identity, { isReady: true });
  await watch(other.site, sub);
  platforms.knobs.isPremiereOver = true;
  await expect.poll(() => states(one.site, sub)).toEqual([[title(), 'there']]);
  await expect.poll(() => mail.mails.map(({ to }) => to)).toEqual([[email]]);
  // A job ends after its mail has gone.
  const jobsLeft = () =>
    one.site.store.query<{ left: number }>(
      `select count(*) as left from pgboss.job where name = 'watched_news' and state <> 'completed'`,
    );
  await expect.poll(jobsLeft).toEqual([{ left: 0 }]);
});
