import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { fail, type Failure, ok } from '#/model/failure.ts';
import type { Prepared, Sink } from '#/server/transfer/index.ts';
import { sendProblem } from './problem.ts';
import { responseSink, sendFile } from './send-file.ts';

const BYTES = Buffer.from('0123456789');
const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).toReversed()) await step();
});

type Write = (sink: Sink, start: number, end: number) => ReturnType<Prepared['write']>;
type Options = { revoked?: AbortSignal; totalBytes?: null; isRefused?: boolean };

/** What a visitor gets of a file that is written in this way. */
async function site(
  write: Write,
  { revoked = new AbortController().signal, totalBytes, isRefused = false }: Options = {},
) {
  const ends: string[] = [];
  const begun: number[] = [];
  const file: Prepared = {
    totalBytes: totalBytes === null ? null : BYTES.length,
    contentType: 'video/mp4',
    etag: '"a"',
    cut: { startS: 1, endS: 2 },
    write: (sink, { start, end }) => write(sink, start, end),
  };
  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    res.setHeader('ratelimit', '"downloads";r=9');
    const options = {
      follow: null,
      onBytes: () => {},
      async mayBegin(startBytes: number) {
        begun.push(startBytes);
        return isRefused ? ({ code: 'limit_reached', retryAfterS: 7 } satisfies Failure) : null;
      },
      onEnd: (how: string) => void ends.push(how),
      revoked,
    };
    try {
      const failure = await sendFile(req, res, { file, name: 'a.mp4', isInline: false }, options);
      if (failure) sendProblem(res, failure);
    } catch {
      sendProblem(res, { code: 'internal' });
    }
  }
  const server = createServer((req, res) => void answer(req, res)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUp.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, ends, begun };
}

const whole: Write = async (sink, start, end) => {
  await sink(BYTES.subarray(start, end + 1));
  return ok(undefined);
};

async function expectProblem(url: string, status: number, code: string, headers = {}): Promise<void> {
  const response = await fetch(url, { headers });
  expect([response.status, response.headers.get('content-type')]).toEqual([status, 'application/problem+json']);
  expect(await response.json()).toMatchObject({ code });
  // Nothing of the file that did not come is left, and what was told before it is.
  for (const name of ['content-disposition', 'etag', 'accept-ranges', 'content-range', 'x-clip-start'])
    expect(response.headers.get(name)).toBeNull();
  expect(response.headers.get('ratelimit')).toBe('"downloads";r=9');
}

describe('a failure before the first byte is an answer with its status', () => {
  test.each<[string, number]>([
    ['media_changed', 409],
    ['upstream_error', 502],
    ['busy', 503],
    ['file_expired', 410],
  ])('%s', async (code, status) => {
    const { url, ends } = await site(async () => fail(code as Failure['code']));
    await expectProblem(url, status, code);
    await expectProblem(url, status, code, { range: 'bytes=3-' });
    expect(ends).toEqual([code, code]);
  });

  test('also what nobody expected', async () => {
    const { url } = await site(() => Promise.reject(new Error('a bug')));
    await expectProblem(url, 500, 'internal');
  });

  test('also where it is taken down before its first byte comes', async () => {
    const down = new AbortController();
    const { url } = await site(
      async () => {
        queueMicrotask(() => down.abort({ code: 'taken_down' } satisfies Failure));
        return new Promise(() => {});
      },
      { revoked: down.signal },
    );
    await expectProblem(url, 451, 'taken_down');
    await expectProblem(url, 451, 'taken_down');
  });
});

test('a failure behind the first byte cuts the answer', async () => {
  const { url, ends } = await site(async (sink) => {
    await sink(BYTES.subarray(0, 4));
    return fail('media_changed');
  });
  const response = await fetch(url);
  expect([response.status, response.headers.get('content-length')]).toEqual([200, '10']);
  await expect(response.arrayBuffer()).rejects.toThrow();
  expect(ends).toEqual(['media_changed']);
});

