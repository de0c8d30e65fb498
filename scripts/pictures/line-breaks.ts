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
