import { localeCookie } from '#/language/detect.ts';
import type { Locale } from '#/language/locales.ts';
import { isEmbeddable } from '../serving/embeddable.ts';

/** Remembers in this browser that its visitor chose a language. */
export function saveLanguage(locale: Locale): void {
  document.cookie = localeCookie(locale, { crossOrigin: isEmbeddable(), isSecure: location.protocol === 'https:' });
}
