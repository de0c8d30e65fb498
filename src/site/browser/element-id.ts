import { useId } from 'react';

/** Characters of the id of an element that others of its page name (docs/specification.md 9.17). */
const ID_LENGTH = 12;
const DIGITS = 36n;

/** An id for an element, the same on the server and in the browser: made of React's own, whose length varies. */
export function useElementId(): string {
  return elementId(useId());
}

/** @param seed what is different for each element of a page */
export function elementId(seed: string): string {
  // FNV-1a with 64 bits: no two of a page's handful are the same.
  let hash = 0xcbf29ce484222325n;
  for (const character of seed)
    hash = BigInt.asUintN(64, (hash ^ BigInt(character.codePointAt(0) ?? 0)) * 0x100000001b3n);
  const digits = (hash % DIGITS ** BigInt(ID_LENGTH - 1)).toString(Number(DIGITS));
  // Begins with a letter, as names in style sheets must.
  return `e${digits.padStart(ID_LENGTH - 1, '0')}`;
}
