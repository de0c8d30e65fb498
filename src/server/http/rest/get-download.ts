import * as v from 'valibot';
import { type DownloadRecord, isRunning } from '#/model/download.ts';
import { ownDownload, type OwnDownloadPorts, waitForChange } from '#/server/service/downloads/own-download.ts';
import { etagOf, hasVersion, versioned } from '../conditional.ts';
import type { PublicCall } from './call.ts';
import { problem } from '../problem.ts';
import type { ProgressRegistry } from '#/server/service/progress/progress-registry.ts';

/** Proxies give up an answer that takes a minute. */
const MAX_WAIT_S = 50;

type GetDownloadPorts = OwnDownloadPorts & { progress: Pick<ProgressRegistry, 'follow'> };

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
  { request, caller, id, query: { waitS } }: PublicCall<WaitQuery>,
  ports: GetDownloadPorts,
): Promise<Response> {
  const record = await ownDownload(ports, caller, id);
  if (!record) return problem({ code: 'download_unknown' });
  const isKnown = hasVersion(request, etagOf(versionOf(record)));
  const isChanged = request.headers.has('if-none-match') && !isKnown;
  if (waitS === 0 || isChanged || !isRunning(record.state)) return versioned(request, record, versionOf(record));
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(waitS * 1000)]);
  const waited = await waitForChange(
    ports.progress,
    record,
    caller,
    signal,
    (progress) => !isRunning(progress.state) || isKnown,
  );
  if (!waited.ok) return problem(waited.failure);
  const last = waited.value;
  const told = last ? { ...record, ...last } : await ownDownload(ports, caller, id);
  return told ? versioned(request, told, versionOf(told)) : problem({ code: 'download_unknown' });
}

/** What is measured and signed anew each time is no other version. */
function versionOf(record: DownloadRecord): unknown {
  return { ...record, bytesPerS: 0, leftS: null, file: record.file && { ...record.file, link: null } };
}
