import { app, platforms } from '#app.config';

/** Shorter ones stand in any password by chance. */
const SHORTEST = 3;

/** Words that whoever guesses a password for this site tries first: what it is called, and what it is about. */
const CONTEXT_WORDS: readonly string[] = [
  app.name,
  ...app.host.split('.', 1),
  ...Object.values(platforms).map(({ name }) => name),
  'account',
  'admin',
  'administrator',
  'download',
  'downloader',
  'video',
].flatMap(wordsOf);

/**
 * Whether the letters of a password are words of the site and of whoever it is for, and nothing else: `Clipferry-2026`, `zoe.Example1`.
 * @param names what is known of the person: username, addresses, given and family name
 */
export function isMadeOfContext(password: string, names: readonly string[]): boolean {
  const letters = lettersOf(password);
  const words = [...CONTEXT_WORDS, ...names.flatMap(wordsOf)].filter((word) => letters.includes(word));
  const isReached = [letters !== ''];
  for (let end = 1; end <= letters.length; end++) {
    isReached[end] = words.some((word) => letters.endsWith(word, end) && isReached[end - word.length]);
  }
  return isReached[letters.length] === true;
}

/** Of `zoe.martin@example.com`: zoe, martin, zoemartin, example, com. */
function wordsOf(name: string): string[] {
  const parts = name.toLowerCase().split('@');
  const words = parts.flatMap((part) => [...part.split(/[^\p{L}]+/u), lettersOf(part)]);
  return words.filter(({ length }) => length >= SHORTEST);
}

function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}]/gu, '');
}
