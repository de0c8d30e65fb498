import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Egress } from '#/server/egress/egress.ts';
import type { Engine, Part } from '#/server/engine/media/extraction.ts';
import { openRemoteFile, type RemoteFile } from './reading/remote-file.ts';
import { TransferError } from './transfer-error.ts';

type FileCachePorts = { egress: Egress; engine: Pick<Engine, 'renew'> };

/** Files that were opened a moment ago, so that a plan, a range or a second download need not open them again. */
export type FileCache = {
  /**
   * The file, proven to be there. `at`: where reading begins; its bytes come with the opening. Throws TransferError: those of
   * openRemoteFile; format_gone where a fresh extraction does not have it.
   */
  open(canonicalUrl: string, part: Part, options: OpenOptions): Promise<RemoteFile>;
};

type OpenOptions = { at?: number; signal: AbortSignal };

const MAX_KEPT = 300;
const KEEP_MS = 10 * 60_000;

export function createFileCache({ egress, engine }: FileCachePorts): FileCache {
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
    { at = 0, signal }: OpenOptions,
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
    const renew: Parameters<typeof openRemoteFile>[0]['renew'] = (stale, visitor, refusal) =>
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
