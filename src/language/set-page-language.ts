import { currentLocale } from './current.ts';
import { type Locale, LOCALES } from './locales.ts';

/** Of the last step. */
let wanted: Locale | undefined;

/**
 * Has the page speak a language, once its texts are there; a page that speaks it already goes on at once. Texts that come after another
 * step was made change nothing: a page says what its address says.
 */
export function setPageLanguage(locale: Locale, load: (locale: Locale) => Promise<void>): Promise<void> | void {
  wanted = locale;
  if (locale !== currentLocale()) return setOnceLoaded(locale, load);
}

async function setOnceLoaded(locale: Locale, load: (locale: Locale) => Promise<void>): Promise<void> {
  await load(locale);
  if (wanted === locale) document.documentElement.lang = LOCALES[locale].iso;
}
