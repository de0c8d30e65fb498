import { setTimeout as sleep } from 'node:timers/promises';
import type { Egress } from '#/server/egress/egress.ts';
import type { Source } from '#/server/engine/extraction.ts';
import { TransferError } from '../transfer-error.ts';
import { type Answer, isEncoded, isGone, type ReadOptions, redirection } from './answer.ts';
import type { Identity } from './identity.ts';
import { createStreams } from './streams.ts';

/** An address of a file, and what has been learnt of how it is to be asked. */
export type Place = {
  readonly source: Source;
  /**
   * Asks once for the bytes from `offset` on, redirects followed: fewer may come. An answer without them is told.
   * Throws EgressError, media_changed, upstream_error where redirects do not end, and the signal's reason.
   */
  read(offset: number, into: Buffer, options: ReadOptions): Promise<Answer>;
};

export type PlacePorts = { egress: Egress; identity: Identity; idleTimeoutMs: number };

const MAX_REDIRECTS = 5;
/** YouTube holds its bytes back for the length of an advertisement. */
const MAX_WAIT_MS = 30_000;
/** So many answers with other bytes than asked for, one behind the other, and ranges are no longer asked for. */
const MAX_ODD_ANSWERS = 3;

export function createPlace({ egress, identity, idleTimeoutMs }: PlacePorts, source: Source): Place {
  /** Where a redirect led, as long as that works. */
  let movedTo: string | undefined;
  let hasRanges = false;
  let oddAnswers = 0;
  let isStreamed = false;
  const streams = createStreams(openStream, identity);

  async function follow<A extends Pick<Answer, 'status' | 'headers'>>(ask: (url: string) => Promise<A>): Promise<A> {
    let url = movedTo ?? source.url;
    let remembered = movedTo;
    for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
      const answer = await ask(url).catch((error: unknown) => {
        movedTo = undefined;
        throw error;
      });
      const target = redirection(answer, url);
      const isOutdated = url === remembered && isGone(answer);
      if (target === undefined && !isOutdated) {
        movedTo = url === source.url || isGone(answer) ? undefined : url;
        return answer;
      }
      remembered = undefined;
      url = target ?? source.url;
    }
    movedTo = undefined;
    throw new TransferError('upstream_error');
  }

  async function openStream(offset: number, signal: AbortSignal) {
    const headers = hasRanges && offset > 0 ? { ...source.headers, range: `bytes=${offset}-` } : source.headers;
    const idle = { headersTimeoutMs: idleTimeoutMs, idleTimeoutMs };
    return follow(async (url) => {
      const answer = await egress.request(url, { headers, signal, ...idle });
      if (answer.status !== 200 && answer.status !== 206) answer.body.destroy();
      return answer;
    });
  }

  async function readRange(offset: number, into: Buffer, { signal, onBytes, onFacts }: ReadOptions): Promise<Answer> {
    let refusal: unknown;
    const answer = await follow((url) =>
      egress.readRange(url, {
        headers: source.headers,
        start: offset,
        into: into.subarray(0, source.maxRangeBytes ?? into.length),
        signal,
        headersTimeoutMs: idleTimeoutMs,
        idleTimeoutMs,
        accept(told) {
          if (told.totalBytes === null || isEncoded(told)) return false;
          try {
            const facts = identity.learn(told.totalBytes, told.headers);
            onFacts?.(facts);
            return true;
          } catch (error) {
            refusal = error;
            return false;
          }
        },
        ...(onBytes && { onBytes }),
      }),
    );
    if (refusal !== undefined) throw refusal;
    return answer;
  }

  /** Whether an answer says that ranges are not served here. One that has served them before may err once. */
  function isRangeless({ status, filled }: Answer): boolean {
    if (filled > 0) hasRanges = true;
    oddAnswers = filled === 0 && (status === 200 || status === 206) ? oddAnswers + 1 : 0;
    return oddAnswers >= MAX_ODD_ANSWERS || (oddAnswers > 0 && status === 200 && !hasRanges);
  }

  return {
    source,
    async read(offset, into, options) {
      const early = (source.availableAt ?? 0) - Date.now();
      if (early > 0) await sleep(Math.min(early, MAX_WAIT_MS), undefined, { signal: options.signal });
      if (!isStreamed) {
        const answer = await readRange(offset, into, options);
        isStreamed ||= isRangeless(answer);
        if (!isStreamed || answer.filled > 0) return answer;
      }
      return streams.fill(offset, into, options);
    },
  };
}
