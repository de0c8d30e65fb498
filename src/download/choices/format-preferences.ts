import { useSyncExternalStore } from 'react';
import { useHydrated } from '@tanstack/react-router';
import { currentLocale } from '#/language/current.ts';
import { SITE_LANGUAGES } from '#/model/languages.ts';
import { container, filmSubtitles, soundLanguage, useChoice } from './choices.ts';

/** What decides about every link: what a visitor has chosen for all of them, and what their device plays. */
export type FormatPreferences = {
  container: string | null;
  sound: string | null;
  subtitles: string | null;
  /** Best first. */
  languages: readonly string[];
  playsH265: boolean;
};

/** In the browser only. */
export function readFormatPreferences(): FormatPreferences {
  return {
    container: container.read(),
    sound: soundLanguage.read(),
    subtitles: filmSubtitles.read(),
    languages: languagesOf(navigator.languages),
    playsH265: playsH265(),
  };
}

/** The same while a page is rendered. The server knows nothing of it: what it renders plays everywhere. */
export function useFormatPreferences(): FormatPreferences {
  return {
    container: useChoice(container),
    sound: useChoice(soundLanguage),
    subtitles: useChoice(filmSubtitles),
    languages: useVisitorLanguages(),
    playsH265: usePlaysH265(),
  };
}

/** Languages that a visitor may look for, best first: the page's, the browser's, the site's. */
export function useVisitorLanguages(): readonly string[] {
  const isHydrated = useHydrated();
  return languagesOf(isHydrated ? navigator.languages : []);
}

function languagesOf(own: readonly string[]): readonly string[] {
  return [currentLocale(), ...own, ...SITE_LANGUAGES];
}

/** H.265 as platforms have it: main profile, at the level of 720p with 30 pictures a second (ISO/IEC 14496-15, annex E). */
const H265 = 'video/mp4; codecs="hvc1.1.6.L93.B0"';

let known: boolean | undefined;

/** Whether this device plays H.265, as its browser tells. In the browser only. */
function playsH265(): boolean {
  return (known ??= document.createElement('video').canPlayType(H265) === 'probably');
}

/** The same while a page is rendered; the server does not know, and says no. */
function usePlaysH265(): boolean {
  return useSyncExternalStore(
    () => () => {},
    playsH265,
    () => false,
  );
}
