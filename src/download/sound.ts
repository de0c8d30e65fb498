import type { Format } from '#/model/media.ts';
import { hasSound } from '#/model/preview.ts';

/** What a media can be heard in: BCP 47 tags, the original first, and the one that is chosen. */
export type Sound = { languages: string[]; language: string | null };

/** Languages a media can be heard in, the original first (formats of it come first); of a film that exists in one language, that one. */
export function soundLanguages(formats: readonly Format[]): string[] {
  const heard = formats.filter(hasSound).toSorted((a, b) => Number(b.kind === 'audio') - Number(a.kind === 'audio'));
  return [...new Set(heard.flatMap(({ language }) => language ?? []))];
}

/** The language to play, of those there are: as wanted, else another variety of it, else the original. */
export function pickLanguage(languages: readonly string[], wanted: string | null): string | null {
  const base = (tag: string) => tag.split('-', 1)[0];
  return (
    languages.find((language) => language === wanted) ??
    languages.find((language) => wanted !== null && base(language) === base(wanted)) ??
    languages[0] ??
    null
  );
}
