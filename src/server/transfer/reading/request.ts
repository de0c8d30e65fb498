import { isOf } from '#/model/failure-codes.ts';
import { EgressError } from '#/server/egress/egress.ts';
import { TransferError } from '../transfer-error.ts';
import type { ReadOptions } from './answer.ts';
import { type Denial, denialUnlessEnd, denied } from './denial.ts';
import type { FileIdentity } from './identity.ts';
import { createProofs } from './proofs.ts';
import type { UpstreamUrl } from './upstream-url.ts';

export type FetchOptions = ReadOptions & {
  /** Called with each request that is made, with what ends it so that another one is made in its place. */
  onRequest?: ((giveUp: () => void) => void) | undefined;
};

/** `isSeam`: the bytes before these came from another address. */
type RequestOptions = FetchOptions & { isSeam: boolean };

/**
 * Asks once for what a buffer, which is for the bytes from `offset` on, has not got behind its first `before`. Resolves with how much of it
 * is filled then, and with what kept the rest away. Throws TransferError, and the signal's reason.
 */
type UpstreamRequest = (
  from: UpstreamUrl,
  at: { offset: number; before: number },
  into: Buffer,
  options: RequestOptions,
) => Promise<{ filled: number; denial: Denial | undefined }>;

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

/** One request for a file's bytes, which are proven to be the file's, and remembered. */
export function createRequest(identity: FileIdentity): UpstreamRequest {
  const { compare, proveSeam, readBlindly } = createProofs(identity);

  /** Resolves with what kept the bytes away; undefined: there are some, or none behind the end, or it was given up. */
  async function ask(from: UpstreamUrl, offset: number, into: Buffer, options: RequestOptions) {
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
      return answer.filled > 0 ? undefined : denialUnlessEnd(identity, answer, offset, options.onFacts);
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

  return async (from, { offset, before }, into, options) => {
    let filled = before;
    let unlike: unknown;
    let denial: Denial | undefined;
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
    try {
      denial = await ask(from, offset + before, into.subarray(before), { ...options, onBytes });
    } finally {
      // Also of those who leave: what they have read is known to the next.
      if (filled > before && filled < into.length) remember();
    }
    if (unlike !== undefined) throw unlike;
    return { filled, denial };
  };
}
