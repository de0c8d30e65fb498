import type { DownloadOrder, DownloadRequest } from '#/model/download.ts';
import type { Jobs } from '#/server/jobs/index.ts';
import type { IdempotentRequestBook } from '#/server/store/tables/idempotent-requests.ts';
import type { Call } from './route.ts';
import { json } from '../json.ts';
import { endDownload, keepFile, type KeepPorts } from './keep-file.ts';
import { problem } from '../problem.ts';
import type { ProgressBook } from '../progress/progress-book.ts';

export type DownloadsPorts = KeepPorts & {
  jobs: Pick<Jobs, 'cancel'>;
  idempotent: IdempotentRequestBook;
  progress: Pick<ProgressBook, 'order'>;
};

/** `POST /api/v1/downloads`: 202, and the file is made whatever happens to this connection. */
export async function keepDownload(
  { request, caller, body }: Call<unknown, DownloadRequest>,
  ports: DownloadsPorts,
): Promise<Response> {
  const { result, headers } = await keepFile(body, caller, ports, request.signal);
  return result.ok ? json(result.value, { status: 202, headers }) : problem(result.failure, { headers });
}

/** `POST /api/v1/downloads/{id}/pause` and `…/resume` */
export async function orderDownload(
  { caller, id }: Call,
  { progress }: DownloadsPorts,
  order: DownloadOrder,
): Promise<Response> {
  const isDone = await progress.order(id, caller.owner, order);
  return isDone ? new Response(null, { status: 204 }) : problem({ code: 'download_unknown' });
}

/** `DELETE /api/v1/downloads/{id}`: ends a transfer, the making of a file, or deletes the file. */
export async function cancelDownload({ caller, id }: Call, ports: DownloadsPorts): Promise<Response> {
  const isDone = await endDownload(id, caller, ports);
  return isDone ? new Response(null, { status: 204 }) : problem({ code: 'download_unknown' });
}
