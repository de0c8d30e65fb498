import { once } from 'node:events';
import { createServer as createHttpServer, request as httpRequest, type RequestListener } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterEach, describe, expect, test } from 'vitest';
import { routeTo, startProxy, type TestProxy, type TestProxyOptions } from '../../../tests/platforms/proxies.ts';
import { anyAuthorityFile } from '../../../tests/setup/any-authority.ts';
import { EgressError, type EgressRoutes, type RouteUse } from './egress.ts';
import { findSixNetwork, SIX } from './fixtures/six-network.ts';
import { createEgress, type EgressOptions } from './index.ts';
import { plainAddress, randomAddressOf } from './prefix.ts';
import { isOfPrefix, type RouteSetting } from './route-settings.ts';

const FILE = Buffer.from(Array.from({ length: 200_000 }, (_, n) => n % 251));
/** Planted in every setting that is a secret. */
const MARK = 'pl4nted';
const CREDENTIALS = { user: `user-${MARK}`, password: `word-${MARK}` };
const URL_OF_FILE = 'http://www.tiktok.com/a.mp4';

const six = await findSixNetwork();

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).toReversed()) await step();
});

/** A platform that says whom it sees, and serves ranges of a file. */
async function platform(host = '127.0.0.1'): Promise<{ port: number; seen: string[] }> {
  const seen: string[] = [];
  const answer: RequestListener = (req, res) => {
    seen.push(req.socket.remoteAddress ?? '');
    const [, first, last] = /bytes=(\d+)-(\d+)/.exec(req.headers.range ?? '') ?? [];
    if (first === undefined || last === undefined) return res.end(req.socket.remoteAddress);
    const bytes = FILE.subarray(Number(first), Number(last) + 1);
    res.writeHead(206, {
      'content-range': `bytes ${first}-${Number(first) + bytes.length - 1}/${FILE.length}`,
      'content-length': bytes.length,
    });
    res.end(bytes);
  };
  const server = createHttpServer(answer).listen(0, host);
  await once(server, 'listening');
  cleanUp.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, seen };
}

async function door(port: number, routes: [RouteSetting, ...RouteSetting[]], more: Partial<EgressOptions> = {}) {
  const replica = { tlsPort: port, httpPort: port, caFile: anyAuthorityFile() };
  const egress = await createEgress({ allowedHosts: ['tiktok.com'], replica, routes, ...more });
  cleanUp.push(() => egress.close());
  return egress;
}

async function proxyAt(options: TestProxyOptions): Promise<TestProxy> {
  const proxy = await startProxy(options);
  cleanUp.push(() => proxy.close());
  return proxy;
}

function useOf(egress: EgressRoutes, name: string): RouteUse {
  const use = egress.takeRoute(name);
  if (!use) throw new Error(`no route ${name}`);
  return use;
}

/** A worker's tunnel, as yt-dlp asks for one. */
async function tunnel(url: string, target = 'www.tiktok.com:80') {
  const { port, username, password } = new URL(url);
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  const headers = { 'proxy-authorization': authorization };
  const outgoing = httpRequest({ host: '127.0.0.1', port, method: 'CONNECT', path: target, headers }).end();
  const [response, socket] = (await once(outgoing, 'connect')) as [{ statusCode: number }, Socket];
  return { status: response.statusCode, socket };
}

async function throughTunnel(url: string): Promise<string> {
  const { socket } = await tunnel(url);
  socket.write('GET / HTTP/1.1\r\nhost: www.tiktok.com\r\nconnection: close\r\n\r\n');
  let text = '';
  for await (const chunk of socket) text += chunk;
  return text.split('\r\n\r\n')[1] ?? '';
}

/** And in the absolute form, for what is not encrypted. */
async function inAbsoluteForm(url: string): Promise<string> {
  const { port, username, password } = new URL(url);
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  const headers = { 'proxy-authorization': authorization };
  const [response] = await once(
    httpRequest({ host: '127.0.0.1', port, path: 'http://www.tiktok.com/', headers }).end(),
    'response',
  );
  let text = '';
  for await (const chunk of response) text += chunk;
  return text;
}

const KINDS: TestProxyOptions[] = [
  { kind: 'http', from: '127.0.7.1', credentials: null },
  { kind: 'http', from: '127.0.7.2', credentials: CREDENTIALS },
  { kind: 'socks5', from: '127.0.7.3', credentials: null },
  { kind: 'socks5', from: '127.0.7.4', credentials: CREDENTIALS },
];

