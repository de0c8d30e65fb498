import { escapeUTF8 } from 'entities/escape';
import sharp from 'sharp';
import type { Typeface } from './fonts.ts';

/** Text to be set: within this width and height, in the largest of these sizes that fits. */
export type Lettering = {
  text: string;
  locale: string;
  weight: 'regular' | 'bold';
  color: string;
  widthPx: number;
  heightPx: number;
  /** Largest first. */
  sizesPx: readonly number[];
};

type Letters = { png: Buffer; widthPx: number; heightPx: number };

/** From one line to the next, in sizes of the font. */
const LEADING = { regular: 1.42, bold: 1.2 };
/** Pango's units in a pixel. */
const UNITS = 1024;

/** Sets a text, broken where its language breaks lines, in lines of about one length. Throws when it does not fit in the smallest size. */
export async function letter(typeface: Typeface, wanted: Lettering): Promise<Letters> {
  for (const sizePx of wanted.sizesPx) {
    const letters = await set(typeface, wanted, sizePx);
    if (letters.widthPx <= wanted.widthPx && letters.heightPx <= wanted.heightPx) {
      return balance(typeface, wanted, sizePx, letters);
    }
  }
  throw new Error(`“${wanted.text}” does not fit into ${wanted.widthPx} × ${wanted.heightPx} pixels`);
}

/** As many lines in the least width, found by halving: no last word stands alone. */
async function balance(typeface: Typeface, wanted: Lettering, sizePx: number, widest: Letters): Promise<Letters> {
  let best = widest;
  let tooNarrowPx = Math.min(widest.widthPx, wanted.widthPx) / 2;
  while (best.widthPx - tooNarrowPx > sizePx / 2) {
    const widthPx = Math.round((best.widthPx + tooNarrowPx) / 2);
    const narrower = await set(typeface, { ...wanted, widthPx }, sizePx);
    // Another line is a whole leading higher; letters that reach up or down are not.
    const isGood = narrower.widthPx <= widthPx && narrower.heightPx <= widest.heightPx + sizePx / 2;
    if (isGood) best = narrower;
    else tooNarrowPx = widthPx;
  }
  return best;
}

async function set(typeface: Typeface, wanted: Lettering, sizePx: number): Promise<Letters> {
  const { families, [wanted.weight]: files } = typeface;
  const font = `${families} ${wanted.weight === 'bold' ? 'Bold ' : ''}${sizePx}`;
  await know(font, files);
  const leading = Math.round(LEADING[wanted.weight] * sizePx * UNITS);
  const attributes = `foreground="${wanted.color}" lang="${wanted.locale}" line_height="${leading}" insert_hyphens="false"`;
  const text = `<span ${attributes}>${escapeUTF8(keepWordsWhole(wanted.text, wanted.locale))}</span>`;
  const { data, info } = await sharp({
    // Words stay whole; what is too wide that way is tried in a smaller size.
    text: { text, font, dpi: 72, width: wanted.widthPx, rgba: true, wrap: 'word' },
  })
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true });
  return { png: data, widthPx: info.width, heightPx: info.height };
}

const known = new Set<string>();

/** A font's file that was named once is known from then on, also beside others. */
async function know(font: string, files: readonly string[]): Promise<void> {
  for (const fontfile of files) {
    if (known.has(fontfile)) continue;
    await sharp({ text: { text: '.', font, fontfile, dpi: 72 } }).toBuffer();
    known.add(fontfile);
  }
}

/** Holds what is beside it in one line. */
const JOINER = '\u2060';

/**
 * Lets lines break between words only, in languages where they could break between any two letters: Korean at its spaces, Japanese and
 * Chinese between words, what Japanese appends to a word (`を`, `の`, endings) with the word. In others they do anyway.
 */
export function keepWordsWhole(text: string, locale: string): string {
  if (locale === 'ko') return text.replace(/(?<=\S)(?=\S)/gu, JOINER);
  if (locale !== 'ja' && locale !== 'zh') return text;
  const words = [...new Intl.Segmenter(locale, { granularity: 'word' }).segment(text)].map(({ segment }) => segment);
  return words.map((word, i) => (i > 0 && isAppended(word) ? JOINER : '') + [...word].join(JOINER)).join('');
}

function isAppended(word: string): boolean {
  return /^[\p{Script=Hiragana}ー]+$/u.test(word);
}
