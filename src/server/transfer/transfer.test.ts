import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { fail, ok, type Result } from '#/model/failure.ts';
import type { Format, Media } from '#/model/media/media.ts';
import { createEgress } from '#/server/egress/index.ts';
import type { FoundFormat, Source } from '#/server/engine/media/extraction.ts';
import { intoResponse } from './fixtures/into-response.ts';
import { createTransfer, parseRange, rangeStart } from './index.ts';
import { anyAuthorityFile } from '../../../tests/setup/any-authority.ts';

const MiB = 1024 * 1024;
const FILE = randomBytes(3 * MiB + 17);
const MODIFIED = 'Tue, 01 Sep 2026 00:00:00 GMT';

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).toReversed()) await step();
});

async function listen(listener: RequestListener): Promise<number> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUp.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

type Asked = { req: IncomingMessage; res: ServerResponse; start: number; end: number; count: number };

/** Serves FILE by ranges, as a platform does, but for what `fault` does instead; it answers true when it has. */
function platform(fault: (asked: Asked) => boolean = () => false): RequestListener {
  let count = 0;
  return (req, res) => {
    const range = parseRange(req.headers.range, FILE.length);
    if (range === 'unsatisfiable') return res.writeHead(416, { 'content-range': `bytes */${FILE.length}` }).end();
    const { start, end } = range === 'whole' ? { start: 0, end: FILE.length - 1 } : range;
    if (fault({ req, res, start, end, count: ++count })) return;
    send(res, start, end);
  };
}

function send(res: ServerResponse, start: number, end: number, bytes = FILE.subarray(start, end + 1)): void {
  const headers = { 'content-range': `bytes ${start}-${end}/${FILE.length}`, 'last-modified': MODIFIED };
  res.writeHead(206, { ...headers, 'content-length': end - start + 1 });
  res.end(bytes);
}

/** Promises all bytes and hands over some, then cuts. */
function cutAfter(res: ServerResponse, start: number, end: number, bytes: number): true {
  const headers = { 'content-range': `bytes ${start}-${end}/${FILE.length}`, 'last-modified': MODIFIED };
  res.writeHead(206, { ...headers, 'content-length': end - start + 1 });
  res.write(FILE.subarray(start, start + bytes), () => res.destroy());
  return true;
}

const format = { id: '18', kind: 'video+audio', container: 'mp4' } as Format;
const media = { platform: 'tiktok', id: '1', title: 'x', items: [], formats: [format] } as unknown as Media;
const SOURCE: Source = {
  url: 'http://v16.tiktok.com/a.mp4',
  headers: { referer: 'https://www.tiktok.com/' },
  expiresAt: null,
  availableAt: null,
  maxRangeBytes: null,
  sizeBytes: null,
  contentType: 'video/mp4',
  subtitles: null,
};

type Options = { source?: Partial<Source>; renewed?: Result<Source> };

/** As long as FILE, and other bytes. */
const OTHER = randomBytes(FILE.length);

/** An upstream of one file at a time, which tells of it what it is told to. */
function changing(headers: () => Record<string, string>, bytes: () => Buffer): RequestListener {
  return (req, res) => {
    const range = parseRange(req.headers.range, FILE.length);
    const { start, end } = typeof range === 'string' ? { start: 0, end: FILE.length - 1 } : range;
    const told = { 'content-range': `bytes ${start}-${end}/${FILE.length}`, 'content-length': end - start + 1 };
    res.writeHead(206, { ...told, ...headers() }).end(bytes().subarray(start, end + 1));
  };
}

