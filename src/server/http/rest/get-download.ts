import * as v from 'valibot';
import { DownloadProgress, type DownloadRecord, isRunning } from '#/model/download.ts';
import type { DownloadBook } from '#/server/store/tables/downloads.ts';
import { etagOf, hasVersion, versioned } from '../conditional.ts';
import type { Call } from './route.ts';
import type { Caller } from '../limits/holders.ts';
import { problem } from '../problem.ts';
import type { DownloadRecords } from '../progress/download-records.ts';
import type { ProgressBook } from '../progress/progress-book.ts';

/** Proxies give up an answer that takes a minute. */
const MAX_WAIT_S = 50;

export type GetDownloadPorts = {
  book: Pick<DownloadBook, 'of'>;
  records: Pick<DownloadRecords, 'describe'>;
  progress: Pick<ProgressBook, 'follow'>;
};

export const WaitQuery = v.object({
  /** Seconds. */
  waitS: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,4}$/),
      v.metadata({ jsonSchema: { type: 'integer', minimum: 0, maximum: MAX_WAIT_S } }),
      v.transform(Number),
      v.maxValue(MAX_WAIT_S),
    ),
    '0',
  ),
});
export type WaitQuery = v.InferOutput<typeof WaitQuery>;

/**
 * `GET /api/v1/downloads/{id}?waitS=…`. With `waitS` (up to 50) it is answered once the download has ended, or, to a client that brings
 * the version it knows (If-None-Match), once that has changed; else when the seconds are over.
 */
export async function getDownload(
  { request, caller, id, query: { waitS } }: Call<WaitQuery>,
  ports: GetDownloadPorts,
): Promise<Response> {
  const record = await ownDownload(ports, caller, id);
  if (!record) return problem({ code: 'download_unknown' });
  const isKnown = hasVersion(request, etagOf(versionOf(record)));
  const isNews = request.headers.has('if-none-match') && !isKnown;
  if (waitS === 0 || isNews || !isRunning(record.state)) return versioned(request, record, versionOf(record));
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(waitS * 1000)]);
  const last = await waitFor(
    ports.progress,
    record,
    caller,
    signal,
    (progress) => !isRunning(progress.state) || isKnown,
  );
  const told = last ? { ...record, ...last } : await ownDownload(ports, caller, id);
  return told ? versioned(request, told, versionOf(told)) : problem({ code: 'download_unknown' });
}

/** The caller's own; null: it has no such one. */
export async function ownDownload(
  { book, records }: Pick<GetDownloadPorts, 'book' | 'records'>,
  { owner }: Caller,
  id: string | undefined,
): Promise<DownloadRecord | null> {
  const [row] = v.is(DownloadProgress.entries.id, id) ? await book.of([id]) : [];
  return row && row.owner === owner ? records.describe(row) : null;
}

/** What is measured and signed anew each time is no other version. */
function versionOf(record: DownloadRecord): unknown {
  return { ...record, bytesPerS: 0, leftS: null, file: record.file && { ...record.file, link: null } };
}

/** The first progress that is another than the record's and that is waited for; null: the signal came first. */
function waitFor(
  book: Pick<ProgressBook, 'follow'>,
  { id, state, receivedBytes }: DownloadRecord,
  reader: Caller,
  signal: AbortSignal,
  isWanted: (progress: DownloadProgress) => boolean,
): Promise<DownloadProgress | null> {
  const { promise, resolve } = Promise.withResolvers<DownloadProgress | null>();
  const isOther = (progress: DownloadProgress) =>
    progress.state !== state || progress.receivedBytes > receivedBytes || !isRunning(progress.state);
  const stop = book.follow([id], reader, (progress) => {
    if (isOther(progress) && isWanted(progress)) resolve(progress);
  });
  const end = () => resolve(null);
  if (signal.aborted) end();
  signal.addEventListener('abort', end, { once: true });
  return promise.finally(stop);
}
