import { type Locale, localizePath } from '#/language/locales.ts';
import { navigateTo } from '#/site/pages/navigate.ts';
import { saveLanguage } from '#/site/pages/save-language.ts';

/** Goes to this page in another language, and remembers the choice, as the language menu does. */
export function goToLanguage(language: Locale): void {
  saveLanguage(language);
  navigateTo(localizePath(location.pathname, language) + location.search + location.hash);
}
