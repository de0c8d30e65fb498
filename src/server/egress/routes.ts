import { isIP, type Socket } from 'node:net';
import type { RouteInfo, RouteUse } from './egress.ts';
import type { ConnectTarget } from './guard.ts';
import { plainAddress, randomAddressOf } from './prefix.ts';
import { RouteError } from './route-error.ts';
import { isOfPrefix, type RouteSetting } from './route-settings.ts';
import { connectThrough } from './through-proxy.ts';

/** How connections of one use of a route are made. */
export type Way =
  /** By ourselves, to one of the addresses that were judged. null: from whichever of ours the system takes. */
  | { kind: 'own'; localAddress: string | null }
  /** Throws RouteError. */
  | { kind: 'proxy'; connect: (target: ConnectTarget) => Promise<Socket> };

export type Routes = {
  list: readonly RouteInfo[];
  /** What is asked for by nobody in particular goes over the first. */
  first(): RouteUse;
  take(name: string): RouteUse | null;
  isLost(use: RouteUse): boolean;
  /** Throws RouteError (unknown) for a route, or an address, that settings do not have any more. */
  wayOf(use: RouteUse): Way;
  /** A text that is another for each use: letters, digits, `-` and `.`. */
  write(use: RouteUse): string;
  read(text: string): RouteUse | null;
};

/** A proxy is near, or it is of no use: a read has other ways to try within its time. */
const PROXY_TIMEOUT_MS = 5_000;

export function createRoutes(settings: readonly [RouteSetting, ...RouteSetting[]], connectTimeoutMs: number): Routes {
  const byName = new Map(settings.map((setting) => [setting.name, setting]));
  const timeoutMs = Math.min(PROXY_TIMEOUT_MS, connectTimeoutMs);
  /** Names of those whose last connection failed. */
  const lost = new Set<string>();

  function beginUse(setting: RouteSetting): RouteUse {
    return { name: setting.name, localAddress: setting.kind === 'prefix' ? randomAddressOf(setting) : null };
  }

  return {
    list: settings.map(({ name, kind }) => ({ name, kind })),
    first: () => beginUse(settings[0]),
    take(name) {
      const setting = byName.get(name);
      return setting ? beginUse(setting) : null;
    },
    isLost: ({ name }) => lost.has(name) || !byName.has(name),
    wayOf({ name, localAddress }) {
      const setting = byName.get(name);
      if (!setting) throw new RouteError(name, 'unknown');
      if (setting.kind === 'prefix') {
        if (localAddress === null || !isOfPrefix(setting, localAddress)) throw new RouteError(name, 'unknown');
        return { kind: 'own', localAddress };
      }
      if (localAddress !== null) throw new RouteError(name, 'unknown');
      if (setting.kind === 'direct') return { kind: 'own', localAddress: null };
      return {
        kind: 'proxy',
        async connect(target) {
          try {
            const socket = await connectThrough(setting, target, timeoutMs);
            lost.delete(name);
            return socket;
          } catch (error) {
            lost.add(name);
            throw error;
          }
        },
      };
    },
    write: ({ name, localAddress }) => (localAddress === null ? name : `${name}.${localAddress.replaceAll(':', '-')}`),
    read(text) {
      const [, name = '', address] = /^([a-z][a-z0-9-]*)(?:\.([\da-f.-]+))?$/.exec(text) ?? [];
      if (!byName.has(name)) return null;
      const localAddress = address === undefined ? null : plainAddress(address.replaceAll('-', ':'));
      return address !== undefined && localAddress === null ? null : { name, localAddress };
    },
  };
}

/** Of the addresses that were judged, those that one of ours can reach: of its own kind. Throws RouteError. */
export function reachableFrom({ name, localAddress }: RouteUse, { addresses }: ConnectTarget): string[] {
  if (localAddress === null) return addresses;
  const reachable = addresses.filter((address) => isIP(address) === isIP(localAddress));
  if (reachable.length === 0) throw new RouteError(name, 'no-address');
  return reachable;
}
