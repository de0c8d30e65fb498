import { isIPv4, isIPv6 } from 'node:net';
import type { Placeholders } from './placeholders.ts';
import { createUrlScrubber, TOKEN, type UrlScrubber } from './scrub-url.ts';
import { ACCOUNT_FIELDS, isSecretField, isSecretParameter } from './secret-names.ts';

export type TextScrubber = { url: UrlScrubber; text: (text: string) => string };

/** `https://…` as it is, and in JSON, also JSON in JSON, and in HTML. */
const ADDRESS =
  /https?:(\\*\/|\\+u002f)(?:\\*\/|\\+u002f)(?:(?!&quot;|&#3[49];)[^\s"'<>()`\\]|\\+\/|\\+u00(?:26|3d|25|2f))+/gi;
const ENCODED_ADDRESS = /https?%3A%2F%2F[^\s"'&\\<>]+/gi;
const FIELD = /(\\*["'])([A-Za-z_][\w.-]{0,60})\1(\s*[:=]\s*)\1((?:[^"'\\\s]|\\+u00[0-9a-f]{2}|\\+\/){1,8192}?)\1/g;
const META = /(name="([\w-]{1,60})"\s+(?:value|content)=")([^"]+)(?=")/g;
const PARAMETER =
  /(^|[?&"'\s]|\\+u0026|&amp;|%26)([A-Za-z_][\w-]{0,40})(=|%3D)((?:[^&"'\s\\<>,;%]|%(?!26)[0-9A-F]{2}){2,})/gim;
const ADDRESS_OF_FOUR = /(?<![\w./-])(?:\d{1,3}\.){3}\d{1,3}(?!\w|\.\w)/g;
const ADDRESS_OF_SIX = /(?<![\w:.])(?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{0,4}(?![\w:]|\.\w)/gi;
/** What TikTok ends the name of a file with, which is read, as is the letter that it begins with: `v…_h264_540p_753000`. */
const QUALITY = /_[a-z]\w{1,8}_\d{3,4}p_\d+$/;
/** Not keys of JSON-LD and words of style sheets. */
const HANDLE =
  /(?<![\w.@/])@(?!(?:type|context|id|graph|media|import|font-face|keyframes|supports|charset|layer)\b)[\w.]{3,30}/g;

/**
 * What texts of a platform are in a recording. Addresses of networks, cookies, tokens, signatures and visitors' ids have placeholders; so
 * have names of accounts but those that `isKept`. What a page is read by – its fields, numbers and words – stays.
 */
export function createScrubber(placeholders: Placeholders, isKept: (value: string) => boolean): TextScrubber {
  const url = createUrlScrubber(placeholders, isKept, (text) => scrub(text));

  function scrub(text: string): string {
    return text
      .replace(ADDRESS, (address, slash: string) => escaped(address, slash))
      .replace(ENCODED_ADDRESS, (address) => encoded(address))
      .replace(FIELD, (whole, quote: string, name: string, sign: string, value: string) => {
        const stands = field(name, value);
        return stands === null ? whole : `${quote}${name}${quote}${sign}${quote}${stands}${quote}`;
      })
      .replace(META, (whole, before: string, name: string, value: string) =>
        isSecretParameter(name) && !isKept(value) ? before + placeholders.ofSecret(value) : whole,
      )
      .replace(PARAMETER, (whole, before: string, name: string, sign: string, value: string) =>
        isSecretParameter(name) && !isKept(value) ? before + name + sign + placeholders.ofSecret(value) : whole,
      )
      .replace(ADDRESS_OF_FOUR, (found) => (isIPv4(found) ? placeholders.ofAddress(found) : found))
      .replace(ADDRESS_OF_SIX, (found) =>
        isIPv6(found) && /[1-9a-f]/i.test(found) ? placeholders.ofAddress(found) : found,
      )
      .replace(HANDLE, (handle) => (isKept(handle.slice(1)) ? handle : `@${placeholders.ofName(handle.slice(1))}`))
      .replace(new RegExp(TOKEN, 'gi'), (found) => token(found));
  }

  function token(found: string): string {
    if (!isSecretLooking(found) || isKept(found)) return found;
    const [tail] = QUALITY.exec(found) ?? [];
    if (tail === undefined) return placeholders.of(found);
    return found.slice(0, 1) + placeholders.of(found.slice(1, -tail.length)) + tail;
  }

  /** null: it stays as it is. */
  function field(name: string, value: string): string | null {
    if (isKept(value)) return null;
    if (isSecretField(name)) return placeholders.ofSecret(value);
    return ACCOUNT_FIELDS.test(name) ? placeholders.ofName(value) : null;
  }

  /** An address in the writing that it was found in. */
  function escaped(address: string, slash: string): string {
    const ampersand = /\\+u0026/i.exec(address)?.[0] ?? (address.includes('&amp;') ? '&amp;' : '&');
    const plain = address
      .replaceAll(/\\+u0026|&amp;/gi, '&')
      .replaceAll(/\\+u003d/gi, '=')
      .replaceAll(/\\+u0025/gi, '%')
      .replaceAll(/\\+u002f|\\+\//gi, '/');
    return url(plain).replaceAll('/', slash).replaceAll('&', ampersand);
  }

  function encoded(address: string): string {
    try {
      return encodeURIComponent(url(decodeURIComponent(address)));
    } catch {
      return placeholders.of(address);
    }
  }

  return { url, text: scrub };
}

/** Of words, names of files and of fields, few have three figures or more between their letters. */
function isSecretLooking(token: string): boolean {
  return token.replaceAll(/\D/g, '').length >= 3 && token.length >= 24;
}
