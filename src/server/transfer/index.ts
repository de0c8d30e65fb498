import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { fail, ok, type Result } from '#/model/failure.ts';
import { EgressError } from '#/server/egress/egress.ts';
import type { FoundSource, Source } from '#/server/engine/extraction.ts';
import { convertSubtitles } from './subtitles.ts';
import { type Opening, openUpstream, type Upstream, type UpstreamPorts } from './upstream.ts';

export { contentDisposition, fileName } from './file-name.ts';
export { parseRange, rangeStart } from './range.ts';

export type WriteOptions = {
  /** First and last byte, both included. */
  start: number;
  end: number;
  /** Called with each number of bytes handed to the connection. */
  onBytes?: (count: number) => void;
};

/** A file that is proven to exist and whose length is known, ready to be sent. */
export type Prepared = {
  totalBytes: number;
  contentType: string;
  /** Strong: the same bytes have it, whatever address they came from. */
  etag: string;
  /** Writes exactly the bytes asked for, or fails; it never ends the response. */
  write(res: ServerResponse, options: WriteOptions): Promise<Result<void>>;
  /** Closes what was opened and is not wanted. */
  discard(): void;
};

export type Transfer = {
  /**
   * Opens a source at `startAt` and learns its length. Everything opened ends with `signal`.
   * Failures: those of openUpstream, upstream_too_large for subtitles.
   */
  prepare(
    canonicalUrl: string,
    found: FoundSource,
    options: { startAt: number; signal: AbortSignal },
  ): Promise<Result<Prepared>>;
};

/** A source may break so often within one transfer before it is given up, and so often without this much progress between. */
const MAX_RESUMES = 60;
const MAX_RESUMES_WITHOUT_PROGRESS = 4;
const PROGRESS_BYTES = 256 * 1024;
const MAX_SUBTITLE_BYTES = 5 * 1024 * 1024;

export function createTransfer(ports: UpstreamPorts): Transfer {
  return {
    async prepare(canonicalUrl, found, { startAt, signal }) {
      if (found.source.subtitles) return prepareSubtitles(ports, found, found.source.subtitles, signal);
      const opened = await openUpstream(ports, canonicalUrl, found, startAt, signal);
      if (!opened.ok) return opened;
      const { upstream, first } = opened.value;
      let waiting: Opening | undefined = first;
      return ok({
        totalBytes: upstream.totalBytes,
        contentType: found.source.contentType,
        etag: etagOf(found, upstream),
        discard() {
          waiting?.body.destroy();
          waiting = undefined;
        },
        write(res, options) {
          const usable = waiting?.offset === options.start ? waiting : undefined;
          if (!usable) waiting?.body.destroy();
          waiting = undefined;
          return writeRange(res, upstream, usable, options, signal);
        },
      });
    },
  };
}

async function writeRange(
  res: ServerResponse,
  upstream: Upstream,
  first: Opening | undefined,
  { start, end, onBytes }: WriteOptions,
  signal: AbortSignal,
): Promise<Result<void>> {
  let position = start;
  let opening = first;
  let resumes = 0;
  let fruitless = 0;
  while (position <= end) {
    const before = position;
    if (!opening) {
      const opened = await upstream.open(position);
      if (!opened.ok) return opened;
      opening = opened.value;
    }
    try {
      let at = opening.offset;
      for await (const chunk of opening.body as AsyncIterable<Buffer>) {
        // Bytes before the position come from an upstream that ignores ranges; those behind the end were not asked for.
        const wanted = chunk.subarray(Math.max(0, position - at), Math.max(0, end + 1 - at));
        at += chunk.length;
        if (wanted.length > 0) {
          position += wanted.length;
          onBytes?.(wanted.length);
          if (!res.write(wanted)) await once(res, 'drain', { signal });
        }
        if (position > end) break;
      }
    } catch (error) {
      if (signal.aborted) return fail('cancelled');
      // A connection that broke is taken up again at the byte it broke at; anything else is a bug.
      if (!(error instanceof Error)) throw error;
    } finally {
      opening.body.destroy();
      opening = undefined;
    }
    if (signal.aborted) return fail('cancelled');
    if (position > end) break;
    fruitless = position - before >= PROGRESS_BYTES ? 0 : fruitless + 1;
    if (++resumes > MAX_RESUMES + (end - start) / PROGRESS_BYTES || fruitless > MAX_RESUMES_WITHOUT_PROGRESS) {
      return fail('transfer_broken');
    }
  }
  return ok(undefined);
}

async function prepareSubtitles(
  { egress }: UpstreamPorts,
  found: FoundSource,
  { from, to }: NonNullable<Source['subtitles']>,
  signal: AbortSignal,
): Promise<Result<Prepared>> {
  const { source } = found;
  try {
    const answer = await egress.text(source.url, { headers: source.headers, maxBytes: MAX_SUBTITLE_BYTES, signal });
    if (answer.status !== 200) return fail(answer.status === 429 ? 'rate_limited' : 'upstream_error');
    const bytes = Buffer.from(convertSubtitles(answer.text, from, to));
    return ok({
      totalBytes: bytes.length,
      contentType: source.contentType,
      etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`,
      discard() {},
      async write(res, { start, end, onBytes }) {
        res.write(bytes.subarray(start, end + 1));
        onBytes?.(end + 1 - start);
        return ok(undefined);
      },
    });
  } catch (error) {
    if (error instanceof EgressError) return fail(error.code);
    throw error;
  }
}

function etagOf({ media, format }: FoundSource, { totalBytes, lastModified }: Upstream): string {
  const identity = JSON.stringify([media.platform, media.id, format.id, totalBytes, lastModified]);
  return `"${createHash('sha256').update(identity).digest('base64url').slice(0, 27)}"`;
}
