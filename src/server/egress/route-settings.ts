import { BlockList, isIP } from 'node:net';

/** A way out of this machine, as an operator has named it. */
export type RouteSetting = { name: string } & (
  | { kind: 'direct' }
  | ({ kind: 'http' | 'socks5' } & UpstreamProxy)
  /** Addresses of this machine's own, each media gets one of: a network of IPv6, mostly. */
  | { kind: 'prefix'; network: string; bits: number }
);

export type RouteKind = RouteSetting['kind'];

type UpstreamProxy = {
  host: string;
  port: number;
  /** null: it asks nobody who they are. */
  credentials: { user: string; password: string } | null;
  /** Whether it is told names, and looks them up itself; else it is told the address that the guard has judged. */
  resolvesNames: boolean;
};

/** What every installation has unless it is told otherwise. */
export const DIRECT: RouteSetting = { name: 'direct', kind: 'direct' };

const NAME = /^[a-z][a-z0-9-]{0,31}$/;
const SCHEMES: Record<string, { kind: 'http' | 'socks5'; port: number; resolvesNames: boolean }> = {
  'http:': { kind: 'http', port: 80, resolvesNames: false },
  'socks5:': { kind: 'socks5', port: 1080, resolvesNames: false },
  // As curl and others call it.
  'socks5h:': { kind: 'socks5', port: 1080, resolvesNames: true },
};

/**
 * `name=way`, where a way is `direct`, `http://user:password@host:port`, `socks5://user:password@host:port`, or a network such as
 * `2001:db8:1::/64`. A proxy with `?dns=remote` is told names. null: it cannot be understood; nothing of it is told, it may hold a password.
 */
export function readRoute(text: string): RouteSetting | null {
  const [, name = '', way = ''] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
  if (!NAME.test(name)) return null;
  if (way === 'direct') return { name, kind: 'direct' };
  return readPrefix(name, way) ?? readProxy(name, way);
}

function readPrefix(name: string, way: string): RouteSetting | null {
  const [, network = '', length = ''] = /^([\da-f:.]+)\/(\d{1,3})$/i.exec(way) ?? [];
  const family = isIP(network);
  const bits = Number(length);
  if (family === 0 || bits > (family === 6 ? 128 : 32)) return null;
  return { name, kind: 'prefix', network: network.toLowerCase(), bits };
}

function readProxy(name: string, way: string): RouteSetting | null {
  const url = URL.parse(way);
  const scheme = url && SCHEMES[url.protocol];
  if (!scheme || !url.hostname || !/^\/?$/.test(url.pathname) || !/^(?:\?dns=(?:local|remote))?$/.test(url.search)) {
    return null;
  }
  const [user, password] = [decoded(url.username), decoded(url.password)];
  if (user === null || password === null) return null;
  return {
    name,
    kind: scheme.kind,
    // Brackets are of URLs alone.
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port) || scheme.port,
    credentials: user === '' && password === '' ? null : { user, password },
    resolvesNames: url.search === '' ? scheme.resolvesNames : url.search === '?dns=remote',
  };
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Whether an address is of a network of this setting's; nobody else's is ever taken for a media's own. */
export function isOfPrefix({ network, bits }: { network: string; bits: number }, address: string): boolean {
  const family = isIP(address);
  if (family === 0 || family !== isIP(network)) return false;
  const type = family === 6 ? 'ipv6' : 'ipv4';
  const list = new BlockList();
  list.addSubnet(network, bits, type);
  return list.check(address, type);
}
