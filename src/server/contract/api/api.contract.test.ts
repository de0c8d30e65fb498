import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DownloadProgress, Resolved } from '#/model/download.ts';
import { FAILURE_CODES } from '#/model/failure.ts';
import { startPlatforms } from '../../../../tests/platforms/server.ts';
import { API_KEY, startSite, type TestSite } from '../../../../tests/setup/site.ts';
import { siteFetch } from '../../../../tests/setup/site-fetch.ts';
import { createDownloaderClient } from '#/server/http/client.ts';
import type { Downloader } from '#/server/service/downloader.ts';
import { createLinkSigner } from '#/server/service/links/links.ts';
import { STATUS } from '#/server/http/http-status.ts';
import { EXAMPLE_RESOLVED } from '#/server/http/rest/examples.ts';
import { DOWNLOADER_ROUTES } from '#/server/http/rest/public-operations.ts';

const LINK = 'https://x.com/replica/status/1800000000000000001';

let platforms: Awaited<ReturnType<typeof startPlatforms>>;
let site: TestSite;
let client: Downloader;
let origin: string;

beforeAll(async () => {
  platforms = await startPlatforms();
  site = await startSite({ platforms });
  ({ client, origin } = site);
});

afterAll(async () => {
  await site.close();
  await platforms.close();
});

beforeEach(() => platforms.reset());

async function resolved(link = LINK): Promise<Resolved> {
  const answer = await client.resolve(link);
  if (!answer.ok) throw new Error(answer.failure.code);
  return answer.value;
}

describe('the downloader API', () => {
  test('answers a link with its media and a signed link for each format, and nothing of where they come from', async () => {
    const { media, links, expiresAt } = await resolved();
    expect(Object.keys(links).toSorted()).toEqual(media.formats.map(({ id }) => id).toSorted());
    expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now() + 5 * 60 * 60 * 1000);
    expect(JSON.stringify({ media, links })).not.toContain('twimg');
  });

  test('hands failures through as problems with the status of their code', async () => {
    const answer = await client.resolve('https://www.youtube.com/watch?v=Private0001');
    expect(answer).toEqual({ ok: false, failure: { code: 'private', platform: 'youtube' } });
    const startsAt = new Date(platforms.knobs.premiereAt).toISOString();
    expect(await client.resolve('https://www.youtube.com/watch?v=Premiere001')).toMatchObject({
      failure: { code: 'live_upcoming', startsAt, mediaTitle: 'Replica premiere: the night ferry' },
    });
    for (const code of FAILURE_CODES) expect(STATUS[code]).toBeGreaterThanOrEqual(400);
  });

  test('knows how the platforms do', async () => {
    const answer = await client.platforms();
    expect(answer.ok && Object.keys(answer.value)).toEqual(['facebook', 'instagram', 'tiktok', 'twitter', 'youtube']);
  });

  test('answers with the fields that its examples have', async () => {
    const headers = { 'api-key': API_KEY, 'content-type': 'application/json' };
    const ask = async (path: string, init: RequestInit = {}) =>
      (await siteFetch(site)(new Request(origin + path, { headers, ...init }))).json();
    const fieldsOf = (value: object = {}) => Object.keys(value).toSorted();
    const partsOf = (answer: Resolved) => [answer, answer.media, answer.media.formats[0], answer.shown].map(fieldsOf);
    const read = await ask('/api/v1/resolve', { method: 'POST', body: JSON.stringify({ url: LINK }) });
    expect(partsOf(read)).toEqual(partsOf(EXAMPLE_RESOLVED));
    const plain = DOWNLOADER_ROUTES.filter(
      ({ method, parameters, query, answers: [{ schema }] }) => method === 'GET' && schema && !parameters && !query,
    );
    expect(plain.map(({ id }) => id)).toEqual(expect.arrayContaining(['getUsage', 'getPlatforms', 'getHealth']));
    for (const { path, example } of plain) {
      const told = fieldsOf(Object(example.answer));
      expect(fieldsOf(await ask(path)), path).toEqual(expect.arrayContaining(told));
    }
  });

  test('an API that cannot be reached is a failure, not an exception', async () => {
    const lost = createDownloaderClient({ origin: 'http://127.0.0.1:9', apiKey: API_KEY, fetch });
    expect(await lost.resolve(LINK)).toEqual({ ok: false, failure: { code: 'engine_unavailable' } });
  });
});

