import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isKnownVersion } from '#/model/http/http-semantics.ts';
import type { Asset } from '#/server/service/media-assets/asset.ts';

/** `vary`: request headers that decide what is answered. */
type SmallFile = Asset & { vary?: string };

/**
 * Answers with something small that a page shows: told apart by its content, and kept by this visitor's browser alone, which need not ask
 * again for `maxAgeS`.
 */
export function sendBytes(
  req: IncomingMessage,
  res: ServerResponse,
  { bytes, contentType, vary }: SmallFile,
  maxAgeS: number,
): void {
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`;
  const headers = {
    // Private: what is taken down must not live on in caches of others.
    'cache-control': `private, max-age=${Math.max(0, Math.floor(maxAgeS))}`,
    'content-security-policy': "sandbox; default-src 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    etag,
    ...(vary && { vary }),
  };
  if (isKnownVersion(req.headers['if-none-match'], etag)) return void res.writeHead(304, headers).end();
  res.writeHead(200, { ...headers, 'content-type': contentType, 'content-length': bytes.length });
  res.end(req.method === 'HEAD' ? undefined : bytes);
}
