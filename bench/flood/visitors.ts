import { createLinkSigner } from '#/server/service/links/links.ts';
import { createVisitorCookies } from '#/server/http/visitor-cookie.ts';
import { SECRET } from '../jobs/place.ts';

/** A browser that nobody else is: with a cookie of its own, at an address of its own on this machine. */
export type Visitor = { id: string; cookie: string; address: string };

const signer = createLinkSigner(SECRET);
const cookies = createVisitorCookies(SECRET);
const LINK_S = 3600;
const PER_NETWORK = 250;

/** The so-manieth of those whose addresses begin with 127 and a number of theirs. */
export function visitorAt(network: number, n: number): Visitor {
  const { visitorId: id, setCookie } = cookies.create({ isSecure: false });
  const address = `127.${network}.${Math.floor(n / PER_NETWORK)}.${1 + (n % PER_NETWORK)}`;
  return { id, cookie: setCookie.split(';', 1)[0] ?? '', address };
}

/** Path of a signed link to a file of the upstream, or to a format that is gone. */
export function linkTo(formatId: string): string {
  const canonicalUrl = 'https://www.tiktok.com/@bench/video/1';
  return signer.sign({
    purpose: 'download',
    canonicalUrl,
    formatId,
    expiresAtS: Math.floor(Date.now() / 1000) + LINK_S,
  });
}
