import { useHydrated } from '@tanstack/react-router';
import { currentLocale } from '#/language/current.ts';
import { SITE_LANGUAGES } from '#/model/languages.ts';
import type { Media } from '#/model/media/media.ts';
import { soundLanguage, useChoice } from './choices.ts';
import { type Sound, soundOf } from './sound.ts';

/** The tracks of a media, and the one that the visitor chose. The server does not know that. */
export function useSound({ audioTracks }: Pick<Media, 'audioTracks'>): Sound {
  const wanted = useChoice(soundLanguage);
  const languages = useVisitorLanguages();
  return soundOf(audioTracks, wanted, languages);
}

/** Languages that a visitor may look for, best first: the page's, the browser's, the site's. */
export function useVisitorLanguages(): readonly string[] {
  const isHydrated = useHydrated();
  return [currentLocale(), ...(isHydrated ? navigator.languages : []), ...SITE_LANGUAGES];
}
