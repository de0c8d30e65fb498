import { LOCALE_CODES, type Locale } from '#/language/locales.ts';
import type { Notice } from '#/model/notice.ts';

/** As the model bounds each language's text. */
export const MESSAGE_MAX_LENGTH = 300;

/** A message as its form has it: of each language, maybe empty. */
export type NoticeTexts = Record<Locale, string>;

export function toTexts(notice: Notice | null): NoticeTexts {
  const entries = LOCALE_CODES.map((locale) => [locale, notice?.[locale] ?? '']);
  return Object.fromEntries(entries) as NoticeTexts;
}

/** null: there is no text in any language. */
export function toNotice(texts: NoticeTexts): Notice | null {
  const written = LOCALE_CODES.map((locale) => [locale, texts[locale].trim()] as const).filter(
    ([, text]) => text !== '',
  );
  return written.length === 0 ? null : (Object.fromEntries(written) as Notice);
}

/** What visitors of a language read; empty: nothing. */
export function shownIn(texts: NoticeTexts, locale: Locale): string {
  return texts[locale].trim() || texts.en.trim();
}
