import { isPrefixedLocale, type PrefixedLocale } from './locales.ts';

/**
 * Parsing of the optional `{-$lang}` segment. It answers `false`, which makes the router go on to the next route and end in a real
 * 404; throwing here, or checking in beforeLoad, comes too late: `/fr` is then taken for a platform.
 */
export const langParam = {
  parse: ({ lang }: { lang?: string }): { lang?: PrefixedLocale } | false => {
    if (lang === undefined) return {};
    return isPrefixedLocale(lang) ? { lang } : false;
  },
  stringify: ({ lang }: { lang?: PrefixedLocale }) => ({ lang }),
};
