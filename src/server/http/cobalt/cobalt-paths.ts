/** Where this API is, with or without the slash behind it. */
export const COBALT_PATH = '/api/cobalt';

/** `root`: links are posted to it, and it tells what this server is. `session`: where other servers give tokens. */
type CobaltPlace = 'root' | 'session' | 'tunnel';

const PLACES: Record<string, CobaltPlace> = { '': 'root', '/': 'root', '/session': 'session', '/tunnel': 'tunnel' };

/**
 * What an address means here; null: it is not ours. On a host of its own the API is at `/` as well: many clients know a host alone, and
 * drop whatever path is configured.
 */
export function placeOf(host: string | undefined, path: string, ownHost: string | null): CobaltPlace | null {
  if (path === COBALT_PATH || path.startsWith(`${COBALT_PATH}/`)) return PLACES[path.slice(COBALT_PATH.length)] ?? null;
  return isOwnHost(host, ownHost) ? (PLACES[path] ?? null) : null;
}

export function isOwnHost(host: string | undefined, ownHost: string | null): boolean {
  return ownHost !== null && host?.replace(/:\d+$/, '').toLowerCase() === ownHost;
}
