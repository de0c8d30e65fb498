/**
 * The ten languages of the site (docs/specification.md 3.1–3.11). English has no prefix; the others are the first segment of the path.
 */
export const LOCALES = {
  en: { iso: 'en-US', name: 'English', nativeName: 'English', flag: 'us', domain: 'en' },
  fr: { iso: 'fr-FR', name: 'French', nativeName: 'Français', flag: 'fr', domain: 'fr' },
  id: { iso: 'id-ID', name: 'Indonesian', nativeName: 'Bahasa Indonesia', flag: 'id', domain: 'id' },
  ja: { iso: 'ja-JP', name: 'Japanese', nativeName: '日本語', flag: 'jp', domain: 'ja' },
  ko: { iso: 'ko-KR', name: 'Korean', nativeName: '한국어', flag: 'kr', domain: 'ko' },
  pt: { iso: 'pt-BR', name: 'Portuguese', nativeName: 'Português', flag: 'br', domain: 'pt' },
  ro: { iso: 'ro-RO', name: 'Romanian', nativeName: 'Română', flag: 'ro', domain: 'ro' },
  ru: { iso: 'ru-RU', name: 'Russian', nativeName: 'Русский', flag: 'ru', domain: 'ru' },
  vi: { iso: 'vi-VN', name: 'Vietnamese', nativeName: 'Tiếng Việt', flag: 'vn', domain: 'vi' },
  zh: { iso: 'zh-CN', name: 'Simplified Chinese', nativeName: '简体中文', flag: 'cn', domain: 'zh' },
} as const satisfies Record<string, LocaleFacts>;

type LocaleFacts = {
  iso: string;
  name: string;
  nativeName: string;
  flag: string;
  /** Sub-domain under the host at which the site answers as well; it never chooses the language. */
  domain: string;
};

export type Locale = keyof typeof LOCALES;
export type PrefixedLocale = Exclude<Locale, 'en'>;

export const DEFAULT_LOCALE: Locale = 'en';
export const LOCALE_CODES = Object.keys(LOCALES) as Locale[];

export function isLocale(value: unknown): value is Locale {
  return typeof value === 'string' && Object.hasOwn(LOCALES, value);
}

/** Whether a path segment is a language prefix. `en` is none: the default language has no prefix. */
export function isPrefixedLocale(value: unknown): value is PrefixedLocale {
  return isLocale(value) && value !== DEFAULT_LOCALE;
}

/** The language of a path, by its first segment. */
export function localeOfPath(pathname: string): Locale {
  const first = pathname.split('/', 2)[1];
  return isPrefixedLocale(first) ? first : DEFAULT_LOCALE;
}

/** The same page in another language: `/fr/youtube` → `/ja/youtube`, and `/youtube` for English. */
export function localizePath(pathname: string, locale: Locale): string {
  const from = localeOfPath(pathname);
  const rest = from === DEFAULT_LOCALE ? pathname : pathname.slice(from.length + 1);
  if (locale === DEFAULT_LOCALE) return rest === '' ? '/' : rest;
  return rest === '' || rest === '/' ? `/${locale}` : `/${locale}${rest}`;
}

/** `{page}___{lang}`, as analytics and page data call a page; the default language's suffix is `default`. */
export function routeName(page: string, locale: Locale): string {
  return `${page}___${locale === DEFAULT_LOCALE ? 'default' : locale}`;
}
