/** Search parameters of an address: a text for each name, or several where it stands there several times. */
type SearchText = Record<string, string | string[]>;

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
  const given = Object.entries(search).flatMap(([name, value]) =>
    [value].flat().flatMap((one) => (one === undefined || one === null ? [] : [[name, String(one)]])),
  );
  return given.length > 0 ? `?${new URLSearchParams(given)}` : '';
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
