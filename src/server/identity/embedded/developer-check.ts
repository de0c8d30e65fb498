/** Where the site listens, as its settings say. */
export type Installation = { host: string; publicOrigin: string | null; trustedHops: number };

const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]', '::1'];
const LOOPBACK_ADDRESSES = ['127.0.0.1', '::1', '::ffff:127.0.0.1'];
const PROXY_HEADERS = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/**
 * Whether a request is a developer's, at the machine that the site runs on: only those see the outbox and the stand-ins of the social
 * providers. In production that is impossible, by each of these alone: PUBLIC_ORIGIN is set; the site listens on an address that
 * others can reach (HOST); it has proxies in front (TRUSTED_PROXY_HOPS). Where all three were forgotten, the request itself must
 * have come over this machine's own loopback, under a loopback name (so that no foreign page reaches it by a name that it points
 * here), and through no proxy.
 */
export function createDeveloperCheck({ host, publicOrigin, trustedHops }: Installation): {
  /** Whether there can be developers at all. */
  isDevelopment: boolean;
  isDeveloper: (request: Request) => boolean;
} {
  const isDevelopment = publicOrigin === null && trustedHops === 0 && LOOPBACK_NAMES.includes(host);
  return {
    isDevelopment,
    isDeveloper(request: Request & { ip?: string | undefined }) {
      const { hostname } = new URL(request.url);
      return (
        isDevelopment &&
        LOOPBACK_NAMES.includes(hostname) &&
        LOOPBACK_ADDRESSES.includes(request.ip ?? '') &&
        !PROXY_HEADERS.some((name) => request.headers.has(name))
      );
    },
  };
}
