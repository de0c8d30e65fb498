import * as v from 'valibot';
import { SITE_LANGUAGES } from './languages.ts';
import { Text } from './text.ts';

/** A message of the operator to visitors, by language; English stands in for those that are missing. Plain text. */
export const Notice = v.record(
  v.picklist(SITE_LANGUAGES),
  v.pipe(Text, v.trim(), v.nonEmpty(), v.maxLength(300), v.regex(/^[^\0-\x08\x0b-\x1f]*$/)),
);
export type Notice = v.InferOutput<typeof Notice>;
