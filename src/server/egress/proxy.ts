import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { pipeline, Transform } from 'node:stream';
import type { RouteUse } from './egress.ts';
import { type Guard, EgressRefusal, type ConnectTarget } from './guard.ts';
import { reachableFrom, type Routes } from './routes.ts';

type ProxyOptions = {
  guard: Guard;
  connectTimeoutMs: number;
  /** Bytes one connection may bring in: pages are small, and a page without end must not fill a worker. */
  maxConnectionBytes: number;
  /** Milliseconds one connection may last. */
  maxConnectionMs: number;
  onOpened: () => void;
  onRefused: (refusal: EgressRefusal) => void;
  routes: Routes;
};

type Proxy = {
  url: string;
  /** For one who goes out by a use of a route. */
  urlOf(use: RouteUse): string;
  close: () => Promise<void>;
};

/** Who names no route goes out by the first. */
const USER = 'worker';
/** Before the use of a route, in the place of a user's name. */
const ROUTE = 'route.';

/** The same door for the extractor's workers: an HTTP proxy on this machine that only they have the password of. */
export async function startProxy(options: ProxyOptions): Promise<Proxy> {
  const password = randomBytes(24).toString('base64url');
  const expected = Buffer.from(password);
  /** The route that a worker goes out by; null: it is none of ours. */
  const routeOf = ({ headers: { 'proxy-authorization': told = '' } }: IncomingMessage): RouteUse | null => {
    const credentials = Buffer.from(told.replace(/^Basic /, ''), 'base64').toString('latin1');
    const [user = '', ...rest] = credentials.split(':');
    const given = Buffer.from(rest.join(':'));
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
    if (user === USER) return options.routes.first();
    return user.startsWith(ROUTE) ? options.routes.read(user.slice(ROUTE.length)) : null;
  };
  const open = new Set<Socket>();

  const server = createServer((req, res) => void forward(req, res));
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  server.on('connect', (req: IncomingMessage, socket: Socket, head: Buffer) => void tunnel(req, socket, head));
  server.on('clientError', (_error, socket) => socket.destroy());

  async function judge(
    req: IncomingMessage,
    host: string,
    port: number,
  ): Promise<{ target: ConnectTarget; route: RouteUse } | { status: number; reason: string }> {
    const route = routeOf(req);
    if (!route) return { status: 407, reason: 'auth' };
    try {
      return { target: await options.guard(host, port), route };
    } catch (error) {
      if (!(error instanceof EgressRefusal)) throw error;
      options.onRefused(error);
      return { status: error.reason === 'dns' ? 502 : 403, reason: error.reason };
    }
  }

  /** CONNECT: bytes both ways, TLS untouched. */
  async function tunnel(req: IncomingMessage, client: Socket, head: Buffer): Promise<void> {
    client.on('error', () => client.destroy());
    const [, host = '', port = ''] = /^([^:\s]+):(\d{1,5})$/.exec(req.url ?? '') ?? [];
    const judged = await judge(req, host, Number(port));
    if ('status' in judged) return void client.end(refusalText(judged));
    const upstream = await reach(judged).catch(() => undefined);
    if (!upstream) return void client.end(refusalText({ status: 502, reason: 'connect' }));
    if (client.destroyed) return void upstream.destroy();
    limit(upstream, client);
    client.write('HTTP/1.1 200 Connection established\r\n\r\n');
    upstream.write(head);
    pipeline(client, upstream, (error) => error && upstream.destroy());
    pipeline(upstream, byteCap(options.maxConnectionBytes), client, () => client.destroy());
  }

  /** A plain http request in absolute form. */
  async function forward(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const url = URL.canParse(req.url ?? '') ? new URL(req.url ?? '') : undefined;
    if (url?.protocol !== 'http:') return void res.writeHead(400).end();
    const judged = await judge(req, url.hostname, Number(url.port) || 80);
    if ('status' in judged) return void res.writeHead(judged.status, { 'x-egress-denied': judged.reason }).end();
    const socket = await reach(judged).catch(() => undefined);
    if (!socket) return void res.writeHead(502).end();
    if (res.destroyed) return void socket.destroy();
    const outgoing = request({
      createConnection: () => socket,
      method: req.method,
      path: url.pathname + url.search,
      headers: { ...endToEnd(req.headers), host: url.host },
      timeout: options.connectTimeoutMs,
    });
    const giveUp = () => {
      outgoing.destroy();
      if (!res.headersSent) res.writeHead(502).end();
      else if (!res.writableEnded) res.destroy();
    };
    outgoing.once('response', (incoming) => {
      try {
        if (!isFinal(incoming.statusCode)) return giveUp();
        res.writeHead(incoming.statusCode, endToEnd(incoming.headers));
      } catch {
        // Whatever else may not be said on: nobody's answer ends the process.
        return giveUp();
      }
      pipeline(incoming, byteCap(options.maxConnectionBytes), res, () => res.destroy());
    });
    outgoing.once('timeout', () => outgoing.destroy(new Error('timeout')));
    outgoing.on('error', giveUp);
    // Without an error, where the answer is another protocol's.
    outgoing.once('close', () => res.headersSent || giveUp());
    res.once('close', () => outgoing.destroy());
    req.pipe(outgoing);
  }

  async function reach({ target, route }: { target: ConnectTarget; route: RouteUse }): Promise<Socket> {
    const way = options.routes.wayOf(route);
    if (way.kind === 'proxy') {
      const socket = await way.connect(target);
      options.onOpened();
      return socket;
    }
    let failure: unknown;
    for (const address of reachableFrom(route, target)) {
      const socket = connect({
        host: address,
        port: target.port,
        noDelay: true,
        ...(way.localAddress !== null && { localAddress: way.localAddress }),
      });
      try {
        await once(socket, 'connect', { signal: AbortSignal.timeout(options.connectTimeoutMs) });
        options.onOpened();
        return socket;
      } catch (error) {
        socket.destroy();
        failure = error;
      }
    }
    throw failure;
  }

  function limit(upstream: Socket, client: Socket): void {
    upstream.on('error', () => client.destroy());
    const timer = setTimeout(() => {
      upstream.destroy();
      client.destroy();
    }, options.maxConnectionMs);
    upstream.once('close', () => clearTimeout(timer));
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const urlOf = (user: string) => `http://${user}:${password}@127.0.0.1:${port}`;
  return {
    url: urlOf(USER),
    urlOf: (use) => urlOf(ROUTE + options.routes.write(use)),
    async close() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}

function refusalText({ status, reason }: { status: number; reason: string }): string {
  const challenge = status === 407 ? 'Proxy-Authenticate: Basic realm="egress"\r\n' : '';
  return `HTTP/1.1 ${status} Refused\r\nX-Egress-Denied: ${reason}\r\n${challenge}Content-Length: 0\r\nConnection: close\r\n\r\n`;
}

/** About one connection, and not about what comes by it (RFC 9110, 7.6.1); of some Node refuses to say them on. */
const OF_A_CONNECTION = new Set([
  'connection',
  'expect',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'upgrade',
]);

function endToEnd(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_A_CONNECTION.has(name)));
}

/** Whether it is the answer: no word before it, and no number that HTTP does not have. */
function isFinal(status: number | undefined): status is number {
  return status !== undefined && status >= 200 && status <= 599;
}

/** Passes bytes on until there were too many of them, then breaks the connection. */
function byteCap(maxBytes: number): Transform {
  let seen = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      if (seen > maxBytes) done(new Error('too many bytes'));
      else done(null, chunk);
    },
  });
}
