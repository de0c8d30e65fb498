import type { Readable } from 'node:stream';
import { EgressError, type Egress } from '#/server/egress/egress.ts';
import type { Source } from '#/server/engine/extraction.ts';
import { TransferError } from '../transfer-error.ts';
import type { FetchOptions, FileFacts } from './upstream.ts';

/** A file whose upstream ignores ranges: read from its beginning, once for each visitor, as long as they read forward. */
export type SequentialReader = {
  /** Learns what the file is. */
  open(signal: AbortSignal): Promise<FileFacts>;
  fill(offset: number, into: Buffer, options: FetchOptions): Promise<void>;
};

type Cursor = { at: number; body: Readable; chunks: AsyncIterator<Buffer>; rest: Buffer };

const IDLE_TIMEOUT_MS = 15_000;
/** Files whose length is not told are read whole to learn it, up to this: they are pictures. */
const MAX_UNTOLD_BYTES = 32 * 1024 * 1024;

export function createSequentialReader(
  egress: Egress,
  source: () => Source,
  learn: (totalBytes: number, lastModified: string | null) => FileFacts,
): SequentialReader {
  const cursors = new WeakMap<AbortSignal, Cursor>();
  /** One visitor's reads come one after the other, whatever runs in parallel above. */
  const turns = new WeakMap<AbortSignal, Promise<unknown>>();
  let whole: Buffer | undefined;

  async function start(signal: AbortSignal): Promise<FileFacts> {
    const { url, headers } = source();
    const answer = await egress.request(url, { headers, signal, idleTimeoutMs: IDLE_TIMEOUT_MS });
    const { 'last-modified': lastModified = null, 'content-length': length } = answer.headers;
    if (answer.status !== 200) {
      answer.body.destroy();
      throw new EgressError('upstream_error', `status ${answer.status}`);
    }
    if (length === undefined) whole = await readWhole(answer.body);
    else cursors.set(signal, { at: 0, body: answer.body, chunks: chunksOf(answer.body), rest: Buffer.alloc(0) });
    return learn(whole?.length ?? Number(length), lastModified);
  }

  async function cursorAt(offset: number, signal: AbortSignal): Promise<Cursor> {
    const kept = cursors.get(signal);
    if (kept && kept.at <= offset) return kept;
    kept?.body.destroy();
    await start(signal);
    const opened = cursors.get(signal);
    if (!opened) throw new TransferError('media_changed');
    return opened;
  }

  async function fillInTurn(
    offset: number,
    into: Buffer,
    visitor: AbortSignal,
    onBytes?: (filled: number) => void,
  ): Promise<void> {
    if (whole) {
      onBytes?.(whole.copy(into, 0, offset));
      return;
    }
    const cursor = await cursorAt(offset, visitor);
    try {
      for (let filled = 0; filled < into.length;) {
        if (cursor.rest.length === 0) {
          const next = await cursor.chunks.next();
          if (next.done) throw new EgressError('upstream_error', 'the file ended early');
          cursor.rest = next.value;
        }
        // What lies before the offset was not asked for, and cannot be left out.
        const skipped = Math.min(cursor.rest.length, offset + filled - cursor.at);
        const copied = cursor.rest.copy(into, filled, skipped);
        cursor.at += skipped + copied;
        cursor.rest = cursor.rest.subarray(skipped + copied);
        filled += copied;
        if (copied > 0) onBytes?.(filled);
      }
    } catch (error) {
      cursors.delete(visitor);
      cursor.body.destroy();
      throw error instanceof EgressError ? error : new EgressError('upstream_error', 'broke off', { cause: error });
    }
  }

  return {
    open: start,
    async fill(offset, into, { signal, visitor = signal, onBytes }) {
      const before = turns.get(visitor);
      const turn = Promise.resolve(before).then(() => fillInTurn(offset, into, visitor, onBytes));
      turns.set(
        visitor,
        turn.catch(() => {}),
      );
      await turn;
    },
  };
}

function chunksOf(body: Readable): AsyncIterator<Buffer> {
  return body[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
}

async function readWhole(body: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_UNTOLD_BYTES) throw new TransferError('upstream_too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
