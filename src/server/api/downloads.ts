import type { DownloadOrder, DownloadRequest } from '#/model/download.ts';
import type { Failure } from '#/model/failure.ts';
import type { Engine } from '#/server/engine/extraction.ts';
import type { Jobs } from '#/server/jobs/index.ts';
import type { IdempotentRequestBook } from '#/server/store/idempotent-requests.ts';
import { json } from './json.ts';
import { readKeepOrder } from './keep-order.ts';
import { forbiddenLink, forbiddenPlatform } from './keys/scopes.ts';
import type { Call } from './downloader/route.ts';
import type { Caller } from './limits/holders.ts';
import type { Limits } from './limits/limits.ts';
import type { LinkSigner } from './links.ts';
import { problem } from './problem.ts';
import type { DownloadRecords } from './progress/download-records.ts';
import type { ProgressBook } from './progress/progress-book.ts';

export type DownloadsPorts = {
  engine: Pick<Engine, 'find'>;
  signer: LinkSigner;
  jobs: Pick<Jobs, 'keep' | 'cancel' | 'tell'>;
  idempotent: IdempotentRequestBook;
  records: Pick<DownloadRecords, 'describe'>;
  progress: Pick<ProgressBook, 'order'>;
  limits: Pick<Limits, 'take'>;
};

/** `POST /api/v1/downloads`: 202, and the file is made whatever happens to this connection. */
export async function keepDownload(
  { request, caller, body }: Call<unknown, DownloadRequest>,
  { engine, signer, jobs, records, limits }: DownloadsPorts,
): Promise<Response> {
  // Somebody must own what is kept.
  if (caller.owner === null) return problem({ code: 'unauthorized' });
  const forbidden = forbiddenOrder(caller, body);
  if (forbidden) return problem(forbidden);
  const { result: allowed, headers } = await limits.take('downloads', caller);
  if (!allowed.ok) return problem(allowed.failure, { headers });
  const order = await readKeepOrder(body, caller.owner, { engine, signer }, request.signal);
  if (!order.ok) return problem(order.failure, { headers });
  const alien = order.value.kind === 'file' && forbiddenPlatform(caller, order.value.platform);
  if (alien) return problem(alien, { headers });
  const kept = await jobs.keep(order.value);
  if (!kept.ok) return problem(kept.failure, { headers });
  const { webhook } = body;
  if (webhook && caller.key) await jobs.tell(kept.value.id, { url: webhook.url, keyId: caller.key.id });
  return json(await records.describe(kept.value), { status: 202, headers });
}

function forbiddenOrder(caller: Caller, { webhook, ...request }: DownloadRequest): Failure | null {
  if (webhook && !caller.key?.hasWebhooks) return { code: 'forbidden' };
  return 'urls' in request ? forbiddenLink(caller, request.urls) : null;
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
export async function cancelDownload({ caller, id }: Call, { progress, jobs }: DownloadsPorts): Promise<Response> {
  const isDone =
    (await progress.order(id, caller.owner, 'cancel')) ||
    (caller.owner !== null && (await jobs.cancel(id, caller.owner)));
  return isDone ? new Response(null, { status: 204 }) : problem({ code: 'download_unknown' });
}
