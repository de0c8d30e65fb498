import { setTimeout as sleep } from 'node:timers/promises';
import { isOf } from '#/model/failure-codes.ts';
import type { Failure, Result } from '#/model/failure.ts';
import { EgressError, type Egress } from '#/server/egress/egress.ts';
import type { Source } from '#/server/engine/media/extraction.ts';
import { isSameSource } from '#/server/engine/media/same-format.ts';
import { TransferError } from '../transfer-error.ts';
import { createShared } from './abortable.ts';
import { type UpstreamAnswer, type ReadOptions, totalBytesOf } from './answer.ts';
import { type Denial, denialBy, denied, isOfWay } from './denial.ts';
import { createFileIdentity, type FileValidators } from './identity.ts';
import { createUpstreamUrl, type UpstreamUrl } from './upstream-url.ts';
import type { Sample } from './content-samples.ts';

export type { FileValidators } from './identity.ts';

export type UpstreamPorts = {
  egress: Egress;
  /**
   * The same format with a fresh address. Asked once for all who wait for it; the signal says that they have left. `refusal`: why bytes are
   * refused although the address is good, which only another way out can help; the same address comes back where there is none.
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

export type FetchOptions = ReadOptions & {
  /** Called with each request that is made, with what ends it so that another one is made in its place. */
  onRequest?: ((giveUp: () => void) => void) | undefined;
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

/** What ends one request: its reader, or whoever was told how to give it up. */
function requestSignal({ signal, onRequest }: FetchOptions) {
  if (!onRequest) return { signal, isGivenUp: () => false, end() {} };
  const controller = new AbortController();
  // Not AbortSignal.any: what it makes stays until the heap is swept as a whole, and there are thousands of requests a second.
  const leave = () => controller.abort(signal.reason);
  if (signal.aborted) leave();
  signal.addEventListener('abort', leave, { once: true });
  onRequest(() => controller.abort());
  return {
    signal: controller.signal,
    isGivenUp: () => controller.signal.aborted,
    end: () => signal.removeEventListener('abort', leave),
  };
}

type OffsetRange = { offset: number; length: number };

/** Samples that lie side by side are read at once. */
function joined(samples: readonly Sample[]): OffsetRange[] {
  const ranges: OffsetRange[] = [];
  for (const { offset, length } of samples) {
    const last = ranges.at(-1);
    if (last && offset <= last.offset + last.length) last.length = Math.max(last.length, offset + length - last.offset);
    else ranges.push({ offset, length });
  }
  return ranges;
}

export function createUpstream({ egress, renew, timeouts }: UpstreamPorts, initial: Source): Upstream {
  const { idleTimeoutMs, backoffMs, maxBackoffMs } = { ...TIMEOUTS, ...timeouts };
  const identity = createFileIdentity();
  const placeOf = (source: Source) => createUpstreamUrl({ egress, identity, idleTimeoutMs }, source);
  let place = placeOf(initial);
  /** The last one that was renewed, until it has given bytes: what it is refused is not for its age. */
  let unused: UpstreamUrl | undefined;

  const renewal = createShared(async (signal, refusal: Failure | undefined) => {
    const fresh = await renew(place.source, signal, refusal);
    if (!fresh.ok) throw new TransferError(fresh.failure);
    if (refusal && isSameSource(fresh.value, place.source)) return;
    place = placeOf(fresh.value);
    unused = place;
  });

  function isEnd(position: number): boolean {
    return identity.facts !== undefined && position >= identity.facts.totalBytes;
  }

  /** What an answer without bytes means; undefined: that the file ends here. */
  function denialOf(answer: UpstreamAnswer, position: number, onFacts: ReadOptions['onFacts']): Denial | undefined {
    const totalBytes = answer.status === 416 ? totalBytesOf(answer) : undefined;
    if (totalBytes !== undefined) {
      // What is told with the length of a range that is not there is not the file's: it has no bytes.
      const facts = identity.learn(totalBytes, {}, { url: '', isProof: false });
      if (facts !== 'doubtful') onFacts?.(facts);
    }
    if (isEnd(position)) return undefined;
    return denialBy(answer);
  }

  const compare = (offset: number, bytes: Buffer): number => {
    try {
      return identity.samples.compare(offset, bytes);
    } catch (error) {
      throw error instanceof TransferError ? identity.deny(error) : error;
    }
  };

  /** Reads a stretch that was read before, and compares. Resolves with what kept the bytes away. */
  async function prove(
    from: UpstreamUrl,
    { offset, length }: OffsetRange,
    options: ReadOptions,
  ): Promise<Denial | undefined> {
    const bytes = Buffer.allocUnsafe(length);
    for (let filled = 0; filled < length;) {
      const answer = await from.read(offset + filled, bytes.subarray(filled), { ...options, isProof: true });
      if (answer.filled === 0) return denialOf(answer, offset + filled, undefined) ?? denied('upstream_error');
      filled += answer.filled;
    }
    compare(offset, bytes);
    return undefined;
  }

  /** Before bytes from `offset` on are taken from another address than those before them, these are read there, too. */
  async function proveSeam(from: UpstreamUrl, offset: number, options: ReadOptions): Promise<Denial | undefined> {
    // Of a file that was opened and whose first bytes are still on their way, the next request asks again.
    if (identity.samples.isEmpty) return undefined;
    for (const range of joined(identity.samples.doubtsAt(offset))) {
      const denial = await prove(from, range, options);
      if (denial) return denial;
    }
    identity.trust();
    from.isProven = true;
    return undefined;
  }

  /**
   * Of a file that its upstream gives no name and no date, each answer may be of another: it is used when a stretch that was read before
   * is found as it was after it, in its own bytes or by another small request.
   */
  async function readBlindly(
    from: UpstreamUrl,
    offset: number,
    into: Buffer,
    options: ReadOptions,
  ): Promise<UpstreamAnswer> {
    const { onBytes, signal, visitor } = options;
    let held = 0;
    let failure: unknown;
    const answer = await from
      .read(offset, into, { ...options, onBytes: (filled) => (held = filled) })
      .catch((error: unknown) => void (failure = error));
    const filled = answer?.filled ?? held;
    const tip = identity.samples.tip(offset);
    // An answer that is read on was compared when it was begun.
    const isKnown = filled === 0 || !tip || from.isStreamed || compare(offset, into.subarray(0, filled)) > 0;
    const kept = isKnown || options.signal.aborted ? undefined : await prove(from, tip, { signal, visitor });
    if (kept) throw new EgressError(kept.failure.code, 'what was read before cannot be read again');
    if (filled > 0 && !signal.aborted) onBytes?.(filled);
    if (failure !== undefined) throw failure;
    return answer ?? { status: 0, headers: {}, filled };
  }

  /** One request. Resolves with what kept the bytes away; undefined: there are some, or none behind the end, or it was given up. */
  async function request(from: UpstreamUrl, offset: number, into: Buffer, options: FetchOptions & { isSeam: boolean }) {
    const { signal, isGivenUp, end } = requestSignal(options);
    const { visitor, isSeam } = options;
    try {
      const unproven = from.isProven && !isSeam ? undefined : await proveSeam(from, offset, { signal, visitor });
      if (unproven) return unproven;
      const asked = { ...options, signal };
      const isBlind = identity.isBlind && !identity.samples.isEmpty;
      const answer = await (isBlind ? readBlindly(from, offset, into, asked) : from.read(offset, into, asked));
      if (answer.isDoubtful) {
        // Another edge of the platform, by a redirect: the next try compares.
        from.isProven = false;
        return undefined;
      }
      return answer.filled > 0 ? undefined : denialOf(answer, offset, options.onFacts);
    } catch (error) {
      if (options.signal.aborted || error instanceof TransferError) throw error;
      if (isGivenUp()) return undefined;
      if (!(error instanceof EgressError)) throw error;
      if (isOf(error.code, 'final')) throw new TransferError(error.code, { cause: error });
      // The address was made for a way out that is gone: asked for again, it comes with one that works.
      return denied(error.isOfRoute ? 'upstream_forbidden' : error.code);
    } finally {
      end();
    }
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
    for (let tries = 1; filled < into.length && !isEnd(offset + filled); tries++) {
      const before = filled;
      const used = place;
      let unlike: unknown;
      const remember = () => {
        const bytes = into.subarray(before, filled);
        try {
          compare(offset + before, bytes);
          identity.samples.note(offset + before, bytes);
        } catch (error) {
          unlike = error;
        }
      };
      const onBytes = (count: number) => {
        filled = before + count;
        // With the last of them told, the buffer is its reader's.
        if (filled === into.length) remember();
        if (unlike === undefined) options.onBytes?.(filled);
      };
      const isSeam = filledFrom !== undefined && filledFrom !== used;
      triedRoutes.add(used.source.route?.name);
      let denial: Denial | undefined;
      try {
        denial = await request(used, offset + before, into.subarray(before), { ...options, isSeam, onBytes });
      } finally {
        // Also of those who leave: what they have read is known to the next.
        if (filled > before && filled < into.length) remember();
      }
      if (unlike !== undefined) throw unlike;
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
        if (place === used) await renewal(signal, refusal);
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
