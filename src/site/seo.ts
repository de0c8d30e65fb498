import { currentLocale } from '#/language/current.ts';
import { LOCALE_CODES, LOCALES, localizePath, routeName } from '#/language/locales.ts';
import { pageOrigin } from './origin.ts';
import { nameThisPage } from './page-data.ts';

/** Title, description, canonical address and the same page in every language. `page` is its name for analytics and page data. */
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
      ...LOCALE_CODES.map((code) => ({ rel: 'alternate', hrefLang: LOCALES[code].iso, href: address(code) })),
      { rel: 'alternate', hrefLang: 'x-default', href: address('en') },
    ],
  };
}
