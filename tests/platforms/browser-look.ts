import type { ClientHello } from './client-hello.ts';

/** The families of browsers that can be told apart by how they connect. */
export type BrowserFamily = 'chromium' | 'firefox' | 'safari';

/**
 * Extensions by their numbers (IANA, "TLS ExtensionType Values"), with who sends them: certificates may come compressed to all three
 * (RFC 8879), credentials delegated to Firefox (RFC 9345), the application's settings before the handshake ends to Chromium
 * (draft-vvv-tls-alps; its number was 17513 until 2024).
 */
const COMPRESSED_CERTIFICATES = 27;
const DELEGATED_CREDENTIALS = 34;
const APPLICATION_SETTINGS = [17_513, 17_613];
/** OpenSSL asks for it unless it is told not to, and browsers never did (RFC 7366). */
const ENCRYPT_THEN_MAC = 22;

/** In which order each sends what HTTP/2 has for the request's line; RFC 9113 leaves that open. */
const REQUEST_LINE: Record<BrowserFamily, string[]> = {
  chromium: ['masp'],
  firefox: ['mpas'],
  safari: ['mspa', 'msap'],
};

/** What each calls itself. */
const OWN_NAME: Record<BrowserFamily, RegExp> = {
  chromium: / Chrome\/\d/,
  firefox: / Firefox\/\d/,
  safari: / Version\/\d.* Safari\/\d/,
};

/** Values that mean nothing and that Chromium and Safari mix in, so that servers do not get used to a list (RFC 8701). */
const isGrease = (value: number) => (value & 0x0f_0f) === 0x0a_0a && value >> 8 === (value & 0xff);

/** Which browser connects like this; null: none does. */
export function familyOf({ ciphers, extensions, protocols }: ClientHello): BrowserFamily | null {
  const has = (extension: number) => extensions.includes(extension);
  if (protocols[0] !== 'h2' || !has(COMPRESSED_CERTIFICATES) || has(ENCRYPT_THEN_MAC)) return null;
  if (isGrease(ciphers[0] ?? 0) && isGrease(extensions[0] ?? 0))
    return APPLICATION_SETTINGS.some(has) ? 'chromium' : 'safari';
  return has(DELEGATED_CREDENTIALS) && !ciphers.some(isGrease) ? 'firefox' : null;
}

/**
 * The browser that sent a request: who connects like one, asks like the same and calls itself so. null: no browser.
 * `names` are those of the headers in the order in which they came, with those of HTTP/2 for the request's line.
 */
export function browserOf(
  hello: ClientHello | undefined,
  names: readonly string[],
  userAgent: string,
): BrowserFamily | null {
  const family = hello ? familyOf(hello) : null;
  if (!family || !OWN_NAME[family].test(userAgent)) return null;
  const line = names.filter((name) => name.startsWith(':')).map((name) => name[1]);
  return REQUEST_LINE[family].includes(line.join('')) ? family : null;
}
