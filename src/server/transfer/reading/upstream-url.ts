import { setTimeout as sleep } from 'node:timers/promises';
import type { Egress } from '#/server/egress/egress.ts';
import type { Source } from '#/server/engine/media/extraction.ts';
import { TransferError } from '../transfer-error.ts';
import { type UpstreamAnswer, isEncoded, isGone, type ReadOptions, redirection } from './answer.ts';
import type { FileIdentity } from './identity.ts';
import { createStreams, type OpenedStream } from './streams.ts';

/** An address of a file, and what has been learnt of how it is to be asked. */
export type UpstreamUrl = {
  readonly source: Source;
  /** Whether what it has was compared with what was read elsewhere before; not so at first, unless nothing was read at all. */
  isProven: boolean;
  /** Whether it does not serve ranges: its bytes come in answers that are read from one end to the other. */
  readonly isStreamed: boolean;
  /**
   * Asks once for the bytes from `offset` on, redirects followed: fewer may come. An answer without them is told.
   * Throws EgressError, media_changed, upstream_error where redirects do not end, and the signal's reason.
   */
  read(offset: number, into: Buffer, options: ReadOptions): Promise<UpstreamAnswer>;
};

type PlacePorts = { egress: Egress; identity: FileIdentity; idleTimeoutMs: number };

const MAX_REDIRECTS = 5;
/** YouTube holds its bytes back for the length of an advertisement. */
const MAX_WAIT_MS = 30_000;
/** So many answers with other bytes than asked for, one behind the other, and ranges are no longer asked for. */
const MAX_ODD_ANSWERS = 3;

export function createUpstreamUrl({ egress, identity, idleTimeoutMs }: PlacePorts, source: Source): UpstreamUrl {
  /** Where a redirect led, as long as that works. */
  let movedTo: string | undefined;
  let hasRanges = false;
  let oddAnswers = 0;
  let isStreamed = false;
  const streams = createStreams(openStream, identity);

  /** Resolves with the answer at the end of the redirects, and whose it is. */
  async function follow<A extends Pick<UpstreamAnswer, 'status' | 'headers'>>(
    ask: (url: string) => Promise<A>,
  ): Promise<{ answer: A; url: string }> {
    let url = movedTo ?? source.url;
    let remembered = movedTo;
    for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
      const answer = await ask(url).catch((error: unknown) => {
        movedTo = undefined;
        throw error;
      });
      const target = redirection(answer, url);
      const isOfNoUse = isGone(answer) || answer.status >= 500;
      const isOutdated = url === remembered && isOfNoUse;
      if (target === undefined && !isOutdated) {
        movedTo = url === source.url || isOfNoUse ? undefined : url;
        return { answer, url };
      }
      remembered = undefined;
      url = target ?? source.url;
    }
    movedTo = undefined;
    throw new TransferError('upstream_error');
  }

  async function openStream(offset: number, signal: AbortSignal): Promise<OpenedStream> {
    const asked = hasRanges ? offset : 0;
    const headers = asked > 0 ? { ...source.headers, range: `bytes=${asked}-` } : source.headers;
    const idle = { headersTimeoutMs: idleTimeoutMs, idleTimeoutMs };
    const opened = await follow(async (url) => {
      const answer = await egress.request(url, { headers, signal, route: source.route, ...idle });
      if (answer.status !== 200 && answer.status !== 206) answer.body.destroy();
      return answer;
    });
    return { ...opened, asked };
  }

  async function readRange(offset: number, into: Buffer, options: ReadOptions): Promise<UpstreamAnswer> {
    const { signal, onBytes, onFacts, isProof = false } = options;
    let refusal: unknown;
    let isDoubtful = false;
    const { answer } = await follow((url) =>
      egress.readRange(url, {
        headers: source.headers,
        route: source.route,
        start: offset,
        into: into.subarray(0, source.maxRangeBytes ?? into.length),
        signal,
        headersTimeoutMs: idleTimeoutMs,
        idleTimeoutMs,
        accept(told) {
          if (told.totalBytes === null || isEncoded(told)) return false;
          try {
            const facts = identity.learn(told.totalBytes, told.headers, { url, isProof });
            isDoubtful = facts === 'doubtful';
            if (facts === 'doubtful') return false;
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
    return { ...answer, isDoubtful };
  }

  /** Whether an answer says that ranges are not served here. One that has served them before may err once. */
  function isRangeless({ status, filled }: UpstreamAnswer): boolean {
    if (filled > 0) hasRanges = true;
    oddAnswers = filled === 0 && (status === 200 || status === 206) ? oddAnswers + 1 : 0;
    return oddAnswers >= MAX_ODD_ANSWERS || (oddAnswers > 0 && status === 200 && !hasRanges);
  }

  return {
    source,
    isProven: identity.facts === undefined,
    get isStreamed() {
      return isStreamed;
    },
    async read(offset, into, options) {
      const early = (source.availableAt ?? 0) - performance.now();
      if (early > 0) await sleep(Math.min(early, MAX_WAIT_MS), undefined, { signal: options.signal });
      if (!isStreamed) {
        const answer = await readRange(offset, into, options);
        if (answer.isDoubtful) return answer;
        isStreamed ||= isRangeless(answer);
        if (!isStreamed || answer.filled > 0) return answer;
      }
      return streams.fill(offset, into, options);
    },
  };
}
