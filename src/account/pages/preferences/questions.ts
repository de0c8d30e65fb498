import { LOCALE_CODES, LOCALES } from '#/language/locales.ts';
import { m } from '#/language/paraglide/messages.js';
import type { Preferences } from '#/model/account.ts';
import { FILE_NAME_STYLES, type FileNameStyle } from '#/model/download.ts';
import { MODE_TEXT } from '../mode-text.ts';

type Option = { value: string; label: string };
export type Question = { name: keyof Preferences; label: () => string; options: () => Option[] };

const FILE_NAMES: Record<FileNameStyle, () => string> = {
  'author-title': m.download_names_author,
  title: m.download_names_title,
  'title-id': m.download_names_id,
  plain: m.download_names_plain,
};

/** What can be settled for all devices, in two groups: the files, and the site. Each answer may be left open. */
export const FILE_QUESTIONS: readonly Question[] = [
  {
    name: 'mode',
    label: m.download_mode_label,
    options: () => named(MODE_TEXT),
  },
  {
    name: 'quality',
    label: m.download_column_quality,
    options: () => [1080, 720, 480, 360].map((height) => ({ value: String(height), label: `${height}p` })),
  },
  {
    name: 'container',
    label: m.account_preferences_container,
    options: () => [
      { value: 'mp4', label: 'MP4' },
      { value: 'webm', label: 'WebM' },
    ],
  },
  {
    name: 'fileNames',
    label: m.download_names_label,
    options: () => FILE_NAME_STYLES.map((value) => ({ value, label: FILE_NAMES[value]() })),
  },
];

export const SITE_QUESTIONS: readonly Question[] = [
  {
    name: 'language',
    label: m.site_language,
    options: () => LOCALE_CODES.map((value) => ({ value, label: LOCALES[value].nativeName })),
  },
  {
    name: 'theme',
    label: m.site_theme,
    options: () => named({ auto: m.site_theme_auto, light: m.site_theme_light, dark: m.site_theme_dark }),
  },
];

function named(texts: Record<string, () => string>): Option[] {
  return Object.entries(texts).map(([value, label]) => ({ value, label: label() }));
}
