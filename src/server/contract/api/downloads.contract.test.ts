import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DownloadRecord, Resolved } from '#/model/download.ts';
import type { Result } from '#/model/failure.ts';
import { startPlatforms } from '../../../../tests/platforms/server.ts';
import { follow, type Followed } from '../../../../tests/setup/follow.ts';
import { type SharedPostgres, sharedPostgres } from '../../../../tests/setup/shared-postgres.ts';
import { startSite, type TestSite, type TestSiteOptions } from '../../../../tests/setup/site.ts';

const LINK = 'https://x.com/replica/status/1800000000000000001';
const FILM = 'http-832';
const ADDRESS = '203.0.113.7';

let platforms: Awaited<ReturnType<typeof startPlatforms>>;
let postgres: SharedPostgres;
const sites = new Map<string, Promise<TestSite>>();
let followed: Followed[] = [];

beforeAll(async () => {
  platforms = await startPlatforms();
  postgres = await sharedPostgres();
});
beforeEach(() => platforms.reset());
afterEach(() => {
  for (const { close } of followed) close();
  followed = [];
});
afterAll(async () => {
  for (const site of sites.values()) await (await site).close();
  await postgres.close();
  await platforms.close();
});

const sha256 = (bytes: ArrayBuffer) => createHash('sha256').update(Buffer.from(bytes)).digest('hex');

function value<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.failure.code);
  return result.value;
}

/** One site for all tests that ask for the same; each has visitors of its own. */
async function open(options: Omit<TestSiteOptions, 'platforms'> = {}, name = ''): Promise<TestSite> {
  const key = JSON.stringify([options, name]);
  const site = sites.get(key) ?? startSite({ platforms, ...options });
  sites.set(key, site);
  return site;
}

function watch(origin: string, id: string, headers: Record<string, string> = {}): Followed {
  const watching = follow(origin, id, headers);
  followed.push(watching);
  return watching;
}

/** A browser with a cookie of its own. */
function visitorOf({ origin, client, api }: TestSite) {
  const { visitorId, setCookie } = api.cookies.create({ isSecure: false });
  const headers = { cookie: setCookie.split(';', 1)[0] ?? '' };
  const onBehalf = { visitorId, address: ADDRESS };
  return {
    headers,
    onBehalf,
    resolve: async (link = LINK): Promise<Resolved> => value(await client.resolve(link, { onBehalf })),
    fetch: (path: string, init: RequestInit = {}) =>
      fetch(origin + path, { ...init, headers: { ...headers, ...init.headers } }),
    keep: async (link: string): Promise<DownloadRecord> => value(await client.keep({ link }, { onBehalf })),
  };
}

async function whole(response: Response): Promise<ArrayBuffer> {
  expect(response.status).toBe(200);
  return response.arrayBuffer();
}

