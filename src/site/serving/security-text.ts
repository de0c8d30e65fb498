/** Where security researchers look (RFC 9116). */
export const SECURITY_TEXT_PATH = '/.well-known/security.txt';

const DAY_MS = 24 * 60 * 60_000;
/** RFC 9116, 2.5.5: less than a year ahead. Whoever reads it later asks again, and is told whether it still holds. */
const EXPIRES_AFTER_DAYS = 180;

/**
 * security.txt of a site whose operator can be told of holes; 404 where nobody said how: no address is made up. undefined: another path.
 * @param contact `mailto:` or `https:`
 */
export function securityTextAnswer(
  { pathname }: URL,
  origin: string,
  contact: string | null,
  now = Date.now(),
): Response | undefined {
  if (pathname !== SECURITY_TEXT_PATH) return undefined;
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' };
  if (contact === null) return new Response('This site names no contact for security.\n', { status: 404, headers });
  // By the day, so that it stays the same for a while.
  const expires = new Date((Math.floor(now / DAY_MS) + EXPIRES_AFTER_DAYS) * DAY_MS).toISOString();
  const lines = [`Contact: ${contact}`, `Expires: ${expires}`, `Canonical: ${origin}${SECURITY_TEXT_PATH}`];
  return new Response(`${lines.join('\n')}\n`, { headers: { ...headers, 'cache-control': 'public, max-age=3600' } });
}
