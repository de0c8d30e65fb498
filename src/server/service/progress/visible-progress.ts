import type { DownloadProgress } from '#/model/download.ts';
import type { Caller } from '../caller.ts';

/** What is known of a download, and whose it is. */
export type OwnedProgress = {
  progress: DownloadProgress;
  /** null: of nobody; such a download has no file. */
  owner: string | null;
};

/** Who follows downloads: as whom its key or cookie identified it, and by which. */
export type Reader = Pick<Caller, 'owner' | 'key' | 'visitorId'>;

/**
 * What a reader is told of a download. How far it is, whoever knows its id may know; the signed link to its file is its owner's alone,
 * and every way of following goes through here.
 */
export function visibleTo(
  { owner: reader }: Pick<Reader, 'owner'>,
  { progress, owner }: OwnedProgress,
): DownloadProgress {
  const isOwn = owner !== null && owner === reader;
  return isOwn || progress.file === null ? progress : { ...progress, file: null };
}
