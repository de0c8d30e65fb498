import { readFileSync } from 'node:fs';
import type { Readable, Transform } from 'node:stream';
import { rootCertificates } from 'node:tls';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { boundedChunks } from '#/model/http/bounded-body.ts';
import { createDispatchers } from './dispatchers.ts';
import {
  type Egress,
  EgressError,
  type EgressRequest,
  type EgressResponse,
  type EgressRoutes,
  type RangeRequest,
} from './egress.ts';
import { toEgressError } from './errors.ts';
import { createGuard, type GuardOptions, EgressRefusal } from './guard.ts';
import { startProxy } from './proxy.ts';
import { createRangeClient } from './range-client.ts';
import { DIRECT, type RouteSetting } from './route-settings.ts';
import { createRoutes } from './routes.ts';

export type EgressOptions = {
  /** Names that may be contacted, each with all below it. */
  allowedHosts: readonly string[];
  /** Tests and the demo: allowed names lead to these ports of this machine, whose certificates `caFile` vouches for. */
  replica?: { tlsPort: number; httpPort: number; caFile: string };
  resolve?: GuardOptions['resolve'];
  /** The ways out, the first for whatever names none; unless given, directly. */
  routes?: readonly [RouteSetting, ...RouteSetting[]];
  connectTimeoutMs?: number;
  maxConnectionBytes?: number;
  maxConnectionMs?: number;
  /** One line each: host and verdict. */
  log?: (message: string) => void;
};

const CONNECT_TIMEOUT_MS = 10_000;
const HEADERS_TIMEOUT_MS = 15_000;
const IDLE_TIMEOUT_MS = 20_000;
/** Of one worker connection: above what a worker's memory limit lets it read, which names the trouble; this bounds the traffic. */
const MAX_CONNECTION_BYTES = 1024 ** 3;
const MAX_CONNECTION_MS = 120_000;

const DECODERS = new Map<string, () => Transform>([
  ['gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/** Opens the door. It fails closed: what the guard does not know, it refuses. */
export async function createEgress(options: EgressOptions): Promise<Egress & EgressRoutes> {
  const { allowedHosts, replica, resolve, log = () => {}, connectTimeoutMs = CONNECT_TIMEOUT_MS } = options;
  let opened = 0;
  let refused = 0;
  let lastRefusal: { host: string; reason: string } | null = null;
  const onOpened = () => {
    opened++;
  };
  const onRefused = ({ host, reason }: EgressRefusal) => {
    refused++;
    lastRefusal = { host, reason };
    log(`egress refused ${host}: ${reason}`);
  };
  const guard = createGuard({ allowedHosts, ...(resolve && { resolve }), ...(replica && { replica }) });
  const ca = replica && [...rootCertificates, readFileSync(replica.caFile, 'utf8')];
  const routes = createRoutes(options.routes ?? [DIRECT], connectTimeoutMs);
  const dispatchers = createDispatchers({ guard, connectTimeoutMs, onOpened, ...(ca && { ca }) }, routes);
  const ranges = createRangeClient({ guard, connectTimeoutMs, onOpened, routes, ...(ca && { ca }) });
  const proxy = await startProxy({
    guard,
    routes,
    connectTimeoutMs,
    maxConnectionBytes: options.maxConnectionBytes ?? MAX_CONNECTION_BYTES,
    maxConnectionMs: options.maxConnectionMs ?? MAX_CONNECTION_MS,
    onOpened,
    onRefused,
  });

  async function request(url: string, asked: EgressRequest = {}): Promise<EgressResponse> {
    const { method = 'GET', headers, body, signal } = asked;
    try {
      const response = await dispatchers.of(asked.route ?? routes.first()).request({
        origin: originOf(url),
        path: pathOf(url),
        method,
        headers: { 'accept-encoding': 'identity', ...lowerCase(headers) },
        body: body ?? null,
        signal: signal ?? null,
        headersTimeout: asked.headersTimeoutMs ?? HEADERS_TIMEOUT_MS,
        bodyTimeout: asked.idleTimeoutMs ?? IDLE_TIMEOUT_MS,
      });
      // Destroying a body is an error to undici; whoever reads it sees the error all the same.
      response.body.on('error', () => {});
      return { status: response.statusCode, headers: flat(response.headers), body: response.body };
    } catch (error) {
      if (error instanceof EgressRefusal) onRefused(error);
      throw toEgressError(error, hostOf(url));
    }
  }

  async function readRange(url: string, asked: RangeRequest) {
    try {
      return await ranges.read(url, {
        ...asked,
        headersTimeoutMs: asked.headersTimeoutMs ?? HEADERS_TIMEOUT_MS,
        idleTimeoutMs: asked.idleTimeoutMs ?? IDLE_TIMEOUT_MS,
      });
    } catch (error) {
      if (error instanceof EgressRefusal) onRefused(error);
      throw toEgressError(error, hostOf(url));
    }
  }

  async function text(url: string, { maxBytes, ...asked }: EgressRequest & { maxBytes: number }) {
    const { status, headers, body } = await request(url, asked);
    try {
      const chunks = await boundedChunks(decoded(body, headers['content-encoding']), maxBytes);
      if (!chunks) throw new EgressError('upstream_too_large', `${hostOf(url)}: more than ${maxBytes} bytes`);
      return { status, headers, text: Buffer.concat(chunks).toString('utf8') };
    } catch (error) {
      throw toEgressError(error, hostOf(url));
    } finally {
      body.destroy();
    }
  }

  return {
    proxyUrl: proxy.url,
    proxyUrlOf: proxy.urlOf,
    routes: routes.list,
    takeRoute: routes.take,
    isRouteLost: routes.isLost,
    request,
    readRange,
    text,
    stats: () => ({ opened, refused, lastRefusal }),
    async close() {
      ranges.close();
      await Promise.all([proxy.close(), dispatchers.close()]);
    },
  };
}

/** An upstream may compress although it was asked not to; what counts against a cap is what comes out. */
function decoded(body: Readable, encoding: string | undefined): AsyncIterable<Buffer> {
  if (encoding === undefined || encoding === 'identity') return body;
  const decoder = DECODERS.get(encoding)?.();
  if (!decoder) throw new EgressError('upstream_error', 'an encoding that was not asked for');
  body.once('error', (error) => decoder.destroy(error));
  return body.pipe(decoder);
}

function originOf(url: string): string {
  return new URL(url).origin;
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : 'an invalid address';
}

function lowerCase(headers: Record<string, string> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function flat(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const entries = Object.entries(headers).filter(([name]) => name !== 'set-cookie');
  return Object.fromEntries(
    entries.map(([name, value = '']) => [name, Array.isArray(value) ? value.join(', ') : value]),
  );
}
