import { isIP, SocketAddress } from 'node:net';

const MAPPED = '::ffff:';

/** An address in its canonical form: IPv4 dotted, also where it was mapped into IPv6, which has neither zone nor capitals. null: it is none. */
export function canonicalAddress(text: string): string | null {
  const family = isIP(text);
  if (family === 0) return null;
  if (family === 4) return text;
  const [withoutZone = ''] = text.split('%', 1);
  const { address } = new SocketAddress({ address: withoutZone, family: 'ipv6' });
  const mapped = address.startsWith(MAPPED) ? address.slice(MAPPED.length) : '';
  return isIP(mapped) === 4 ? mapped : address;
}

/**
 * What an address is counted by: an IPv4 address itself, of an IPv6 address the /56 (`2001:db8:0:aa00::/56`), which is the least that
 * one household gets. Throws RangeError when it is no address.
 */
export function networkOf(address: string): string {
  const known = canonicalAddress(address);
  if (known === null) throw new RangeError('Not an address.');
  if (isIP(known) === 4) return known;
  const [first, second, third, fourth = 0] = groupsOf(known);
  const groups = [first, second, third, fourth & 0xff00].map((group = 0) => group.toString(16));
  return `${canonicalAddress(`${groups.join(':')}::`)}/56`;
}

/** The eight numbers of an IPv6 address; a URL writes all of them in hexadecimal. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split('::');
  const numbers = (text = '') => (text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16)));
  const before = numbers(head);
  const after = numbers(tail);
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}