/** The whole way: upstream, door, transfer, and a visitor's request for one range. */
async function site(upstream: RequestListener, { source, renewed }: Options = {}) {
  const port = await listen(upstream);
  const caFile = anyAuthorityFile();
  const replica = { tlsPort: port, httpPort: port, caFile };
  const egress = await createEgress({ allowedHosts: ['tiktok.com'], replica });
  cleanUp.push(() => egress.close());
  const asked: Source[] = [];
  const engine = {
    async renew(_url: string, _id: string, stale: Source) {
      asked.push(stale);
      return renewed ?? fail('format_gone');
    },
    find: async () => fail('format_gone'),
  };
  const transfer = createTransfer({ egress, engine, ffmpeg: null });
  const found: FoundFormat = {
    media,
    format,
    recipe: { kind: 'direct', from: '18' },
    parts: [{ formatId: '18', source: { ...SOURCE, ...source } }],
  };
  const results: Result<unknown>[] = [];
  const front = await listen(async (req, res) => {
    const gone = new AbortController();
    res.once('close', () => gone.abort());
    const options = { startAt: rangeStart(req.headers.range), isForPlaying: false, signal: gone.signal };
    const prepared = await transfer.prepare('https://www.tiktok.com/@a/video/1', found, options);
    results.push(prepared);
    if (!prepared.ok) return res.writeHead(502).end();
    const totalBytes = prepared.value.totalBytes ?? 0;
    const range = parseRange(req.headers.range, totalBytes);
    const { start, end } = typeof range === 'string' ? { start: 0, end: totalBytes - 1 } : range;
    res.writeHead(206, { 'content-length': end - start + 1, etag: prepared.value.etag });
    const written = await prepared.value.write(intoResponse(res), { start, end });
    results.push(written);
    if (written.ok) res.end();
    else res.destroy();
  });
  return { url: `http://127.0.0.1:${front}`, asked, results };
}

async function download(
  url: string,
  range?: string,
): Promise<{ status: number; bytes: Buffer; etag: string; complete: boolean }> {
  const [response] = await once(get(url, { headers: range ? { range } : {} }), 'response');
  const chunks: Buffer[] = [];
  const complete = await new Promise<boolean>((resolve) => {
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('end', () => resolve(response.complete));
    response.on('error', () => resolve(false));
  });
  return { status: response.statusCode, bytes: Buffer.concat(chunks), etag: response.headers.etag, complete };
}

const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('a file that an upstream serves well', () => {
  test('arrives whole, with the length promised', async () => {
    const { url } = await site(platform());
    const { bytes, complete } = await download(url);
    expect([complete, sha(bytes)]).toEqual([true, sha(FILE)]);
  });

  test('gives any range of it, byte for byte, under one ETag', async () => {
    const { url } = await site(platform());
    const tags = new Set<string>();
    for (const [start, end] of [
      [0, 0],
      [1, 1],
      [100_000, 2_000_000],
      [FILE.length - 1, FILE.length - 1],
      [MiB, 2 * MiB - 1],
    ] as const) {
      const { bytes, etag } = await download(url, `bytes=${start}-${end}`);
      expect(sha(bytes)).toBe(sha(FILE.subarray(start, end + 1)));
      tags.add(etag);
    }
    const tail = await download(url, 'bytes=-1000');
    expect(sha(tail.bytes)).toBe(sha(FILE.subarray(-1000)));
    expect(tags.size).toBe(1);
  });

  test('is asked for in pieces where the platform wants that, with what the platform checks', async () => {
    const ranges: string[] = [];
    const upstream = platform(({ req }) => {
      ranges.push(`${req.headers.range} ${req.headers.referer}`);
      return false;
    });
    const { url } = await site(upstream, { source: { maxRangeBytes: MiB } });
    expect(sha((await download(url)).bytes)).toBe(sha(FILE));
    for (const range of ranges) {
      const [, first, last, referer] = /^bytes=(\d+)-(\d+) (.*)$/.exec(range) ?? [];
      expect(Number(last) - Number(first)).toBeLessThan(MiB);
      expect(referer).toBe('https://www.tiktok.com/');
    }
  });
});