describe('a kept file', () => {
  test('is followed from the queue to its link, which gives the same bytes, any range of them, under its name', async () => {
    const site = await open();
    const visitor = visitorOf(site);
    const link = (await visitor.resolve()).links[FILM] ?? '';
    const streamed = await whole(await visitor.fetch(link));
    platforms.knobs.throttleBytesPerS = 400_000;
    const kept = await visitor.keep(`${link}?name=plain`);
    expect(kept).toMatchObject({ state: 'queued', isKept: true, platform: 'twitter', formatId: FILM, file: null });
    const watching = watch(site.origin, kept.id, visitor.headers);
    await expect.poll(() => watching.latest()?.state).toBe('ready');
    const making = watching.seen.filter(({ state, bytesPerS }) => state === 'preparing' && bytesPerS > 0);
    expect(making.length).toBeGreaterThan(0);
    expect(making.at(-1)).toMatchObject({ totalBytes: streamed.byteLength });
    const { file } = watching.latest() ?? {};
    expect(file).toMatchObject({ bytes: streamed.byteLength, name: expect.stringMatching(/^[a-z0-9-]+\.mp4$/) });
    const saved = await fetch(site.origin + file?.link);
    expect(saved.headers.get('content-disposition')).toContain(`attachment; filename="${file?.name}"`);
    expect(sha256(await whole(saved))).toBe(sha256(streamed));
    const part = await fetch(site.origin + file?.link, { headers: { range: 'bytes=100-199' } });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 100-199/${streamed.byteLength}`]);
    expect(Buffer.from(await part.arrayBuffer()).equals(Buffer.from(streamed.slice(100, 200)))).toBe(true);
    const bent = (file?.link ?? '').replace('/kept/', '/kept/x');
    expect((await fetch(site.origin + bent)).status).toBe(403);
  });

  test('is its visitor’s alone: nobody else sees it, or can delete it', async () => {
    const site = await open({ works: false });
    const [one, other] = [visitorOf(site), visitorOf(site)];
    const { id } = await one.keep((await one.resolve()).links[FILM] ?? '');
    const seenBy = async ({ onBehalf }: typeof one) => value(await site.client.downloads({ onBehalf })).downloads;
    expect((await seenBy(one)).map((download) => download.id)).toEqual([id]);
    expect(await seenBy(other)).toEqual([]);
    const unknown = { ok: false, failure: { code: 'download_unknown' } };
    expect(await site.client.cancel(id, { onBehalf: other.onBehalf })).toEqual(unknown);
    const forged = { visitorId: null, address: ADDRESS };
    expect(await site.client.cancel(id, { onBehalf: forged })).toEqual(unknown);
    expect(await site.client.cancel(id, { onBehalf: one.onBehalf })).toEqual({ ok: true, value: null });
    expect(await seenBy(one)).toMatchObject([{ id, state: 'cancelled' }]);
  });

  test('that has expired says so, by its link and in the list', async () => {
    const site = await open({ keptFileS: 2 });
    const visitor = visitorOf(site);
    const { id } = await visitor.keep((await visitor.resolve()).links[FILM] ?? '');
    const watching = watch(site.origin, id, visitor.headers);
    await expect.poll(() => watching.latest()?.file).toBeTruthy();
    const link = site.origin + watching.latest()?.file?.link;
    await expect.poll(async () => (await fetch(link)).status).toBe(410);
    const { downloads } = value(await site.client.downloads({ onBehalf: visitor.onBehalf }));
    expect(downloads).toMatchObject([{ id, state: 'expired', file: null }]);
  });

  test('whose bytes are gone, as after a restore of the database alone, is expired for everybody once its link was asked', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lost-file-'));
    const site = await startSite({ platforms, folder });
    try {
      const visitor = visitorOf(site);
      const { id } = await visitor.keep((await visitor.resolve()).links[FILM] ?? '');
      const watching = watch(site.origin, id, visitor.headers);
      await expect.poll(() => watching.latest()?.file).toBeTruthy();
      const files = await readdir(join(folder, 'files'), { recursive: true, withFileTypes: true });
      const own = files.filter((entry) => entry.isFile() && entry.name.startsWith(id));
      expect(own).toHaveLength(1);
      for (const { parentPath, name } of own) await rm(join(parentPath, name));
      const answer = await fetch(site.origin + watching.latest()?.file?.link);
      expect([answer.status, await answer.json()]).toEqual([410, expect.objectContaining({ code: 'file_expired' })]);
      const { downloads } = value(await site.client.downloads({ onBehalf: visitor.onBehalf }));
      expect(downloads).toMatchObject([{ id, state: 'expired', file: null }]);
      await expect.poll(() => watching.latest()?.state).toBe('expired');
    } finally {
      await site.close();
      await rm(folder, { recursive: true, force: true });
    }
  });

  test.each([
    ['a link of ours that was bent', async (good: string) => `${good}x`, 'link_invalid'],
    ['a link of nobody', async () => '/api/v1/health', 'link_invalid'],
    ['a query that means nothing', async (good: string) => `${good}?start=9&end=1x`, 'invalid_request'],
  ])('cannot be made of %s', async (_, bend, code) => {
    const site = await open({ works: false });
    const visitor = visitorOf(site);
    const link = await bend((await visitor.resolve()).links[FILM] ?? '');
    const { onBehalf } = visitor;
    expect(await site.client.keep({ link }, { onBehalf })).toEqual({ ok: false, failure: { code } });
  });

  test('of nobody is refused', async () => {
    const site = await open({ works: false });
    const link = (await visitorOf(site).resolve()).links[FILM] ?? '';
    const answer = await site.client.keep({ link }, { onBehalf: { visitorId: null, address: ADDRESS } });
    expect(answer).toEqual({ ok: false, failure: { code: 'unauthorized' } });
  });
});

/** How tests of a block open the server that is asked first and the other one; where there are two, both share a database of their own. */
function pairsOf(through: string, ...[first, second]: [first: string, second: string]) {
  let databaseUrl: Promise<string>;
  beforeAll(() => {
    databaseUrl = postgres.createCopy();
  });
  return async (): Promise<[TestSite, TestSite]> => {
    if (through === 'the same server') {
      const site = await open();
      return [site, site];
    }
    const options = { databaseUrl: await databaseUrl, works: false };
    return [await open(options, first), await open(options, second)];
  };
}

describe.each(['the same server', 'another server'])('a transfer, ordered through %s', (through) => {
  const openBoth = pairsOf(through, 'serving', 'asked');

  test('is seen, paused and goes on, whole; nobody else can order it', async () => {
    const [serving, asked] = await openBoth();
    const visitor = visitorOf(serving);
    const link = (await visitor.resolve()).links[FILM] ?? '';
    const streamed = sha256(await whole(await visitor.fetch(link)));
    platforms.knobs.throttleBytesPerS = 100_000;
    const id = randomUUID();
    const watching = watch(asked.origin, id);
    const saving = visitor.fetch(`${link}?d=${id}`).then(whole);
    await expect.poll(() => watching.latest()?.receivedBytes).toBeGreaterThan(0);
    const { onBehalf } = visitor;
    const stranger = visitorOf(asked).onBehalf;
    expect(await asked.client.sendCommand(id, 'pause', { onBehalf: stranger })).toMatchObject({ ok: false });
    expect(await asked.client.sendCommand(id, 'pause', { onBehalf })).toEqual({ ok: true, value: null });
    await expect.poll(() => watching.latest()?.state).toBe('paused');
    const held = watching.latest()?.receivedBytes;
    platforms.reset();
    // Unthrottled, all of it would have come by now.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(watching.latest()).toMatchObject({ state: 'paused', receivedBytes: held });
    expect(await asked.client.sendCommand(id, 'resume', { onBehalf })).toEqual({ ok: true, value: null });
    expect(sha256(await saving)).toBe(streamed);
    await expect.poll(() => watching.latest()?.state).toBe('done');
    // Whoever follows hears of it a moment before it is written.
    const listed = async () => value(await asked.client.downloads({ onBehalf })).downloads;
    await expect.poll(listed).toMatchObject([{ id, state: 'done', isKept: false, platform: 'twitter' }]);
  });

  test('is cancelled: the connection breaks, and whoever comes later is told', async () => {
    const [serving, asked] = await openBoth();
    const visitor = visitorOf(serving);
    const link = (await visitor.resolve()).links[FILM] ?? '';
    platforms.knobs.throttleBytesPerS = 50_000;
    const id = randomUUID();
    const watching = watch(asked.origin, id);
    const saving = visitor.fetch(`${link}?d=${id}`).then((response) => response.arrayBuffer());
    const broken = expect(saving).rejects.toThrow();
    await expect.poll(() => watching.latest()?.receivedBytes).toBeGreaterThan(0);
    expect(await asked.client.cancel(id, { onBehalf: visitor.onBehalf })).toEqual({ ok: true, value: null });
    await broken;
    await expect.poll(() => watching.latest()?.state).toBe('cancelled');
    const late = watch(asked.origin, id);
    await expect.poll(() => late.latest()?.state).toBe('cancelled');
    // A browser takes the break for an accident and resumes, at whichever server.
    for (const { origin } of [serving, asked]) {
      const resumed = await fetch(`${origin}${link}?d=${id}`, { headers: { ...visitor.headers, range: 'bytes=100-' } });
      expect(resumed.status).toBe(404);
    }
    expect(late.latest()?.state).toBe('cancelled');
  });
});

describe.each(['the same server', 'another server'])('an order of a queue, sent again through %s', (through) => {
  const openBoth = pairsOf(through, 'first', 'second');

  test('is one file that is made: at once, after its answer was lost, and by a link that was signed anew', async () => {
    const [one, other] = await openBoth();
    const { onBehalf, resolve } = visitorOf(one);
    const orderId = randomUUID();
    const link = (await resolve()).links[FILM] ?? '';
    const send = (site: TestSite, asked = link) => site.client.keep({ link: asked }, { onBehalf, orderId });
    const answers = await Promise.all([send(one), send(other)]);
    for (const answer of answers) {
      if (!answer.ok) expect(answer.failure).toMatchObject({ code: 'idempotency_in_flight', retryAfterS: 1 });
    }
    const { id } = value(await send(one));
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const signedAnew = (await resolve()).links[FILM] ?? '';
    expect(signedAnew).not.toBe(link);
    // What is gone by now would be made anew for another order.
    expect(await one.client.cancel(id, { onBehalf })).toMatchObject({ ok: true });
    expect(value(await send(other, signedAnew))).toMatchObject({ id });
    expect(value(await one.client.downloads({ onBehalf })).downloads).toMatchObject([{ id, state: 'cancelled' }]);
    expect(await other.client.keep({ link: `${link}?start=1&end=2` }, { onBehalf, orderId })).toMatchObject({
      failure: { code: 'idempotency_mismatch' },
    });
  });

  test('is one file on its way: the browser goes on with it, another try is told what it is', async () => {
    const [one, other] = await openBoth();
    const visitor = visitorOf(one);
    const link = (await visitor.resolve()).links[FILM] ?? '';
    const streamed = sha256(await whole(await visitor.fetch(link)));
    const orderId = randomUUID();
    const ask = ({ origin }: TestSite, id: string, init: RequestInit = {}) =>
      fetch(`${origin}${link}?o=${orderId}&d=${id}`, { ...init, headers: { ...visitor.headers, ...init.headers } });
    const knownAs = async (site: TestSite, id: string = randomUUID()) => {
      const { status, headers } = await ask(site, id, { method: 'HEAD' });
      expect(status).toBe(200);
      return headers.get('x-download-id');
    };
    expect(await knownAs(one)).toBeNull();

    platforms.knobs.throttleBytesPerS = 100_000;
    const [first, second] = [randomUUID(), randomUUID()];
    const begun = [
      { id: first, answer: await ask(one, first) },
      { id: second, answer: await ask(other, second) },
    ];
    expect(begun.map(({ answer }) => answer.status)).toEqual([200, 409]);
    expect(await begun[1]?.answer.json()).toMatchObject({ code: 'idempotency_in_flight', retryAfterS: 1 });
    expect([await knownAs(one), await knownAs(other), await knownAs(other, first)]).toEqual([first, first, null]);
    const resumed = await ask(one, first, { headers: { range: 'bytes=500-' } });
    expect(resumed.status).toBe(206);
    platforms.reset();
    await resumed.body?.cancel();
    expect(sha256(await whole(begun[0]?.answer ?? Response.error()))).toBe(streamed);
    await expect.poll(async () => (await ask(other, second)).status).toBe(409);
    expect([await knownAs(one), await knownAs(other)]).toEqual([first, first]);
    expect((await ask(other, first)).status).toBe(200);
  });

  test('that was cut before its end can be begun anew', async () => {
    const [one, other] = await openBoth();
    const visitor = visitorOf(one);
    const link = (await visitor.resolve()).links[FILM] ?? '';
    const orderId = randomUUID();
    const leaving = new AbortController();
    platforms.knobs.throttleBytesPerS = 100_000;
    const cut = await visitor.fetch(`${link}?o=${orderId}&d=${randomUUID()}`, { signal: leaving.signal });
    expect(cut.status).toBe(200);
    leaving.abort();
    const next = randomUUID();
    const again = () => fetch(`${other.origin}${link}?o=${orderId}&d=${next}`, { headers: visitor.headers });
    platforms.reset();
    await expect
      .poll(async () => {
        const answer = await again();
        if (answer.ok) await answer.arrayBuffer();
        return answer.status;
      })
      .toBe(200);
  });
});

describe('limits', () => {
  const guest = { resolutions: 2, downloads: 2, gigabytesPerDay: 1, transfers: 1 };

  test('answer 429 with what there is and when, by every way in; usage tells the same beforehand', async () => {
    const site = await open({ limits: { guest }, works: false });
    const visitor = visitorOf(site);
    const { onBehalf } = visitor;
    const { links, shown } = await visitor.resolve();
    const link = links[FILM] ?? '';
    await visitor.resolve();
    const refused = await site.client.resolve(LINK, { onBehalf });
    expect(refused).toMatchObject({ ok: false, failure: { code: 'limit_reached', retryAfterS: expect.any(Number) } });
    const first = await visitor.fetch(link);
    await whole(first);
    expect(first.headers.get('ratelimit-remaining')).toBe('1');
    expect(value(await site.client.usage({ onBehalf }))).toMatchObject({
      resolutions: { limit: 2, remaining: 0 },
      downloads: { limit: 2, remaining: 1 },
      transfers: { limit: 1, running: 0 },
    });
    // Neither a preview nor the rest of a file is another download.
    const [preview = ''] = Object.values(shown.previews);
    await whole(await visitor.fetch(preview));
    expect((await visitor.fetch(link, { headers: { range: 'bytes=500-' } })).status).toBe(206);
    await whole(await visitor.fetch(link));
    for (const method of ['HEAD', 'GET']) {
      const over = await visitor.fetch(link, { method });
      expect(over.status).toBe(429);
      expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(await site.client.keep({ link }, { onBehalf })).toMatchObject({
      ok: false,
      failure: { code: 'limit_reached' },
    });
  });

  test('count a file that is sent whole, whatever part of it was asked for', async () => {
    const site = await open({ limits: { guest: { ...guest, downloads: 1 } }, works: false });
    const visitor = visitorOf(site);
    const { links } = await visitor.resolve();
    const film = links[FILM] ?? '';
    const made = await visitor.resolve('https://www.youtube.com/watch?v=Hls60fps001');
    const { id = '' } = made.media.formats.find(({ recommended }) => recommended) ?? {};
    const isOther = { range: 'bytes=1-', 'if-range': '"another"' };
    const first = await visitor.fetch(film, { headers: isOther });
    expect([first.status, first.headers.get('ratelimit-remaining')]).toEqual([200, '0']);
    await first.arrayBuffer();
    for (const [path, headers] of [
      [film, isOther],
      [film, { range: 'bytes=5-6,8-9' }],
      [film, { range: 'bytes=9-1' }],
      [made.links[id], { range: 'bytes=1-' }],
    ] as const) {
      const over = await visitor.fetch(path ?? '', { headers });
      expect([over.status, (await over.json()).code]).toEqual([429, 'limit_reached']);
      expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    const rest = { range: 'bytes=1-', 'if-range': first.headers.get('etag') ?? '' };
    expect((await visitor.fetch(film, { headers: rest })).status).toBe(206);
  });

  test('of files at once: one more is refused while one runs, and not while it is paused', async () => {
    const site = await open({ limits: { guest: { ...guest, downloads: 9 } }, works: false });
    const visitor = visitorOf(site);
    const { links, media } = await visitor.resolve();
    const other = media.formats.find(({ id, kind }) => id !== FILM && kind === 'video+audio')?.id ?? '';
    platforms.knobs.throttleBytesPerS = 50_000;
    const id = randomUUID();
    const watching = watch(site.origin, id);
    const leaving = new AbortController();
    const first = await visitor.fetch(`${links[FILM]}?d=${id}`, { signal: leaving.signal });
    await expect.poll(() => watching.latest()?.state).toBe('transferring');
    const head = await visitor.fetch(links[other] ?? '', { method: 'HEAD' });
    const get = await visitor.fetch(links[other] ?? '');
    expect([head.status, get.status]).toEqual([429, 429]);
    expect((await get.json()).code).toBe('too_many_transfers');
    await site.client.sendCommand(id, 'pause', { onBehalf: visitor.onBehalf });
    expect((await visitor.fetch(links[other] ?? '', { method: 'HEAD' })).status).toBe(200);
    leaving.abort();
    await first.body?.cancel().catch(() => {});
    await expect.poll(() => watching.latest()?.state).toBe('cancelled');
  });
});
