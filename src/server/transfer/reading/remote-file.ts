import { createHash, randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Egress } from '#/server/egress/egress.ts';
import type { Engine, Part, Source } from '#/server/engine/media/extraction.ts';
import type { Input } from '../layout/input.ts';
import { damaged, TransferError } from '../transfer-error.ts';
import { createChunkBuffer, type ChunkBuffer } from './chunk-buffer.ts';
import type { FetchOptions } from './request.ts';
import { createUpstream, type FileValidators, type Upstream, type UpstreamPorts } from './upstream.ts';

/** A file upstream whose bytes arrive whole, whatever happens on the way, or as a clear failure. */
export type RemoteFile = Omit<Input, 'read'> & {
  readonly facts: FileValidators;
  /** Fills a buffer with the bytes from `offset` on. Throws TransferError: those of Upstream.fetch; media_damaged behind the end. */
  fill(offset: number, into: Buffer, options: Omit<FetchOptions, 'onFacts'>): Promise<void>;
  read(offset: number, length: number, signal?: AbortSignal): Promise<Buffer>;
  /**
   * What a name for these bytes is made of: what the upstream says of them, and their first ones. Files of one length, date and name at
   * their platform that begin in the same way have the same, unless one was seen to take the other's place.
   */
  fingerprint(signal: AbortSignal): Promise<string>;
  /** Reads from another address of the same bytes from now on. */
  adopt(source: Source): void;
  /** Makes sure that the file is still there, when that is not known from a moment ago, by reading its bytes from `at` on. */
  prove(signal: AbortSignal, at?: number): Promise<void>;
};

type OpenOptions = {
  /** Where reading begins. */
  at?: number;
  /** Read with the first request, and kept for a moment. */
  headBytes?: number;
  /** Told where another file was seen to take the place of one that had been read, so that no name of theirs is the same. */
  revision?: string;
  signal: AbortSignal;
};

/** Read with the first request: the tables of most files, and the first of their bytes. */
const HEAD_BYTES = 128 * 1024;
/** The head serves a download that begins right after its plan, and is not kept longer. */
const KEEP_HEAD_MS = 20_000;
const PROOF_LASTS_MS = 1_000;
/** Above the largest table of a file that anybody watches: a length that a damaged file tells must not become memory. */
const MAX_READ_BYTES = 128 * 1024 * 1024;
/** Comes with the first packets; an MP4 has there how long each of its samples or fragments is. */
const FINGERPRINT_BYTES = 16 * 1024;
const FOREVER = new AbortController().signal;
/** Of files that stay open. */
const MAX_KEPT = 300;
const KEEP_MS = 10 * 60_000;

/**
 * Opens a file with one request for its bytes from `at` on, which proves that it exists and tells its length; resolves as soon as
 * that is known, while the bytes still arrive. Once open it does not depend on that signal. Throws TransferError: those of
 * Upstream.fetch, and media_damaged for an empty file.
 */
export async function openRemoteFile(
  ports: UpstreamPorts,
  source: Source,
  { at = 0, headBytes = HEAD_BYTES, revision, signal }: OpenOptions,
): Promise<RemoteFile> {
  const upstream = createUpstream(ports, source);
  let head: ChunkBuffer | undefined;
  let keeping: NodeJS.Timeout | undefined;
  const facts = await openHead(at, signal);
  if (facts.totalBytes === 0) throw damaged('an empty file');

  function openHead(from: number, reader: AbortSignal): Promise<FileValidators> {
    dropHead();
    head = createChunkBuffer(from, Buffer.allocUnsafeSlow(headBytes));
    // It must not know the buffer itself: a timer holds what it knows for as long as it runs.
    keeping = setTimeout(dropHead, KEEP_HEAD_MS).unref();
    return readHead(upstream, head, reader);
  }

  function dropHead(): void {
    clearTimeout(keeping);
    head = undefined;
  }

  function check(offset: number, length: number): void {
    if (!(offset >= 0 && length >= 0 && offset + length <= facts.totalBytes)) throw damaged('a read behind the end');
  }

  async function fill(offset: number, into: Buffer, options: FetchOptions): Promise<void> {
    check(offset, into.length);
    const before = head ? await copyFrom(head, offset, into, options) : 0;
    // A visitor who reads on behind it, or has come to the end of the file, has no more need of it.
    if (options.visitor && head && offset + before === Math.min(head.offset + head.bytes.length, facts.totalBytes))
      dropHead();
    if (options.signal.aborted) throw new TransferError('cancelled');
    if (before === into.length) return;
    const onBytes = (count: number) => options.onBytes?.(before + count);
    const filled = await upstream.fetch(offset + before, into.subarray(before), { ...options, onBytes });
    if (before + filled < into.length) throw new TransferError('transfer_broken');
  }

  async function read(offset: number, length: number, reader = FOREVER): Promise<Buffer> {
    check(offset, length);
    if (length > MAX_READ_BYTES) throw damaged('a table too large to read');
    const into = Buffer.allocUnsafe(length);
    await fill(offset, into, { signal: reader });
    return into;
  }

  let fingerprint: string | undefined;
  return {
    get facts() {
      return upstream.facts ?? facts;
    },
    totalBytes: facts.totalBytes,
    adopt: (fresh) => upstream.adopt(fresh),
    fill,
    read,
    async fingerprint(reader) {
      if (fingerprint === undefined) {
        const first = await read(0, Math.min(FINGERPRINT_BYTES, facts.totalBytes), reader);
        const sum = createHash('sha256').update(first).digest('base64url');
        const { totalBytes, lastModified, etag } = upstream.facts ?? facts;
        fingerprint = JSON.stringify([totalBytes, lastModified, etag, sum, revision ?? null]);
      }
      return fingerprint;
    },
    async prove(reader, from = 0) {
      upstream.assertSame();
      if (performance.now() - upstream.provenAt >= PROOF_LASTS_MS)
        await openHead(Math.min(from, facts.totalBytes - 1), reader);
    },
  };
}

