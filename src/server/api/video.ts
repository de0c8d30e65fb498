import type { IncomingMessage, ServerResponse } from 'node:http';
import * as v from 'valibot';
import { DownloadProgress } from '#/model/download.ts';
import { fail, type Failure, ok, type Result } from '#/model/failure.ts';
import { platformOfHost } from '#/model/platform.ts';
import type { Engine } from '#/server/engine/extraction.ts';
import {
  FileQuery,
  type FileRequest,
  type NamedFile,
  prepareFile,
  rangeStart,
  type Transfer,
} from '#/server/transfer/index.ts';
import type { Callers } from './callers.ts';
import type { Caller } from './limits/holders.ts';
import type { Limits, Taken } from './limits/limits.ts';
import type { Pass } from './limits/transfer-gate.ts';
import { type LinkSigner, VIDEO_PATH } from './links.ts';
import { sendProblem } from './problem.ts';
import type { ProgressBook } from './progress/progress-book.ts';
import { sendFile } from './send-file.ts';

export type VideoPorts = {
  engine: Engine;
  transfer: Transfer;
  signer: LinkSigner;
  progress: ProgressBook;
  callers: Pick<Callers, 'ofBrowser'>;
  limits: Limits;
};

/** A signed link as it is asked for. */
export type Asked = { request: FileRequest; caller: Caller; isHead: boolean; isShown: boolean; startAt: number };

/** The bytes of one format, or of a part of it, or of several in an archive, by a signed link: to be shown or saved, whole or a range. */
export async function serveVideo(req: IncomingMessage, res: ServerResponse, ports: VideoPorts): Promise<void> {
  if (req.method !== 'GET' && req.method !== 'HEAD') {
    return sendProblem(res, { code: 'invalid_request' }, { status: 405, headers: { allow: 'GET, HEAD' } });
  }
  const url = new URL(req.url ?? '/', 'http://localhost');
  const given = url.searchParams.get('d');
  const downloadId = v.is(DownloadProgress.entries.id, given) && req.method === 'GET' ? given : null;
  if (downloadId && ports.progress.isCancelled(downloadId)) return sendProblem(res, { code: 'download_unknown' });
  const refuse = (failure: Failure): void => {
    if (downloadId) ports.progress.reject(downloadId, failure);
    if (!res.destroyed) sendProblem(res, failure);
  };
  const asked = await readAsked(req, url.pathname.slice(VIDEO_PATH.length).split('/', 1)[0] ?? '', ports);
  if (!asked.ok) return refuse(asked.failure);
  const failure = await deliver(req, res, asked.value, { ...ports, downloadId });
  if (failure) refuse(failure);
}

/** What is sent with a file beside the usual, and what it is called. */
export type Dress = (file: NamedFile) => { name: string; headers: Record<string, string> };

type DeliverPorts = Pick<VideoPorts, 'engine' | 'transfer' | 'progress' | 'limits'> & {
  downloadId: string | null;
  dress?: Dress;
};

/** Sends what was asked for, as far as the limits allow. Failure: nothing was sent yet. */
export async function deliver(
  req: IncomingMessage,
  res: ServerResponse,
  asked: Asked,
  ports: DeliverPorts,
): Promise<Failure | null> {
  const entered = await enter(asked, res, ports.limits);
  if (!entered.ok) return entered.failure;
  try {
    return await answer(req, res, asked, { ...ports, pass: entered.value });
  } finally {
    entered.value?.leave();
  }
}

/** Reads a request for what a link's token allows. Failures: those of the link, invalid_request. */
export async function readAsked(
  req: IncomingMessage,
  token: string,
  { signer, callers }: Pick<VideoPorts, 'signer' | 'callers'>,
): Promise<Result<Asked>> {
  const scope = signer.verify(token);
  if (!scope.ok) return scope;
  const query = v.safeParse(FileQuery, Object.fromEntries(new URL(req.url ?? '/', 'http://localhost').searchParams));
  if (!query.success) return fail('invalid_request');
  const { canonicalUrl, formatId, owner } = scope.value;
  const isHead = req.method === 'HEAD';
  return ok({
    request: { canonicalUrl, formatId, query: query.output },
    caller: owner === undefined ? await callers.ofBrowser(req) : { owner, address: null },
    isHead,
    isShown: query.output.inline === '1',
    startAt: isHead ? 0 : rangeStart(req.headers.range),
  });
}

/** Lets a request in by the limits. Only what is saved from its beginning counts as a download; a head is told what would be. */
async function enter(asked: Asked, res: ServerResponse, limits: Limits): Promise<Result<Pass | null>> {
  const { request, caller, isHead, isShown, startAt } = asked;
  const isDownload = !isShown && startAt === 0;
  // Before anything that asks the database: whoever goes on all the same costs it nothing.
  const known = isDownload ? limits.refusal('downloads', caller) : null;
  if (known) return told(known, res);
  if (isHead) return isShown ? ok(null) : mayDownload(caller, res, limits);
  const { canonicalUrl, formatId, query } = request;
  const platform = platformOfHost(new URL(canonicalUrl).hostname);
  if (!platform) return fail('link_invalid');
  const file = JSON.stringify([canonicalUrl, formatId, query.start, query.end, query.items, query.sound]);
  const entered = await limits.transfers.enter({ caller, file, platform, isShown });
  if (!entered.ok || !isDownload) return entered;
  const allowed = told(await limits.take('downloads', caller), res);
  if (allowed.ok) return entered;
  entered.value.leave();
  return allowed;
}

async function mayDownload(caller: Caller, res: ServerResponse, limits: Limits): Promise<Result<null>> {
  const { downloads, bytes, transfers } = await limits.usage(caller);
  if (downloads.remaining <= 0) {
    // Counted once more it is known to be over, and whoever goes on asking is refused without a query.
    const allowed = told(await limits.take('downloads', caller), res);
    if (!allowed.ok) return allowed;
  }
  if (bytes.remaining <= 0) return fail('limit_reached', { retryAfterS: bytes.resetsInS });
  return transfers.running < transfers.limit ? ok(null) : fail('too_many_transfers', { retryAfterS: 5 });
}

function told<T extends Taken>({ result, headers }: T, res: ServerResponse): T['result'] {
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  return result;
}

type Sending = Omit<DeliverPorts, 'limits'> & { pass: Pass | null };

/** Failure: nothing was sent yet. */
async function answer(
  req: IncomingMessage,
  res: ServerResponse,
  { request, caller, isHead, isShown, startAt }: Asked,
  { engine, transfer, progress, downloadId, pass, dress }: Sending,
): Promise<Failure | null> {
  const gone = new AbortController();
  res.once('close', () => gone.abort());
  const found = await prepareFile({ engine, transfer }, request, { startAt, isHead, signal: gone.signal });
  if (!found.ok) return found.failure;
  const { file, media } = found.value;
  const { name, headers = {} } = dress?.(found.value) ?? { name: found.value.name };
  const { canonicalUrl, formatId } = request;
  const follow = (id: string) => (receivedBytes: number) =>
    progress.begin({
      id,
      owner: caller.owner,
      platform: media.platform,
      canonicalUrl,
      formatId,
      title: media.title,
      fileName: name,
      totalBytes: file.totalBytes,
      receivedBytes,
      onHold: (isHeld) => (isHeld ? pass?.pause() : pass?.resume()),
    });
  await sendFile(
    req,
    res,
    { file, name, isInline: isShown, headers },
    { follow: downloadId ? follow(downloadId) : null, onBytes: (count) => pass?.add(count) },
  );
  return null;
}
