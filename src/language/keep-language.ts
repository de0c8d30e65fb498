import { createIsomorphicFn } from '@tanstack/react-start';
import { loadSameMessages } from './catalogue.ts';
import { type Locale, LOCALES } from './locales.ts';
import { currentLocale } from './current.ts';

/**
 * Has the page speak the language of the address that is stepped to; not of one that may be stepped to, and is only loaded ahead. A
 * request on the server speaks that of its address anyway.
 */
export const keepLanguage = createIsomorphicFn()
  .server((_locale: Locale, _isAhead: boolean): Promise<void> | void => {})
  .client((locale: Locale, isAhead: boolean): Promise<void> | void => {
    if (!isAhead) return speak(locale, loadSameMessages);
  });

/** Of the last step. */
let wanted: Locale | undefined;

/**
 * Has the page speak a language, once its texts are there; a page that speaks it already goes on at once. Texts that come after another
 * step was made change nothing: a page says what its address says.
 */
export function speak(locale: Locale, load: (locale: Locale) => Promise<void>): Promise<void> | void {
  wanted = locale;
  if (locale !== currentLocale()) return speakOnceLoaded(locale, load);
}

async function speakOnceLoaded(locale: Locale, load: (locale: Locale) => Promise<void>): Promise<void> {
  await load(locale);
  if (wanted === locale) document.documentElement.lang = LOCALES[locale].iso;
}