describe('the ETag of a file promises its bytes', () => {
  const dated = { 'last-modified': MODIFIED };

  test.each<[string, Record<string, string>, Record<string, string>]>([
    ['told by nothing', {}, {}],
    ['the same date', dated, dated],
    ['the same ETag and date', { ...dated, etag: '"one"' }, { ...dated, etag: '"one"' }],
    ['another ETag', { etag: '"one"' }, { etag: '"two"' }],
  ])('other bytes of one length have another, of this server and of the next: %s', async (_, before, after) => {
    let isOther = false;
    const upstream = changing(
      () => (isOther ? after : before),
      () => (isOther ? OTHER : FILE),
    );
    const [{ url }, again] = [await site(upstream), await site(upstream)];
    const first = await download(url, 'bytes=0-9');
    expect((await download(again.url, 'bytes=2000000-2000009')).etag).toBe(first.etag);
    isOther = true;
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    const next = await site(upstream);
    // Of an address that says that nothing has changed, this server believes it for as long as it remembers the file.
    const isHidden = JSON.stringify(before) === JSON.stringify(after) && 'last-modified' in before;
    for (const place of isHidden ? [next.url] : [url, next.url]) {
      const { etag, bytes } = await download(place, 'bytes=2000000-2000009');
      expect(bytes).toEqual(OTHER.subarray(2_000_000, 2_000_010));
      expect(etag).not.toBe(first.etag);
    }
  });

  test('one that was seen to change has another, though it begins as before', async () => {
    let isOther = false;
    const half = Buffer.concat([FILE.subarray(0, MiB), OTHER.subarray(MiB)]);
    const upstream = changing(
      () => ({}),
      () => (isOther ? half : FILE),
    );
    const { url } = await site(upstream);
    const whole = await download(url);
    expect(sha(whole.bytes)).toBe(sha(FILE));
    isOther = true;
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    const rest = await download(url, `bytes=${2 * MiB}-`);
    expect(sha(rest.bytes)).toBe(sha(OTHER.subarray(2 * MiB)));
    expect(rest.etag).not.toBe(whole.etag);
  });
});

describe('an upstream that fails on the way', () => {
  test('by cutting the connection again and again', async () => {
    const { url } = await site(
      platform(({ res, start, end }) => end - start > 600_000 && cutAfter(res, start, end, 500_000)),
    );
    expect(sha((await download(url)).bytes)).toBe(sha(FILE));
  });

  test('by ignoring ranges: what was not asked for is passed over', async () => {
    const upstream = platform(({ res }) => {
      res.writeHead(200, { 'content-length': FILE.length, 'last-modified': MODIFIED }).end(FILE);
      return true;
    });
    const { url } = await site(upstream);
    const { bytes } = await download(url, 'bytes=1000000-1999999');
    expect(sha(bytes)).toBe(sha(FILE.subarray(1_000_000, 2_000_000)));
  });

  test('by refusing for a while', async () => {
    const statuses = [503, 429];
    const upstream = platform(({ res }) => {
      const status = statuses.shift();
      if (status) res.writeHead(status).end();
      return status !== undefined;
    });
    const { url } = await site(upstream);
    expect(sha((await download(url)).bytes)).toBe(sha(FILE));
  });

  test('by an expired link: the format is found again and the download goes on where it was', async () => {
    const upstream = platform(({ req, res, start, end }) => {
      if (req.url === '/new.mp4') return false;
      if (start === 0) return cutAfter(res, start, end, MiB);
      res.writeHead(403).end();
      return true;
    });
    const renewed = ok({ ...SOURCE, url: 'http://v16.tiktok.com/new.mp4' });
    const { url, asked } = await site(upstream, { renewed });
    expect(sha((await download(url)).bytes)).toBe(sha(FILE));
    expect(asked).toEqual([SOURCE]);
  });

  test('by a redirect to another host of the platform, and never to one outside', async () => {
    const to = { inside: 'http://v17.tiktok.com/moved.mp4', outside: 'http://169.254.169.254/' };
    for (const [where, location] of Object.entries(to)) {
      const upstream = platform(({ req, res }) => {
        if (req.url === '/moved.mp4') return false;
        res.writeHead(302, { location }).end();
        return true;
      });
      const { url, results } = await site(upstream);
      await download(url);
      expect(results[0]).toMatchObject(
        where === 'inside' ? { ok: true } : { ok: false, failure: { code: 'egress_denied' } },
      );
    }
  });
});

