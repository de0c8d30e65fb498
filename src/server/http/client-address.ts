import { canonicalAddress } from '#/server/service/limits/network.ts';

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

/**
 * The address that a request comes from, in its canonical form: IPv4 dotted, also where it was mapped into IPv6, which has neither
 * zone nor capitals. Of X-Forwarded-For only the entry that the outermost trusted proxy wrote is read; to its left is what visitors
 * write. Where it is missing or no address, the request did not come by that proxy, and whoever is connected to us is counted.
 * null: not known, as on a Unix socket.
 */
export function clientAddress({ remoteAddress, forwardedFor, trustedHops }: AddressSources): string | null {
  const entry = trustedHops > 0 ? forwardedFor?.split(',').at(-trustedHops) : undefined;
  return canonicalAddress(withoutPort(entry?.trim() ?? '')) ?? canonicalAddress(remoteAddress ?? '');
}

function withoutPort(entry: string): string {
  const { bracketed, plain } = WITH_PORT.exec(entry)?.groups ?? {};
  return bracketed ?? plain ?? entry;
}
