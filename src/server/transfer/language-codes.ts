import { iso6392, type Language } from 'iso-639-2';

/** The three letters of a language (ISO 639-2): `b` as libraries write it, which Matroska takes, and `t` as everybody else does. */
type ThreeLetters = { b: string; t: string };

const letters = ({ iso6392B: b, iso6392T: t = b }: Language): ThreeLetters => ({ b, t });
const BY_SHORT_CODE = new Map(
  iso6392.flatMap((language) => (language.iso6391 ? [[language.iso6391, letters(language)] as const] : [])),
);

/**
 * Those of a BCP 47 tag such as `pt-BR`, an old one such as `iw` included. A language that has no two-letter code keeps its longer one, also
 * where that is none of ISO 639-2's. null: what has neither, or is no tag.
 */
export function threeLetters(tag: string): ThreeLetters | null {
  const language = languageOf(tag) ?? languageOf(tag.split('-', 1)[0] ?? '');
  if (language === null) return null;
  return BY_SHORT_CODE.get(language) ?? (language.length === 3 ? { b: language, t: language } : null);
}

/** Whether it is a tag of BCP 47 at all. */
export function isTag(text: string): boolean {
  return languageOf(text) !== null;
}

/** The language that a tag stands for, by its shortest code; null: it is no tag. */
function languageOf(tag: string): string | null {
  try {
    return new Intl.Locale(tag).language;
  } catch {
    return null;
  }
}
