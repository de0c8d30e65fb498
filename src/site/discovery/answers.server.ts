import { createHash } from 'node:crypto';
import { LOCALE_CODES } from '#/language/locales.ts';
import type { ListedPage } from './listed-pages.ts';
import { robots } from './robots.ts';
import { sitemap, sitemapIndex, sitemapPath } from './sitemap.ts';

type Answer = { type: string; write: (origin: string) => string };

const XML = 'application/xml; charset=utf-8';

/**
 * Answers the files that search engines ask for by name: robots.txt, and the sitemaps of these pages; undefined for any other path.
 * `origin` is the site's address as visitors know it.
 */
export function createDiscoveryAnswers(pages: readonly ListedPage[]) {
  const answers = new Map<string, Answer>([
    ['/robots.txt', { type: 'text/plain; charset=utf-8', write: robots }],
    ['/sitemap.xml', { type: XML, write: (origin) => sitemapIndex(pages, origin) }],
    ...LOCALE_CODES.map((code): [string, Answer] => [
      sitemapPath(code),
      { type: XML, write: (origin) => sitemap(pages, code, origin) },
    ]),
  ]);
  return (request: Request, origin: string): Response | undefined => {
    const answer = answers.get(new URL(request.url).pathname);
    return answer && respond(request, answer.type, answer.write(origin));
  };
}

function respond({ method, headers }: Request, type: string, body: string): Response {
  if (method !== 'GET' && method !== 'HEAD')
    return new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } });
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  const known = { etag, 'cache-control': 'public, max-age=3600', 'x-content-type-options': 'nosniff' };
  const isKnown = headers.get('if-none-match')?.split(/,\s*/).includes(etag);
  if (isKnown) return new Response(null, { status: 304, headers: known });
  const length = `${Buffer.byteLength(body)}`;
  return new Response(method === 'HEAD' ? null : body, {
    headers: { ...known, 'content-type': type, 'content-length': length },
  });
}
