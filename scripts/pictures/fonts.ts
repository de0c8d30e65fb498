import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { debianSuite, hasDebianPackages, unpackPackages } from '../setup/debian.mjs';
import { lastLine } from '../setup/failing.ts';
import { ENGINE } from '../setup/paths.mjs';
import { step } from '../setup/progress.mjs';

/** A font of Debian's: its family, its files below /usr/share/fonts, the package they are in. */
type Font = { family: string; regular: string; bold: string; debian: string };

const INTER: Font = {
  family: 'Inter',
  regular: 'opentype/inter/Inter-Regular.otf',
  bold: 'opentype/inter/Inter-Bold.otf',
  debian: 'fonts-inter',
};
const VL_GOTHIC: Font = {
  family: 'VL PGothic',
  regular: 'truetype/vlgothic/VL-PGothic-Regular.ttf',
  bold: 'truetype/vlgothic/VL-PGothic-Regular.ttf',
  debian: 'fonts-vlgothic',
};
const MICRO_HEI: Font = {
  family: 'WenQuanYi Micro Hei',
  regular: 'truetype/wqy/wqy-microhei.ttc',
  bold: 'truetype/wqy/wqy-microhei.ttc',
  debian: 'fonts-wqy-microhei',
};

/** What a language is written with; Latin, Cyrillic and Vietnamese letters are all in the first font. */
const FONTS: Record<string, readonly Font[]> = {
  ja: [INTER, VL_GOTHIC],
  ko: [INTER, MICRO_HEI],
  zh: [INTER, MICRO_HEI],
};
const ALL = [INTER, VL_GOTHIC, MICRO_HEI];

const FOLDERS = ['/usr/share/fonts', join(ENGINE, 'fonts/usr/share/fonts')];

/** Fonts as text is drawn with them: families in order of preference, and their files. */
export type Typeface = { families: string; regular: string[]; bold: string[] };

/** What a language's text can be drawn with; null where one of its fonts is missing. */
export function typefaceFor(locale: string): Typeface | null {
  const fonts = FONTS[locale] ?? [INTER];
  const files = (weight: 'regular' | 'bold') => fonts.flatMap((font) => fileOf(font[weight]) ?? []);
  const [regular, bold] = [files('regular'), files('bold')];
  const isWhole = regular.length === fonts.length && bold.length === fonts.length;
  return isWhole ? { families: fonts.map(({ family }) => family).join(', '), regular, bold } : null;
}

function fileOf(path: string): string | null {
  return FOLDERS.map((folder) => join(folder, path)).find((file) => existsSync(file)) ?? null;
}

/**
 * Fetches the fonts that pictures are lettered with, where they are missing: some 7 MB, into the project, for the build only. Without
 * them, the pictures of the languages concerned have no words, and nothing else is wrong.
 */
export async function prepareFonts(): Promise<void> {
  const missing = () => ALL.filter(({ regular, bold }) => !fileOf(regular) || !fileOf(bold));
  if (missing().length === 0) return;
  await step('Fonts', async () => {
    const why = await fetchFonts(missing()).then(
      () => 'not in the packages that should have them',
      (error: unknown) => lastLine(error),
    );
    const left = missing();
    if (left.length === 0) return { detail: 'fetched (Debian packages)' };
    const names = left.map(({ family }) => family).join(', ');
    return { detail: `no ${names}: the cards of some languages have no words\n    ${why}`, missing: true };
  });
}

async function fetchFonts(fonts: Font[]): Promise<void> {
  if (!hasDebianPackages()) throw new Error('no Debian packages here');
  const packages = fonts.map(({ debian }) => debian);
  await unpackPackages(packages, [debianSuite()], join(ENGINE, 'fonts'));
}
