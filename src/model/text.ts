import * as v from 'valibot';

/** Text that a database takes: PostgreSQL stores neither a zero in a text, nor half of a character (a lone surrogate) in JSON. */
export const Text = v.pipe(
  v.string(),
  v.check(
    (text) => !text.includes('\0') && text.isWellFormed(),
    'must be text, without zeros and halves of characters',
  ),
);
