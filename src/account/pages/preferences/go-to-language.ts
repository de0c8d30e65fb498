import { localeCookie } from '#/language/detect.ts';
import { type Locale, localizePath } from '#/language/locales.ts';
import { isEmbeddable } from '#/site/serving/embeddable.ts';
import { navigateTo } from '#/site/pages/navigate.ts';

/** Goes to this page in another language, and remembers the choice, as the language menu does. */
export function goToLanguage(language: Locale): void {
  document.cookie = localeCookie(language, { crossOrigin: isEmbeddable() });
  navigateTo(localizePath(location.pathname, language) + location.search + location.hash);
}
