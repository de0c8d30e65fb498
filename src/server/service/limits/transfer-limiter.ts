import { fail, ok, type Result } from '#/model/failure.ts';
import { type Platform, PLATFORMS } from '#/model/platform.ts';
import { type DailyBytes, MIB } from './daily-bytes.ts';
import type { Caller } from '../caller.ts';
import type { LimitKeys } from './limit-keys.ts';
import type { LimitSettings } from './limit-settings.ts';
import { createTransferRegistry, type Slot } from './transfer-registry.ts';

/** A transfer of one's own may end at any moment; the server's are many. */
const OWN_RETRY_S = 5;
const BUSY_RETRY_S = 10;
/** Download managers fetch one file by up to 8 connections; also what one may hold by pausing, which no other limit would end. */
const CONNECTIONS_PER_TRANSFER = 8;
/** How long a place is held for a file that was asked about: a busy browser may take seconds from one to the other. */
const HELD_MS = 15_000;
/** Charged at once while a file runs. */
const CHARGE_MIB = 64;

export type Transferred = {
  caller: Caller;
  /** Names the file: parallel range requests of it are one transfer. */
  file: string;
  platform: Platform;
  /** Shown or played in a page: it is no transfer of its visitor, but has a connection as others do. */
  isShown?: boolean;
  /** Names a place that is held for it. */
  place?: string | null;
};

/** A transfer that was let in. After `leave` nothing of it has an effect. */
export type Pass = {
  /** Bytes that were handed over, for the day's count. What has begun is never cut short for it. */
  add: (bytes: number) => void;
  /** A paused transfer is none of its visitor's running ones; its connection still counts. */
  pause: () => void;
  resume: () => void;
  leave: () => void;
};

export type TransferLimiter = {
  /**
   * Lets a transfer begin; every pass has to be left. Failures: `too_many_transfers` (the caller's or its address' other files, or
   * its connections), `busy` (the server's or the platform's connections, or its memory), `limit_reached` (bytes of the day).
   */
  enter: (transfer: Transferred) => Promise<Result<Pass>>;
  /**
   * Holds a place for some seconds, for a file of which it was just asked whether it would be given: between the two, another could take
   * it, and a browser that is refused a file it was sent for shows a broken one. Failures: as of `enter`, but for the day's bytes.
   */
  hold: (transfer: Transferred & { place: string }) => Result<void>;
  /** How many files are on their way to the caller. */
  running: (caller: Caller) => number;
  /** Connections of this process, and what there may be. */
  load: () => TransferLoad;
};

type TransferLoad = {
  running: number;
  limit: number;
  limitPerPlatform: number;
  byPlatform: { platform: Platform; running: number }[];
  isMemoryShort: boolean;
};

type TransferLimiterPorts = {
  settings: Pick<LimitSettings, 'server'>;
  limitKeysOf: (caller: Caller) => LimitKeys;
  bytes: Pick<DailyBytes, 'waitS' | 'charge'>;
  isMemoryShort: () => boolean;
};

/** Who may begin a transfer in this process. */
export function createTransferLimiter(
  { settings, limitKeysOf, bytes, isMemoryShort }: TransferLimiterPorts,
  registry = createTransferRegistry(),
): TransferLimiter {
  const held = new Map<string, Slot & { timer: ReturnType<typeof setTimeout> }>();
  const release = (place: string | null | undefined): void => {
    const slot = held.get(place ?? '');
    if (!slot) return;
    held.delete(place ?? '');
    clearTimeout(slot.timer);
    slot.close();
  };
  const refusal = (
    limitKeys: LimitKeys,
    file: string,
    { platform, isShown = false }: Transferred,
  ): 'too_many_transfers' | 'busy' | null => {
    for (const { key, may } of limitKeys) {
      if (!isShown && registry.runningBeside(key, file) >= may.transfers) return 'too_many_transfers';
      if (registry.connectionsOf(key) >= may.transfers * CONNECTIONS_PER_TRANSFER) return 'too_many_transfers';
    }
    const { transfers, transfersPerPlatform } = settings.server;
    const isFull = registry.total() >= transfers || registry.onPlatform(platform) >= transfersPerPlatform;
    return isFull || isMemoryShort() ? 'busy' : null;
  };

  return {
    async enter(transfer) {
      const { caller, file, platform, isShown = false } = transfer;
      const limitKeys = limitKeysOf(caller);
      // Two visitors of one address who fetch the same file are two transfers of it.
      const ownFile = `${limitKeys[0].key} ${file}`;
      // Its own place is free for it, and for nobody else before.
      release(transfer.place);
      const code = refusal(limitKeys, ownFile, transfer);
      if (code !== null) return refused(code);
      // Taken before anything is waited for: of several that come at once, no more get in than there is room.
      const slot = registry.open(
        limitKeys.map(({ key }) => key),
        ownFile,
        platform,
      );
      if (isShown) slot.setRunning(false);
      try {
        const waitS = await bytes.waitS(limitKeys);
        if (waitS === null) return ok(createPass(slot, (mebibytes) => bytes.charge(limitKeys, mebibytes)));
        slot.close();
        return fail('limit_reached', { retryAfterS: waitS });
      } catch (error) {
        slot.close();
        throw error;
      }
    },
    hold(transfer) {
      const { caller, file, platform, place } = transfer;
      const limitKeys = limitKeysOf(caller);
      const ownFile = `${limitKeys[0].key} ${file}`;
      release(place);
      const code = refusal(limitKeys, ownFile, transfer);
      if (code !== null) return refused(code);
      const keys = limitKeys.map(({ key }) => key);
      const slot = registry.open(keys, ownFile, platform);
      held.set(place, { ...slot, timer: setTimeout(release, HELD_MS, place).unref() });
      return ok(undefined);
    },
    running: (caller) => registry.runningBeside(limitKeysOf(caller)[0].key, null),
    load: () => ({
      running: registry.total(),
      limit: settings.server.transfers,
      limitPerPlatform: settings.server.transfersPerPlatform,
      byPlatform: PLATFORMS.map((platform) => ({ platform, running: registry.onPlatform(platform) })),
      isMemoryShort: isMemoryShort(),
    }),
  };
}

function refused(code: 'too_many_transfers' | 'busy'): ReturnType<typeof fail> {
  return fail(code, { retryAfterS: code === 'busy' ? BUSY_RETRY_S : OWN_RETRY_S });
}

/** What is left of the last mebibyte counts as a whole one: small requests would otherwise be free. */
function createPass(slot: Slot, charge: (mebibytes: number) => void): Pass {
  let uncharged = 0;
  let hasLeft = false;
  const ifThere = (action: () => void) => void (hasLeft || action());
  return {
    add: (bytes) =>
      ifThere(() => {
        uncharged += bytes;
        const mebibytes = Math.floor(uncharged / MIB);
        if (mebibytes < CHARGE_MIB) return;
        uncharged -= mebibytes * MIB;
        charge(mebibytes);
      }),
    pause: () => ifThere(() => slot.setRunning(false)),
    resume: () => ifThere(() => slot.setRunning(true)),
    leave: () =>
      ifThere(() => {
        hasLeft = true;
        slot.close();
        if (uncharged > 0) charge(Math.ceil(uncharged / MIB));
      }),
  };
}
