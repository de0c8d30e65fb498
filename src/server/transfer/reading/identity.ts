import { TransferError } from '../transfer-error.ts';

/** What makes a file the same file, wherever its bytes come from. */
export type FileFacts = { totalBytes: number; lastModified: string | null };

/** What is known of a file from the answers so far. */
export type Identity = {
  readonly facts: FileFacts | undefined;
  /** Epoch milliseconds at which an answer last told of it; 0: never. */
  readonly provenAt: number;
  /** Takes note of what an answer tells. Throws media_changed when it tells of another file. */
  learn(totalBytes: number, headers: Record<string, string>): FileFacts;
};

export function createIdentity(): Identity {
  let facts: FileFacts | undefined;
  let provenAt = 0;
  return {
    get facts() {
      return facts;
    },
    get provenAt() {
      return provenAt;
    },
    learn(totalBytes, { 'last-modified': lastModified = null }) {
      facts ??= { totalBytes, lastModified };
      const isModified = facts.lastModified !== null && lastModified !== null && facts.lastModified !== lastModified;
      if (facts.totalBytes !== totalBytes || isModified) throw new TransferError('media_changed');
      provenAt = Date.now();
      return facts;
    },
  };
}
