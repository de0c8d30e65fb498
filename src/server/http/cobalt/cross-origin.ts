/** What a page of any other origin may send and read. Nobody's cookies are sent along: there are no credentials with `*`. */
const EXPOSED = [
  'Content-Disposition',
  'Content-Length',
  'Content-Range',
  'Accept-Ranges',
  'ETag',
  'Estimated-Content-Length',
  'RateLimit-Limit',
  'RateLimit-Policy',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Retry-After',
].join(', ');

export const CROSS_ORIGIN = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED,
} as const;

/** Answer to a browser that asks beforehand. */
export const PREFLIGHT = {
  ...CROSS_ORIGIN,
  'access-control-allow-methods': 'GET, HEAD, POST, OPTIONS',
  'access-control-allow-headers': 'Accept, Api-Key, Authorization, Content-Type, Range',
  'access-control-max-age': '86400',
} as const;
