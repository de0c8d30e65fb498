import type { KeyedRequest } from '../callers.ts';
import { problem } from '../problem.ts';
import type { DownloaderPorts } from '../downloader-ports.ts';
import { DOWNLOADER_ROUTES } from './public-operations.ts';
import { patternOf } from './route.ts';

const PATTERNS = DOWNLOADER_ROUTES.map((route) => ({ route, pattern: patternOf(route.path) }));

/** The downloader API. HEAD is answered as GET is, without the body. */
export async function serveDownloader(request: KeyedRequest, ports: DownloaderPorts): Promise<Response> {
  const { pathname } = new URL(request.url);
  const routes = PATTERNS.filter(({ pattern }) => pattern.test(pathname)).map(({ route }) => route);
  if (routes.length === 0) return problem({ code: 'invalid_request' }, { status: 404 });
  const methods = routes.flatMap(({ method }) => (method === 'GET' ? [method, 'HEAD'] : [method]));
  const headers = { allow: [...methods, 'OPTIONS'].join(', ') };
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers });
  const isHead = request.method === 'HEAD';
  const route = routes.find(({ method }) => method === (isHead ? 'GET' : request.method));
  if (!route) return problem({ code: 'invalid_request' }, { status: 405, headers });
  const answer = await route.run(request, ports);
  return isHead ? new Response(null, answer) : answer;
}
