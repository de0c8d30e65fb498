import { en } from './texts/en.ts';
import { fr } from './texts/fr.ts';
import { id } from './texts/id.ts';
import { ja } from './texts/ja.ts';
import { ko } from './texts/ko.ts';
import { pt } from './texts/pt.ts';
import { ro } from './texts/ro.ts';
import { ru } from './texts/ru.ts';
import { vi } from './texts/vi.ts';
import { zh } from './texts/zh.ts';
import type { MessageTexts } from './message-texts.ts';

const TEXTS = { en, fr, id, ja, ko, pt, ro, ru, vi, zh } as const satisfies Record<string, MessageTexts>;
type MessageLanguage = keyof typeof TEXTS;

/** The language of a message, by whatever form a locale is in (`fr`, `pt-BR`, `zh_CN`); of those that are given, the first that the site has. */
export function messageLanguage(...locales: readonly (string | undefined)[]): MessageLanguage {
  return locales.map(languageOf).find((language) => language !== null) ?? 'en';
}

export function textsIn(language: MessageLanguage): MessageTexts {
  return TEXTS[language];
}

function languageOf(locale = ''): MessageLanguage | null {
  const language = locale.toLowerCase().split(/[-_]/)[0] ?? '';
  return Object.hasOwn(TEXTS, language) ? (language as MessageLanguage) : null;
}
