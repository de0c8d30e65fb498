/** Search parameters of an address: a text for each name, or several where it stands there several times. */
export type SearchText = Record<string, string | string[]>;

/** What stands in an address is text. The router's own way reads JSON in it: `?u=1`, `null` or `{}` would be no text any more. */
export function parseSearch(text: string): SearchText {
  const parameters = new URLSearchParams(text);
  return Object.fromEntries(
    [...parameters.keys()].map((name) => {
      const all = parameters.getAll(name);
      return [name, all.length > 1 ? all : (all[0] ?? '')];
    }),
  );
}

/** The other way round. */
export function stringifySearch(search: Record<string, unknown>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    for (const one of [value].flat()) if (one !== undefined && one !== null) parameters.append(name, String(one));
  }
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}

/**
 * What a page reads of its address by these names, and nothing else: the router keeps what a page's own reading leaves out, unless it is
 * said to be undefined.
 */
export function onlyRead<Search extends object>(
  names: readonly (keyof Search & string)[],
  read: (given: Record<string, unknown>) => Search,
): (given: Record<string, unknown>) => Search {
  const unread = Object.fromEntries(names.map((name) => [name, undefined]));
  return (given) => ({ ...unread, ...read(given) });
}
