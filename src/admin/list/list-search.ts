/** Filters of a list as they stand in the address, by their names. */
export type ListSearch = Record<string, string>;

/** By hand, since the routes of all pages are known to each: a schema's library would have to be there before any of them is. */
export function readListSearch(search: Record<string, unknown>): ListSearch {
  const texts = Object.entries(search).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
  );
  return Object.fromEntries(texts);
}
