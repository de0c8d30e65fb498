import { request } from 'node:http';
import { isIPv4, isIPv6, type Socket } from 'node:net';
import { SocksClient } from 'socks';
import type { ConnectTarget } from './guard.ts';
import { RouteError } from './route-error.ts';
import type { RouteSetting } from './route-settings.ts';

type ProxyRoute = Extract<RouteSetting, { kind: 'http' | 'socks5' }>;

/**
 * A connection to a target that the guard has judged, through an operator's proxy. It is told the address that was judged: what a name
 * leads to is asked once, here, so that no answer of another resolver leads it elsewhere. Where its setting says that it looks names up
 * itself (some know no addresses), it is told the name, after the guard has judged that and what it leads to here.
 * Throws RouteError, which tells the route's name and nothing of its setting.
 */
export async function connectThrough(route: ProxyRoute, target: ConnectTarget, timeoutMs: number): Promise<Socket> {
  // More proxies have a way to the old Internet than to the new one.
  const judged = target.addresses.toSorted((a, b) => Number(isIPv4(b)) - Number(isIPv4(a)));
  const hosts = route.resolvesNames ? [target.host] : judged;
  let failure: unknown;
  for (const host of hosts) {
    try {
      return await (route.kind === 'http' ? httpTunnel : socksTunnel)(route, { host, port: target.port }, timeoutMs);
    } catch (error) {
      failure = error;
    }
    // What does not answer, or knows us not, does so for every address.
    if (!(failure instanceof RouteError) || failure.reason !== 'refused') break;
  }
  throw failure ?? new RouteError(route.name, 'refused');
}

type Place = { host: string; port: number };

/** CONNECT (RFC 9110, section 9.3.6) by Node's own client. */
function httpTunnel(route: ProxyRoute, { host, port }: Place, timeoutMs: number): Promise<Socket> {
  const { credentials, name } = route;
  const place = `${isIPv6(host) ? `[${host}]` : host}:${port}`;
  const asking = request({
    host: route.host,
    port: route.port,
    method: 'CONNECT',
    path: place,
    agent: false,
    headers: {
      host: place,
      ...(credentials && {
        'proxy-authorization': `Basic ${Buffer.from(`${credentials.user}:${credentials.password}`).toString('base64')}`,
      }),
    },
  });
  return new Promise((resolve, reject) => {
    const end = (reason: RouteError['reason']) => {
      clearTimeout(timer);
      asking.destroy();
      reject(new RouteError(name, reason));
    };
    const timer = setTimeout(end, timeoutMs, 'timeout');
    // Its error may name the proxy's address: what is told of it is the route's name.
    asking.once('error', () => end('unreachable'));
    asking.once('connect', ({ statusCode = 0 }, stream, head) => {
      const socket = stream as Socket;
      if (statusCode < 200 || statusCode > 299) {
        socket.on('error', () => {}).destroy();
        return end(statusCode === 407 ? 'credentials' : 'refused');
      }
      clearTimeout(timer);
      if (head.length > 0) socket.unshift(head);
      resolve(settled(socket).setNoDelay(true));
    });
    asking.end();
  });
}

async function socksTunnel(route: ProxyRoute, { host, port }: Place, timeoutMs: number): Promise<Socket> {
  const { credentials } = route;
  try {
    const { socket } = await SocksClient.createConnection({
      command: 'connect',
      proxy: {
        type: 5,
        host: route.host,
        port: route.port,
        ...(credentials && { userId: credentials.user, password: credentials.password }),
      },
      destination: { host, port },
      timeout: timeoutMs,
      set_tcp_nodelay: true,
    });
    return settled(socket);
  } catch (error) {
    // Not kept as a cause: the library's errors carry the settings, password included.
    throw new RouteError(route.name, reasonOf(error instanceof Error ? error.message : ''));
  }
}

/** Until it has a reader, an error of it is nobody's; a reader is told by its own listener, or by what it asks of it then. */
function settled(socket: Socket): Socket {
  return socket.on('error', () => {});
}

/** The library tells its errors apart by their texts alone. */
function reasonOf(message: string): RouteError['reason'] {
  if (/timed out/i.test(message)) return 'timeout';
  if (/authentication/i.test(message)) return 'credentials';
  return /rejected connection/i.test(message) ? 'refused' : 'unreachable';
}