/**
 * Resolves with what the file is as soon as that is known; the head fills up meanwhile, and ends where its bytes do not come. Where
 * nothing but bytes tells whether it is still the same, it resolves when these were compared.
 */
function readHead(upstream: Upstream, head: ChunkBuffer, signal: AbortSignal): Promise<FileValidators> {
  return new Promise((resolve, reject) => {
    const onBytes = (filled: number) => head.grow(filled);
    const onFacts = upstream.isBlind ? undefined : resolve;
    upstream
      .fetch(head.offset, head.bytes, { signal, onFacts, onBytes })
      .then(() => upstream.facts && resolve(upstream.facts))
      // Whoever reads from it asks for the rest by themselves, and learns what is wrong.
      .finally(() => head.end())
      .catch(reject);
  });
}

/** Copies what the head has of a stretch, as it arrives. Resolves with how much that is. */
async function copyFrom(
  head: ChunkBuffer,
  offset: number,
  into: Buffer,
  { signal, onBytes }: FetchOptions,
): Promise<number> {
  let filled = 0;
  while (filled < into.length && !signal.aborted) {
    const from = offset + filled - head.offset;
    if (from < 0 || from >= head.bytes.length) break;
    if (from < head.filled) {
      filled += head.bytes.copy(into, filled, from, head.filled);
      onBytes?.(filled);
    } else if (head.isEnded) break;
    else await head.more(from, signal).catch(() => {});
  }
  return filled;
}

/** Files that were opened a moment ago, so that a plan, a range or a second download need not open them again. */
export type FileCache = {
  /**
   * The file, proven to be there. `at`: where reading begins; its bytes come with the opening. Throws TransferError: those of
   * openRemoteFile; format_gone where a fresh extraction does not have it.
   */
  open(canonicalUrl: string, part: Part, options: Pick<OpenOptions, 'at' | 'signal'>): Promise<RemoteFile>;
};

export function createFileCache({ egress, engine }: { egress: Egress; engine: Pick<Engine, 'renew'> }): FileCache {
  const kept = new LRUCache<string, RemoteFile>({ max: MAX_KEPT, ttl: KEEP_MS });

  function keep(key: string, file: RemoteFile): void {
    kept.set(key, file);
    kept.purgeStale();
  }

  /** What one visitor asks for in several ways at once is opened once. */
  const opening = new WeakMap<AbortSignal, Map<string, Promise<RemoteFile>>>();

  async function open(
    key: string,
    canonicalUrl: string,
    { formatId, source }: Part,
    { at = 0, signal }: Pick<OpenOptions, 'at' | 'signal'>,
  ): Promise<RemoteFile> {
    const known = kept.get(key);
    let revision: string | undefined;
    if (known) {
      known.adopt(source);
      try {
        await known.prove(signal, at);
        keep(key, known);
        return known;
      } catch (error) {
        kept.delete(key);
        // Other bytes than before are a new file to those who begin now.
        if (!(error instanceof TransferError) || error.failure.code !== 'media_changed') throw error;
        revision = randomUUID();
      }
    }
    const renew: UpstreamPorts['renew'] = (stale, visitor, refusal) =>
      engine.renew(canonicalUrl, formatId, stale, { refusal, signal: visitor });
    const file = await openRemoteFile({ egress, renew }, source, { at, signal, ...(revision && { revision }) });
    keep(key, file);
    return file;
  }

  return {
    open(canonicalUrl, part, options) {
      const key = `${canonicalUrl} ${part.formatId}`;
      const own = opening.get(options.signal) ?? new Map<string, Promise<RemoteFile>>();
      opening.set(options.signal, own);
      const begun = own.get(key) ?? open(key, canonicalUrl, part, options).finally(() => own.delete(key));
      own.set(key, begun);
      return begun;
    },
  };
}
