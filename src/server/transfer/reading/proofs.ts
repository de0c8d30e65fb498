import { EgressError } from '#/server/egress/egress.ts';
import { TransferError } from '../transfer-error.ts';
import type { ReadOptions, UpstreamAnswer } from './answer.ts';
import type { Sample } from './content-samples.ts';
import { type Denial, denialUnlessEnd, denied } from './denial.ts';
import type { FileIdentity } from './identity.ts';
import type { UpstreamUrl } from './upstream-url.ts';

/** Whether bytes are those of the file that was read before, told by stretches of it that are known. */
type Proofs = {
  /** How many stretches that were read before lie in these bytes. Throws media_changed where one is another. */
  compare(offset: number, bytes: Buffer): number;
  /**
   * Before bytes from `offset` on are taken from another address than those before them, these are read there, too. Resolves with what kept
   * them away.
   */
  proveSeam(from: UpstreamUrl, offset: number, options: ReadOptions): Promise<Denial | undefined>;
  /**
   * Of a file that its upstream gives no name and no date, each answer may be of another: it is used when a stretch that was read before
   * is found as it was after it, in its own bytes or by another small request.
   */
  readBlindly(from: UpstreamUrl, offset: number, into: Buffer, options: ReadOptions): Promise<UpstreamAnswer>;
};

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

export function createProofs(identity: FileIdentity): Proofs {
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
      if (answer.filled === 0)
        return denialUnlessEnd(identity, answer, offset + filled, undefined) ?? denied('upstream_error');
      filled += answer.filled;
    }
    compare(offset, bytes);
    return undefined;
  }

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

  return { compare, proveSeam, readBlindly };
}
