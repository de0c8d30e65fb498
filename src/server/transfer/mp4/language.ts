import { threeLetters } from '../language-codes.ts';

/**
 * A BCP 47 tag's language as ISO 639-2 in three times five bits (ISO/IEC 14496-12, section 8.4.2.3); null where it has no three-letter
 * code.
 */
export function packLanguage(tag: string | null): number | null {
  const code = threeLetterCode(tag);
  return code === null ? null : [...code].reduce((packed, letter) => packed * 32 + letter.charCodeAt(0) - 0x60, 0);
}

/** The same as a word: `pt-BR` → `por`. */
export function threeLetterCode(tag: string | null): string | null {
  return tag === null ? null : (threeLetters(tag)?.t ?? null);
}