describe.each(
  KINDS.map((options) => [`${options.kind}${options.credentials ? ' with a password' : ''}`, options] as const),
)('through a proxy (%s)', (_, options) => {
  test('requests, ranges and workers go out, to the address that was judged', async () => {
    const { port, seen } = await platform();
    const proxy = await proxyAt(options);
    const egress = await door(port, [{ name: 'home', kind: 'direct' }, routeTo('away', options, proxy)]);
    const route = useOf(egress, 'away');
    expect((await egress.text(URL_OF_FILE, { maxBytes: 100, route })).text).toBe(options.from);
    const into = Buffer.alloc(150_000);
    const answer = await egress.readRange(URL_OF_FILE, { start: 10, into, route });
    expect([answer.status, answer.filled]).toEqual([206, into.length]);
    expect(into.equals(FILE.subarray(10, 150_010))).toBe(true);
    expect(await throughTunnel(egress.proxyUrlOf(route))).toBe(options.from);
    expect(await inAbsoluteForm(egress.proxyUrlOf(route))).toBe(options.from);
    expect(new Set(seen)).toEqual(new Set([options.from]));
    expect(new Set(proxy.asked)).toEqual(new Set([`127.0.0.1:${port}`]));
  });

  test('connections are kept, and are no other route’s', async () => {
    const { port, seen } = await platform();
    const proxy = await proxyAt(options);
    const egress = await door(port, [{ name: 'home', kind: 'direct' }, routeTo('away', options, proxy)]);
    const [home, away] = [useOf(egress, 'home'), useOf(egress, 'away')];
    for (const route of [away, home, away, undefined, away]) {
      await egress.readRange(URL_OF_FILE, { start: 0, into: Buffer.alloc(10), route });
      await egress.text(URL_OF_FILE, { maxBytes: 100, route });
    }
    const { from } = options;
    const here = '127.0.0.1';
    expect(seen).toEqual([from, from, here, here, from, from, here, here, from, from]);
    // One of ranges, and one of all else.
    expect(proxy.asked).toHaveLength(2);
  });

  test('names are told where it looks them up itself, and only after the guard has judged them', async () => {
    const { port } = await platform();
    const proxy = await proxyAt(options);
    const away: RouteSetting = { ...routeTo('away', options, proxy), resolvesNames: true } as RouteSetting;
    const egress = await door(port, [away]);
    expect((await egress.text(URL_OF_FILE, { maxBytes: 100 })).text).toBe(options.from);
    expect(proxy.asked).toEqual([`www.tiktok.com:${port}`]);
  });

  test('nobody is asked for what the guard refuses', async () => {
    const { port } = await platform();
    const proxy = await proxyAt(options);
    const away = routeTo('away', options, proxy);
    const egress = await door(port, [away]);
    for (const url of ['http://evil.example/', 'http://127.0.0.1/', 'http://www.tiktok.com:8080/']) {
      await expect(egress.request(url)).rejects.toMatchObject({ code: 'egress_denied', isOfRoute: false });
      await expect(egress.readRange(url, { start: 0, into: Buffer.alloc(1) })).rejects.toMatchObject({
        code: 'egress_denied',
      });
    }
    const refused = await tunnel(egress.proxyUrlOf(useOf(egress, 'away')), 'evil.example:443');
    refused.socket.destroy();
    expect(refused.status).toBe(403);
    const inside = await createEgress({
      allowedHosts: ['tiktok.com'],
      resolve: async () => ['10.0.0.7'],
      routes: [{ ...away, resolvesNames: true } as RouteSetting],
    });
    cleanUp.push(() => inside.close());
    await expect(inside.request(URL_OF_FILE)).rejects.toMatchObject({ code: 'egress_denied' });
    expect(proxy.asked).toEqual([]);
  });

  test.each([
    ['http', URL_OF_FILE],
    ['https', URL_OF_FILE.replace('http:', 'https:')],
  ])('nothing is read for a visitor who leaves while it connects (%s)', async (_, url) => {
    const { port, seen } = await platform();
    const visitor = new AbortController();
    const lookUp = () => {
      visitor.abort();
      return '127.0.0.1';
    };
    const proxy = await proxyAt({ ...options, lookUp });
    const egress = await door(port, [{ ...routeTo('away', options, proxy), resolvesNames: true } as RouteSetting]);
    const into = Buffer.alloc(10);
    const reading = egress.readRange(url, { start: 0, into, signal: visitor.signal });
    await expect(reading).rejects.toMatchObject({ code: 'cancelled' });
    expect([proxy.asked.length, seen, into]).toEqual([1, [], Buffer.alloc(10)]);
  });

  test('nor is it asked for one who leaves before that, while a name is looked up', async () => {
    const visitor = new AbortController();
    const proxy = await proxyAt(options);
    const egress = await createEgress({
      allowedHosts: ['tiktok.com'],
      resolve: async () => {
        visitor.abort();
        return ['8.8.8.8'];
      },
      routes: [{ ...routeTo('away', options, proxy), resolvesNames: true } as RouteSetting],
    });
    cleanUp.push(() => egress.close());
    const reading = egress.readRange(URL_OF_FILE, { start: 0, into: Buffer.alloc(10), signal: visitor.signal });
    await expect(reading).rejects.toMatchObject({ code: 'cancelled' });
    expect(proxy.asked).toEqual([]);
  });

  test('a worker’s bytes are counted', async () => {
    const { port } = await platform();
    const proxy = await proxyAt(options);
    const egress = await door(port, [routeTo('away', options, proxy)], { maxConnectionBytes: 1000 });
    const { socket } = await tunnel(egress.proxyUrl);
    socket.write('GET / HTTP/1.1\r\nhost: www.tiktok.com\r\nrange: bytes=0-99999\r\n\r\n');
    let bytes = 0;
    for await (const chunk of socket) bytes += chunk.length;
    expect(bytes).toBeLessThan(FILE.length / 2);
  });

  test('a proxy that is gone is told as the route’s failure, and one that is back is used again', async () => {
    const { port } = await platform();
    const proxy = await proxyAt(options);
    const egress = await door(port, [routeTo('away', options, proxy)]);
    await egress.text(URL_OF_FILE, { maxBytes: 100 });
    await proxy.kill();
    const failed = { code: 'egress_down', isOfRoute: true };
    await expect(egress.text(URL_OF_FILE, { maxBytes: 100 })).rejects.toMatchObject(failed);
    await expect(egress.readRange(URL_OF_FILE, { start: 0, into: Buffer.alloc(1) })).rejects.toMatchObject(failed);
    const refused = await tunnel(egress.proxyUrl);
    refused.socket.destroy();
    expect(refused.status).toBe(502);
    await proxy.revive();
    expect((await egress.text(URL_OF_FILE, { maxBytes: 100 })).text).toBe(options.from);
  });
});

