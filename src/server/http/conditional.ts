import { createHash } from 'node:crypto';
import { isKnownVersion } from '#/model/http/http-semantics.ts';

/** Names a version of an answer. Weak, since a signed link in it may differ though nothing has changed. */
export function etagOf(value: unknown): string {
  return `W/"${createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22)}"`;
}

/** Whether the client has this version already. */
export function hasVersion({ headers }: Pick<Request, 'headers'>, etag: string): boolean {
  return isKnownVersion(headers.get('if-none-match'), etag);
}

/** An answer that a client may keep, and must ask about each time: 304 where it has this version. `version` is what of it counts. */
export function versioned(request: Request, value: unknown, version: unknown = value): Response {
  const etag = etagOf(version);
  const headers = { etag, 'cache-control': 'private, no-cache', 'x-content-type-options': 'nosniff' };
  return hasVersion(request, etag) ? new Response(null, { status: 304, headers }) : Response.json(value, { headers });
}
