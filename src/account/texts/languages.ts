import type { Locale } from '#/language/locales.ts';

/** The languages of the authenticator: the 18 of docs/specification.md 2.31, Romanian and Vietnamese. */
export const LANGUAGES = {
  en: { iso: 'en-US', nativeName: 'English', offer: 'Show in English' },
  de: { iso: 'de-DE', nativeName: 'Deutsch', offer: 'Auf Deutsch anzeigen' },
  es: { iso: 'es-ES', nativeName: 'Español', offer: 'Ver en español' },
  fr: { iso: 'fr-FR', nativeName: 'Français', offer: 'Afficher en français' },
  he: { iso: 'he-IL', nativeName: 'עברית', offer: 'הצגה בעברית' },
  id: { iso: 'id-ID', nativeName: 'Bahasa Indonesia', offer: 'Tampilkan dalam bahasa Indonesia' },
  it: { iso: 'it-IT', nativeName: 'Italiano', offer: 'Mostra in italiano' },
  ja: { iso: 'ja-JP', nativeName: '日本語', offer: '日本語で表示' },
  ko: { iso: 'ko-KR', nativeName: '한국어', offer: '한국어로 보기' },
  nb: { iso: 'nb-NO', nativeName: 'Norsk', offer: 'Vis på norsk' },
  nl: { iso: 'nl-NL', nativeName: 'Nederlands', offer: 'In het Nederlands weergeven' },
  pl: { iso: 'pl-PL', nativeName: 'Polski', offer: 'Pokaż po polsku' },
  pt: { iso: 'pt-BR', nativeName: 'Português', offer: 'Mostrar em português' },
  ro: { iso: 'ro-RO', nativeName: 'Română', offer: 'Afișează în română' },
  ru: { iso: 'ru-RU', nativeName: 'Русский', offer: 'Показать на русском' },
  sv: { iso: 'sv-SE', nativeName: 'Svenska', offer: 'Visa på svenska' },
  tr: { iso: 'tr-TR', nativeName: 'Türkçe', offer: 'Türkçe göster' },
  uk: { iso: 'uk-UA', nativeName: 'Українська', offer: 'Показати українською' },
  vi: { iso: 'vi-VN', nativeName: 'Tiếng Việt', offer: 'Hiển thị bằng tiếng Việt' },
  zh: { iso: 'zh-CN', nativeName: '简体中文', offer: '以简体中文显示' },
} as const satisfies Record<string, LanguageFacts> & Record<Locale, LanguageFacts>;

type LanguageFacts = {
  iso: string;
  nativeName: string;
  /** What a visitor chooses it by, in the language itself, since its texts are not loaded yet. */
  offer: string;
};

export type Language = keyof typeof LANGUAGES;
export const LANGUAGE_CODES = Object.keys(LANGUAGES) as Language[];

export function isLanguage(value: unknown): value is Language {
  return typeof value === 'string' && Object.hasOwn(LANGUAGES, value);
}

/** Which way a language is written. */
export function directionOf(language: Language): 'ltr' | 'rtl' {
  return language === 'he' ? 'rtl' : 'ltr';
}