describe('a proxy that does not do', () => {
  test.each(['http', 'socks5'] as const)('by its password (%s): nothing of the setting is told', async (kind) => {
    const { port } = await platform();
    const options = { kind, from: '127.0.7.5', credentials: { user: 'x', password: 'y' } };
    const proxy = await proxyAt(options);
    const away = { ...routeTo('away', options, proxy), credentials: CREDENTIALS } as RouteSetting;
    const logged: string[] = [];
    const egress = await door(port, [away], { log: (line) => logged.push(line) });
    const failures = [
      await egress.request(URL_OF_FILE).catch((error: unknown) => error),
      await egress.readRange(URL_OF_FILE, { start: 0, into: Buffer.alloc(1) }).catch((error: unknown) => error),
    ];
    for (const failure of failures) {
      expect(failure).toBeInstanceOf(EgressError);
      expect(failure).toMatchObject({
        code: 'egress_down',
        isOfRoute: true,
        message: expect.stringMatching(/credentials/),
      });
    }
    const everything = inspect([failures, logged, egress.routes, egress.stats(), useOf(egress, 'away')], {
      depth: Infinity,
      showHidden: true,
    });
    for (const secret of [
      MARK,
      Buffer.from(`${CREDENTIALS.user}:`).toString('base64').slice(0, 12),
      `:${proxy.port}`,
    ]) {
      expect(everything).not.toContain(secret);
    }
    expect(proxy.asked).toEqual([]);
  });

  test.each(['http', 'socks5'] as const)('by its silence (%s)', async (kind) => {
    const { port } = await platform();
    const sockets: Socket[] = [];
    const silent = createServer((socket) => sockets.push(socket.on('error', () => {}))).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    cleanUp.push(() => {
      for (const socket of sockets) socket.destroy();
      silent.close();
    });
    const { port: proxyPort } = silent.address() as AddressInfo;
    const place = { host: '127.0.0.1', port: proxyPort, credentials: null, resolvesNames: false };
    const egress = await door(port, [{ name: 'mute', kind, ...place }], { connectTimeoutMs: 60 });
    await expect(egress.request(URL_OF_FILE)).rejects.toMatchObject({ isOfRoute: true, message: /timeout/ });
  });
});

