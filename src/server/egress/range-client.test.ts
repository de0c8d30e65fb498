import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { createEgress } from './index.ts';
import type { Egress, RangeRequest } from './egress.ts';
import { anyAuthorityFile } from '../../../tests/setup/any-authority.ts';

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).toReversed()) await step();
});

type Answer = (request: string, socket: Socket, nth: number) => void;

/** An upstream that is told what to say to each request, byte by byte. */
async function upstream(answer: Answer): Promise<{ egress: Egress; sockets: Socket[]; requests: string[] }> {
  const sockets: Socket[] = [];
  const requests: string[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => {});
    let text = '';
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1');
      if (!text.includes('\r\n\r\n')) return;
      requests.push(text);
      answer(text, socket, requests.length);
      text = '';
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const caFile = anyAuthorityFile();
  const egress = await createEgress({
    allowedHosts: ['tiktok.com'],
    replica: { tlsPort: port, httpPort: port, caFile },
  });
  cleanUp.push(async () => {
    await egress.close();
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { egress, sockets, requests };
}

const URL = 'http://v16.tiktok.com/a.mp4?b=c';
const FILE = Buffer.from(Array.from({ length: 1000 }, (_, n) => n % 251));

function head(first: number, last: number, more = ''): string {
  return `HTTP/1.1 206 Partial Content\r\nContent-Range: bytes ${first}-${last}/1000\r\nContent-Length: ${last - first + 1}\r\n${more}\r\n`;
}

function serve(socket: Socket, request: string): void {
  const [, first, last] = /range: bytes=(\d+)-(\d+)/.exec(request) ?? [];
  const end = Math.min(Number(last), 999);
  socket.write(Buffer.concat([Buffer.from(head(Number(first), end)), FILE.subarray(Number(first), end + 1)]));
}

async function read(egress: Egress, start: number, length: number, options: Partial<RangeRequest> = {}) {
  const into = Buffer.alloc(length);
  const answer = await egress.readRange(URL, { start, into, ...options });
  return { ...answer, bytes: into.subarray(0, answer.filled) };
}

describe('a range', () => {
  test('arrives, with the headers asked for, over one connection for many', async () => {
    const { egress, sockets, requests } = await upstream((request, socket) => serve(socket, request));
    const first = await read(egress, 10, 20, { headers: { Referer: 'https://x/', 'User-Agent': 'A' } });
    expect([first.status, first.filled, first.totalBytes]).toEqual([206, 20, 1000]);
    expect(first.bytes).toEqual(FILE.subarray(10, 30));
    expect((await read(egress, 990, 50)).bytes).toEqual(FILE.subarray(990));
    expect(sockets).toHaveLength(1);
    expect(requests[0]).toBe(
      'GET /a.mp4?b=c HTTP/1.1\r\nhost: v16.tiktok.com\r\naccept: */*\r\naccept-encoding: identity\r\nreferer: https://x/\r\nuser-agent: A\r\nrange: bytes=10-29\r\n\r\n',
    );
  });

  test('arrives however the answer is cut into packets, interim answers included', async () => {
    const { egress } = await upstream(async (_, socket) => {
      const whole = Buffer.concat([
        Buffer.from('HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n'),
        Buffer.from(head(0, 99)),
        FILE.subarray(0, 100),
      ]);
      socket.setNoDelay(true);
      for (const byte of whole) {
        socket.write(Buffer.from([byte]));
        await new Promise(setImmediate);
      }
    });
    const seen: number[] = [];
    const { bytes } = await read(egress, 0, 100, { onBytes: (filled) => seen.push(filled) });
    expect(bytes).toEqual(FILE.subarray(0, 100));
    expect(seen.at(-1)).toBe(100);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  });

  test('is asked for once more when a kept connection turns out to be dead', async () => {
    const { egress, sockets } = await upstream((request, socket, nth) => {
      if (nth === 2) socket.destroy();
      else serve(socket, request);
    });
    await read(egress, 0, 10);
    expect((await read(egress, 10, 10)).bytes).toEqual(FILE.subarray(10, 20));
    expect(sockets).toHaveLength(2);
  });

  test('many at once do not mix', async () => {
    const { egress } = await upstream((request, socket) =>
      setTimeout(() => serve(socket, request), Math.random() * 20),
    );
    const all = await Promise.all(Array.from({ length: 90 }, (_, n) => read(egress, n * 10, 100)));
    for (const [n, { bytes }] of all.entries()) expect(bytes).toEqual(FILE.subarray(n * 10, n * 10 + 100));
  });
});

describe('an answer that is not the range', () => {
  test.each([
    ['another range', head(5, 14) + 'x'.repeat(10), 206],
    ['more than was asked for', head(0, 99) + 'x'.repeat(100), 206],
    ['the whole file', 'HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n' + 'x'.repeat(1000), 200],
    [
      'chunks',
      'HTTP/1.1 206 OK\r\nContent-Range: bytes 0-9/1000\r\nTransfer-Encoding: chunked\r\n\r\na\r\nxxxxxxxxxx',
      206,
    ],
    ['a refusal', 'HTTP/1.1 403 Forbidden\r\nContent-Length: 4\r\nX: y\r\n\r\nnono', 403],
    ['nothing behind the end', 'HTTP/1.1 416 No\r\nContent-Range: bytes */1000\r\nContent-Length: 0\r\n\r\n', 416],
    ['a redirect', 'HTTP/1.1 302 Found\r\nLocation: http://169.254.169.254/\r\nContent-Length: 0\r\n\r\n', 302],
  ])('is told and not read: %s', async (_, answer, status) => {
    const { egress } = await upstream((_request, socket) => socket.write(answer));
    expect(await read(egress, 0, 10)).toMatchObject({ status, filled: 0 });
  });

  test.each([
    ['no HTTP', 'SSH-2.0-x\r\n\r\n'],
    ['a head without end', `HTTP/1.1 206 OK\r\nx: ${'y'.repeat(20_000)}`],
    ['a length that is none', 'HTTP/1.1 206 OK\r\nContent-Length: -1\r\n\r\n'],
    ['a header without a name', 'HTTP/1.1 206 OK\r\n: x\r\n\r\n'],
  ])('breaks off: %s', async (_, answer) => {
    const { egress } = await upstream((_request, socket) => socket.write(answer));
    await expect(read(egress, 0, 10)).rejects.toMatchObject({ code: 'upstream_error' });
  });

  test('what comes after the bytes promised is not taken for the next answer', async () => {
    const { egress, sockets } = await upstream((request, socket) => {
      serve(socket, request);
      socket.write('HTTP/1.1 206 OK\r\nContent-Range: bytes 10-19/1000\r\nContent-Length: 10\r\n\r\nsmuggled!!');
    });
    await read(egress, 0, 10);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect((await read(egress, 10, 10)).bytes).toEqual(FILE.subarray(10, 20));
    expect(sockets).toHaveLength(2);
  });
});

describe('an answer that breaks off', () => {
  test('tells how far it came', async () => {
    const { egress } = await upstream((_, socket) => socket.end(head(0, 99) + 'x'.repeat(50)));
    let filled = 0;
    await expect(read(egress, 0, 100, { onBytes: (count) => (filled = count) })).rejects.toMatchObject({
      code: 'upstream_error',
    });
    expect(filled).toBe(50);
  });

  test('by silence, before the head and within the body', async () => {
    const { egress } = await upstream((_, socket, nth) => nth === 2 && socket.write(head(0, 99) + 'x'));
    const times = { headersTimeoutMs: 50, idleTimeoutMs: 50 };
    await expect(read(egress, 0, 100, times)).rejects.toMatchObject({ code: 'timeout' });
    await expect(read(egress, 0, 100, times)).rejects.toMatchObject({ code: 'timeout' });
  });

  test('because the visitor left: the upstream is closed at once', async () => {
    const { egress, sockets } = await upstream((_, socket) => socket.write(head(0, 99) + 'x'));
    const visitor = new AbortController();
    const reading = read(egress, 0, 100, { signal: visitor.signal, onBytes: () => visitor.abort() });
    await expect(reading).rejects.toMatchObject({ code: 'cancelled' });
    const [socket] = sockets;
    if (socket && !socket.closed) await once(socket, 'close');
  });
});

test('the guard stands before each connection, and headers cannot smuggle a request', async () => {
  const { egress, requests } = await upstream((request, socket) => serve(socket, request));
  const into = Buffer.alloc(10);
  await expect(egress.readRange('http://127.0.0.1/', { start: 0, into })).rejects.toMatchObject({
    code: 'egress_denied',
  });
  await expect(egress.readRange('http://evil.example/', { start: 0, into })).rejects.toMatchObject({
    code: 'egress_denied',
  });
  await expect(read(egress, 0, 10, { headers: { a: 'b\r\nhost: c' } })).rejects.toMatchObject({
    code: 'upstream_error',
  });
  expect(requests).toEqual([]);
  expect(egress.stats()).toMatchObject({ refused: 2 });
});
