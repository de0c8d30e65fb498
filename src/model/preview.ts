import type { Format } from './media.ts';
import { pictureQuality } from './picture-quality.ts';

/** Enough to see what it is. */
const PREVIEW_MAX_PX = 720;

/** What a player shows: something with sound that plays everywhere, and rather small; else what there is, even if it has no sound. */
export function previewable(formats: readonly Format[]): Format | null {
  const playable = formats.filter(({ delivery }) => delivery !== 'transcode');
  const films = playable.filter(({ kind }) => kind === 'video+audio');
  const plain = films.filter(({ compatibility }) => compatibility === 'everywhere');
  return (
    plain.find((format) => (pictureQuality(format) ?? Infinity) <= PREVIEW_MAX_PX) ??
    plain[0] ??
    films[0] ??
    playable.find(({ kind }) => kind === 'audio') ??
    playable.find(({ kind }) => kind === 'video') ??
    null
  );
}

/** What is played in each language that a media can be heard in, and where none was chosen. */
export function previewsOf(formats: readonly Format[]): Format[] {
  const languages = new Set([null, ...formats.filter(hasSound).map(({ language }) => language)]);
  const chosen = [...languages].flatMap((language) => previewable(inLanguage(formats, language)) ?? []);
  return [...new Set(chosen)];
}

/** Formats without those that speak another language. */
export function inLanguage(formats: readonly Format[], language: string | null): Format[] {
  return formats.filter(
    (format) => !hasSound(format) || format.language === null || language === null || format.language === language,
  );
}

export function hasSound({ kind }: Format): boolean {
  return kind === 'video+audio' || kind === 'audio';
}
