import { LOCALE_CODES } from '#/language/locales.ts';
import { answerEncoded, type Encoded, encodedText } from '../serving/encoded.server.ts';
import type { ListedPage } from './listed-pages.ts';
import { llms } from './llms.ts';
import { sitemap, sitemapIndex, sitemapPath } from './sitemap.ts';

type Answer = { type: string; write: (origin: string) => string };

const XML = 'application/xml; charset=utf-8';
const HEADERS = { 'cache-control': 'public, max-age=3600', 'x-content-type-options': 'nosniff' };

/**
 * Answers the files that programs ask for by name: robots.txt, the sitemaps of these pages, and llms.txt with the documents by their
 * English titles; undefined for any other path.
 * `origin` is the site's address as visitors know it.
 */
export function createDiscoveryAnswers(pages: readonly ListedPage[], titles: Readonly<Record<string, string>>) {
  const answers = new Map<string, Answer>([
    ['/robots.txt', { type: 'text/plain; charset=utf-8', write: robots }],
    ['/llms.txt', { type: 'text/plain; charset=utf-8', write: (origin) => llms(origin, titles) }],
    ['/sitemap.xml', { type: XML, write: (origin) => sitemapIndex(pages, origin) }],
    ...LOCALE_CODES.map((code): [string, Answer] => [
      sitemapPath(code),
      { type: XML, write: (origin) => sitemap(pages, code, origin) },
    ]),
  ]);
  /** As they were written for the address that was last asked of: a site has one, unless it is not settled. */
  let written = { origin: '', texts: new Map<string, Encoded>() };
  return async (request: Request, origin: string): Promise<Response | undefined> => {
    const { pathname } = new URL(request.url);
    const answer = answers.get(pathname);
    if (!answer) return undefined;
    if (written.origin !== origin) written = { origin, texts: new Map() };
    const text = written.texts.get(pathname) ?? encodedText(answer.write(origin), answer.type);
    written.texts.set(pathname, text);
    return answerEncoded(request, text, HEADERS);
  };
}

/**
 * What programs that wander through sites shall leave alone: calls, which are no pages. Pages that no search engine shall list say so
 * themselves (src/site/seo/page-head.ts), and must be open for that to be read: barred here, they could still be listed, by address alone.
 */
function robots(origin: string): string {
  const barred = ['/api/', '/identity/', '/_serverFn/'];
  const rules = ['User-agent: *', ...barred.map((path) => `Disallow: ${path}`)];
  return `${rules.join('\n')}\n\nSitemap: ${origin}/sitemap.xml\n`;
}
