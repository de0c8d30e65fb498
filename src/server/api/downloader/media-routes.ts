import { Resolved, ResolveRequest, Usage } from '#/model/download.ts';
import { versioned } from '../conditional.ts';
import { json } from '../json.ts';
import { forbiddenLink, forbiddenPlatform } from '../keys/scopes.ts';
import { signLinks } from '../media-links.ts';
import { problem } from '../problem.ts';
import { READING } from './failures.ts';
import { API_PATH } from './operation.ts';
import type { DownloaderPorts } from '../downloader-ports.ts';
import { type Call, type Route, route } from './route.ts';

/** Links, and what may be asked of them. */
export const MEDIA_ROUTES: readonly Route[] = [
  route({
    id: 'resolve',
    method: 'POST',
    path: `${API_PATH}/resolve`,
    group: 'media',
    summary: 'Read a link: what it leads to, and a signed link for each format',
    credential: 'key',
    action: 'resolve',
    limit: 'resolutions',
    body: ResolveRequest,
    answers: [{ status: 200, contentType: 'application/json', schema: Resolved }],
    failures: READING,
    handle: resolve,
  }),
  route({
    id: 'getUsage',
    method: 'GET',
    path: `${API_PATH}/usage`,
    group: 'media',
    summary: 'What is left of the limits of the key',
    credential: 'key',
    action: 'read',
    isVersioned: true,
    answers: [{ status: 200, contentType: 'application/json', schema: Usage }],
    failures: [],
    handle: async ({ request, caller }, { limits }) => versioned(request, await limits.usage(caller)),
  }),
];

async function resolve(
  { request, caller, body: { url } }: Call<unknown, ResolveRequest>,
  { engine, transfer, signer, limits }: DownloaderPorts,
): Promise<Response> {
  const forbidden = forbiddenLink(caller, [url]);
  if (forbidden) return problem(forbidden);
  const { result: allowed, headers } = await limits.take('resolutions', caller);
  if (!allowed.ok) return problem(allowed.failure, { headers });
  const result = await engine.resolve(url, { signal: request.signal });
  if (!result.ok) return problem(result.failure, { headers });
  // A short link tells only now where it leads.
  const alien = forbiddenPlatform(caller, result.value.media.platform);
  if (alien) return problem(alien, { headers });
  const media = await transfer.measure(result.value.media, request.signal);
  const links = signLinks(media, result.value, signer);
  return json({ media, ...links, canConvert: engine.health().conversions } satisfies Resolved, { headers });
}
