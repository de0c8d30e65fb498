import * as v from 'valibot';
import { DownloadOrder, DownloadProgress, KeepRequest } from '#/model/download.ts';
import type { Engine } from '#/server/engine/extraction.ts';
import type { Jobs } from '#/server/jobs/index.ts';
import type { DownloadBook } from '#/server/store/downloads.ts';
import { json } from './json.ts';
import { readKeepOrder } from './keep-order.ts';
import type { Caller } from './limits/holders.ts';
import type { Limits } from './limits/limits.ts';
import type { LinkSigner } from './links.ts';
import { problem } from './problem.ts';
import type { DownloadRecords } from './progress/download-records.ts';
import type { ProgressBook } from './progress/progress-book.ts';
import { readJson } from './read-body.ts';

export type DownloadsPorts = {
  engine: Pick<Engine, 'find'>;
  signer: LinkSigner;
  jobs: Pick<Jobs, 'keep' | 'cancel'>;
  book: DownloadBook;
  records: Pick<DownloadRecords, 'describe'>;
  progress: Pick<ProgressBook, 'order'>;
  limits: Pick<Limits, 'take'>;
};

const { id: Id } = DownloadProgress.entries;

/** `POST /api/v1/downloads`: 202, and the file is made whatever happens to this connection. */
export async function keepDownload(request: Request, ports: DownloadsPorts, caller: Caller): Promise<Response> {
  const { engine, signer, jobs, records, limits } = ports;
  const body = await readJson(request, KeepRequest);
  if (!body.ok) return problem(body.failure);
  // Somebody must own what is kept.
  if (caller.owner === null) return problem({ code: 'unauthorized' });
  const { result: allowed, headers } = await limits.take('downloads', caller);
  if (!allowed.ok) return problem(allowed.failure, { headers });
  const order = await readKeepOrder(body.value, caller.owner, { engine, signer }, request.signal);
  if (!order.ok) return problem(order.failure, { headers });
  const kept = await jobs.keep(order.value);
  if (!kept.ok) return problem(kept.failure, { headers });
  return json(await records.describe(kept.value), { status: 202, headers });
}

/** `GET /api/v1/downloads/{id}` */
export async function getDownload(
  _: Request,
  { book, records }: DownloadsPorts,
  caller: Caller,
  { id }: Record<string, string | undefined>,
): Promise<Response> {
  const [row] = v.is(Id, id) ? await book.of([id]) : [];
  return row && row.owner === caller.owner ? json(await records.describe(row)) : problem({ code: 'download_unknown' });
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
  { progress, jobs }: DownloadsPorts,
  caller: Caller,
  { id }: Record<string, string | undefined>,
): Promise<Response> {
  if (!v.is(Id, id)) return problem({ code: 'download_unknown' });
  const isDone =
    (await progress.order(id, caller.owner, 'cancel')) ||
    (caller.owner !== null && (await jobs.cancel(id, caller.owner)));
  return isDone ? new Response(null, { status: 204 }) : problem({ code: 'download_unknown' });
}
