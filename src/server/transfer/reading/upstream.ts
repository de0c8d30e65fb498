import { setTimeout as sleep } from 'node:timers/promises';
import type { FailureCode, Result } from '#/model/failure.ts';
import { EgressError, type Egress, type RangeAnswer } from '#/server/egress/egress.ts';
import type { Source } from '#/server/engine/extraction.ts';
import { TransferError } from '../transfer-error.ts';
import { createSequentialReader, type SequentialReader } from './sequential-reader.ts';

/** What makes a file the same file, wherever its bytes come from. */
export type FileFacts = { totalBytes: number; lastModified: string | null };

export type UpstreamPorts = {
  egress: Egress;
  /** The same format with a fresh address; all who ask share one extraction. */
  renew: (stale: Source, signal: AbortSignal) => Promise<Result<Source>>;
};

export type FetchOptions = {
  signal: AbortSignal;
  /** Whose reads these are, where several have signals of their own; else `signal`. */
  visitor?: AbortSignal;
  /** Called with how much of the buffer is filled, each time that grows. */
  onBytes?: (filled: number) => void;
  /** Called when an answer has told what the file is, before its bytes. */
  onFacts?: (facts: FileFacts) => void;
};

/** A file at its platform: followed when its address changes, and noticed when it becomes another. */
export type Upstream = {
  /** Epoch milliseconds at which it last showed that the file is there; 0: never. */
  readonly provenAt: number;
  /** Reads from another address of the same bytes from now on. */
  adopt(source: Source): void;
  /**
   * Fills a buffer with the bytes from `offset` on; less only where the file ends. Throws TransferError: media_changed,
   * upstream_forbidden, rate_limited, upstream_error, timeout, transfer_broken, cancelled, those of a renewal and the door's own.
   */
  fetch(offset: number, into: Buffer, options: FetchOptions): Promise<number>;
};

/** Tries of one stretch without a byte between them. */
const MAX_FRUITLESS = 5;
/** Tries of one stretch at all: an upstream that gives a few bytes each time is not worth waiting for. */
const MAX_TRIES = 60;
const MAX_REDIRECTS = 5;
const BACKOFF_MS = 200;
const MAX_BACKOFF_MS = 4_000;
const IDLE_TIMEOUT_MS = 15_000;
/** YouTube holds its bytes back for the length of an advertisement. */
const MAX_WAIT_MS = 30_000;
/** Statuses of a link that has expired, or of a file that has moved. */
const GONE = new Set([401, 403, 404, 410]);
/** What another try does not mend. */
const FINAL: ReadonlySet<FailureCode> = new Set<FailureCode>(['egress_denied', 'tls_error', 'cancelled']);

