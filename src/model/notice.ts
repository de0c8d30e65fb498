import * as v from 'valibot';
import { Text } from './text.ts';

/** The site's languages, as `src/language/locales.ts` has them. */
const NOTICE_LOCALES = ['en', 'fr', 'id', 'ja', 'ko', 'pt', 'ro', 'ru', 'vi', 'zh'] as const;

/** A message of the operator to visitors, by language; English stands in for those that are missing. Plain text. */
export const Notice = v.record(
  v.picklist(NOTICE_LOCALES),
  v.pipe(Text, v.trim(), v.nonEmpty(), v.maxLength(300), v.regex(/^[^\0-\x08\x0b-\x1f]*$/)),
);
export type Notice = v.InferOutput<typeof Notice>;
