import * as v from 'valibot';
import { Preferences } from '#/model/account.ts';

/** What the form's selects hold of preferences: '' for what is not settled. */
export type PreferenceValues = Record<keyof Preferences, string>;

/** Reads what the form holds. */
export const PreferenceAnswers = v.pipe(
  v.record(v.string(), v.string()),
  v.transform((answers) =>
    Object.fromEntries(
      Object.entries(answers).map(([name, value]) => [
        name,
        value === '' ? null : name === 'quality' ? Number(value) : value,
      ]),
    ),
  ),
  Preferences,
);

/** What the form begins with; nothing was settled by who never saved any. */
export function toPreferenceValues(preferences: Preferences | null): PreferenceValues {
  const read = (name: keyof Preferences) => String(preferences?.[name] ?? '');
  return {
    mode: read('mode'),
    quality: read('quality'),
    container: read('container'),
    fileNames: read('fileNames'),
    language: read('language'),
    theme: read('theme'),
  };
}
