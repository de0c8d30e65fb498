import { createHash } from 'node:crypto';
import type { StatusReport } from '#/model/status.ts';
import { hasVersion } from '../conditional.ts';
import { json } from '../json.ts';

/** How old it may be in caches: no older than a switch may take to show everywhere. */
const FRESH_S = 2;

/** `GET /api/v1/status` */
export function answerStatus(request: Pick<Request, 'headers'>, report: StatusReport): Response {
  const headers = { etag: tagOf(report), 'cache-control': `public, max-age=${FRESH_S}` };
  if (hasVersion(request, headers.etag)) return new Response(null, { status: 304, headers });
  return json(report, { headers });
}

/** Of what it says; not of when it was put together. */
function tagOf({ platforms, incidents, extractor, extractorChanges }: StatusReport): string {
  const said = JSON.stringify([platforms, incidents, extractor, extractorChanges]);
  return `"${createHash('sha256').update(said).digest('base64url').slice(0, 22)}"`;
}
