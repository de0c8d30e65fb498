import { app } from '#app.config';
import { localeCookie } from '#/language/detect.ts';
import { type Locale, localizePath } from '#/language/locales.ts';
import { navigateTo } from '#/site/navigate.ts';

/** Goes to this page in another language, and remembers the choice, as the language menu does. */
export function goToLanguage(language: Locale): void {
  document.cookie = localeCookie(language, app);
  navigateTo(localizePath(location.pathname, language) + location.search + location.hash);
}
