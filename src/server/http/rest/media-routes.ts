import { Resolved, ResolveRequest, Usage } from '#/model/download.ts';
import { versioned } from '../conditional.ts';
import { json } from '../json.ts';
import { limitHeaders } from '../limit-headers.ts';
import { problem } from '../problem.ts';
import { resolveForCaller } from '#/server/service/resolving/resolve-link.ts';
import { EXAMPLE_LINK, EXAMPLE_RESOLVED, EXAMPLE_USAGE } from './examples.ts';
import { READING } from './failures.ts';
import { API_PATH } from './operation.ts';
import type { DownloaderPorts } from '../downloader-ports.ts';
import type { PublicCall } from './call.ts';
import { type PublicRoute, route } from './route.ts';

/** Links, and what may be asked of them. */
export const MEDIA_ROUTES: readonly PublicRoute[] = [
  route({
    id: 'resolve',
    method: 'POST',
    path: `${API_PATH}/resolve`,
    group: 'media',
    summary: 'Read a link: what it leads to, and a signed link for each format; of a list, a page of its entries',
    credential: 'key',
    action: 'resolve',
    limit: 'resolutions',
    body: ResolveRequest,
    answer: Resolved,
    failures: READING,
    example: { body: { url: EXAMPLE_LINK }, answer: EXAMPLE_RESOLVED },
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
    answer: Usage,
    example: { answer: EXAMPLE_USAGE },
    handle: async ({ request, caller }, { limits }) => versioned(request, await limits.usage(caller)),
  }),
];

async function resolve(
  { request, caller, body }: PublicCall<unknown, ResolveRequest>,
  ports: DownloaderPorts,
): Promise<Response> {
  const { result, limitStatus } = await resolveForCaller(body, caller, ports, request.signal);
  const headers = limitHeaders(limitStatus);
  return result.ok ? json(result.value, { headers }) : problem(result.failure, { headers });
}
