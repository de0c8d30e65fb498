import cyrillic from '@fontsource-variable/manrope/files/manrope-cyrillic-wght-normal.woff2?url';
import latinExtended from '@fontsource-variable/manrope/files/manrope-latin-ext-wght-normal.woff2?url';
import latin from '@fontsource-variable/manrope/files/manrope-latin-wght-normal.woff2?url';
import vietnamese from '@fontsource-variable/manrope/files/manrope-vietnamese-wght-normal.woff2?url';
import { createIsomorphicFn } from '@tanstack/react-start';
import { preload } from 'react-dom';
import { breakpoints } from '#app.config';
import type { Locale } from '#/language/locales.ts';

/** Files of typeface.css that the letters of a language are in; none where the platform's own faces are used. */
const FILES: Record<Locale, readonly string[]> = {
  en: [latin],
  fr: [latin],
  id: [latin],
  ja: [],
  ko: [],
  pt: [latin],
  ro: [latin, latinExtended],
  ru: [latin, cyrillic],
  vi: [latin, vietnamese],
  zh: [],
};

/** As style sheets have it (scripts/vite/breakpoint-queries.ts). */
const WIDE = `(min-width: ${breakpoints.md / 16}em)`;

/**
 * Has a page ask for its typeface together with its styles, since only what is there by its first paint is shown on it. On wide screens: a
 * phone's connection may be a slow one, where that would delay the first paint, and there it is seen from the second page on. Written by the
 * server into the page's head; the browser has nothing to do.
 */
export const preloadTypeface = createIsomorphicFn()
  .server((locale: Locale) => {
    for (const file of FILES[locale])
      preload(file, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous', media: WIDE });
  })
  .client((_locale: Locale) => {});
