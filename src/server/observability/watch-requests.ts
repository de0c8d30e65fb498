import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Log } from './log.ts';
import type { LogLevel } from './log-options.ts';
import type { Metrics } from './metrics.ts';
import { routeClass } from './route-class.ts';
import type { Tracing } from './tracing.ts';

/** Ids that proxies in front give; whatever else comes is replaced. */
const REQUEST_ID = /^[\w.-]{8,64}$/;
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']);
/** What pages bring with them, and what machines ask every few seconds. */
const QUIET: ReadonlySet<string> = new Set(['asset', 'probe']);
/** Nobody waited for the answer: nginx's code for a client that closed the request. */
const CLIENT_CLOSED = 499;

type Ports = {
  log: Log;
  metrics: Metrics;
  tracing: Pick<Tracing, 'beginRequest'>;
  /** Tells clients apart without telling who they are; null: not known. */
  clientOf: (req: IncomingMessage) => string | null;
};

/** Gives each request an id, and tells its end: by the kind of its route, never its path. To be called before anything answers. */
export function createRequestWatch({ log, metrics, tracing, clientOf }: Ports) {
  return (req: IncomingMessage, res: ServerResponse): void => {
    const given = req.headers['x-request-id'];
    const requestId = typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
    const route = routeClass(req.url?.split('?', 1)[0] ?? '/');
    const method = METHODS.has(req.method ?? '') ? (req.method ?? '') : 'other';
    const client = clientOf(req);
    const startedAt = performance.now();
    res.setHeader('x-request-id', requestId);
    const request = tracing.beginRequest(requestId, {
      'http.request.method': method,
      'http.route': route,
      'request.id': requestId,
    });
    request.enter();
    res.once('close', () => {
      const durationMs = Math.round(performance.now() - startedAt);
      const status = res.headersSent ? res.statusCode : CLIENT_CLOSED;
      metrics.requestEnded({ route, method, status, durationS: durationMs / 1000 });
      request.tell({ 'http.response.status_code': status });
      request.end();
      const facts = { requestId, route, method, status, durationMs, isWhole: res.writableFinished };
      log(levelOf(route, status), 'request', client === null ? facts : { ...facts, client });
    });
  };
}

function levelOf(route: string, status: number): LogLevel {
  if (status >= 500) return 'warn';
  return QUIET.has(route) ? 'debug' : 'info';
}
