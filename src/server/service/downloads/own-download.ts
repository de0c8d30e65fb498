import * as v from 'valibot';
import { DownloadProgress, type DownloadRecord, isRunning } from '#/model/download.ts';
import { fail, ok, type Result } from '#/model/failure.ts';
import type { DownloadRepository } from '#/server/store/tables/downloads.ts';
import type { Caller } from '../caller.ts';
import type { DownloadRecords } from '../progress/download-records.ts';
import type { ProgressRegistry } from '../progress/progress-registry.ts';

export type OwnDownloadPorts = {
  downloadRepository: Pick<DownloadRepository, 'of'>;
  records: Pick<DownloadRecords, 'describe'>;
};

/** The caller's own; null: it has no such one. */
export async function ownDownload(
  { downloadRepository, records }: OwnDownloadPorts,
  { owner }: Caller,
  id: string | undefined,
): Promise<DownloadRecord | null> {
  const [row] = v.is(DownloadProgress.entries.id, id) ? await downloadRepository.of([id]) : [];
  return row && row.owner === owner ? records.describe(row) : null;
}

/**
 * The first progress that is another than the record's and that is waited for; null: the signal came first. Failures: unauthorized, once
 * the reader's key or session has ended.
 */
export function waitForChange(
  registry: Pick<ProgressRegistry, 'follow'>,
  { id, state, receivedBytes }: DownloadRecord,
  reader: Caller,
  signal: AbortSignal,
  isWanted: (progress: DownloadProgress) => boolean,
): Promise<Result<DownloadProgress | null>> {
  const { promise, resolve } = Promise.withResolvers<Result<DownloadProgress | null>>();
  const isOther = (progress: DownloadProgress) =>
    progress.state !== state || progress.receivedBytes > receivedBytes || !isRunning(progress.state);
  const stop = registry.follow([id], reader, {
    onProgress(progress) {
      if (isOther(progress) && isWanted(progress)) resolve(ok(progress));
    },
    onEnd: () => resolve(fail('unauthorized')),
  });
  const end = () => resolve(ok(null));
  if (signal.aborted) end();
  signal.addEventListener('abort', end, { once: true });
  return promise.finally(stop);
}
