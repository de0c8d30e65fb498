import * as v from 'valibot';
import { DownloadOrder, DownloadProgress, DownloadRequest } from '#/model/download.ts';
import type { Jobs } from '#/server/jobs/index.ts';
import type { IdempotentRequestBook } from '#/server/store/idempotent-requests.ts';
import { idempotently } from './idempotency.ts';
import { json } from './json.ts';
import { endDownload, keepFile, type KeepPorts } from './keep-file.ts';
import type { Caller } from './limits/holders.ts';
import { problem } from './problem.ts';
import type { ProgressBook } from './progress/progress-book.ts';
import { readJson } from './read-body.ts';

export type DownloadsPorts = KeepPorts & {
  jobs: Pick<Jobs, 'cancel'>;
  idempotent: IdempotentRequestBook;
  progress: Pick<ProgressBook, 'order'>;
};

const { id: Id } = DownloadProgress.entries;

/**
 * `POST /api/v1/downloads`: 202, and the file is made whatever happens to this connection. With an Idempotency-Key it can be sent again.
 */
export function keepDownload(request: Request, ports: DownloadsPorts, caller: Caller): Promise<Response> {
  return idempotently(request, caller, ports.idempotent, (once) => keep(once, ports, caller));
}

async function keep(request: Request, ports: DownloadsPorts, caller: Caller): Promise<Response> {
  const body = await readJson(request, DownloadRequest);
  if (!body.ok) return problem(body.failure);
  const { result, headers } = await keepFile(body.value, caller, ports, request.signal);
  return result.ok ? json(result.value, { status: 202, headers }) : problem(result.failure, { headers });
}

/** `POST /api/v1/downloads/{id}/pause` and `…/resume` */
export async function orderDownload(
  _: Request,
  { progress }: DownloadsPorts,
  caller: Caller,
  { id, order }: Record<string, string | undefined>,
): Promise<Response> {
  const isDone = v.is(Id, id) && v.is(DownloadOrder, order) && (await progress.order(id, caller.owner, order));
  return isDone ? new Response(null, { status: 204 }) : problem({ code: 'download_unknown' });
}

/** `DELETE /api/v1/downloads/{id}`: ends a transfer, the making of a file, or deletes the file. */
export async function cancelDownload(
  _: Request,
  ports: DownloadsPorts,
  caller: Caller,
  { id }: Record<string, string | undefined>,
): Promise<Response> {
  const isDone = v.is(Id, id) && (await endDownload(id, caller, ports));
  return isDone ? new Response(null, { status: 204 }) : problem({ code: 'download_unknown' });
}
