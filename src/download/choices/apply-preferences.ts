import type { Preferences } from '#/model/account.ts';
import { container, fileNames, quality } from './choices.ts';
import { rememberMode } from '../form/mode.ts';
import { chooseColorScheme } from '#/site/theme/color-scheme.ts';
import { saveLanguage } from '#/site/pages/save-language.ts';

/** How each thing that can be settled is chosen in this browser. */
export type PreferenceSetters = { [Name in keyof Preferences]: (value: NonNullable<Preferences[Name]>) => void };

const BROWSER: PreferenceSetters = {
  mode: rememberMode,
  quality: (heightPx) => quality.choose(`${heightPx}`),
  container: container.choose,
  fileNames: fileNames.choose,
  // The page stays in the language of its address.
  language: saveLanguage,
  theme: chooseColorScheme,
};

/** Has this browser do what its user settled for all devices; what is not settled stays as it is here. */
export function applyPreferences(preferences: Preferences, setters: PreferenceSetters = BROWSER): void {
  const { mode, quality, container, fileNames, language, theme } = preferences;
  if (mode !== null) setters.mode(mode);
  if (quality !== null) setters.quality(quality);
  if (container !== null) setters.container(container);
  if (fileNames !== null) setters.fileNames(fileNames);
  if (language !== null) setters.language(language);
  if (theme !== null) setters.theme(theme);
}