describe('a download that cannot be finished is never handed over as if it were', () => {
  test('when the file became another in the middle', async () => {
    const upstream = platform(({ res, start, end }) => {
      if (start < MiB) return cutAfter(res, start, Math.min(end, MiB - 1), MiB);
      res.writeHead(206, { 'content-range': `bytes ${start}-${end}/${FILE.length + 1}` }).end('other');
      return true;
    });
    const { url, results } = await site(upstream);
    const { complete, bytes } = await download(url);
    expect([complete, bytes.length]).toEqual([false, MiB]);
    expect(results[1]).toMatchObject({ failure: { code: 'media_changed' } });
  });

  test('when the upstream promised more than it has', { timeout: 20_000 }, async () => {
    const upstream = platform(({ res, start, end }) => {
      if (start < 2 * MiB) return cutAfter(res, start, end, Math.min(MiB, 2 * MiB - start));
      res.writeHead(206, { 'content-range': `bytes ${start}-${end}/${FILE.length}`, 'content-length': 0 }).end();
      return true;
    });
    const { url, results } = await site(upstream);
    const { complete } = await download(url);
    expect(complete).toBe(false);
    // What comes instead of the rest is no range of it.
    expect(results[1]).toMatchObject({ failure: { code: 'upstream_error' } });
  });

  test('when the format is gone: nothing is promised at all', async () => {
    const upstream = platform(({ res }) => {
      res.writeHead(404).end();
      return true;
    });
    const { url, results } = await site(upstream);
    expect((await download(url)).status).toBe(502);
    expect(results).toEqual([fail('format_gone')]);
  });
});

test('when the visitor leaves, the upstream is closed', async () => {
  const closed = Promise.withResolvers<void>();
  const upstream: RequestListener = (_, res) => {
    res.once('close', () => closed.resolve());
    res.writeHead(206, { 'content-range': `bytes 0-${FILE.length - 1}/${FILE.length}`, 'content-length': FILE.length });
    res.write(FILE.subarray(0, 100_000));
  };
  const { url, results } = await site(upstream);
  const request = get(url);
  const [response] = await once(request, 'response');
  await once(response, 'data');
  request.destroy();
  await closed.promise;
  await expect.poll(() => results[1]).toMatchObject({ failure: { code: 'cancelled' } });
});

test('a slow visitor holds the upstream back instead of filling memory', async () => {
  let sent = 0;
  const size = 400 * MiB;
  const upstream: RequestListener = (_, res) => {
    res.writeHead(206, { 'content-range': `bytes 0-${size - 1}/${size}`, 'content-length': size });
    const chunk = Buffer.alloc(MiB);
    const more = () => {
      sent += chunk.length;
      if (sent < size) res.write(chunk, (error) => !error && more());
    };
    more();
  };
  const { url } = await site(upstream);
  const request = get(url);
  const [response] = await once(request, 'response');
  response.pause();
  await once(response, 'readable').catch(() => {});
  let before = -1;
  await expect
    .poll(
      () => {
        const still = sent === before;
        before = sent;
        return still;
      },
      { interval: 200, timeout: 10_000 },
    )
    .toBe(true);
  expect(sent).toBeLessThan(64 * MiB);
  request.destroy();
});

test('subtitles come in the syntax that was asked for, with their length known', async () => {
  const upstream: RequestListener = (_, res) => res.end('WEBVTT\n\n00:01.000 --> 00:02.500\nHello\n');
  const { url } = await site(upstream, { source: { subtitles: { from: 'vtt', to: 'srt' } } });
  expect((await download(url)).bytes.toString()).toBe('1\n00:00:01,000 --> 00:00:02,500\nHello\n');
});
