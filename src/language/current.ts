import { createIsomorphicFn } from '@tanstack/react-start';
import { overwriteGetLocale, overwriteServerAsyncLocalStorage, serverAsyncLocalStorage } from './paraglide/runtime.js';
import { DEFAULT_LOCALE, isLocale, type Locale } from './locales.ts';

/** The language of the page (browser) or of the request being answered (server). */
export const currentLocale = createIsomorphicFn()
  .server((): Locale => {
    const locale = serverAsyncLocalStorage?.getStore()?.locale;
    return isLocale(locale) ? locale : DEFAULT_LOCALE;
  })
  .client((): Locale => {
    const { lang } = document.documentElement;
    const code = lang.split('-', 1)[0];
    return isLocale(code) ? code : DEFAULT_LOCALE;
  });

/** Makes compiled messages speak the page's language in the browser. */
export function adoptDocumentLanguage(): void {
  overwriteGetLocale(currentLocale);
}

type Storage = Parameters<typeof overwriteServerAsyncLocalStorage>[0];

/** Gives compiled messages a language for each request. Paraglide's own middleware is not used: it tees and buffers bodies. */
export function provideRequestLanguage(storage: NonNullable<Storage>): void {
  overwriteServerAsyncLocalStorage(storage);
}
