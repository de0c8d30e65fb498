import { allowances } from '#app.config';
import { type Failure, type FailureCode, ok, type Result } from '#/model/failure.ts';
import type { Media } from '#/model/media/media.ts';
import { subjectKeys } from '#/model/rule.ts';
import type { Bucket } from '#/server/bucket/bucket.ts';
import type { DiskRoom } from '#/server/bucket/disk-room.ts';
import type { Engine } from '#/server/engine/media/extraction.ts';
import { prepareFile } from '#/server/transfer/file-request.ts';
import { readFile } from '#/server/transfer/read-file.ts';
import { TransferError } from '#/server/transfer/transfer-error.ts';
import type { Prepared, FileTransfer } from '#/server/transfer/transfer.ts';
import type { Claimed } from '../claimed.ts';
import { prepareArchive } from './make-archive.ts';
import type { Progress } from '../progress.ts';

export type MakePorts = {
  engine: Engine;
  transfer: FileTransfer;
  bucket: Bucket;
  /** null: what is stored there cannot be asked for room. */
  room: Pick<DiskRoom, 'refusal'> | null;
};

/** `leftOut`: why links that were asked for are not in it. */
type Named = { file: Prepared; name: string; media: Media[]; leftOut: FailureCode[] };

/** Called with the keys of what a file is made of before its first byte is (model/rule.ts). A failure: it is not to be made. */
type OnFound = (ruleKeys: string[]) => Promise<Failure | null>;

/**
 * Makes the file of an attempt and puts it into the bucket, whole and durable. Rejects with TransferError, BucketError, or what
 * nobody expected.
 */
export async function makeFile(
  ports: MakePorts,
  claimed: Claimed,
  progress: Progress,
  onFound: OnFound,
  signal: AbortSignal,
): Promise<{ fileName: string; bytes: number; leftOut: FailureCode[] }> {
  const prepared = await prepare(ports, claimed, signal);
  if (!prepared.ok) throw new TransferError(prepared.failure);
  const { file, name, media, leftOut } = prepared.value;
  const refused =
    (await onFound([...new Set(media.flatMap(subjectKeys))])) ?? (await ports.room?.refusal(file.totalBytes ?? 0));
  if (refused) throw new TransferError(refused);
  progress.setTotal(file.totalBytes);
  const source = readFile(file, (count) => {
    progress.add(count);
    // Of a file whose length nobody knew.
    if (progress.receivedBytes() > allowances.fileGigabytes * 1e9) source.destroy(new TransferError('file_too_large'));
  });
  // Told by the bucket, unless it had refused the file before it began to read.
  source.on('error', () => {});
  try {
    const { bytes } = await ports.bucket.put(claimed.objectKey, source, { contentType: file.contentType, signal });
    return { fileName: name, bytes, leftOut };
  } finally {
    source.destroy();
  }
}

async function prepare(
  { engine, transfer }: Pick<MakePorts, 'engine' | 'transfer'>,
  { row, request }: Claimed,
  signal: AbortSignal,
): Promise<Result<Named>> {
  if (request.kind === 'archive') return prepareArchive({ engine, transfer }, request, signal);
  const { canonicalUrl, formatId } = row;
  if (canonicalUrl === null || formatId === null) throw new Error('a row of a file has no link or no format');
  const named = await prepareFile({ engine, transfer }, { canonicalUrl, formatId, query: request.query }, { signal });
  return named.ok ? ok({ ...named.value, media: [named.value.media], leftOut: [] }) : named;
}