test('what comes comes with its head', async () => {
  const { url, ends } = await site(whole);
  const all = await fetch(url);
  expect([all.status, all.headers.get('x-clip-start'), await all.text()]).toEqual([200, '1.000', '0123456789']);
  const part = await fetch(url, { headers: { range: 'bytes=3-5' } });
  expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 3-5/10', '345']);
  const other = await fetch(url, { headers: { range: 'bytes=3-5', 'if-range': '"b"' } });
  expect([other.status, await other.text()]).toEqual([200, '0123456789']);
  const head = await fetch(url, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length')]).toEqual([200, '10']);
  expect(ends).toEqual(['whole', 'part', 'whole']);
});

describe('where the bytes begin is asked about', () => {
  const part = (range: string, ifRange?: string) => ({ headers: { range, ...(ifRange && { 'if-range': ifRange }) } });

  test.each<[string, RequestInit, number[]]>([
    ['the whole', {}, [0]],
    ['a rest', part('bytes=3-'), [3]],
    ['a rest of the same file', part('bytes=3-', '"a"'), [3]],
    ['a rest of another file', part('bytes=3-', '"b"'), [0]],
    ['several ranges', part('bytes=5-6,8-9'), [0]],
    ['a range that ends before it begins', part('bytes=9-1'), [0]],
    ['more from the end than there is', part('bytes=-99'), [0]],
    ['what is not in it', part('bytes=10-'), []],
    ['its head', { method: 'HEAD' }, []],
  ])('%s', async (_, init, expected) => {
    const { url, begun } = await site(whole);
    await (await fetch(url, init)).arrayBuffer();
    expect(begun).toEqual(expected);
  });

  test('the rest of what has no length yet, which is the whole', async () => {
    const { url, begun } = await site((sink) => whole(sink, 0, BYTES.length - 1), { totalBytes: null });
    const answer = await fetch(url, part('bytes=3-'));
    expect([answer.status, await answer.text(), begun]).toEqual([200, '0123456789', [0]]);
  });

  test('and nothing is sent where they may not', async () => {
    const { url, ends } = await site(whole, { isRefused: true });
    await expectProblem(url, 429, 'limit_reached', part('bytes=3-', '"b"').headers);
    expect(ends).toEqual(['limit_reached']);
  });
});

describe('into a response', () => {
  const cancelled = expect.objectContaining({ failure: { code: 'cancelled' } });

  /** A response whose visitor left, from the moment that the server can know it. */
  async function leftResponse(): Promise<{ res: ServerResponse; close: () => void }> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const sent = request({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' }).on('error', () => {});
    sent.end();
    const [, res] = (await once(server, 'request')) as [unknown, ServerResponse];
    return { res, close: () => server.close() };
  }

  test('bytes for somebody who left are cancelled', async () => {
    const { res, close } = await leftResponse();
    const write = responseSink(res);
    res.destroy();
    expect(() => write(BYTES)).toThrow(cancelled);
    close();
  });

  test('bytes that turn out not to have been taken end nothing but their own transfer', async () => {
    const unheard: unknown[] = [];
    const hear = (reason: unknown) => unheard.push(reason);
    process.on('unhandledRejection', hear);
    // Takes them at once, by its length, and fails afterwards.
    const stream = new Writable({
      write: (_chunk, _encoding, done) => void setImmediate(done, new Error('ECONNRESET')),
    });
    Object.defineProperty(stream, 'writableLength', { value: 0 });
    stream.on('error', () => {});
    const write = responseSink(stream);
    expect(write(BYTES)).toBeUndefined();
    await sleep(20);
    expect(() => write(BYTES)).toThrow(cancelled);
    await sleep(20);
    process.off('unhandledRejection', hear);
    expect(unheard).toEqual([]);
  });

  test('who is slow is waited for, and whoever leaves meanwhile is cancelled', async () => {
    const stream = new Writable({ write: () => {} });
    const taken = responseSink(stream)(BYTES);
    stream.destroy();
    await expect(taken).rejects.toEqual(cancelled);
  });
});
