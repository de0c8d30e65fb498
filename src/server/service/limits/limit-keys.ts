import { createHmac } from 'node:crypto';
import { ownerOfUser } from '#/server/store/tables/visitor-users.ts';
import type { Caller } from '../caller.ts';
import { type GuestLimits, type LimitSettings, timesLimits, userLimits } from './limit-settings.ts';
import { networkOf } from './network.ts';

/** What a caller's doings are counted by, and what it may do. The key tells nobody who it is. */
export type LimitKey = { key: string; may: GuestLimits };
/** The narrowest first: the caller itself, then its address. */
export type LimitKeys = [LimitKey, ...LimitKey[]];

/** 132 bits of a hash: more than any table has rows. */
const KEY_CHARACTERS = 22;

/**
 * Tells what a caller is counted by. Whoever has no cookie is one guest of its own at its address, and counts against the address
 * besides, as all do: leaving the cookie out brings nothing. What signed-in users do counts against their address, too, but ends only where
 * the address has done as many times more as they may. All whose address is not known share one. What is done with a user's keys counts
 * for the user, too: having many brings nothing. The database knows addresses and owners by a keyed hash only.
 */
export function createLimitKeys(settings: LimitSettings, secret: string): (caller: Caller) => LimitKeys {
  const keyOf = (label: string, subject: string) =>
    createHmac('sha256', secret).update(`${label}\0${subject}`).digest('base64url').slice(0, KEY_CHARACTERS);
  const guest = { own: settings.guest, ofAddress: timesLimits(settings.guest, settings.guestsPerAddress) };
  const user = { own: userLimits(settings), ofAddress: timesLimits(guest.ofAddress, settings.userTimes) };

  return (caller) => {
    // Where a client's requests come from does not matter, and behind it there may be many.
    if (caller.owner?.startsWith('key:')) {
      const { limits = settings.key, userId = null } = caller.key ?? {};
      const own = { key: keyOf('owner', caller.owner), may: limits };
      return userId === null ? [own] : [own, { key: keyOf('owner', ownerOfUser(userId)), may: user.own }];
    }
    const { own: may, ofAddress } = caller.owner?.startsWith('user:') ? user : guest;
    const network = caller.address === null ? null : networkOf(caller.address);
    const address: LimitKey = { key: network === null ? 'unknown' : keyOf('network', network), may: ofAddress };
    if (caller.owner !== null) return [{ key: keyOf('owner', caller.owner), may }, address];
    if (network !== null) return [{ key: keyOf('network without cookie', network), may }, address];
    return [address];
  };
}
