/** `cookies` of an extractor's format, in Set-Cookie form → the Cookie header for one URL; undefined when none belongs to its host. */
export function cookieHeader(cookies: string | undefined, url: string): string | undefined {
  const host = new URL(url).hostname;
  const pairs = readCookies(cookies ?? '')
    .filter(({ domain }) => domain === '' || host === domain || host.endsWith(`.${domain}`))
    .map(({ name, value }) => `${name}=${value}`);
  return pairs.length ? pairs.join('; ') : undefined;
}

type Cookie = { name: string; value: string; domain: string };

const ATTRIBUTES = new Set([
  'domain',
  'path',
  'expires',
  'secure',
  'httponly',
  'version',
  'samesite',
  'max-age',
  'comment',
  'discard',
  'port',
]);

/** Cookies follow each other with their attributes between them: `a=1; Domain=.x; Path=/; b=2; Domain=…`. */
function readCookies(text: string): Cookie[] {
  const cookies: Cookie[] = [];
  for (const part of text.split(/;\s*/)) {
    const at = part.indexOf('=');
    const name = (at < 0 ? part : part.slice(0, at)).trim();
    const value = at < 0 ? '' : unquote(part.slice(at + 1));
    const current = cookies.at(-1);
    if (current && ATTRIBUTES.has(name.toLowerCase())) {
      if (name.toLowerCase() === 'domain') current.domain = value.replace(/^\./, '').toLowerCase();
    } else if (name) {
      cookies.push({ name, value, domain: '' });
    }
  }
  return cookies;
}

function unquote(value: string): string {
  return /^".*"$/s.test(value) ? value.slice(1, -1).replace(/\\(.)/gs, '$1') : value;
}

/** When a media URL stops working, as its own query tells: `expire` and `x-expires` in seconds, `oe` in hexadecimal seconds. */
export function expiryOf(url: string): number | null {
  const query = new URL(url).searchParams;
  const seconds = query.get('expire') ?? query.get('x-expires');
  if (seconds && /^\d{9,11}$/.test(seconds)) return Number(seconds) * 1000;
  const hex = query.get('oe');
  return hex && /^[0-9a-f]{8}$/i.test(hex) ? Number.parseInt(hex, 16) * 1000 : null;
}
