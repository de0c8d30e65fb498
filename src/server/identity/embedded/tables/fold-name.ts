/**
 * A name as it is compared and looked up: capitals do not count, whatever the language. Letter by letter, since a capital's small form
 * may depend on where it stands (Σ at the end of a word is ς), and by way of capitals, since several small letters share one (ß and ss, ς
 * and σ). The database compares what this gives and folds nothing itself: its rules depend on how it was set up.
 */
export function foldName(name: string): string {
  const capitals = name.normalize('NFC').toUpperCase();
  return Array.from(capitals, (letter) => letter.toLowerCase())
    .join('')
    .normalize('NFC');
}
