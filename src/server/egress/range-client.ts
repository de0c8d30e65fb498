import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectSecure, type ConnectionOptions } from 'node:tls';
import { LRUCache } from 'lru-cache';
import { isManyRanges } from './content-range.ts';
import type { RangeAnswer, RangeRequest, RouteUse } from './egress.ts';
import type { Guard } from './guard.ts';
import { parseHead, type ResponseHead } from './response-head.ts';
import { reachableFrom, type Routes } from './routes.ts';

type RangeClientOptions = {
  guard: Guard;
  /** Certificates to trust; undefined: the system's. */
  ca?: string[];
  connectTimeoutMs: number;
  onOpened: () => void;
  routes: Routes;
};

type RangeClient = {
  /** Errors are Node's own, EgressRefusal, RouteError, AbortError and TimeoutError. */
  read(
    url: string,
    request: Required<Pick<RangeRequest, 'headersTimeoutMs' | 'idleTimeoutMs'>> & RangeRequest,
  ): Promise<RangeAnswer>;
  close(): void;
};

/** Platforms close idle connections after 5 s and more: ours go first, so that a request rarely meets a dead one. */
const KEEP_ALIVE_MS = 4_000;
const MAX_IDLE_PER_ORIGIN = 128;
const MAX_HEAD_BYTES = 16 * 1024;
const MAX_SESSIONS = 200;
/** Where all connections read heads: what lands here is looked at before anything else is read. */
const LANDING = Buffer.allocUnsafeSlow(MAX_HEAD_BYTES);
const NOTHING: Buffer = Buffer.alloc(0);

/** An answer was not begun on a connection that had been used before: the other side had closed it meanwhile. */
class StaleConnection extends Error {}

/**
 * HTTP/1.1 for one purpose: ranges of files, read by the kernel straight into the caller's buffer. What Node's own clients spend on
 * 64 KB buffers, streams and copies is three quarters of a proxy's work (bench/transfer). Anything but a plain 206 of the range asked
 * for is told and not read.
 */
export function createRangeClient({ guard, ca, connectTimeoutMs, onOpened, routes }: RangeClientOptions): RangeClient {
  const idle = new Map<string, Connection[]>();
  const open = new Set<Connection>();
  /** TLS sessions to resume: a full handshake costs a round trip and half a millisecond of computing more. */
  const sessions = new LRUCache<string, Buffer>({ max: MAX_SESSIONS });

  async function connect(url: URL, key: string, route: RouteUse, signal: AbortSignal | undefined): Promise<Connection> {
    const isSecure = url.protocol === 'https:';
    const target = await guard(url.hostname, Number(url.port) || (isSecure ? 443 : 80));
    const way = routes.wayOf(route);
    const secured = (place: ConnectionOptions & { onread?: OnRead }) => {
      const session = sessions.get(key);
      return connectSecure({
        ...place,
        servername: isIP(target.host) ? '' : target.host,
        ALPNProtocols: ['http/1.1'],
        ...(ca && { ca }),
        ...(session && { session }),
      }).on('session', (fresh) => sessions.set(key, fresh));
    };
    if (way.kind === 'proxy') {
      signal?.throwIfAborted();
      const socket = await way.connect(target);
      // Node gives no buffers to choose for a stream within a stream: its bytes are copied.
      return opened(
        key,
        createConnection(isSecure ? secured({ socket }) : socket),
        isSecure && 'secureConnect',
        signal,
      );
    }
    let failure: unknown;
    for (const address of reachableFrom(route, target)) {
      if (signal?.aborted) break;
      try {
        const place = {
          host: address,
          port: target.port,
          noDelay: true,
          ...(way.localAddress !== null && { localAddress: way.localAddress }),
        };
        const connection = createConnection((onread) =>
          isSecure ? secured({ ...place, onread }) : connectPlain({ ...place, onread }),
        );
        return await opened(key, connection, isSecure ? 'secureConnect' : 'connect', signal);
      } catch (error) {
        failure = error;
      }
    }
    signal?.throwIfAborted();
    throw failure;
  }

  /** A connection once it can be used. `event`: of its socket; false: it is that far. */
  async function opened(
    key: string,
    connection: Connection,
    event: 'connect' | 'secureConnect' | false,
    signal: AbortSignal | undefined,
  ): Promise<Connection> {
    open.add(connection);
    connection.closed.then(() => {
      open.delete(connection);
      forget(key, connection);
    });
    if (event) await connection.ready(event, connectTimeoutMs, signal);
    onOpened();
    return connection;
  }

  function forget(key: string, connection: Connection): void {
    const waiting = idle.get(key)?.filter((other) => other !== connection) ?? [];
    if (waiting.length > 0) idle.set(key, waiting);
    else idle.delete(key);
  }

  function keep(key: string, connection: Connection): void {
    const waiting = idle.get(key) ?? [];
    if (waiting.length >= MAX_IDLE_PER_ORIGIN) return connection.destroy();
    connection.rest(KEEP_ALIVE_MS);
    idle.set(key, [...waiting, connection]);
  }

  return {
    async read(address, request) {
      const url = new URL(address);
      const head = requestHead(url, request);
      const route = request.route ?? routes.first();
      // Of one way out alone: neither its connections nor its sessions are another's.
      const key = `${routes.write(route)} ${url.origin}`;
      for (;;) {
        request.signal?.throwIfAborted();
        const reused = idle.get(key)?.at(-1);
        if (reused) forget(key, reused);
        const connection = reused ?? (await connect(url, key, route, request.signal));
        try {
          const answer = await connection.exchange(head, request);
          if (answer.isReusable) keep(key, connection);
          else connection.destroy();
          return answer;
        } catch (error) {
          connection.destroy();
          if (!reused || !(error instanceof StaleConnection)) throw error;
        }
      }
    },
    close() {
      for (const connection of open) connection.destroy();
    },
  };
}

