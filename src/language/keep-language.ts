import { createIsomorphicFn } from '@tanstack/react-start';
import { loadSameMessages } from './catalogue.ts';
import type { Locale } from './locales.ts';
import { oncePageTakenOver, partsTakenOver } from './page-taken-over.ts';
import { setPageLanguage } from './set-page-language.ts';

/**
 * Has the page speak the language of the address that is stepped to; not of one that may be stepped to, and is only loaded ahead. A
 * request on the server speaks that of its address anyway.
 */
export const keepLanguage = createIsomorphicFn()
  .server((_locale: Locale, _isAhead: boolean): Promise<void> | void => {})
  .client((locale: Locale, isAhead: boolean): Promise<void> | void => {
    if (!isAhead) return oncePageTakenOver(() => setPageLanguage(locale, loadMessages));
  });

async function loadMessages(locale: Locale): Promise<void> {
  await loadSameMessages(locale);
  await partsTakenOver();
}
