import { ResolveRequest, type Resolved } from '#/model/download.ts';
import { PLATFORMS } from '#/model/platform.ts';
import type { Engine } from '#/server/engine/extraction.ts';
import type { Transfer } from '#/server/transfer/index.ts';
import type { Callers } from './callers.ts';
import { cancelDownload, type DownloadsPorts, getDownload, keepDownload, orderDownload } from './downloads.ts';
import { clearDownloads, forgetDownload, type HistoryPorts, listDownloads } from './history.ts';
import { json } from './json.ts';
import type { Caller } from './limits/holders.ts';
import type { Limits } from './limits/limits.ts';
import { signLinks } from './media-links.ts';
import { problem } from './problem.ts';
import { readJson } from './read-body.ts';

export type DownloaderPorts = DownloadsPorts &
  HistoryPorts & { engine: Engine; transfer: Transfer; limits: Limits; callers: Callers };

type Answer = Promise<Response> | Response;
type Parameters = Record<string, string | undefined>;
type Route = {
  method: 'GET' | 'POST' | 'DELETE';
  path: RegExp;
  handle: (request: Request, ports: DownloaderPorts, caller: Caller, parameters: Parameters) => Answer;
};
type OpenRoute = Pick<Route, 'method' | 'path'> & { handle: (request: Request, ports: DownloaderPorts) => Answer };

/** What anybody may ask. */
const OPEN: OpenRoute[] = [
  { method: 'GET', path: /^\/api\/v1\/platforms$/, handle: platforms },
  { method: 'GET', path: /^\/api\/v1\/health$/, handle: health },
];

/** What needs a key. */
const KEYED: Route[] = [
  { method: 'POST', path: /^\/api\/v1\/resolve$/, handle: resolve },
  { method: 'POST', path: /^\/api\/v1\/downloads$/, handle: keepDownload },
  { method: 'GET', path: /^\/api\/v1\/downloads$/, handle: listDownloads },
  { method: 'DELETE', path: /^\/api\/v1\/downloads$/, handle: clearDownloads },
  { method: 'DELETE', path: /^\/api\/v1\/downloads\/(?<id>[^/]+)\/record$/, handle: forgetDownload },
  { method: 'GET', path: /^\/api\/v1\/downloads\/(?<id>[^/]+)$/, handle: getDownload },
  { method: 'DELETE', path: /^\/api\/v1\/downloads\/(?<id>[^/]+)$/, handle: cancelDownload },
  { method: 'POST', path: /^\/api\/v1\/downloads\/(?<id>[^/]+)\/(?<order>pause|resume)$/, handle: orderDownload },
  { method: 'GET', path: /^\/api\/v1\/usage$/, handle: usage },
];

/** The downloader API. */
export function serveDownloader(request: Request, ports: DownloaderPorts): Answer {
  const { pathname } = new URL(request.url);
  const matches = ({ path }: Pick<Route, 'path'>) => path.test(pathname);
  const open = OPEN.filter(matches);
  const keyed = KEYED.filter(matches);
  if (open.length + keyed.length === 0) return problem({ code: 'invalid_request' }, { status: 404 });
  const hasMethod = ({ method }: Pick<Route, 'method'>) => method === request.method;
  const [openRoute, keyedRoute] = [open.find(hasMethod), keyed.find(hasMethod)];
  if (openRoute) return openRoute.handle(request, ports);
  if (!keyedRoute) {
    const allow = [...open, ...keyed].map(({ method }) => method).join(', ');
    return problem({ code: 'invalid_request' }, { status: 405, headers: { allow } });
  }
  const caller = ports.callers.ofKey(request);
  if (!caller) return problem({ code: 'unauthorized' });
  const parameters = keyedRoute.path.exec(pathname)?.groups ?? {};
  return keyedRoute.handle(request, ports, caller, parameters);
}

async function resolve(
  request: Request,
  { engine, transfer, signer, limits }: DownloaderPorts,
  caller: Caller,
): Promise<Response> {
  // Before its body is read: whoever goes on all the same costs next to nothing.
  const known = limits.refusal('resolutions', caller);
  if (known) return problem(known.result.failure, { headers: known.headers });
  const body = await readJson(request, ResolveRequest);
  if (!body.ok) return problem(body.failure);
  const { result: allowed, headers } = await limits.take('resolutions', caller);
  if (!allowed.ok) return problem(allowed.failure, { headers });
  const result = await engine.resolve(body.value.url, { signal: request.signal });
  if (!result.ok) return problem(result.failure, { headers });
  const media = await transfer.measure(result.value.media, request.signal);
  const links = signLinks(media, result.value, signer);
  return json({ media, ...links, canConvert: engine.health().conversions } satisfies Resolved, { headers });
}

function platforms(_: Request, { engine }: DownloaderPorts): Response {
  return json(Object.fromEntries(PLATFORMS.map((platform) => [platform, engine.platformHealth(platform)])));
}

function health(_: Request, { engine }: DownloaderPorts): Response {
  return json({ status: 'ok', engine: engine.health() });
}

async function usage(_: Request, { limits }: DownloaderPorts, caller: Caller): Promise<Response> {
  return json(await limits.usage(caller));
}