describe('a download link', () => {
  const path = async () => (await resolved()).links['http-832'] ?? '';

  test('gives the file with its length, type, name and ETag, by HEAD as by GET', async () => {
    const url = origin + (await path());
    const head = await fetch(url, { method: 'HEAD' });
    const whole = await fetch(url);
    const bytes = await whole.arrayBuffer();
    expect(head.status).toBe(200);
    expect(Number(head.headers.get('content-length'))).toBe(bytes.byteLength);
    expect(head.headers.get('etag')).toBe(whole.headers.get('etag'));
    expect(whole.headers.get('content-type')).toBe('video/mp4');
    expect(whole.headers.get('x-content-type-options')).toBe('nosniff');
    expect(whole.headers.get('cache-control')).toBe('private, no-store');
    expect(whole.headers.get('content-disposition')).toMatch(/^attachment; filename=".+\.mp4"; filename\*=UTF-8''/);
    const [preview = ''] = Object.values((await resolved()).shown.previews);
    expect((await fetch(origin + preview, { method: 'HEAD' })).headers.get('content-disposition')).toMatch(/^inline;/);
  });

  test('gives any range; If-Range decides whether the range still fits', async () => {
    const url = origin + (await path());
    const whole = Buffer.from(await (await fetch(url)).arrayBuffer());
    const etag = (await fetch(url, { method: 'HEAD' })).headers.get('etag') ?? '';
    const part = await fetch(url, { headers: { range: 'bytes=1000-1999', 'if-range': etag } });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 1000-1999/${whole.length}`]);
    expect(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(1000, 2000))).toBe(true);
    const other = await fetch(url, { headers: { range: 'bytes=1000-1999', 'if-range': '"another"' } });
    expect([other.status, (await other.arrayBuffer()).byteLength]).toEqual([200, whole.length]);
    const tail = await fetch(url, { headers: { range: 'bytes=-10' } });
    expect(Buffer.from(await tail.arrayBuffer()).equals(whole.subarray(-10))).toBe(true);
    const outside = await fetch(url, { headers: { range: `bytes=${whole.length}-` } });
    expect([outside.status, outside.headers.get('content-range')]).toEqual([416, `bytes */${whole.length}`]);
  });

  test('is refused when it was bent, when it has expired, and for other methods', async () => {
    const good = await path();
    const codeOf = async (url: string, init?: RequestInit) => (await (await fetch(origin + url, init)).json()).code;
    expect(await codeOf(`${good}x`)).toBe('link_invalid');
    const purpose = 'download' as const;
    const expiresAtS = Math.floor(Date.now() / 1000) - 1;
    const scope = { purpose, canonicalUrl: LINK, formatId: 'http-832', expiresAtS };
    expect(await codeOf(createLinkSigner(site.secret).sign(scope))).toBe('link_expired');
    expect(await codeOf(createLinkSigner(`${site.secret}2`).sign({ ...scope, expiresAtS: 4e9 }))).toBe('link_invalid');
    expect(await codeOf(createLinkSigner(site.secret).sign({ ...scope, formatId: 'nothing', expiresAtS: 4e9 }))).toBe(
      'format_gone',
    );
    expect((await fetch(origin + good, { method: 'POST' })).status).toBe(405);
  });

  test('survives addresses that expire, and breaks off rather than end short', async () => {
    const url = origin + (await path());
    const length = (await (await fetch(url)).arrayBuffer()).byteLength;
    platforms.knobs.cutAfterBytes = Math.floor(length / 2) + 1000;
    await fetch(url)
      .then((response) => response.arrayBuffer())
      .then(
        (bytes) => expect(bytes.byteLength).toBe(length),
        (error: unknown) => expect(error).toBeInstanceOf(TypeError),
      );
    platforms.reset();
    platforms.knobs.expired = true;
    // What was there within the last second is not asked for again.
    await sleep(1_100);
    expect((await fetch(url)).status).toBe(STATUS.upstream_forbidden);
  });
});

describe('progress', () => {
  const id = '0b5b7a52-7f0e-4f3e-8a54-6d1c2b3a4f50';

  async function follow(ids: string): Promise<IncomingMessage> {
    const { get } = await import('node:http');
    const [response] = await once(get(`${origin}/api/v1/downloads/events?ids=${ids}`), 'response');
    return response;
  }

  test('tells a transfer from its first byte to its end, and whoever comes later how it ended', async () => {
    const stream = await follow(id);
    expect(stream.headers['content-type']).toBe('text/event-stream');
    const seen: DownloadProgress[] = [];
    stream.setEncoding('utf8').on('data', (text: string) => {
      for (const [, json = ''] of text.matchAll(/^data: (.+)$/gm)) seen.push(JSON.parse(json));
    });
    const url = origin + ((await resolved()).links['http-832'] ?? '');
    const bytes = await (await fetch(`${url}?d=${id}`)).arrayBuffer();
    await expect.poll(() => seen.at(-1)?.state).toBe('done');
    expect(seen[0]).toMatchObject({ id, state: 'transferring', totalBytes: bytes.byteLength });
    expect(seen.at(-1)).toMatchObject({ receivedBytes: bytes.byteLength, failure: null });
    stream.destroy();
    const late = await follow(id);
    let told = '';
    late.setEncoding('utf8').on('data', (text: string) => {
      told += text;
    });
    await expect.poll(() => told).toContain('"state":"done"');
    late.destroy();
  });

  test('without good ids there is nothing to follow', async () => {
    for (const ids of ['', 'short', `${'a'.repeat(20)},<script>`]) expect((await follow(ids)).statusCode).toBe(400);
  });
});
