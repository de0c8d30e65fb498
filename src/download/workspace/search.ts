import { onlyRead } from '#/site/browser/search-text.ts';
import { isMode, type Mode } from '../form/mode.ts';

/** Links longer than any honest list of them. */
const MAX_LENGTH = 20_000;

/** Search of a page with a form: links to read at once, and what to take of them. */
type DownloadSearch = { u?: string; mode?: Mode };

/** What cannot be read counts as not given. By hand, since a schema's library would have to be there before the page is. */
export const readSearch = onlyRead<DownloadSearch>(['u', 'mode'], ({ u: given, mode }) => {
  // `?u=…&u=…`, as bookmarklets and phones' shortcuts put several.
  const u = Array.isArray(given) ? given.join('\n') : given;
  return {
    ...(typeof u === 'string' && u !== '' && u.length <= MAX_LENGTH && { u }),
    ...(isMode(mode) && { mode }),
  };
});
