import { isIP, SocketAddress } from 'node:net';

export type AddressSources = {
  /** `socket.remoteAddress`: who is connected to us, which nobody can invent. */
  remoteAddress: string | null | undefined;
  /** The X-Forwarded-For header; several of them joined by commas. */
  forwardedFor: string | null | undefined;
  /** How many proxies of ours a request comes through; each writes down, at the end, who was connected to it. */
  trustedHops: number;
};

/** What may stand around an address in the header: `1.2.3.4:567`, `[::1]`, `[::1]:8`. */
const WITH_PORT = /^(?:\[(?<bracketed>[^\]]*)\](?::\d{1,5})?|(?<plain>[^:]*):\d{1,5})$/;
const MAPPED = '::ffff:';

/**
 * The address that a request comes from, in its canonical form: IPv4 dotted, also where it was mapped into IPv6, which has neither
 * zone nor capitals. Of X-Forwarded-For only the entry that the outermost trusted proxy wrote is read; to its left is what visitors
 * write. Where it is missing or no address, the request did not come by that proxy, and whoever is connected to us is counted.
 * null: not known, as on a Unix socket.
 */
export function clientAddress({ remoteAddress, forwardedFor, trustedHops }: AddressSources): string | null {
  const entry = trustedHops > 0 ? forwardedFor?.split(',').at(-trustedHops) : undefined;
  return canonical(withoutPort(entry?.trim() ?? '')) ?? canonical(remoteAddress ?? '');
}

/**
 * What an address is counted by: an IPv4 address itself, of an IPv6 address the /56 (`2001:db8:0:aa00::/56`), which is the least that
 * one household gets. Throws RangeError when it is no address.
 */
export function networkOf(address: string): string {
  const known = canonical(address);
  if (known === null) throw new RangeError('Not an address.');
  if (isIP(known) === 4) return known;
  const [first, second, third, fourth = 0] = groupsOf(known);
  const groups = [first, second, third, fourth & 0xff00].map((group = 0) => group.toString(16));
  return `${canonical(`${groups.join(':')}::`)}/56`;
}

function withoutPort(entry: string): string {
  const { bracketed, plain } = WITH_PORT.exec(entry)?.groups ?? {};
  return bracketed ?? plain ?? entry;
}

function canonical(text: string): string | null {
  const family = isIP(text);
  if (family === 0) return null;
  if (family === 4) return text;
  const [withoutZone = ''] = text.split('%', 1);
  const { address } = new SocketAddress({ address: withoutZone, family: 'ipv6' });
  const mapped = address.startsWith(MAPPED) ? address.slice(MAPPED.length) : '';
  return isIP(mapped) === 4 ? mapped : address;
}

/** The eight numbers of an IPv6 address; a URL writes all of them in hexadecimal. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split('::');
  const numbers = (text = '') => (text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16)));
  const before = numbers(head);
  const after = numbers(tail);
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}
