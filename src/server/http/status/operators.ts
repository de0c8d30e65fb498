import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ReadinessReport } from '#/model/status.ts';
import type { Metrics } from '#/server/observability/metrics.ts';
import type { Readiness } from '#/server/service/status/readiness.ts';

export type OperatorPorts = {
  readiness: () => Promise<Readiness>;
  metrics: Pick<Metrics, 'text'>;
  /** Who has it may read the metrics; null: nobody may. */
  metricsToken: string | null;
};

type Answer = { status: number; contentType?: string; body: string; headers?: Record<string, string> };

type Route = (req: IncomingMessage, ports: OperatorPorts) => Promise<Answer> | Answer;

const NOT_FOUND: Answer = { status: 404, body: 'Not found\n' };
const NOT_ALLOWED: Answer = { status: 405, body: 'Method not allowed\n', headers: { allow: 'GET, HEAD' } };

const ROUTES: Record<string, Route> = {
  '/healthz': () => ({ status: 200, body: 'ok\n' }),
  '/readyz': async (_, ports) => {
    const { isReady, failing } = await ports.readiness();
    const report: ReadinessReport = { status: isReady ? 'ready' : 'failing', failing };
    return { status: isReady ? 200 : 503, contentType: 'application/json', body: JSON.stringify(report) };
  },
  '/metrics': readMetrics,
};

/**
 * Answers what supervisors and Prometheus ask: whether the process lives, whether it can serve, and its numbers. null: it is none of
 * these.
 */
export function serveOperators(req: IncomingMessage, res: ServerResponse, ports: OperatorPorts): Promise<void> | null {
  const path = req.url?.split('?', 1)[0] ?? '';
  const route = Object.hasOwn(ROUTES, path) ? ROUTES[path] : undefined;
  return route ? answerBy(route, req, res, ports) : null;
}

async function answerBy(route: Route, req: IncomingMessage, res: ServerResponse, ports: OperatorPorts): Promise<void> {
  const isReading = req.method === 'GET' || req.method === 'HEAD';
  const answer = isReading ? await route(req, ports) : NOT_ALLOWED;
  const { status, contentType = 'text/plain; charset=utf-8', body, headers } = answer;
  res.writeHead(status, {
    'content-type': contentType,
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...headers,
  });
  res.end(req.method === 'HEAD' ? undefined : body);
}

async function readMetrics({ headers }: IncomingMessage, { metrics, metricsToken }: OperatorPorts): Promise<Answer> {
  if (metricsToken === null) return NOT_FOUND;
  const [, given = ''] = /^Bearer (\S+)$/i.exec(headers.authorization ?? '') ?? [];
  // As hashes, so that neither content nor length shows in the time it takes.
  if (!timingSafeEqual(sha256(given), sha256(metricsToken)))
    return { status: 401, body: 'Unauthorized\n', headers: { 'www-authenticate': 'Bearer' } };
  return { status: 200, ...(await metrics.text()) };
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
