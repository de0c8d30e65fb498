import { AsyncLocalStorage } from 'node:async_hooks';

/** From where a call of the service comes. Calls of the site itself, such as an administrator's by the SDK, come from nowhere. */
export type IdentityCaller = {
  /** What an address is counted by: an IPv4 address, a /56 of IPv6; null: not known. */
  network: string | null;
};

const scope = new AsyncLocalStorage<IdentityCaller>();

/** Runs what answers a request, so that whatever is counted below it knows from where it came. */
export function asCaller<T>(caller: IdentityCaller, answer: () => Promise<T>): Promise<T> {
  return scope.run(caller, answer);
}

/** Whose call is being answered; null: the site's own. */
export function currentCaller(): IdentityCaller | null {
  return scope.getStore() ?? null;
}
