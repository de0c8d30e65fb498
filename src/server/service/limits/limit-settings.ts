import type { StreamLimits } from './stream-limiter.ts';

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

/** What a signed-in user may do, and all of a user's keys together. */
export function userLimits({ guest, userTimes }: Pick<LimitSettings, 'guest' | 'userTimes'>): GuestLimits {
  return timesLimits(guest, userTimes);
}

/** So many times as much. */
export function timesLimits(
  { resolutions, downloads, gigabytesPerDay, transfers }: GuestLimits,
  factor: number,
): GuestLimits {
  return {
    resolutions: resolutions * factor,
    downloads: downloads * factor,
    gigabytesPerDay: gigabytesPerDay * factor,
    transfers: transfers * factor,
  };
}
