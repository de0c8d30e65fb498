import type { Locale } from '#/language/locales.ts';
import { isLocale } from '#/language/locales.ts';
import { isLanguage, type Language } from './languages.ts';

const KEY = 'authenticator-language';

/** What the authenticator speaks, and which other language it offers to speak; null: none. */
type LanguageChoice = { language: Language; offered: Language | null };

/**
 * The site's language, unless the visitor once chose another one of the authenticator's. Offered is the browser's most preferred language
 * that the authenticator has and the site has not, and to who chose that one, the site's again.
 * @param browserLanguages as `navigator.languages` has them, best first
 */
export function chooseLanguage(
  site: Locale,
  chosen: string | null,
  browserLanguages: readonly string[],
): LanguageChoice {
  if (isLanguage(chosen) && !isLocale(chosen)) return { language: chosen, offered: site };
  const preferred = browserLanguages.map(languageOfTag).find(isLanguage);
  return { language: site, offered: preferred === undefined || isLocale(preferred) ? null : preferred };
}

/** `de-AT` → `de`; Norwegian has several tags and Hebrew an old one. */
function languageOfTag(tag: string): string {
  const base = tag.toLowerCase().split('-', 1)[0] ?? '';
  return { no: 'nb', nn: 'nb', iw: 'he', in: 'id' }[base] ?? base;
}

/** The language chosen on an earlier visit; null: none, or storage is switched off. */
export function recallLanguage(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}

/** Keeps a choice for later visits; where storage is full or switched off, it lasts as long as the page. */
export function rememberLanguage(language: Language): void {
  try {
    localStorage.setItem(KEY, language);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
}
