import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Writable } from 'node:stream';
import { afterEach, describe, expect, test } from 'vitest';
import { fail, type Failure, ok } from '#/model/failure.ts';
import { type Prepared, responseSink } from '#/server/transfer/index.ts';
import { sendProblem } from './problem.ts';
import { sendFile } from './send-file.ts';

const BYTES = Buffer.from('0123456789');
const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).toReversed()) await step();
});

type Write = (res: Writable, start: number, end: number) => ReturnType<Prepared['write']>;

/** What a visitor gets of a file that is written in this way. */
async function site(write: Write, revoked = new AbortController().signal) {
  const ends: string[] = [];
  const file: Prepared = {
    totalBytes: BYTES.length,
    contentType: 'video/mp4',
    etag: '"a"',
    cut: { startS: 1, endS: 2 },
    write: (res, { start, end }) => write(res, start, end),
  };
  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    res.setHeader('ratelimit', '"downloads";r=9');
    const options = { follow: null, onBytes: () => {}, onEnd: (how: string) => void ends.push(how), revoked };
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
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, ends };
}

const whole: Write = async (res, start, end) => {
  await responseSink(res, {})(BYTES.subarray(start, end + 1));
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
    const { url } = await site(async () => {
      queueMicrotask(() => down.abort({ code: 'taken_down' } satisfies Failure));
      return new Promise(() => {});
    }, down.signal);
    await expectProblem(url, 451, 'taken_down');
    await expectProblem(url, 451, 'taken_down');
  });
});

test('a failure behind the first byte cuts the answer', async () => {
  const { url, ends } = await site(async (res) => {
    await responseSink(res, {})(BYTES.subarray(0, 4));
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
