import { AsyncLocalStorage } from 'node:async_hooks';

/** From where a call of the service comes. */
type IdentityCaller = {
  /** What an address is counted by: an IPv4 address, a /56 of IPv6; null: not known, or a call of the site itself. */
  readonly network: string | null;
  /** The device that the caller claims to be; it is looked up before it counts for anything. */
  deviceKey: string | null;
  /** What a guess of this call was counted by, to be taken back if it turns out right. */
  counted: readonly string[];
};

const scope = new AsyncLocalStorage<IdentityCaller>();

/** Runs what answers a request, so that whatever is counted below it knows from where it came. */
export function asCaller<T>(network: string | null, answer: () => Promise<T>): Promise<T> {
  return scope.run({ network, deviceKey: null, counted: [] }, answer);
}

/** Whose call is being answered; one from nowhere where none is. */
export function currentCaller(): IdentityCaller {
  return scope.getStore() ?? { network: null, deviceKey: null, counted: [] };
}

/** Notes which device a call says it comes from. */
export function claimDevice(key: string | null | undefined): void {
  const caller = scope.getStore();
  if (caller && key) caller.deviceKey = key;
}
