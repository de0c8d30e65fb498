import { type DownloadProgress, type DownloadRecord, isRunning, type KeptFile } from '#/model/download.ts';
import type { Bucket } from '#/server/bucket/bucket.ts';
import type { BegunTransfer, DownloadRepository } from '#/server/store/tables/downloads.ts';
import { LOST_AFTER_MS } from '#/server/store/tables/history.ts';
import type { StoredDownload } from '#/server/store/schema/schema.ts';
import { toStoreError } from '#/server/store/store-error.ts';
import { ownerOfUser } from '#/server/store/tables/visitor-users.ts';
import type { LinkSigner } from '../links/links.ts';
import { HISTORY_PICTURE_ID, type HistoryPictures } from '../media-assets/history-pictures.ts';
import type { OwnedProgress } from './visible-progress.ts';

/** Downloads as the database remembers them. Best effort: a database that is away fails no transfer. */
export type DownloadRecords = {
  begin(transfer: BegunTransfer): void;
  /** For a user's history; what transfers are of is kept as they begin. */
  keepPicture(download: Pick<StoredDownload, 'owner' | 'canonicalUrl'>): void;
  touch(progress: readonly DownloadProgress[]): Promise<void>;
  end(progress: DownloadProgress): void;
  /** Of those ids that are remembered; nothing when the database is away. */
  progressOf(ids: readonly string[]): Promise<OwnedProgress[]>;
  isTransferringFor(id: string, owner: string | null): Promise<boolean>;
  /** A row as it is told to its owner. */
  describe(row: StoredDownload): Promise<DownloadRecord>;
  /** Waits for what is still being written. */
  close(): Promise<void>;
};

type Ports = {
  downloadRepository: DownloadRepository;
  bucket: Bucket;
  signer: Pick<LinkSigner, 'sign'>;
  pictures: Pick<HistoryPictures, 'keep'>;
  log: (line: string) => void;
};

/** For how long a page may stay open and still show its pictures, at least. Whole days, so that browsers may keep what they have seen. */
const PICTURE_LINK_S = 24 * 60 * 60;

export function createDownloadRecords({ downloadRepository, bucket, signer, pictures, log }: Ports): DownloadRecords {
  // What is written of one download is written in the order in which it happened.
  const writing = new Map<string, Promise<void>>();

  async function attempt<T>(what: () => Promise<T>, otherwise: T): Promise<T> {
    try {
      return await what();
    } catch (error) {
      log(`A download was not noted. ${toStoreError(error).message}`);
      return otherwise;
    }
  }

  function write(id: string, what: () => Promise<void>): void {
    const before = writing.get(id) ?? Promise.resolve();
    const written = before.then(() => attempt(what, undefined));
    writing.set(id, written);
    void written.then(() => {
      if (writing.get(id) === written) writing.delete(id);
    });
  }

  async function fileOf({
    state,
    objectKey,
    fileName,
    totalBytes,
    expiresAt,
    leftOut,
  }: StoredDownload): Promise<KeptFile | null> {
    if (state !== 'ready' || !objectKey || !fileName || totalBytes === null || !expiresAt) return null;
    const link = await bucket.url(objectKey, { expiresAt, fileName });
    const file = { link, name: fileName, bytes: totalBytes, expiresAt: expiresAt.toISOString() };
    return leftOut ? { ...file, leftOut } : file;
  }

  /** Whether it was, only whoever follows the link learns. */
  function pictureOf({ owner, canonicalUrl, ruleKeys }: StoredDownload): string | null {
    if (!isUser(owner) || canonicalUrl === null) return null;
    const today = Math.floor(Date.now() / 1000 / PICTURE_LINK_S);
    const expiresAtS = (today + 2) * PICTURE_LINK_S;
    return signer.sign({ purpose: 'thumbnail', canonicalUrl, formatId: HISTORY_PICTURE_ID, ruleKeys, expiresAtS });
  }

  function keepPicture({ owner, canonicalUrl }: Pick<StoredDownload, 'owner' | 'canonicalUrl'>): void {
    if (!isUser(owner) || canonicalUrl === null) return;
    pictures.keep(canonicalUrl).catch((error: Error) => log(`A picture was not kept. ${error.message}`));
  }

  async function progressOf(stored: StoredDownload): Promise<DownloadProgress> {
    const row = { ...stored, state: stateOf(stored) };
    const { id, state, receivedBytes, totalBytes, failure } = row;
    return { id, state, receivedBytes, totalBytes, bytesPerS: 0, leftS: null, failure, file: await fileOf(row) };
  }

  return {
    async describe(row) {
      const { isKept, platform, title, canonicalUrl, formatId, fileName } = row;
      const more = { fileName, picture: pictureOf(row), createdAt: row.createdAt.toISOString() };
      return { ...(await progressOf(row)), isKept, platform, title, canonicalUrl, formatId, ...more };
    },
    keepPicture,
    begin(transfer) {
      write(transfer.id, () => downloadRepository.begin(transfer));
      keepPicture(transfer);
    },
    touch: (progress) => attempt(() => downloadRepository.touch(progress), undefined),
    end({ id, state, receivedBytes, failure }) {
      if (state === 'done' || state === 'cancelled' || state === 'failed')
        write(id, () => downloadRepository.end(id, state, receivedBytes, failure));
    },
    async progressOf(ids) {
      if (ids.length === 0) return [];
      const owned = async (row: StoredDownload) => ({ progress: await progressOf(row), owner: row.owner });
      return attempt(async () => Promise.all((await downloadRepository.of(ids)).map(owned)), []);
    },
    async isTransferringFor(id, owner) {
      const [row] = await attempt(() => downloadRepository.of([id]), []);
      return row !== undefined && row.owner === owner && !row.isKept && isRunning(stateOf(row));
    },
    async close() {
      await Promise.all(writing.values());
    },
  };
}

function isUser(owner: string): boolean {
  return owner.startsWith(ownerOfUser(''));
}

function stateOf({ isKept, state, updatedAt, expiresAt }: StoredDownload): StoredDownload['state'] {
  if (state === 'ready' && expiresAt && expiresAt.getTime() <= Date.now()) return 'expired';
  const isLost = !isKept && isRunning(state) && Date.now() - updatedAt.getTime() > LOST_AFTER_MS;
  return isLost ? 'cancelled' : state;
}