function requestHead(url: URL, { start, into, headers = {} }: RangeRequest): string {
  const fields: Record<string, string> = { accept: '*/*', 'accept-encoding': 'identity' };
  for (const [name, value] of Object.entries(headers)) fields[name.toLowerCase()] = value;
  fields['range'] = `bytes=${start}-${start + into.length - 1}`;
  const lines = Object.entries(fields).map(([name, value]) => {
    // A header that ends its line would be a second request.
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || /[^\t\x20-\x7e\x80-\xff]/.test(value))
      throw new TypeError(`header ${name}`);
    return `${name}: ${value}\r\n`;
  });
  return `GET ${url.pathname}${url.search} HTTP/1.1\r\nhost: ${url.host}\r\n${lines.join('')}\r\n`;
}

/** A plain 206 that begins where it was asked to, with at most as many bytes, and as many as both of its headers say. */
function isRangeFrom({ status, headers, range, contentLength }: ResponseHead, start: number, most: number): boolean {
  if (status !== 206 || !range || range.first !== start || isManyRanges(headers)) return false;
  return contentLength === range.last - range.first + 1 && contentLength <= most;
}

type OnRead = { buffer: () => Uint8Array; callback: (length: number, bytes: Uint8Array) => boolean };

type Exchange = {
  request: RangeRequest & { idleTimeoutMs: number };
  answered: ResponseHead | undefined;
  filled: number;
  left: number;
  resolve: (answer: RangeAnswer & { isReusable: boolean }) => void;
  reject: (error: unknown) => void;
};

type Connection = {
  closed: Promise<void>;
  ready(event: 'connect' | 'secureConnect', timeoutMs: number, signal: AbortSignal | undefined): Promise<void>;
  exchange(
    head: string,
    request: RangeRequest & { headersTimeoutMs: number; idleTimeoutMs: number },
  ): Promise<RangeAnswer & { isReusable: boolean }>;
  rest(timeoutMs: number): void;
  destroy(): void;
};

