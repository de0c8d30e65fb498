import { createHmac } from 'node:crypto';
import type { ApiKey } from '#/model/api-key.ts';
import { ownerOfUser } from '#/server/store/tables/visitor-users.ts';
import { networkOf } from './network.ts';
import type { StreamLimits } from './stream-gate.ts';

/** Who is counted. */
export type Caller = {
  /** `visitor:<id>`, `user:<sub>`, `key:<id>`; null: no cookie yet. */
  owner: string | null;
  /** In its canonical form; null: not known. */
  address: string | null;
  /** Of a client with a key of its own: what it may do. The site's key has none. */
  key?: ApiKey;
};

/** What one caller may do; resolutions and downloads in each window, bytes (GB of 10^9) in a day, transfers at once. */
export type GuestLimits = { resolutions: number; downloads: number; gigabytesPerDay: number; transfers: number };

export type LimitSettings = {
  /** Seconds over which resolutions and downloads are counted. */
  windowS: number;
  guest: GuestLimits;
  /** How many times a guest's limits a signed-in user has, and each address for those behind it who are signed in. */
  userTimes: number;
  /** Of a client with a key of the operator's, unless the key says otherwise. */
  key: GuestLimits;
  /** How many times a guest's limits one address has. */
  guestsPerAddress: number;
  server: { transfers: number; transfersPerPlatform: number };
  /** Streams of events that may be open at once. */
  streams: StreamLimits;
  /** Resident memory above which no transfer begins; `memoryBudget()` tells a default. */
  memoryBytes: number;
};

/** What a caller's doings are counted by, and what it may do. The key tells nobody who it is. */
export type Holder = { key: string; may: GuestLimits };
/** The narrowest first: the caller itself, then its address. */
export type Holders = [Holder, ...Holder[]];

/** 132 bits of a hash: more than any table has rows. */
const KEY_CHARACTERS = 22;

/**
 * Tells what a caller is counted by. Whoever has no cookie is one guest of its own at its address, and counts against the address
 * besides, as all do: leaving the cookie out brings nothing. What signed-in users do counts against their address, too, but ends only where
 * the address has done as many times more as they may. All whose address is not known share one. What is done with a user's keys counts
 * for the user, too: having many brings nothing. The database knows addresses and owners by a keyed hash only.
 */
export function createHolders(settings: LimitSettings, secret: string): (caller: Caller) => Holders {
  const keyOf = (label: string, subject: string) =>
    createHmac('sha256', secret).update(`${label}\0${subject}`).digest('base64url').slice(0, KEY_CHARACTERS);
  const guest = { own: settings.guest, ofAddress: times(settings.guest, settings.guestsPerAddress) };
  const user = { own: userLimits(settings), ofAddress: times(guest.ofAddress, settings.userTimes) };

  return (caller) => {
    // Where a client's requests come from does not matter, and behind it there may be many.
    if (caller.owner?.startsWith('key:')) {
      const { limits = settings.key, userId = null } = caller.key ?? {};
      const own = { key: keyOf('owner', caller.owner), may: limits };
      return userId === null ? [own] : [own, { key: keyOf('owner', ownerOfUser(userId)), may: user.own }];
    }
    const { own: may, ofAddress } = caller.owner?.startsWith('user:') ? user : guest;
    const network = caller.address === null ? null : networkOf(caller.address);
    const address: Holder = { key: network === null ? 'unknown' : keyOf('network', network), may: ofAddress };
    if (caller.owner !== null) return [{ key: keyOf('owner', caller.owner), may }, address];
    if (network !== null) return [{ key: keyOf('network without cookie', network), may }, address];
    return [address];
  };
}

/** What a signed-in user may do, and all of a user's keys together. */
export function userLimits({ guest, userTimes }: Pick<LimitSettings, 'guest' | 'userTimes'>): GuestLimits {
  return times(guest, userTimes);
}

function times({ resolutions, downloads, gigabytesPerDay, transfers }: GuestLimits, factor: number): GuestLimits {
  return {
    resolutions: resolutions * factor,
    downloads: downloads * factor,
    gigabytesPerDay: gigabytesPerDay * factor,
    transfers: transfers * factor,
  };
}
