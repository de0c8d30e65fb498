import { once } from 'node:events';
import { createServer, request as httpRequest, type RequestListener, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import type { Egress } from './egress.ts';
import { createEgress, type EgressOptions } from './index.ts';
import { anyAuthorityFile } from '../../../tests/setup/any-authority.ts';

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).toReversed()) await step();
});

async function upstream(listener: RequestListener): Promise<number> {
  const server: Server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUp.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

async function door(httpPort: number, options: Partial<EgressOptions> = {}): Promise<Egress> {
  const caFile = anyAuthorityFile();
  const replica = { tlsPort: httpPort, httpPort, caFile };
  const egress = await createEgress({ allowedHosts: ['tiktok.com'], replica, ...options });
  cleanUp.push(() => egress.close());
  return egress;
}

describe("Node's own requests", () => {
  test('reach a served host under its name', async () => {
    const port = await upstream((req, res) =>
      res.end(`${req.headers.host} ${req.headers['accept-encoding']} ${req.url}`),
    );
    const egress = await door(port);
    const { status, text } = await egress.text('http://www.tiktok.com/a?b=c', { maxBytes: 1000 });
    expect([status, text]).toEqual([200, 'www.tiktok.com identity /a?b=c']);
    expect(egress.stats()).toMatchObject({ opened: 1, refused: 0 });
  });

  test('are refused for any other host, and the refusal is counted without the path', async () => {
    const egress = await door(await upstream((_, res) => res.end('inside')));
    for (const url of [
      'http://evil.example/secret',
      'http://127.0.0.1/secret',
      'http://[::1]/',
      'http://www.tiktok.com:8080/',
    ]) {
      await expect(egress.request(url)).rejects.toMatchObject({ code: 'egress_denied' });
    }
    expect(egress.stats()).toMatchObject({
      opened: 0,
      refused: 4,
      lastRefusal: { host: 'www.tiktok.com', reason: 'port' },
    });
  });

  test('never follow a redirect: where it leads is judged by whoever asks again', async () => {
    const port = await upstream((_, res) => res.writeHead(302, { location: 'http://169.254.169.254/' }).end());
    const { status, headers, body } = await (await door(port)).request('http://www.tiktok.com/');
    body.destroy();
    expect([status, headers['location']]).toEqual([302, 'http://169.254.169.254/']);
  });

  test('stop reading a body that is too large, compressed ones counted by what comes out', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    const port = await upstream((req, res) => {
      if (req.url === '/bomb') return res.setHeader('content-encoding', 'gzip').end(bomb);
      const more = () => res.write(Buffer.alloc(65_536), (error) => !error && more());
      more();
    });
    const egress = await door(port);
    for (const path of ['bomb', 'endless']) {
      const reading = egress.text(`http://www.tiktok.com/${path}`, { maxBytes: 1_000_000 });
      await expect(reading).rejects.toMatchObject({ code: 'upstream_too_large' });
    }
  });

  test('give up on a host that says nothing, and on a body that stops', async () => {
    const port = await upstream((req, res) => {
      if (req.url === '/stall') res.write('a');
    });
    const egress = await door(port);
    const silent = egress.request('http://www.tiktok.com/silent', { headersTimeoutMs: 50 });
    await expect(silent).rejects.toMatchObject({ code: 'timeout' });
    const stalled = egress.text('http://www.tiktok.com/stall', { maxBytes: 1000, idleTimeoutMs: 50 });
    await expect(stalled).rejects.toMatchObject({ code: 'timeout' });
  });

  test('end when the visitor leaves, and are told apart from failures', async () => {
    const port = await upstream(() => {});
    const visitor = new AbortController();
    const asking = (await door(port)).request('http://www.tiktok.com/', { signal: visitor.signal });
    visitor.abort();
    await expect(asking).rejects.toMatchObject({ code: 'cancelled' });
  });

  test('refuse a host whose certificate is not vouched for', async () => {
    const port = await upstream((_, res) => res.end());
    await expect((await door(port)).request('https://www.tiktok.com/')).rejects.toMatchObject({ code: 'tls_error' });
  });
});

