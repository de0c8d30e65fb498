import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CounterNotice } from '#/model/operations.ts';
import type { Downloader } from '#/server/service/downloader.ts';
import { startPlatforms } from '../../../../tests/platforms/server.ts';
import { startSite, type TestSite } from '../../../../tests/setup/site.ts';

const LINK = 'https://x.com/replica/status/1800000000000000001';
const NO_DOWNLOAD = '00000000-0000-4000-8000-000000000000';
const PRIVATE = 'https://www.youtube.com/watch?v=Private0001';
const UNKNOWN = { ok: false, failure: { code: 'download_unknown' } };
/** Objects to a case that there is not. */
const OBJECTION: CounterNotice = {
  caseId: '00000000-0000-4000-8000-000000000000',
  sourceUrl: LINK,
  moreUrls: [],
  claimant: {
    name: 'Ann',
    email: 'ann@example.com',
    organisation: null,
    address: '1 Quay, Harbour',
    phone: '+12345678900',
  },
  work: 'A film of ours.',
  statements: { mistake: true, jurisdiction: true },
  signature: 'Ann',
};

let platforms: Awaited<ReturnType<typeof startPlatforms>>;
let site: TestSite;
let isClosed = false;

beforeAll(async () => {
  platforms = await startPlatforms();
  site = await startSite({ platforms });
});

/** Once: the last test ends the site itself. */
async function close(): Promise<void> {
  if (!isClosed) await site.close();
  isClosed = true;
}

afterAll(async () => {
  await close();
  await platforms.close();
});

beforeEach(() => platforms.reset());

/** A visitor nobody has met yet. */
function someone() {
  const { visitorId } = site.api.cookies.create({ isSecure: false });
  return { onBehalf: { visitorId, address: '203.0.113.7' } };
}

/** The link of a small file. */
async function linkBy(downloader: Downloader): Promise<string> {
  const answer = await downloader.resolve(LINK, someone());
  if (!answer.ok) throw new Error(answer.failure.code);
  return answer.value.links['http-832'] ?? '';
}

describe.each<[string, () => Downloader, () => Downloader]>([
  ['the service itself', () => site.api.downloader, () => site.client],
  ['its API', () => site.client, () => site.api.downloader],
])('what the site asks by %s', (_, own, other) => {
  test('is the same as by the other way: media, failures, how platforms do, what is left', async () => {
    const visitor = someone();
    const [here, there] = [await own().resolve(LINK, visitor), await other().resolve(LINK, visitor)];
    if (!here.ok || !there.ok) throw new Error('not resolved');
    const { links, expiresAt, shown, ...rest } = here.value;
    expect(there.value).toMatchObject(rest);
    expect(Object.keys(links)).toEqual(Object.keys(there.value.links));
    expect(Object.keys(shown)).toEqual(Object.keys(there.value.shown));
    expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now());
    const hidden = await own().resolve(PRIVATE, visitor);
    expect(hidden).toEqual({ ok: false, failure: { code: 'private', platform: 'youtube' } });
    expect(await other().resolve(PRIVATE, visitor)).toEqual(hidden);
    expect(await own().resolve('nothing', visitor)).toEqual(await other().resolve('nothing', visitor));
    expect(await own().platforms()).toMatchObject({ ok: true });
    const usage = await own().usage(visitor);
    expect(usage).toMatchObject({ ok: true, value: { transfers: { running: 0 } } });
    const { resolutions } = usage.ok ? usage.value : { resolutions: null };
    expect(resolutions && resolutions.limit - resolutions.remaining).toBe(6);
  });

  test('an order is carried out once, whichever way it comes the second time, and belongs to its visitor', async () => {
    const [visitor, link] = [someone(), await linkBy(own())];
    const order = { ...visitor, orderId: crypto.randomUUID() };
    const kept = await own().keep({ link }, order);
    if (!kept.ok) throw new Error(kept.failure.code);
    expect(await other().keep({ link }, order)).toEqual(kept);
    expect(await own().keep({ link: `${link}?tags=0` }, order)).toMatchObject({
      failure: { code: 'idempotency_mismatch' },
    });
    const { id } = kept.value;
    for (const downloader of [own(), other()]) {
      const page = await downloader.downloads(visitor);
      expect(page.ok && page.value.downloads.map((record) => record.id)).toEqual([id]);
      expect(await downloader.cancel(id, someone())).toEqual(UNKNOWN);
      expect(await downloader.forget(id, someone())).toEqual(UNKNOWN);
    }
    expect(await own().forget(id.toUpperCase(), visitor)).toEqual({ ok: true, value: null });
    expect(await other().downloads(visitor)).toEqual({ ok: true, value: { downloads: [], cursor: null } });
  });

  test('an order that another try cannot mend is refused the same again; one that it may is tried', async () => {
    const visitor = someone();
    const bent = { ...visitor, orderId: crypto.randomUUID() };
    const refused = await own().keep({ link: '/nothing' }, bent);
    expect(refused).toEqual({ ok: false, failure: { code: 'link_invalid' } });
    // Of a link that is none another try may end better, and it may be another one.
    expect(await other().keep({ link: '/nothing/else' }, bent)).toEqual(refused);
    const link = `${await linkBy(own())}?start=nothing`;
    const final = { ...visitor, orderId: crypto.randomUUID() };
    const invalid = { ok: false, failure: { code: 'invalid_request' } };
    expect(await own().keep({ link }, final)).toEqual(invalid);
    expect(await other().keep({ link }, final)).toEqual(invalid);
    expect(await other().keep({ link: `${link}&end=1` }, final)).toMatchObject({
      failure: { code: 'idempotency_mismatch' },
    });
  });

  test('what names no download of the visitor’s is told so, as are a cursor and a case that there are not', async () => {
    const visitor = someone();
    for (const id of [NO_DOWNLOAD, 'no id']) {
      expect(await own().sendCommand(id, 'pause', visitor)).toEqual(UNKNOWN);
      expect(await own().cancel(id, visitor)).toEqual(UNKNOWN);
      expect(await own().forget(id, visitor)).toEqual(UNKNOWN);
    }
    expect(await own().clear(visitor)).toEqual({ ok: true, value: null });
    const invalid = { ok: false, failure: { code: 'invalid_request' } };
    expect(await own().downloads({ ...visitor, query: { cursor: 'nothing' } })).toEqual(invalid);
    expect(await own().fileCounterNotice(OBJECTION, visitor)).toEqual(invalid);
    const { statements: _, ...notice } = { ...OBJECTION, statements: null };
    const statements = { goodFaith: true, accurate: true } as const;
    const filed = await own().fileTakedown({ ...notice, statements }, visitor);
    expect(filed).toMatchObject({ ok: true, value: { state: 'open' } });
  });

  test('who has left is told that it was cancelled', async () => {
    const [visitor, link] = [someone(), 'https://www.youtube.com/watch?v=OKvideo0001'];
    expect(await own().resolve(link, { ...visitor, signal: AbortSignal.abort() })).toMatchObject({ ok: false });
    const leaving = new AbortController();
    const asked = own().resolve(link, { ...visitor, signal: leaving.signal });
    leaving.abort();
    expect(await asked).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
  });
});

test('a service whose database is gone says so, and rejects nothing', async () => {
  await close();
  expect(await site.api.downloader.clear(someone())).toMatchObject({ ok: false });
});
