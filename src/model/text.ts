import * as v from 'valibot';

/** Whether a database takes a text: PostgreSQL stores neither a zero in a text, nor half of a character (a lone surrogate) in JSON. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** Text of a request that may be stored. */
export const Text = v.pipe(v.string(), v.check(isStorable, 'must be text, without zeros and halves of characters'));