describe("the workers' proxy", () => {
  async function throughProxy(
    egress: Egress,
    path: string,
    auth: string | undefined = new URL(egress.proxyUrl).password,
  ) {
    const { port } = new URL(egress.proxyUrl);
    const authorization = `Basic ${Buffer.from(`worker:${auth}`).toString('base64')}`;
    const outgoing = httpRequest({
      host: '127.0.0.1',
      port,
      path,
      headers: { 'proxy-authorization': authorization },
    }).end();
    const [response] = await once(outgoing, 'response');
    let text = '';
    for await (const chunk of response) text += chunk;
    return { status: response.statusCode, denied: response.headers['x-egress-denied'], text };
  }

  async function tunnel(egress: Egress, target: string) {
    const { port, username, password } = new URL(egress.proxyUrl);
    const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
    const headers = { 'proxy-authorization': authorization };
    const outgoing = httpRequest({ host: '127.0.0.1', port, method: 'CONNECT', path: target, headers }).end();
    const [response, socket] = await once(outgoing, 'connect');
    return { status: response.statusCode, denied: response.headers['x-egress-denied'], socket };
  }

  test('carries a request to a served host, without the password', async () => {
    const port = await upstream((req, res) => res.end(`${req.headers.host} ${req.headers['proxy-authorization']}`));
    const answer = await throughProxy(await door(port), 'http://www.tiktok.com/x');
    expect(answer).toMatchObject({ status: 200, text: 'www.tiktok.com undefined' });
  });

  test('opens a tunnel to a served host and to no other', async () => {
    const port = await upstream((_, res) => res.end('through'));
    const egress = await door(port);
    const open = await tunnel(egress, 'www.tiktok.com:80');
    open.socket.write('GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
    let text = '';
    for await (const chunk of open.socket) text += chunk;
    expect([open.status, text.includes('through')]).toEqual([200, true]);
    for (const [target, reason] of [
      ['evil.example:443', 'host'],
      ['127.0.0.1:80', 'ip-literal'],
      ['www.tiktok.com:22', 'port'],
      ['www.tiktok.com', 'ip-literal'],
      ['[::1]:443', 'ip-literal'],
    ] as const) {
      const refused = await tunnel(egress, target);
      refused.socket.destroy();
      expect(refused.status).toBe(403);
      if (target.includes('.com:') || target.startsWith('evil')) expect(refused.denied).toBe(reason);
    }
  });

  test('serves nobody without its password', async () => {
    const port = await upstream((_, res) => res.end('inside'));
    expect(await throughProxy(await door(port), 'http://www.tiktok.com/', 'guess')).toMatchObject({
      status: 407,
      text: '',
    });
  });

  test('breaks a connection that brings too much', async () => {
    const port = await upstream((_, res) => res.end(Buffer.alloc(2_000_000)));
    const egress = await door(port, { maxConnectionBytes: 1_000_000 });
    await expect(throughProxy(egress, 'http://www.tiktok.com/')).rejects.toThrow();
  });

  // Most of these Node refuses to say on, by an error that nobody would catch.
  test.each<[answer: string, status: number]>([
    ['200 OK\r\nTrailer: x\r\nContent-Length: 0', 200],
    ['204 No Content\r\nTrailer: x', 204],
    ['200 OK\r\nTE: trailers\r\nKeep-Alive: timeout=9\r\nContent-Length: 0', 200],
    ['099 Odd\r\nContent-Length: 0', 502],
    ['101 Switching Protocols', 502],
    ['101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x', 502],
    ['600 Odd\r\nContent-Length: 0', 502],
    ['999 Odd\r\nContent-Length: 0', 502],
    ['1000 Odd\r\nContent-Length: 0', 502],
    ['no number', 502],
  ])('an upstream that answers %j is answered for with %d, and the site goes on', async (answer, status) => {
    const port = await upstream((req, res) =>
      req.url === '/odd' ? res.socket?.end(`HTTP/1.1 ${answer}\r\n\r\n`) : res.end('good'),
    );
    const egress = await door(port);
    expect((await throughProxy(egress, 'http://www.tiktok.com/odd')).status).toBe(status);
    expect((await throughProxy(egress, 'http://www.tiktok.com/')).text).toBe('good');
  });

  test.each([
    ['Trailer: x'],
    ['Trailer: x', 'Expect: 100-continue'],
    ['TE: trailers', 'Keep-Alive: timeout=9', 'Upgrade: x', 'Proxy-Connection: keep-alive'],
  ])('leaves out what a request says of its own connection: %s', async (...said) => {
    const egress = await door(await upstream((req, res) => res.end(JSON.stringify(req.headers))));
    const { port, username, password } = new URL(egress.proxyUrl);
    const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
    const head = [`Proxy-Authorization: ${authorization}`, 'Host: x', 'Accept: y', 'Connection: close', ...said];
    // Node says no such request itself.
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(`GET http://www.tiktok.com/ HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`);
    const heard = JSON.parse(/\{.*\}/.exec(await text(socket))?.[0] ?? 'null');
    expect(heard).toEqual({ accept: 'y', host: 'www.tiktok.com', connection: expect.any(String) });
  });

  test('refuses what is no proxy request', async () => {
    const egress = await door(await upstream((_, res) => res.end()));
    for (const path of ['/x', 'ftp://www.tiktok.com/', 'https://www.tiktok.com/']) {
      expect((await throughProxy(egress, path)).status).toBe(400);
    }
  });
});