export function createUpstream({ egress, renew }: UpstreamPorts, initial: Source): Upstream {
  let source = initial;
  /** Where a redirect led, as long as that works. */
  let movedTo: string | null = null;
  let renewing: Promise<void> | null = null;
  let facts: FileFacts | undefined;
  let sequential: SequentialReader | undefined;
  let provenAt = 0;

  /** Takes note of what an answer tells of the file. Throws when it is another file. */
  function learn(totalBytes: number, lastModified: string | null): FileFacts {
    facts ??= { totalBytes, lastModified };
    const isModified = facts.lastModified !== null && lastModified !== null && facts.lastModified !== lastModified;
    if (facts.totalBytes !== totalBytes || isModified) throw new TransferError('media_changed');
    provenAt = Date.now();
    return facts;
  }

  async function follow(
    offset: number,
    into: Buffer,
    { signal, onBytes, onFacts }: FetchOptions,
  ): Promise<RangeAnswer> {
    const { headers, maxRangeBytes, availableAt } = source;
    const early = (availableAt ?? 0) - Date.now();
    if (early > 0) await sleep(Math.min(early, MAX_WAIT_MS), undefined, { signal });
    const asked = into.subarray(0, maxRangeBytes ?? into.length);
    for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
      const url = movedTo ?? source.url;
      let refusal: unknown;
      const answer = await egress.readRange(url, {
        headers,
        start: offset,
        into: asked,
        signal,
        idleTimeoutMs: IDLE_TIMEOUT_MS,
        accept(told) {
          if (told.totalBytes === null) return false;
          try {
            onFacts?.(learn(told.totalBytes, told.headers['last-modified'] ?? null));
            return true;
          } catch (error) {
            refusal = error;
            return false;
          }
        },
        ...(onBytes && { onBytes }),
      });
      if (refusal !== undefined) throw refusal;
      const { location } = answer.headers;
      if (answer.status < 300 || answer.status > 399 || !location || !URL.canParse(location, url)) return answer;
      movedTo = new URL(location, url).href;
    }
    throw new TransferError('upstream_error');
  }

  async function renewFrom(stale: Source, signal: AbortSignal): Promise<void> {
    if (source !== stale) return;
    renewing ??= renew(stale, signal)
      .then((fresh) => {
        if (!fresh.ok) throw new TransferError(fresh.failure);
        source = fresh.value;
        movedTo = null;
      })
      .finally(() => (renewing = null));
    await renewing;
    if (source.url === stale.url) throw new TransferError('upstream_forbidden');
  }

  return {
    get provenAt() {
      return provenAt;
    },
    adopt(fresh) {
      if (fresh.url === source.url) return;
      source = fresh;
      movedTo = null;
    },
    async fetch(offset, into, options) {
      const { signal, onFacts } = options;
      let filled = 0;
      let fruitless = 0;
      let renewals = 0;
      let last: FailureCode = 'transfer_broken';
      for (let tries = 0; filled < into.length; tries++) {
        if (facts && offset + filled >= facts.totalBytes) break;
        if (fruitless > MAX_FRUITLESS || tries > MAX_TRIES)
          throw new TransferError(provenAt > 0 ? 'transfer_broken' : last);
        const before = filled;
        const used = source;
        const rest = into.subarray(filled);
        const onBytes = (count: number) => options.onBytes?.((filled = before + count));
        let waitMs = BACKOFF_MS * 2 ** fruitless * (0.5 + Math.random());
        try {
          if (sequential) {
            await sequential.fill(offset + filled, rest, { ...options, onBytes });
          } else {
            const answer = await follow(offset + filled, rest, { ...options, onBytes });
            if (answer.filled > 0) waitMs = 0;
            else if (answer.status === 200 || answer.status === 206) {
              sequential = createSequentialReader(egress, () => ({ ...source, url: movedTo ?? source.url }), learn);
              onFacts?.(await sequential.open(options.visitor ?? signal));
              waitMs = 0;
            } else if (answer.status === 416) {
              onFacts?.(learn(totalOf(answer), answer.headers['last-modified'] ?? null));
              break;
            } else if (GONE.has(answer.status)) {
              last = 'upstream_forbidden';
              waitMs = 0;
              if (movedTo !== null) movedTo = null;
              else if (renewals++ > 0) throw new TransferError('upstream_forbidden');
              else await renewFrom(used, signal);
            } else {
              last = answer.status === 429 ? 'rate_limited' : 'upstream_error';
              waitMs = Number(answer.headers['retry-after']) * 1000 || waitMs;
            }
          }
        } catch (error) {
          if (signal.aborted) throw new TransferError('cancelled', { cause: error });
          if (!(error instanceof EgressError)) throw error;
          if (FINAL.has(error.code)) throw new TransferError(error.code, { cause: error });
          movedTo = null;
          last = error.code;
        }
        if (filled > before) fruitless = renewals = 0;
        else fruitless++;
        await sleep(Math.min(waitMs, MAX_BACKOFF_MS), undefined, { signal }).catch(() => {});
        if (signal.aborted) throw new TransferError('cancelled');
      }
      return filled;
    },
  };
}

/** A file's length as an answer for bytes behind its end tells it. */
function totalOf({ headers }: RangeAnswer): number {
  const total = /^bytes \*\/(\d{1,15})$/.exec(headers['content-range'] ?? '')?.[1];
  if (total === undefined) throw new TransferError('upstream_error');
  return Number(total);
}
