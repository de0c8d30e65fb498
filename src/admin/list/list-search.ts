import { onlyRead } from '#/site/browser/search-text.ts';

/** Filters of a list as they stand in the address, by their names. */
export type ListSearch = Record<string, string>;

/** By hand, since the routes of all pages are known to each: a schema's library would have to be there before any of them is. */
export function readListSearch(search: Record<string, unknown>): ListSearch {
  const names = Object.keys(search);
  return onlyRead<ListSearch>(names, (given) =>
    Object.fromEntries(
      Object.entries(given).filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
      ),
    ),
  )(search);
}
