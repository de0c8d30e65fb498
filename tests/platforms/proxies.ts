import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import type { RouteSetting } from '#/server/egress/route-settings.ts';

/** What a proxy asks who uses it for. */
export type Credentials = { user: string; password: string };

export type TestProxyOptions = {
  kind: 'http' | 'socks5';
  /** null: nobody is asked. */
  credentials?: Credentials | null;
  /** Where its connections come from: any of 127.0.0.0/8 is this machine's. */
  from: string;
  /** Where a name leads that it is told. */
  lookUp?: (name: string) => string;
};

/** A proxy on this machine, with real sockets: what an operator would have elsewhere. */
export type TestProxy = {
  readonly port: number;
  /** What it was asked to connect to, as it was told. */
  readonly asked: string[];
  readonly from: string;
  /** Hangs up on everybody, and does not answer until it is revived. */
  kill(): Promise<void>;
  revive(): Promise<void>;
  close(): Promise<void>;
};

type Reach = (host: string, port: number) => Promise<Socket>;

export async function startProxy(options: TestProxyOptions): Promise<TestProxy> {
  const { kind, credentials = null, from, lookUp = () => '127.0.0.1' } = options;
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket.on('error', () => socket.destroy()));
    socket.once('close', () => sockets.delete(socket));
    return socket;
  };

  async function reach(host: string, port: number): Promise<Socket> {
    asked.push(`${host}:${port}`);
    const target = /^[\d.]+$|:/.test(host) ? host : lookUp(host);
    const upstream = keep(connect({ host: target, port, localAddress: from }));
    await once(upstream, 'connect');
    return upstream;
  }

  const listen = async (port: number) => {
    const server = kind === 'http' ? httpProxy(credentials, reach) : socksProxy(credentials, reach);
    server.on('connection', keep).listen(port, '127.0.0.1');
    await once(server, 'listening');
    return server;
  };
  let server = await listen(0);
  const { port } = server.address() as AddressInfo;
  async function kill(): Promise<void> {
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  }
  return {
    port,
    asked,
    from,
    kill,
    async revive() {
      server = await listen(port);
    },
    async close() {
      if (server.listening) await kill();
    },
  };
}

/** Its setting, as `EGRESS_ROUTES` would name it. */
export function routeTo(
  name: string,
  { kind, credentials = null }: TestProxyOptions,
  { port }: TestProxy,
): RouteSetting {
  return { name, kind, host: '127.0.0.1', port, credentials, resolvesNames: false };
}

function join(a: Socket, b: Socket): void {
  a.pipe(b);
  b.pipe(a);
  a.once('close', () => b.destroy());
  b.once('close', () => a.destroy());
}

function httpProxy(credentials: Credentials | null, reach: Reach): Server {
  const wanted =
    credentials && `Basic ${Buffer.from(`${credentials.user}:${credentials.password}`).toString('base64')}`;
  const server = createHttpServer((_, res) => res.writeHead(405).end());
  server.on('connect', async (req, stream, head) => {
    const client = stream as Socket;
    client.on('error', () => client.destroy());
    if (wanted !== null && req.headers['proxy-authorization'] !== wanted) {
      return client.end('HTTP/1.1 407 No\r\nProxy-Authenticate: Basic realm="x"\r\nContent-Length: 0\r\n\r\n');
    }
    const [, host = '', port = ''] = /^\[?([^\]]+?)\]?:(\d+)$/.exec(req.url ?? '') ?? [];
    const upstream = await reach(host, Number(port)).catch(() => null);
    if (!upstream) return client.end('HTTP/1.1 502 No\r\nContent-Length: 0\r\n\r\n');
    client.write('HTTP/1.1 200 OK\r\n\r\n');
    upstream.write(head);
    join(client, upstream);
  });
  return server;
}

/** RFC 1928, and RFC 1929 for who is asked for a password. */
function socksProxy(credentials: Credentials | null, reach: Reach): Server {
  return createServer(async (client) => {
    const take = reader(client);
    try {
      const [, methods = 0] = await take(2);
      await take(methods);
      client.write(Buffer.from([5, credentials ? 2 : 0]));
      if (credentials) {
        const [, userLength = 0] = await take(2);
        const user = (await take(userLength)).toString();
        const [passwordLength = 0] = await take(1);
        const password = (await take(passwordLength)).toString();
        const isKnown = user === credentials.user && password === credentials.password;
        client.write(Buffer.from([1, isKnown ? 0 : 1]));
        if (!isKnown) return void client.end();
      }
      const [, , , type] = await take(4);
      const host = type === 1 ? [...(await take(4))].join('.') : await nameFrom(take, type);
      const port = (await take(2)).readUInt16BE();
      const upstream = await reach(host, port).catch(() => null);
      client.write(Buffer.from([5, upstream ? 0 : 5, 0, 1, 0, 0, 0, 0, 0, 0]));
      if (!upstream) return void client.end();
      take.end();
      join(client, upstream);
    } catch {
      client.destroy();
    }
  });
}

async function nameFrom(take: (length: number) => Promise<Buffer>, type: number | undefined): Promise<string> {
  if (type === 3) {
    const [length = 0] = await take(1);
    return (await take(length)).toString();
  }
  const address = await take(16);
  return Array.from({ length: 8 }, (_, n) => address.readUInt16BE(2 * n).toString(16)).join(':');
}

/** Reads so many bytes of a socket at a time. What comes before it is joined to another stays in it. */
function reader(socket: Socket) {
  const take = async (length: number): Promise<Buffer> => {
    if (length === 0) return Buffer.alloc(0);
    for (;;) {
      const bytes = socket.read(length) as Buffer | null;
      if (bytes) return bytes;
      if (socket.readableEnded || socket.destroyed) throw new Error('it has left');
      await Promise.race([once(socket, 'readable'), once(socket, 'close')]);
    }
  };
  return Object.assign(take, { end: () => void socket.removeAllListeners('readable') });
}
