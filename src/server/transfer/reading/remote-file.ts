import type { Source } from '#/server/engine/extraction.ts';
import type { Input } from '../layout/layout.ts';
import { damaged, TransferError } from '../transfer-error.ts';
import { createStretch, type Stretch } from './stretch.ts';
import { createUpstream, type FetchOptions, type FileFacts, type UpstreamPorts } from './upstream.ts';

/** A file upstream whose bytes arrive whole, whatever happens on the way, or as a clear failure. */
export type RemoteFile = Omit<Input, 'read'> & {
  readonly facts: FileFacts;
  /** Fills a buffer with the bytes from `offset` on. Throws TransferError: those of Upstream.fetch; media_damaged behind the end. */
  fill(offset: number, into: Buffer, options: Omit<FetchOptions, 'onFacts'>): Promise<void>;
  read(offset: number, length: number, signal?: AbortSignal): Promise<Buffer>;
  /** Reads from another address of the same bytes from now on. */
  adopt(source: Source): void;
  /** Makes sure that the file is still there, when that is not known from a moment ago. */
  prove(signal: AbortSignal): Promise<void>;
};

/** Read with the first request: the tables of most files, and the first of their bytes. */
const HEAD_BYTES = 128 * 1024;
/** The head serves a download that begins right after its plan, and is not kept longer. */
const KEEP_HEAD_MS = 20_000;
const PROOF_LASTS_MS = 30_000;
const FOREVER = new AbortController().signal;

/**
 * Opens a file with one request for its bytes from `at` on, which proves that it exists and tells its length; resolves as soon as
 * that is known, while the bytes still arrive.
 */
export async function openRemoteFile(
  ports: UpstreamPorts,
  source: Source,
  { at = 0, signal }: { at?: number; signal: AbortSignal },
): Promise<RemoteFile> {
  const upstream = createUpstream(ports, source);
  let head: Stretch | undefined = createStretch(at, Buffer.allocUnsafeSlow(HEAD_BYTES));
  const facts = await new Promise<FileFacts>((resolve, reject) =>
    readHead(upstream, head as Stretch, signal, resolve, reject),
  );
  setTimeout(() => (head = undefined), KEEP_HEAD_MS).unref();

  async function fill(offset: number, into: Buffer, options: FetchOptions): Promise<void> {
    if (offset < 0 || offset + into.length > facts.totalBytes) throw damaged('a read behind the end');
    const before = head ? await copyFrom(head, offset, into, options) : 0;
    if (before === into.length) return;
    const onBytes = (count: number) => options.onBytes?.(before + count);
    const filled = await upstream.fetch(offset + before, into.subarray(before), { ...options, onBytes });
    if (before + filled < into.length) throw new TransferError('transfer_broken');
  }

  return {
    facts,
    totalBytes: facts.totalBytes,
    adopt: (fresh) => upstream.adopt(fresh),
    fill,
    async read(offset, length, visitor = FOREVER) {
      if (offset < 0 || offset + length > facts.totalBytes) throw damaged('a read behind the end');
      const into = Buffer.allocUnsafe(length);
      await fill(offset, into, { signal: visitor });
      return into;
    },
    async prove(visitor) {
      if (Date.now() - upstream.provenAt < PROOF_LASTS_MS || facts.totalBytes === 0) return;
      await upstream.fetch(0, Buffer.allocUnsafe(1), { signal: visitor });
    },
  };
}

function readHead(
  upstream: ReturnType<typeof createUpstream>,
  head: Stretch,
  signal: AbortSignal,
  resolve: (facts: FileFacts) => void,
  reject: (error: unknown) => void,
): void {
  const options = { signal, onFacts: resolve, onBytes: (filled: number) => head.grow(filled) };
  upstream.fetch(head.offset, head.bytes, options).then(
    () => head.end(),
    (error: unknown) => {
      // Whoever reads from it asks for the rest by themselves, and learns what is wrong.
      head.end();
      reject(error);
    },
  );
}

/** Copies what the head has of a stretch, as it arrives. */
async function copyFrom(
  head: Stretch,
  offset: number,
  into: Buffer,
  { signal, onBytes }: FetchOptions,
): Promise<number> {
  let filled = 0;
  while (filled < into.length && !signal.aborted) {
    const from = offset + filled - head.offset;
    if (from < 0 || from >= head.bytes.length) break;
    if (from >= head.filled) {
      if (head.isEnded) break;
      await head.more(from);
      continue;
    }
    filled += head.bytes.copy(into, filled, from, head.filled);
    onBytes?.(filled);
  }
  return filled;
}
