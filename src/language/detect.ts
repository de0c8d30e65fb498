import { acceptedWeights } from '#/model/http/http-semantics.ts';
import { DEFAULT_LOCALE, isLocale, type Locale, LOCALE_CODES, LOCALES } from './locales.ts';

/** Name and life of the language cookie (docs/specification.md 9.2). */
const LOCALE_COOKIE = 'i18n_redirected';
const LOCALE_COOKIE_MAX_AGE_S = 365 * 24 * 60 * 60;

/**
 * The language of a first visit to the root path: a saved cookie if it is a supported code, then the browser's languages (an exact iso
 * match of any of them before a base language of any of them), then English (docs/specification.md 4.1–4.3).
 */
export function detectLocale(cookieHeader: string | null, acceptLanguage: string | null): Locale {
  const saved = savedLocale(cookieHeader);
  if (saved) return saved;
  const preferred = preferredLanguages(acceptLanguage);
  for (const tag of preferred) {
    const exact = LOCALE_CODES.find((code) => LOCALES[code].iso.toLowerCase() === tag);
    if (exact) return exact;
  }
  for (const tag of preferred) {
    const base = tag.split('-', 1)[0];
    if (isLocale(base)) return base;
  }
  return DEFAULT_LOCALE;
}

/** The language that was chosen, or detected, before; a cookie that names none of the site's is as good as none. */
export function savedLocale(cookieHeader: string | null): Locale | null {
  const saved = readCookie(cookieHeader, LOCALE_COOKIE);
  return isLocale(saved) ? saved : null;
}

/** The value to store in document.cookie, or in Set-Cookie, when a visitor chooses a language. `isSecure`: the site is reached by https. */
export function localeCookie(locale: Locale, options: { crossOrigin: boolean; isSecure: boolean }): string {
  const sameSite = options.crossOrigin ? 'SameSite=None' : 'SameSite=Lax';
  const secure = options.crossOrigin || options.isSecure ? '; Secure' : '';
  return `${LOCALE_COOKIE}=${locale}; Max-Age=${LOCALE_COOKIE_MAX_AGE_S}; Path=/; ${sameSite}${secure}`;
}

function readCookie(header: string | null, name: string): string | undefined {
  for (const part of header?.split(';') ?? []) {
    const [key, value] = part.split('=', 2);
    if (key?.trim() === name) return value?.trim();
  }
  return undefined;
}

/** Tags of an Accept-Language header in lower case, best first; a weight of 0 refuses a language. */
function preferredLanguages(header: string | null): string[] {
  return [...acceptedWeights(header?.slice(0, 1024))].flatMap(([tag, weight]) =>
    tag !== '*' && weight > 0 ? [tag] : [],
  );
}
