import { isIP } from 'node:net';
import type { Placeholders } from './placeholders.ts';
import { farExpiry, isSecretParameter } from './secret-names.ts';

/** Values that say what is asked for: words, numbers, kinds of files, and several of them. */
const PLAIN = /^(?:[a-z][a-z_.,;:/ -]{0,200}|-?\d{1,13}(?:\.\d+)?|[a-z]+\/[\w.+-]+(?:; ?[\w="., -]+)?|[\w-]{1,11})$/i;
/** Letters and figures of a length that no word has. */
export const TOKEN = /(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{20,}/i;

export type UrlScrubber = (url: string) => string;

/** What an address of a platform is in a recording. `scrubText`: for values that are texts themselves. `isKept`: what belongs to the link. */
export function createUrlScrubber(
  placeholders: Placeholders,
  isKept: (value: string) => boolean,
  scrubText: (text: string) => string,
): UrlScrubber {
  function parameter(name: string, value: string): string {
    if (value === '' || isKept(value)) return value;
    const far = farExpiry(name);
    if (far) return far;
    if (isIP(value)) return placeholders.ofAddress(value);
    if (isSecretParameter(name)) return placeholders.ofSecret(value);
    if (/^[[{]/.test(value) || /^https?:/.test(value)) return scrubText(value);
    return PLAIN.test(value) ? value : placeholders.of(value);
  }

  /** `…/expire/1764/ei/…/ip/…/sig/…`, as manifests of YouTube's are addressed, and tokens wherever they stand. */
  function segment(text: string, before: string): string {
    const value = decoded(text);
    if (value === '' || isKept(value)) return text;
    const far = farExpiry(before);
    if (far) return far;
    if (isIP(value)) return placeholders.ofAddress(value);
    if (isSecretParameter(before)) return placeholders.ofSecret(value);
    return value.replace(new RegExp(TOKEN, 'gi'), (token) => (isKept(token) ? token : placeholders.of(token)));
  }

  return (text) => {
    const url = URL.parse(text);
    if (!url) return placeholders.of(text);
    const segments = url.pathname.split('/');
    const path = segments.map((one, at) => encodeURI(segment(one, segments[at - 1] ?? ''))).join('/');
    const query = [...url.searchParams].map(([name, value]) => [name, parameter(name, value)]);
    const search = query.length > 0 ? `?${new URLSearchParams(query)}` : '';
    return `${url.protocol}//${everyoneS(url.hostname)}${path}${search}`;
  };
}

/** Names of servers near who asked, as names that anybody may be given. */
function everyoneS(host: string): string {
  if (/^(?!manifest|redirector).*\.googlevideo\.com$/.test(host)) return 'rr1---sn-scrubbed.googlevideo.com';
  const [, kind, suffix] = /^([a-z]+)[\w.-]*\.(fbcdn\.net|cdninstagram\.com)$/.exec(host) ?? [];
  if (suffix === 'fbcdn.net') return `${kind}.xx.fbcdn.net`;
  return suffix ? `${kind}.${suffix}` : host;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
