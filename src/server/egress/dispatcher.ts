import type { Socket } from 'node:net';
import { Agent, buildConnector } from 'undici';
import type { RouteUse } from './egress.ts';
import type { Guard } from './guard.ts';
import { reachableFrom, type Way } from './routes.ts';

export type DispatcherOptions = {
  guard: Guard;
  /** Certificates to trust; undefined: the system's. */
  ca?: string[];
  connectTimeoutMs: number;
  onOpened: () => void;
  /** How connections are made; unless given, directly. */
  route?: { use: RouteUse; way: Way };
};

/** Idle connections are closed before platforms close them, so that a request rarely meets a dead one. */
const KEEP_ALIVE_MS = 4_000;
const CONNECTIONS_PER_ORIGIN = 64;
const DIRECTLY = { use: { name: 'direct', localAddress: null }, way: { kind: 'own', localAddress: null } } as const;

/** The way out for Node's own requests: each connection is judged, then made to the very address that was judged. */
export function createDispatcher(options: DispatcherOptions): Agent {
  const { guard, ca, connectTimeoutMs, onOpened, route = DIRECTLY } = options;
  const connect = buildConnector({ ...(ca && { ca }), timeout: connectTimeoutMs, allowH2: false });

  async function open(asked: buildConnector.Options): Promise<Socket> {
    const isSecure = asked.protocol === 'https:';
    const target = await guard(asked.hostname, Number(asked.port) || (isSecure ? 443 : 80));
    const place = { ...asked, port: String(target.port), servername: target.host };
    if (route.way.kind === 'proxy') {
      const httpSocket = await route.way.connect(target);
      return isSecure ? connected({ ...place, httpSocket }) : httpSocket;
    }
    const { localAddress } = route.way;
    let failure: unknown;
    for (const hostname of reachableFrom(route.use, target)) {
      try {
        return await connected({ ...place, hostname, localAddress });
      } catch (error) {
        failure = error;
      }
    }
    throw failure;
  }

  const connected = (place: buildConnector.Options) =>
    new Promise<Socket>((resolve, reject) =>
      connect(place, (error, socket) => (error ? reject(error) : resolve(socket))),
    );

  return new Agent({
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    connections: CONNECTIONS_PER_ORIGIN,
    connect(asked, callback) {
      open(asked).then(
        (socket) => {
          onOpened();
          callback(null, socket);
        },
        (error: Error) => callback(error, null),
      );
    },
  });
}
