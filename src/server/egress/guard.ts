import { lookup } from 'node:dns/promises';
import { isPublicAddress } from './address.ts';

type RefusalReason = 'host' | 'port' | 'ip-literal' | 'private-address' | 'dns';

/** A connection that must not be made. The message names the host and nothing else of what was asked. */
export class EgressRefusal extends Error {
  readonly host: string;
  readonly reason: RefusalReason;
  constructor(host: string, reason: RefusalReason) {
    super(`${host}: ${reason}`);
    this.name = 'EgressRefusal';
    this.host = host;
    this.reason = reason;
  }
}

/** Where to connect: the addresses that were judged, so that nothing is looked up a second time (DNS rebinding). */
export type ConnectTarget = { host: string; addresses: string[]; port: number };

export type Guard = (host: string, port: number) => Promise<ConnectTarget>;

export type GuardOptions = {
  /** Names that may be contacted, each with all below it. */
  allowedHosts: readonly string[];
  resolve?: (host: string) => Promise<string[]>;
  /** Tests and the demo: allowed names lead to these ports of this machine instead of the internet; `host`: 127.0.0.1, unless given. */
  replica?: { tlsPort: number; httpPort: number; host?: string };
};

const HOST_NAME = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/;
/** The last label of an address in any notation (dotted, decimal, octal, hexadecimal); no top-level domain looks so. */
const NUMERIC_LABEL = /^(?:\d+|0x[0-9a-f]*)$/;

/** The rule of the door: who may be contacted, at which port, at which address. Throws EgressRefusal. */
export function createGuard({ allowedHosts, resolve = lookUp, replica }: GuardOptions): Guard {
  return async (asked, port) => {
    const host = nameOf(asked);
    if (port !== 443 && port !== 80) throw new EgressRefusal(host, 'port');
    const allowed = allowedHosts.some((suffix) => host === suffix || host.endsWith(`.${suffix}`));
    if (!allowed || !HOST_NAME.test(host)) throw new EgressRefusal(host, 'host');
    if (replica) {
      const { tlsPort, httpPort, host: address = '127.0.0.1' } = replica;
      return { host, addresses: [address], port: port === 443 ? tlsPort : httpPort };
    }
    return { host, addresses: await publicAddressesOf(host, resolve), port };
  };
}

export type PublicGuardOptions = Pick<GuardOptions, 'resolve'> & {
  /** Tests: all names lead to this port of this machine instead of the internet. */
  replica?: { tlsPort: number };
};

/** The rule for addresses that clients name themselves: any public host, at the usual port of https. Throws EgressRefusal. */
export function createPublicGuard({ resolve = lookUp, replica }: PublicGuardOptions = {}): Guard {
  return async (asked, port) => {
    const host = nameOf(asked);
    if (port !== 443) throw new EgressRefusal(host, 'port');
    if (!HOST_NAME.test(host)) throw new EgressRefusal(host, 'host');
    if (replica) return { host, addresses: ['127.0.0.1'], port: replica.tlsPort };
    return { host, addresses: await publicAddressesOf(host, resolve), port };
  };
}

function nameOf(asked: string): string {
  const host = asked.toLowerCase().replace(/\.$/, '');
  if (asked.includes(':') || NUMERIC_LABEL.test(host.split('.').at(-1) ?? ''))
    throw new EgressRefusal(host, 'ip-literal');
  return host;
}

async function publicAddressesOf(host: string, resolve: (host: string) => Promise<string[]>): Promise<string[]> {
  const addresses = await resolve(host).catch(() => []);
  if (addresses.length === 0) throw new EgressRefusal(host, 'dns');
  // One bad record is enough: it is how a name is made to lead inside.
  if (!addresses.every(isPublicAddress)) throw new EgressRefusal(host, 'private-address');
  return addresses;
}

async function lookUp(host: string): Promise<string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}
