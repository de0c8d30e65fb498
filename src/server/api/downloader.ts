import type { ApiAction } from '#/model/api-key.ts';
import { ResolveRequest } from '#/model/download.ts';
import type { Engine } from '#/server/engine/extraction.ts';
import type { Transfer } from '#/server/transfer/index.ts';
import type { CaseBook } from '#/server/store/takedown-cases.ts';
import type { Callers, KeyedRequest } from './callers.ts';
import { versioned } from './conditional.ts';
import { cancelDownload, type DownloadsPorts, keepDownload, orderDownload } from './downloads.ts';
import { getDownload, type GetDownloadPorts } from './get-download.ts';
import { clearDownloads, forgetDownload, type HistoryPorts, listDownloads } from './history.ts';
import { json } from './json.ts';
import { forbiddenAction } from './keys/scopes.ts';
import type { Caller } from './limits/holders.ts';
import type { Limits } from './limits/limits.ts';
import { problem } from './problem.ts';
import { readJson } from './read-body.ts';
import { resolveLink } from './resolve-link.ts';
import type { Status } from './status/status.ts';
import { fileTakedown } from './takedowns/file-takedown.ts';

export type DownloaderPorts = DownloadsPorts &
  GetDownloadPorts &
  HistoryPorts & {
    engine: Engine;
    transfer: Transfer;
    limits: Limits;
    callers: Callers;
    status: Status;
    cases: Pick<CaseBook, 'file'>;
  };

type Answer = Promise<Response> | Response;
type Parameters = Record<string, string | undefined>;
type Route = {
  method: 'GET' | 'POST' | 'DELETE';
  path: RegExp;
  /** What a key must be for. */
  action: ApiAction;
  handle: (request: Request, ports: DownloaderPorts, caller: Caller, parameters: Parameters) => Answer;
};
type OpenRoute = Pick<Route, 'method' | 'path'> & { handle: (request: Request, ports: DownloaderPorts) => Answer };

/** What anybody may ask. */
const OPEN: OpenRoute[] = [
  { method: 'GET', path: /^\/api\/v1\/platforms$/, handle: platforms },
  { method: 'GET', path: /^\/api\/v1\/status$/, handle: (request, { status }) => status.answer(request) },
  { method: 'GET', path: /^\/api\/v1\/health$/, handle: health },
  { method: 'POST', path: /^\/api\/v1\/takedowns$/, handle: takedown },
];

/** What needs a key. */
const KEYED: Route[] = [
  { method: 'POST', path: /^\/api\/v1\/resolve$/, action: 'resolve', handle: resolve },
  { method: 'POST', path: /^\/api\/v1\/downloads$/, action: 'download', handle: keepDownload },
  { method: 'GET', path: /^\/api\/v1\/downloads$/, action: 'read', handle: listDownloads },
  { method: 'DELETE', path: /^\/api\/v1\/downloads$/, action: 'download', handle: clearDownloads },
  {
    method: 'DELETE',
    path: /^\/api\/v1\/downloads\/(?<id>[^/]+)\/record$/,
    action: 'download',
    handle: forgetDownload,
  },
  { method: 'GET', path: /^\/api\/v1\/downloads\/(?<id>[^/]+)$/, action: 'read', handle: getDownload },
  { method: 'DELETE', path: /^\/api\/v1\/downloads\/(?<id>[^/]+)$/, action: 'download', handle: cancelDownload },
  {
    method: 'POST',
    path: /^\/api\/v1\/downloads\/(?<id>[^/]+)\/(?<order>pause|resume)$/,
    action: 'download',
    handle: orderDownload,
  },
  { method: 'GET', path: /^\/api\/v1\/usage$/, action: 'read', handle: usage },
];

/** The downloader API. HEAD is answered as GET is, without the body. */
export async function serveDownloader(request: Request, ports: DownloaderPorts): Promise<Response> {
  const { pathname } = new URL(request.url);
  const routes = [...OPEN, ...KEYED].filter(({ path }) => path.test(pathname));
  if (routes.length === 0) return problem({ code: 'invalid_request' }, { status: 404 });
  const methods = routes.flatMap(({ method }) => (method === 'GET' ? [method, 'HEAD'] : [method]));
  const headers = { allow: [...methods, 'OPTIONS'].join(', ') };
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers });
  const isHead = request.method === 'HEAD';
  const route = routes.find(({ method }) => method === (isHead ? 'GET' : request.method));
  if (!route) return problem({ code: 'invalid_request' }, { status: 405, headers });
  const answer = await ('action' in route ? answerKeyed(route, request, ports) : route.handle(request, ports));
  return isHead ? new Response(null, answer) : answer;
}

async function answerKeyed(route: Route, request: KeyedRequest, ports: DownloaderPorts): Promise<Response> {
  const caller = await ports.callers.ofKey(request);
  if (!caller.ok) return problem(caller.failure);
  const forbidden = forbiddenAction(caller.value, route.action);
  if (forbidden) return problem(forbidden);
  const parameters = route.path.exec(new URL(request.url).pathname)?.groups ?? {};
  return route.handle(request, ports, caller.value, parameters);
}

async function resolve(request: Request, ports: DownloaderPorts, caller: Caller): Promise<Response> {
  // Before its body is read: whoever goes on all the same costs next to nothing.
  const known = ports.limits.refusal('resolutions', caller);
  if (known) return problem(known.result.failure, { headers: known.headers });
  const body = await readJson(request, ResolveRequest);
  if (!body.ok) return problem(body.failure);
  const { result, headers } = await resolveLink(body.value.url, caller, ports, request.signal);
  return result.ok ? json(result.value, { headers }) : problem(result.failure, { headers });
}

async function platforms(request: Request, { status }: DownloaderPorts): Promise<Response> {
  return versioned(request, await status.platforms());
}

function health(_: Request, { engine }: DownloaderPorts): Response {
  return json({ status: 'ok', engine: engine.health() });
}

/** By the site's own key also in a visitor's name. */
async function takedown(request: KeyedRequest, ports: DownloaderPorts): Promise<Response> {
  const caller = await ports.callers.ofAnybody(request);
  return caller.ok ? fileTakedown(request, ports, caller.value) : problem(caller.failure);
}

async function usage(request: Request, { limits }: DownloaderPorts, caller: Caller): Promise<Response> {
  return versioned(request, await limits.usage(caller));
}
