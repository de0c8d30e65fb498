import { dictionary } from '@zxcvbn-ts/language-common';

/** Those that are guessed first: 49,000 of leaked lists, most frequent first, in small letters. As many as are long enough for any policy. */
const SHORTEST = 6;
let known: ReadonlySet<string> | null = null;

/** Whether a password is one of those that are guessed first, in whatever capitals. On the server alone: the list is 380 KB. */
export function isCommonPassword(password: string): boolean {
  known ??= new Set(dictionary['passwords-common'].filter(({ length }) => length >= SHORTEST));
  return known.has(password.toLowerCase());
}
