import { LRUCache } from 'lru-cache';
import { TransferError } from '../transfer-error.ts';
import { createContentSamples, type ContentSamples } from './content-samples.ts';

/** What makes a file the same file, wherever its bytes come from; `etag` is what the first address called it. */
export type FileValidators = { totalBytes: number; lastModified: string | null; etag: string | null };

/** Where and how an answer was got. */
type Origin = {
  /** The address that answered, redirects followed. */
  url: string;
  /** Its bytes will be compared with those read before. */
  isProof: boolean;
};

/** What is known of a file from the answers so far. */
export type FileIdentity = {
  readonly facts: FileValidators | undefined;
  /** Epoch milliseconds at which an answer last told of it; 0: never. */
  readonly provenAt: number;
  /** Nothing that its answers tell would change if it became another of the same length. */
  readonly isBlind: boolean;
  readonly samples: ContentSamples;
  /** Whether the file is known to have no bytes from a place on. */
  isEnd(position: number): boolean;
  /**
   * Takes note of what an answer tells. 'doubtful': it calls the file by a name that no other address has, as edges of one platform do
   * for the same bytes, so that these have to be compared first. Throws media_changed when it tells of another file.
   */
  learn(totalBytes: number, headers: Record<string, string>, origin: Origin): FileValidators | 'doubtful';
  /** What addresses called it while they were asked for a proof are its names. */
  trust(): void;
  /** Throws media_changed once it was found to be another: for those who begin to read. */
  assertSame(): void;
  /** Says that it is another. What is read already may still come, each answer being judged for itself. */
  deny(error: TransferError): never;
};

/** Of redirects that lead to another address each time, the last ones. */
const MAX_ADDRESSES = 32;

export function createFileIdentity(): FileIdentity {
  const samples = createContentSamples();
  /** By address: within one, a name that changes means other bytes. */
  const nameAt = new LRUCache<string, string>({ max: MAX_ADDRESSES });
  const names = new Set<string>();
  const claimed = new Set<string>();
  let facts: FileValidators | undefined;
  let provenAt = -Infinity;
  let changed: TransferError | undefined;

  function deny(error: TransferError): never {
    changed ??= error;
    throw error;
  }

  return {
    get facts() {
      return facts;
    },
    get provenAt() {
      return provenAt;
    },
    get isBlind() {
      return facts !== undefined && facts.lastModified === null && names.size === 0;
    },
    samples,
    isEnd: (position) => facts !== undefined && position >= facts.totalBytes,
    learn(totalBytes, { 'last-modified': lastModified = null, etag }, { url, isProof }) {
      const name = nameOf(etag);
      const isModified = facts?.lastModified != null && lastModified !== null && facts.lastModified !== lastModified;
      if (facts && (facts.totalBytes !== totalBytes || isModified)) deny(new TransferError('media_changed'));
      const before = nameAt.get(url);
      if (name !== null && before !== undefined && before !== name) deny(new TransferError('media_changed'));
      if (name !== null && !names.has(name)) {
        if (isProof) claimed.add(name);
        else if (names.size > 0 && !samples.isEmpty) return 'doubtful';
        else names.add(name);
      }
      if (name !== null) nameAt.set(url, name);
      facts = {
        totalBytes,
        lastModified: facts?.lastModified ?? lastModified,
        etag: facts?.etag ?? name,
      };
      provenAt = performance.now();
      return facts;
    },
    trust() {
      for (const name of claimed) names.add(name);
      claimed.clear();
    },
    assertSame() {
      if (changed) throw changed;
    },
    deny,
  };
}

/** Weak or strong is how it may be used, and the same servers say now one, now the other of the same bytes. */
function nameOf(etag: string | undefined): string | null {
  return etag?.trim().replace(/^W\//, '') || null;
}
