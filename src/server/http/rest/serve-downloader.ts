import type { KeyedRequest } from '../authenticate.ts';
import { problem } from '../problem.ts';
import type { DownloaderPorts } from '../downloader-ports.ts';
import type { Operation } from './operation.ts';
import { PUBLIC_OPERATIONS } from './public-operations.ts';
import { patternOf, type Route } from './route.ts';

const PATTERNS = PUBLIC_OPERATIONS.map((operation) => ({ operation, pattern: patternOf(operation.path) }));
const isRoute = (operation: Operation): operation is Route => 'run' in operation;

/**
 * The downloader API. HEAD is answered as GET is, without the body. Of what is served before it, it only tells which methods there are.
 */
export async function serveDownloader(request: KeyedRequest, ports: DownloaderPorts): Promise<Response> {
  const { pathname } = new URL(request.url);
  const found = PATTERNS.filter(({ pattern }) => pattern.test(pathname)).map(({ operation }) => operation);
  if (found.length === 0) return problem({ code: 'invalid_request' }, { status: 404 });
  const routes = found.filter(isRoute);
  const methods = found.flatMap((one) => (one.method === 'GET' && isRoute(one) ? ['GET', 'HEAD'] : [one.method]));
  const headers = { allow: [...new Set(methods), 'OPTIONS'].join(', ') };
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers });
  const isHead = request.method === 'HEAD';
  const route = routes.find(({ method }) => method === (isHead ? 'GET' : request.method));
  if (!route) return problem({ code: 'invalid_request' }, { status: 405, headers });
  const answer = await route.run(request, ports);
  return isHead ? new Response(null, answer) : answer;
}
