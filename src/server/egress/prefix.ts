import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';

type Prefix = { network: string; bits: number };

/**
 * An address of a network, chosen by chance: IPv6 in eight groups without `::`, IPv4 in its usual notation. Its host part is neither all
 * zeros nor, of IPv4, all ones where there is a choice: those are the network's own (RFC 4291, section 2.6.1; RFC 919).
 */
export function randomAddressOf(
  { network, bits }: Prefix,
  random: (bytes: number) => Uint8Array = randomBytes,
): string {
  const isV6 = isIP(network) === 6;
  const width = isV6 ? 128 : 32;
  const hostBits = BigInt(width - bits);
  const all = (1n << hostBits) - 1n;
  const base = (toNumber(network, isV6) >> hostBits) << hostBits;
  let host = BigInt(`0x${Buffer.from(random(width / 8)).toString('hex')}`) & all;
  if (hostBits > 1n && host === 0n) host = 1n;
  if (!isV6 && hostBits > 1n && host === all) host = all - 1n;
  return isV6 ? groupsOf(base | host) : octetsOf(base | host);
}

/** An IPv6 address in eight groups, as this room writes all of its own; null: it is no address. */
export function plainAddress(address: string): string | null {
  const family = isIP(address);
  if (family === 0 || address.includes('%')) return null;
  return family === 4 ? address : groupsOf(toNumber(address, true));
}

function toNumber(address: string, isV6: boolean): bigint {
  if (!isV6) return address.split('.').reduce((sum, octet) => (sum << 8n) | BigInt(octet), 0n);
  // The address's own parser knows every notation: `[::ffff:1.2.3.4]` becomes `[::ffff:102:304]`.
  const [head = '', tail] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':'));
  const [first, last] = [groups(head), groups(tail ?? '')];
  const zeros = Array.from({ length: tail === undefined ? 0 : 8 - first.length - last.length }, () => '0');
  return [...first, ...zeros, ...last].reduce((sum, group) => (sum << 16n) | BigInt(`0x${group}`), 0n);
}

function groupsOf(value: bigint): string {
  return Array.from({ length: 8 }, (_, n) => ((value >> BigInt(112 - 16 * n)) & 0xffffn).toString(16)).join(':');
}

function octetsOf(value: bigint): string {
  return Array.from({ length: 4 }, (_, n) => (value >> BigInt(24 - 8 * n)) & 0xffn).join('.');
}
