import { createIsomorphicFn } from '@tanstack/react-start';
import { loadSameMessages } from './catalogue.ts';
import { currentLocale } from './current.ts';
import { type Locale, LOCALES } from './locales.ts';

/** Has the page speak the language of the address that is stepped to. A request on the server speaks that of its address anyway. */
export const keepLanguage = createIsomorphicFn()
  .server((_locale: Locale): Promise<void> | void => {})
  .client((locale: Locale): Promise<void> | void => {
    if (locale !== currentLocale()) return speak(locale);
  });

async function speak(locale: Locale): Promise<void> {
  await loadSameMessages(locale);
  document.documentElement.lang = LOCALES[locale].iso;
}
