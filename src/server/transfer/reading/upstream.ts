import { setTimeout as sleep } from 'node:timers/promises';
import { isOf } from '#/model/failure-codes.ts';
import type { Failure, Result } from '#/model/failure.ts';
import type { Egress } from '#/server/egress/egress.ts';
import type { Source } from '#/server/engine/media/extraction.ts';
import { isSameSource } from '#/server/engine/media/same-format.ts';
import { TransferError } from '../transfer-error.ts';
import { createShared } from './abortable.ts';
import { isOfWay } from './denial.ts';
import { createFileIdentity, type FileValidators } from './identity.ts';
import { createRequest, type FetchOptions } from './request.ts';
import { createUpstreamUrl, type UpstreamUrl } from './upstream-url.ts';

export type { FileValidators } from './identity.ts';

export type UpstreamPorts = {
  egress: Egress;
  /**
   * The same format with a fresh address. Asked once for all who wait for it, and again after a moment where its failure may be gone then; the
   * signal says that they have left. `refusal`: why bytes are refused although the address is good, which only another way out can help; the
   * same address comes back where there is none.
   */
  renew: (stale: Source, signal: AbortSignal, refusal?: Failure) => Promise<Result<Source>>;
  timeouts?: Partial<UpstreamTimeouts>;
};

export type UpstreamTimeouts = {
  /** Without a byte for so long, a connection is given up. */
  idleTimeoutMs: number;
  /** Before the second try, doubled with each further one. */
  backoffMs: number;
  /** However long an upstream asks to be left alone, another try is made after this. */
  maxBackoffMs: number;
};

/** A file at its platform: followed when its address changes, and noticed when it becomes another. */
export type Upstream = {
  readonly facts: FileValidators | undefined;
  /** Epoch milliseconds at which it last showed that the file is there; 0: never. */
  readonly provenAt: number;
  /** Whether nothing but its bytes tells that it is still the same. */
  readonly isBlind: boolean;
  /** Throws media_changed once it was found to be another file. */
  assertSame(): void;
  /** Reads from another address of the same bytes from now on. */
  adopt(source: Source): void;
  /**
   * Fills a buffer with the bytes from `offset` on; less only where the file ends. Throws TransferError: media_changed,
   * upstream_forbidden, rate_limited, upstream_error, timeout, transfer_broken, cancelled, those of a renewal and the door's own.
   */
  fetch(offset: number, into: Buffer, options: FetchOptions): Promise<number>;
};

const TIMEOUTS: UpstreamTimeouts = { idleTimeoutMs: 15_000, backoffMs: 200, maxBackoffMs: 8_000 };
/** Tries of one stretch without a byte between them, and fresh addresses of one way out among these. */
const MAX_FRUITLESS = 5;
const MAX_RENEWALS = 2;
/** Tries of one stretch at all, beside one for so many bytes: an upstream that gives a few each time is not worth waiting for. */
const MAX_TRIES = 60;
const BYTES_PER_TRY = 256 * 1024;

export function createUpstream({ egress, renew, timeouts }: UpstreamPorts, initial: Source): Upstream {
  const { idleTimeoutMs, backoffMs, maxBackoffMs } = { ...TIMEOUTS, ...timeouts };
  const identity = createFileIdentity();
  const request = createRequest(identity);
  const placeOf = (source: Source) => createUpstreamUrl({ egress, identity, idleTimeoutMs }, source);
  let place = placeOf(initial);
  /** The last one that was renewed, until it has given bytes: what it is refused is not for its age. */
  let unused: UpstreamUrl | undefined;

  /** Resolves with what kept a fresh address away, where that may be gone in a moment. */
  const renewal = createShared(async (signal, refusal: Failure | undefined): Promise<Failure | undefined> => {
    const fresh = await renew(place.source, signal, refusal);
    if (!fresh.ok) {
      if (isMomentary(fresh.failure)) return fresh.failure;
      throw new TransferError(fresh.failure);
    }
    if (refusal && isSameSource(fresh.value, place.source)) return undefined;
    place = placeOf(fresh.value);
    unused = place;
    return undefined;
  });

  /** Longer than anybody waits is not worth waiting for a part of it. */
  function isMomentary({ code, retryAfterS = 0 }: Failure): boolean {
    return isOf(code, 'momentary') && retryAfterS * 1000 <= maxBackoffMs;
  }

  async function backOff(fruitless: number, { retryAfterS = 0 }: Failure, signal: AbortSignal): Promise<void> {
    const ownMs = backoffMs * 2 ** (fruitless - 1) * (0.5 + Math.random());
    await sleep(Math.min(Math.max(retryAfterS * 1000, ownMs), maxBackoffMs), undefined, { signal });
  }

  async function fetch(offset: number, into: Buffer, options: FetchOptions): Promise<number> {
    const { signal } = options;
    const maxTries = MAX_TRIES + into.length / BYTES_PER_TRY;
    let filled = 0;
    /** Where the bytes before came from. */
    let filledFrom: UpstreamUrl | undefined;
    let fruitless = 0;
    let renewals = 0;
    const triedRoutes = new Set<string | undefined>();
    for (let tries = 1; filled < into.length && !identity.isEnd(offset + filled); tries++) {
      const before = filled;
      const used = place;
      const isSeam = filledFrom !== undefined && filledFrom !== used;
      triedRoutes.add(used.source.route?.name);
      const tried = await request(used, { offset, before }, into, { ...options, isSeam });
      filled = tried.filled;
      const { denial } = tried;
      const hasMore = filled > before;
      if (hasMore) filledFrom = used;
      fruitless = hasMore ? 0 : fruitless + 1;
      if (hasMore) renewals = 0;
      if (hasMore && used === unused) unused = undefined;
      if (fruitless > MAX_FRUITLESS || tries > maxTries)
        throw new TransferError(filled > 0 ? 'transfer_broken' : (denial?.failure ?? 'timeout'));
      if (!denial) continue;
      const { failure } = denial;
      // What names no way goes by the first, and is no other's.
      const canMove = used.source.route !== undefined;
      const isLeft = canMove && isOfWay(denial, { isFresh: used === unused, fruitless, maxBackoffMs });
      const refusal = isLeft ? failure : undefined;
      if (failure.code === 'upstream_forbidden') {
        if (renewals++ === MAX_RENEWALS) throw new TransferError(failure);
        const hiccup = place === used ? await renewal(signal, refusal) : undefined;
        if (hiccup) {
          // No address was given that could have been refused, and the try was one more in vain.
          renewals--;
          if (++fruitless > MAX_FRUITLESS) throw new TransferError(hiccup);
          await backOff(fruitless, hiccup, signal);
        }
        // Of another way it is fresh already.
        if (!triedRoutes.has(place.source.route?.name)) renewals = 1;
      } else if (fruitless > 0) {
        if (refusal && place === used) await renewal(signal, refusal);
        if (place === used) await backOff(fruitless, failure, signal);
      }
    }
    return filled;
  }

  return {
    get facts() {
      return identity.facts;
    },
    get provenAt() {
      return identity.provenAt;
    },
    get isBlind() {
      return identity.isBlind;
    },
    assertSame: () => identity.assertSame(),
    adopt(fresh) {
      if (!isSameSource(fresh, place.source)) place = placeOf(fresh);
    },
    async fetch(offset, into, options) {
      try {
        return await fetch(offset, into, options);
      } catch (error) {
        throw options.signal.aborted ? new TransferError('cancelled', { cause: error }) : error;
      }
    },
  };
}
