import { isIP } from 'node:net';
import { LOCALE_CODES, LOCALES } from '#/language/locales.ts';

type HostSettings = {
  /** The address visitors see; null: not told. */
  publicOrigin: string | null;
  /** Further names of this site; `*.` stands for one part or several. */
  extraHosts: readonly string[];
  /** The one that is the API's for existing clients. */
  cobaltHost: string | null;
  /** Where the site listens. */
  listenHost: string;
};

/** Which hosts a request may be for. */
export type KnownHosts = {
  /** `Host` of a request, with its port; undefined: it has none, as HTTP/1.0 allows. */
  isOurs(host: string | undefined): boolean;
};

/**
 * A Host that is not ours is whatever a client, or a page that had its own name lead here, wrote: nothing is answered in its name. Ours are
 * those that settings name, the sub-domains of the languages, addresses of networks, and this very machine's.
 */
export function createKnownHosts({ publicOrigin, extraHosts, cobaltHost, listenHost }: HostSettings): KnownHosts {
  const host = publicOrigin && new URL(publicOrigin).hostname;
  // One for each language, which choose none: that is the path's part (docs/specification.md 2.12).
  const ofLanguages = host ? LOCALE_CODES.map((code) => `${LOCALES[code].domain}.${host}`) : [];
  const own = [host, ...ofLanguages, cobaltHost, listenHost, ...extraHosts];
  const named = own.flatMap((name) => (name ? [name.toLowerCase()] : []));
  const whole = new Set(named.filter((name) => !name.startsWith('*.')));
  const below = named.flatMap((name) => (name.startsWith('*.') ? [name.slice(1)] : []));
  return {
    isOurs(host) {
      if (host === undefined) return true;
      const name = hostName(host);
      if (name === null) return false;
      return isOfThisMachine(name) || whole.has(name) || below.some((end) => name.endsWith(end));
    },
  };
}

/** Without its port and the dot that may end it; null: no host at all. */
function hostName(host: string): string | null {
  const [, inBrackets, name] = /^(?:\[([\da-f:.]+)\]|([a-z\d._-]+?)\.?)(?::\d{1,5})?$/i.exec(host) ?? [];
  return (inBrackets ?? name)?.toLowerCase() ?? null;
}

function isOfThisMachine(name: string): boolean {
  return isIP(name) !== 0 || name === 'localhost' || name.endsWith('.localhost');
}