describe('a network of addresses', () => {
  test('gives each media one of its own, for all of its requests', async () => {
    const { port, seen } = await platform();
    const egress = await door(port, [{ name: 'many', kind: 'prefix', network: '127.77.0.0', bits: 16 }]);
    const [first, second] = [useOf(egress, 'many'), useOf(egress, 'many')];
    expect(first.localAddress).not.toBe(second.localAddress);
    for (const route of [first, second]) {
      await egress.text(URL_OF_FILE, { maxBytes: 100, route });
      await egress.readRange(URL_OF_FILE, { start: 0, into: Buffer.alloc(10), route });
      await throughTunnel(egress.proxyUrlOf(route));
    }
    expect(seen).toEqual([first, first, first, second, second, second].map(({ localAddress }) => localAddress));
  });

  test('may be one of IPv6', async () => {
    const { port, seen } = await platform('::1');
    const routes: [RouteSetting] = [{ name: 'six', kind: 'prefix', network: '::1', bits: 128 }];
    const replica = { tlsPort: port, httpPort: port, caFile: anyAuthorityFile(), host: '::1' };
    const egress = await door(port, routes, { replica });
    const route = useOf(egress, 'six');
    expect(route.localAddress).toBe('0:0:0:0:0:0:0:1');
    expect((await egress.text(URL_OF_FILE, { maxBytes: 100, route })).text).toBe('::1');
    const into = Buffer.alloc(150_000);
    const answer = await egress.readRange(URL_OF_FILE, { start: 10, into, route });
    expect([answer.status, into.equals(FILE.subarray(10, 150_010))]).toEqual([206, true]);
    expect(await throughTunnel(egress.proxyUrlOf(route))).toBe('::1');
    expect(seen).toEqual(['::1', '::1', '::1']);
  });

  const name = six
    ? 'of IPv6 does so, too'
    : 'of IPv6 is tried by the choice of addresses alone: this machine gives no network namespace';
  test(name, async () => {
    if (!six) {
      expect(randomAddressOf(SIX)).not.toBe(randomAddressOf(SIX));
      return;
    }
    const told = JSON.parse(await six.run(join(import.meta.dirname, 'fixtures/read-by-six.ts')));
    const { wanted, seen } = told as { wanted: string[]; seen: string[] };
    expect(new Set(wanted).size).toBe(3);
    expect(wanted.every((address) => isOfPrefix(SIX, address))).toBe(true);
    expect(seen.map(plainAddress)).toEqual(wanted.flatMap((address) => [address, address]));
  });

  test.each([
    ['for a host that has no address of its kind', { network: '2001:db8:1::', bits: 64 }],
    ['that does not lead to this machine', { network: '198.51.100.0', bits: 24 }],
  ])('is of no use %s', async (_, prefix) => {
    const { port } = await platform();
    const egress = await door(port, [{ name: 'six', kind: 'prefix', ...prefix }]);
    const failed = { code: 'egress_down', isOfRoute: true };
    await expect(egress.request(URL_OF_FILE)).rejects.toMatchObject(failed);
    await expect(egress.readRange(URL_OF_FILE, { start: 0, into: Buffer.alloc(1) })).rejects.toMatchObject(failed);
  });
});

describe('a use of a route', () => {
  test('that settings do not have any more is asked for anew, as an address that has expired', async () => {
    const { port, seen } = await platform();
    const egress = await door(port, [{ name: 'many', kind: 'prefix', network: '127.77.0.0', bits: 24 }]);
    for (const route of [
      { name: 'gone', localAddress: null },
      { name: 'many', localAddress: '127.88.0.1' },
      { name: 'many', localAddress: null },
    ]) {
      const failed = { code: 'upstream_forbidden', isOfRoute: true };
      await expect(egress.request(URL_OF_FILE, { route })).rejects.toMatchObject(failed);
      await expect(egress.readRange(URL_OF_FILE, { start: 0, into: Buffer.alloc(1), route })).rejects.toMatchObject(
        failed,
      );
    }
    expect(seen).toEqual([]);
  });

  test('is nobody’s who has not the workers’ password', async () => {
    const { port } = await platform();
    const egress = await door(port, [{ name: 'home', kind: 'direct' }]);
    const url = new URL(egress.proxyUrlOf(useOf(egress, 'home')));
    for (const [user, password] of [
      [url.username, 'guess'],
      ['route.other', url.password],
      ['route.home.127.0.0.1', ''],
      ['someone', url.password],
    ] as const) {
      url.username = user;
      url.password = password;
      const refused = await tunnel(url.href);
      refused.socket.destroy();
      expect(refused.status).toBe(407);
    }
  });
});
