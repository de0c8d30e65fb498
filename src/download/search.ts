import * as v from 'valibot';
import { Mode } from './mode.ts';

/** Search of a page with a form: links to read at once, and what to take of them. What cannot be read counts as not given. */
export const DownloadSearch = v.object({
  u: v.optional(v.fallback(v.optional(v.pipe(v.string(), v.maxLength(20_000))), undefined)),
  mode: v.optional(v.fallback(v.optional(Mode), undefined)),
});
