import { Agent, buildConnector } from 'undici';
import type { Guard } from './guard.ts';

export type DispatcherOptions = {
  guard: Guard;
  /** Certificates to trust; undefined: the system's. */
  ca?: string[];
  connectTimeoutMs: number;
  onOpened: () => void;
};

/** Idle connections are closed before platforms close them, so that a request rarely meets a dead one. */
const KEEP_ALIVE_MS = 4_000;
const CONNECTIONS_PER_ORIGIN = 64;

/** The way out for Node's own requests: each connection is judged, then made to the very address that was judged. */
export function createDispatcher({ guard, ca, connectTimeoutMs, onOpened }: DispatcherOptions): Agent {
  const connect = buildConnector({ ...(ca && { ca }), timeout: connectTimeoutMs, allowH2: false });
  return new Agent({
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    connections: CONNECTIONS_PER_ORIGIN,
    connect(options, callback) {
      const port = Number(options.port) || (options.protocol === 'https:' ? 443 : 80);
      guard(options.hostname, port).then(
        ({ host, addresses, port: targetPort }) => {
          const [first = '', ...others] = addresses;
          const attempt = (address: string, rest: string[]) =>
            connect({ ...options, hostname: address, port: String(targetPort), servername: host }, (error, socket) => {
              const [next, ...later] = rest;
              if (error && next) return attempt(next, later);
              if (error) return callback(error, null);
              onOpened();
              callback(null, socket);
            });
          attempt(first, others);
        },
        (refusal: Error) => callback(refusal, null),
      );
    },
  });
}
