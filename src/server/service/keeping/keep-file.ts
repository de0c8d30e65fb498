import type { DownloadRecord, DownloadRequest } from '#/model/download.ts';
import { fail, type Failure, ok } from '#/model/failure.ts';
import type { Engine } from '#/server/engine/media/extraction.ts';
import type { Jobs } from '#/server/jobs/index.ts';
import { readJobRequest } from './read-job-request.ts';
import { type Caller, forbiddenLink, forbiddenPlatform } from '../caller.ts';
import type { Limits } from '../limits/limits.ts';
import type { CountedResult } from '../limits/limit-status.ts';
import type { LinkSigner } from '../links/links.ts';
import type { DownloadRecords } from '../progress/download-records.ts';
import type { ProgressRegistry } from '../progress/progress-registry.ts';

export type KeepPorts = {
  engine: Pick<Engine, 'find'>;
  signer: LinkSigner;
  jobs: Pick<Jobs, 'keep' | 'tell'>;
  records: Pick<DownloadRecords, 'describe' | 'keepPicture'>;
  limits: Pick<Limits, 'take'>;
};

/**
 * Has a file made, whatever happens to the connection of who asked, who may have files made. Failures: unauthorized, forbidden,
 * limit_reached, those of `readJobRequest` and of Jobs.keep.
 */
export async function keepFile(
  request: DownloadRequest,
  caller: Caller,
  { engine, signer, jobs, records, limits }: KeepPorts,
  signal: AbortSignal,
): Promise<CountedResult<DownloadRecord>> {
  // Somebody must own what is kept.
  if (caller.owner === null) return { result: fail('unauthorized'), limitStatus: null };
  const forbidden = forbiddenRequest(caller, request);
  if (forbidden) return { result: { ok: false, failure: forbidden }, limitStatus: null };
  const { result: allowed, limitStatus } = await limits.take('downloads', caller);
  if (!allowed.ok) return { result: allowed, limitStatus };
  const job = await readJobRequest(request, caller.owner, { engine, signer }, signal);
  if (!job.ok) return { result: job, limitStatus };
  const alien = job.value.kind === 'file' ? forbiddenPlatform(caller, job.value.platform) : null;
  if (alien) return { result: { ok: false, failure: alien }, limitStatus };
  const kept = await jobs.keep(job.value);
  if (!kept.ok) return { result: kept, limitStatus };
  records.keepPicture(kept.value);
  const { webhook } = request;
  if (webhook && caller.key) await jobs.tell(kept.value.id, { url: webhook.url, keyId: caller.key.id });
  return { result: ok(await records.describe(kept.value)), limitStatus };
}

function forbiddenRequest(caller: Caller, { webhook, ...request }: DownloadRequest): Failure | null {
  if (webhook && !caller.key?.hasWebhooks) return { code: 'forbidden' };
  return 'urls' in request ? forbiddenLink(caller, request.urls) : null;
}

export type EndPorts = { progress: Pick<ProgressRegistry, 'sendCommand'>; jobs: Pick<Jobs, 'cancel'> };

/** Ends a transfer, the making of a file, or deletes the file. False: the caller has no such download. */
export async function endDownload(id: string, { owner }: Caller, { progress, jobs }: EndPorts): Promise<boolean> {
  if (await progress.sendCommand(id, owner, 'cancel')) return true;
  return owner !== null && (await jobs.cancel(id, owner)) !== 'unknown';
}
