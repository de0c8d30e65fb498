import { setTimeout as sleep } from 'node:timers/promises';
import type { Readable } from 'node:stream';
import { fail, ok, type Failure, type FailureCode, type Result } from '#/model/failure.ts';
import { EgressError, type Egress, type EgressResponse } from '#/server/egress/egress.ts';
import type { Engine, FoundSource, Source } from '#/server/engine/extraction.ts';

/** One answer of an upstream: its bytes from `offset` on. */
export type Opening = { offset: number; body: Readable };

/** A source as it is read from: learns its length, follows it when its address changes, and notices when it becomes another. */
export type Upstream = {
  readonly totalBytes: number;
  /** As the upstream said it; a part of what makes the file itself. */
  readonly lastModified: string | null;
  /** Opens at an offset. The body may begin earlier (`offset` tells) where the upstream ignores ranges, and may end early. */
  open(offset: number): Promise<Result<Opening>>;
};

export type UpstreamPorts = { egress: Egress; engine: Pick<Engine, 'source'> };

const MAX_TRIES = 5;
const MAX_REDIRECTS = 5;
const BACKOFF_MS = 250;
const MAX_BACKOFF_MS = 4_000;
const IDLE_TIMEOUT_MS = 15_000;
/** YouTube holds its bytes back for the length of an advertisement. */
const MAX_WAIT_MS = 30_000;
/** Statuses of a link that has expired, or of a file that has moved. */
const GONE = new Set([401, 403, 404, 410]);

/**
 * Opens a source at `offset`, which also proves that it exists. Failures: format_gone, media_changed, upstream_forbidden, rate_limited,
 * upstream_error, timeout and the door's own.
 */
export async function openUpstream(
  { egress, engine }: UpstreamPorts,
  canonicalUrl: string,
  found: FoundSource,
  offset: number,
  signal: AbortSignal,
): Promise<Result<{ upstream: Upstream; first: Opening }>> {
  let { source } = found;
  let facts: { totalBytes: number; lastModified: string | null } | undefined;

  /** The same format with a fresh address. The engine lets all who ask share one extraction. */
  async function renew(): Promise<Failure | undefined> {
    const fresh = await engine.source(canonicalUrl, found.format.id, { not: source, signal });
    if (!fresh.ok) return fresh.failure;
    source = fresh.value.source;
    return undefined;
  }

  async function open(from: number): Promise<Result<Opening>> {
    let renewed = false;
    let failure: Failure = { code: 'upstream_error' };
    for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
      if (signal.aborted) return fail('cancelled');
      const asked = await ask(egress, source, from, signal);
      if (asked.ok) {
        const read = readAnswer(asked.value, from);
        if (read.ok) {
          const { opening, ...now } = read.value;
          if (facts && (facts.totalBytes !== now.totalBytes || differ(facts.lastModified, now.lastModified))) {
            opening.body.destroy();
            return fail('media_changed');
          }
          facts ??= now;
          return ok(opening);
        }
        failure = read.failure;
      } else {
        failure = asked.failure;
      }
      if (failure.code === 'egress_denied' || failure.code === 'tls_error' || failure.code === 'cancelled') break;
      if (failure.code === 'upstream_forbidden') {
        if (renewed) break;
        renewed = true;
        const refused = await renew();
        if (refused) return { ok: false, failure: refused };
        continue;
      }
      const waitMs = failure.retryAfterS ? failure.retryAfterS * 1000 : BACKOFF_MS * 2 ** attempt;
      await sleep(Math.min(waitMs, MAX_BACKOFF_MS), undefined, { signal }).catch(() => {});
    }
    return signal.aborted ? fail('cancelled') : { ok: false, failure };
  }

  const first = await open(offset);
  if (!first.ok) return first;
  if (!facts) return fail('upstream_error');
  return ok({ upstream: { ...facts, open }, first: first.value });
}

async function ask(egress: Egress, source: Source, from: number, signal: AbortSignal): Promise<Result<EgressResponse>> {
  const early = (source.availableAt ?? 0) - Date.now();
  if (early > 0) await sleep(Math.min(early, MAX_WAIT_MS), undefined, { signal }).catch(() => {});
  const last = source.maxRangeBytes ? from + source.maxRangeBytes - 1 : '';
  const headers = { ...source.headers, range: `bytes=${from}-${last}`, 'accept-encoding': 'identity' };
  let { url } = source;
  try {
    for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
      const response = await egress.request(url, { headers, signal, idleTimeoutMs: IDLE_TIMEOUT_MS });
      const { location } = response.headers;
      if (response.status < 300 || response.status > 399 || !location) return ok(response);
      response.body.destroy();
      if (!URL.canParse(location, url)) break;
      url = new URL(location, url).href;
    }
    return fail('upstream_error');
  } catch (error) {
    if (error instanceof EgressError) return fail(error.code);
    throw error;
  }
}

type Answered = { opening: Opening; totalBytes: number; lastModified: string | null };

function readAnswer({ status, headers, body }: EgressResponse, from: number): Result<Answered> {
  const lastModified = headers['last-modified'] ?? null;
  const [, first, total] = /^bytes (\d+)-\d+\/(\d+)$/.exec(headers['content-range'] ?? '') ?? [];
  if (status === 206 && Number(first) === from && total) {
    return ok({ opening: { offset: from, body }, totalBytes: Number(total), lastModified });
  }
  const length = headers['content-length'];
  if (status === 200 && length) return ok({ opening: { offset: 0, body }, totalBytes: Number(length), lastModified });
  // The visitor asked for bytes behind the end: the length is what they must be told.
  const [, end] = /^bytes \*\/(\d+)$/.exec(headers['content-range'] ?? '') ?? [];
  if (status === 416 && end) return ok({ opening: { offset: from, body }, totalBytes: Number(end), lastModified });
  body.destroy();
  const retryAfterS = Number(headers['retry-after']);
  return fail(codeOf(status), retryAfterS > 0 ? { retryAfterS } : {});
}

function codeOf(status: number): FailureCode {
  if (GONE.has(status)) return 'upstream_forbidden';
  return status === 429 ? 'rate_limited' : 'upstream_error';
}

/** Only what both answers tell can differ. */
function differ(before: string | null, after: string | null): boolean {
  return before !== null && after !== null && before !== after;
}