/** One socket and the exchange that runs on it, if any: one that reads into buffers of ours, or that is there already. */
function createConnection(dialled: Socket | ((onread: OnRead) => Socket)): Connection {
  const closed = Promise.withResolvers<void>();
  /** Of a head that has come in part. */
  let headBytes = NOTHING;
  let current: Exchange | undefined;
  let isUsed = false;

  const onread: OnRead = {
    // Asked for after each read: where the next one lands.
    buffer: () =>
      current?.answered
        ? current.request.into.subarray(current.filled, current.filled + Math.max(1, current.left))
        : LANDING,
    callback(length, bytes) {
      if (!current) socket.destroy();
      else if (current.answered) advance(current, length);
      else readHead(current, bytes.subarray(0, length));
      return true;
    },
  };
  const socket = typeof dialled === 'function' ? dialled(onread) : dialled.on('data', copy);
  socket.on('error', (error) => fail(error));
  socket.on('end', () => fail(new Error('the connection ended early')));
  socket.on('close', () => {
    fail(new Error('the connection was closed'));
    closed.resolve();
  });
  socket.on('timeout', () => {
    fail(new DOMException('no bytes in time', 'TimeoutError'));
    socket.destroy();
  });

  /** What came in a buffer of Node's. */
  function copy(bytes: Buffer): void {
    if (!current?.answered) return void onread.callback(bytes.length, bytes);
    const { request, filled, left } = current;
    request.into.set(bytes.subarray(0, left), filled);
    const isMore = bytes.length > left;
    // As in a buffer of ours, where more would have found no exchange.
    advance(current, Math.min(bytes.length, left));
    if (isMore) socket.destroy();
  }

  function fail(error: Error): void {
    const exchange = current;
    current = undefined;
    if (!exchange) return;
    const isStale = isUsed && headBytes.length === 0 && !exchange.answered && error.name !== 'TimeoutError';
    exchange.reject(isStale ? new StaleConnection() : error);
  }

  function readHead(exchange: Exchange, landed: Uint8Array): void {
    const bytes =
      headBytes.length > 0
        ? Buffer.concat([headBytes, landed])
        : Buffer.from(landed.buffer, landed.byteOffset, landed.length);
    const head = parseHead(bytes);
    if (head === 'incomplete') {
      headBytes = Buffer.from(bytes);
      if (bytes.length >= MAX_HEAD_BYTES) fail(new Error('the head of the answer is too large'));
      return;
    }
    headBytes = NOTHING;
    if (head === 'broken') return fail(new Error('no HTTP/1.1 answer'));
    if (head.status < 200) {
      const rest = bytes.subarray(head.lengthBytes);
      return rest.length > 0 ? readHead(exchange, rest) : undefined;
    }
    exchange.answered = head;
    const { start, into, idleTimeoutMs } = exchange.request;
    const { status, headers, range } = head;
    const isWanted =
      isRangeFrom(head, start, into.length) &&
      exchange.request.accept?.({ status, headers, totalBytes: range?.total ?? null }) !== false;
    if (!isWanted) return finish(exchange, head.contentLength === 0 && head.isKeptAlive);
    socket.setTimeout(idleTimeoutMs);
    exchange.left = head.contentLength ?? 0;
    const body = bytes.subarray(head.lengthBytes);
    into.set(body.subarray(0, exchange.left), 0);
    if (body.length > exchange.left) return finish(exchange, false, exchange.left);
    advance(exchange, body.length);
  }

  function advance(exchange: Exchange, length: number): void {
    exchange.filled += length;
    exchange.left -= length;
    if (length > 0) exchange.request.onBytes?.(exchange.filled);
    if (exchange.left === 0) finish(exchange, exchange.answered?.isKeptAlive ?? false);
  }

  function finish(exchange: Exchange, isReusable: boolean, filled = exchange.filled): void {
    if (current !== exchange || !exchange.answered) return;
    current = undefined;
    isUsed = true;
    const { status, headers, range } = exchange.answered;
    exchange.resolve({ status, headers, filled, totalBytes: range?.total ?? null, isReusable });
  }

  return {
    closed: closed.promise,
    destroy: () => void socket.destroy(),
    rest: (timeoutMs) => void socket.setTimeout(timeoutMs),
    async ready(event, timeoutMs, signal) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const leave = () => reject(signal?.reason);
      const end = () => reject(new Error('the connection was closed'));
      const late = setTimeout(() => reject(new DOMException('no connection in time', 'TimeoutError')), timeoutMs);
      socket.once(event, resolve).once('error', reject).once('close', end);
      signal?.addEventListener('abort', leave, { once: true });
      // Whoever left while a proxy connected is not told of by the listener any more.
      if (signal?.aborted) leave();
      try {
        await promise;
      } catch (error) {
        socket.destroy();
        throw error;
      } finally {
        clearTimeout(late);
        signal?.removeEventListener('abort', leave);
        socket.off(event, resolve).off('error', reject).off('close', end);
      }
    },
    async exchange(head, request) {
      const { promise, resolve, reject } = Promise.withResolvers<RangeAnswer & { isReusable: boolean }>();
      const leave = () => {
        current = undefined;
        socket.destroy();
        reject(request.signal?.reason);
      };
      current = { request, answered: undefined, filled: 0, left: 0, resolve, reject };
      request.signal?.addEventListener('abort', leave, { once: true });
      socket.setTimeout(request.headersTimeoutMs);
      if (request.signal?.aborted) leave();
      else if (socket.destroyed) fail(new Error('the connection was closed'));
      else socket.write(head, 'latin1');
      try {
        return await promise;
      } finally {
        request.signal?.removeEventListener('abort', leave);
      }
    },
  };
}
