import { escapeUTF8 } from 'entities/escape';
import { DEFAULT_LOCALE, LOCALE_CODES, type Locale, localizePath } from '#/language/locales.ts';
import { latest, type ListedPage } from './listed-pages.ts';

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** Path of the sitemap of one language. */
export function sitemapPath(locale: Locale): string {
  return `/sitemap-${locale}.xml`;
}

/** The sitemap of sitemaps, one for each language. */
export function sitemapIndex(pages: readonly ListedPage[], origin: string): string {
  const sitemaps = LOCALE_CODES.map((code) =>
    element('sitemap', [
      element('loc', [escapeUTF8(origin + sitemapPath(code))]),
      lastmod(latest(pages.map(({ changed }) => changed[code]))),
    ]),
  );
  return `${HEAD}<sitemapindex ${NAMESPACE}>\n${sitemaps.join('\n')}\n</sitemapindex>\n`;
}

/** The pages of one language, each with the languages it exists in, as the page's own head has them (src/site/seo/page-head.ts). */
export function sitemap(pages: readonly ListedPage[], locale: Locale, origin: string): string {
  const urls = pages.flatMap(({ path, changed }) => {
    const day = changed[locale];
    if (day === undefined) return [];
    const address = (code: Locale) => escapeUTF8(origin + localizePath(path, code));
    const alternate = (language: string, code: Locale) =>
      `<xhtml:link rel="alternate" hreflang="${language}" href="${address(code)}"/>`;
    return element('url', [
      element('loc', [address(locale)]),
      lastmod(day),
      ...LOCALE_CODES.filter((code) => changed[code] !== undefined).map((code) => alternate(code, code)),
      alternate('x-default', DEFAULT_LOCALE),
    ]);
  });
  const namespaces = `${NAMESPACE} xmlns:xhtml="http://www.w3.org/1999/xhtml"`;
  return `${HEAD}<urlset ${namespaces}>\n${urls.join('\n')}\n</urlset>\n`;
}

function element(name: string, content: string[]): string {
  return `<${name}>${content.join('')}</${name}>`;
}

function lastmod(day: string | null): string {
  return day === null ? '' : element('lastmod', [day]);
}
