import { app } from '#app.config';
import { currentLocale } from '#/language/current.ts';
import { LOCALE_CODES, localizePath, routeName } from '#/language/locales.ts';
import { m } from '#/language/paraglide/messages.js';
import { pageOrigin } from '../serving/origin.ts';
import { nameThisPage } from '../serving/page-data.ts';

/**
 * Title, description, canonical address and the same page in every language, by the language alone: in pages and in the sitemap alike.
 * A page that shows a result is, to search engines, the page without it. `page` is its name for analytics and page data.
 * What only programs read that never step from page to page is in src/site/seo.
 */
export function pageHead(page: string, path: string, { title, description }: { title: string; description: string }) {
  const origin = pageOrigin();
  const locale = currentLocale();
  nameThisPage({ name: routeName(page, locale), title, description });
  const address = (code: typeof locale) => origin + localizePath(path, code);
  return {
    meta: [
      { title },
      { name: 'description', content: description },
      { name: 'route-name', content: routeName(page, locale) },
    ],
    links: [
      { rel: 'canonical', href: address(locale) },
      ...LOCALE_CODES.map((code) => ({ rel: 'alternate', hrefLang: code, href: address(code) })),
      { rel: 'alternate', hrefLang: 'x-default', href: address('en') },
    ],
  };
}

/** The same for a page that is somebody's own or for operators: no search engine shall list it. */
export function unlistedHead(page: string, path: string, texts: { heading: string; description: string }) {
  const { heading, description } = texts;
  const head = pageHead(page, path, { title: m.site_page_title({ heading, name: app.name }), description });
  return { ...head, meta: [...head.meta, { name: 'robots', content: 'noindex' }] };
}
