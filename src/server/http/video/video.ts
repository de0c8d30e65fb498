import type { IncomingMessage, ServerResponse } from 'node:http';
import * as v from 'valibot';
import { DOWNLOAD_ID_HEADER, DownloadProgress, ORDER_PARAMETER, OrderId } from '#/model/download.ts';
import { fail, type Failure, ok, type Result } from '#/model/failure.ts';
import { platformOfHost } from '#/model/platform.ts';
import { subjectKeys } from '#/model/rule.ts';
import type { Engine } from '#/server/engine/media/extraction.ts';
import type { Telemetry } from '#/server/observability/telemetry.ts';
import {
  FileQuery,
  type FileRequest,
  type NamedFile,
  prepareFile,
  rangeStart,
  type FileTransfer,
} from '#/server/transfer/index.ts';
import type { RequestAuthenticator } from '../authenticate.ts';
import { type Caller, forbiddenAction, forbiddenLink } from '#/server/service/caller.ts';
import type { Limits, LimitCheck } from '#/server/service/limits/limits.ts';
import type { Pass } from '#/server/service/limits/transfer-limiter.ts';
import { type LinkSigner, readVideoLink, type VideoLink } from '#/server/service/links/links.ts';
import { limitHeaders } from '../limit-headers.ts';
import { sendProblem } from '../problem.ts';
import type { ProgressRegistry } from '#/server/service/progress/progress-registry.ts';
import { watchDownload } from '#/server/service/progress/watch-download.ts';
import { sendFile } from '../send-file.ts';
import { isAsset } from '#/server/service/media-assets/asset.ts';
import { type AssetPorts, serveAsset } from '../media-assets/serve-asset.ts';
import { isAnswered, type Shutdown } from '../shutdown.ts';
import type { StreamPass, StreamRequest, StreamIdempotency } from '#/server/service/keeping/stream-idempotency.ts';
import type { StreamWatch } from '#/server/service/takedowns/stream-watch.ts';

export type VideoPorts = AssetPorts & {
  engine: Engine;
  transfer: FileTransfer;
  signer: LinkSigner;
  progress: ProgressRegistry;
  streamIdempotency: StreamIdempotency;
  authenticator: Pick<RequestAuthenticator, 'ofRaw' | 'ofOwner' | 'ofBrowser'>;
  limits: Limits;
  telemetry: Telemetry;
  streamWatch: Pick<StreamWatch, 'ofMedia'>;
  shutdown: Pick<Shutdown, 'refusal'>;
};

/** A signed link as it is asked for. */
export type AskedFile = {
  request: FileRequest;
  caller: Caller;
  isHead: boolean;
  isPlayed: boolean;
  /** First byte that is asked for, as far as its Range alone tells. 0: from the beginning, or only the head is. */
  startAt: number;
  /** The download's id: a page asks for its head with it, and then has the browser ask for its bytes. null: nobody follows it. */
  place: string | null;
};

/** A preview takes nothing beside its link but what is to be heard. */
const PreviewQuery = v.strictObject({ sound: FileQuery.entries.sound });

/**
 * What a signed link is for, and nothing else: a file to be saved, or a part of it, or several in an archive; one that is played; or what a
 * page shows beside it.
 */
export async function serveVideo(req: IncomingMessage, res: ServerResponse, ports: VideoPorts): Promise<void> {
  if (req.method !== 'GET' && req.method !== 'HEAD') {
    return sendProblem(res, { code: 'invalid_request' }, { status: 405, headers: { allow: 'GET, HEAD' } });
  }
  const { token, parameters } = readVideoLink(req.url ?? '');
  const given = parameters.get('d');
  const downloadId = v.is(DownloadProgress.entries.id, given) && req.method === 'GET' ? given : null;
  if (downloadId && ports.progress.isCancelled(downloadId)) return sendProblem(res, { code: 'download_unknown' });
  const refuse = (failure: Failure): void => {
    if (downloadId) ports.progress.reject(downloadId, failure);
    if (!isAnswered(res)) sendProblem(res, failure);
  };
  const closing = ports.shutdown.refusal();
  if (closing) return refuse(closing);
  const scope = ports.signer.verify(token);
  if (!scope.ok) return refuse(scope.failure);
  if (isAsset(scope.value)) return serveAsset(req, res, { scope: scope.value, parameters }, ports);
  const asked = await readAsked(req, { scope: scope.value, parameters }, ports);
  if (!asked.ok) return refuse(asked.failure);
  const streamRequest = streamRequestOf(asked.value, parameters);
  const other = streamRequest && asked.value.isHead ? await ports.streamIdempotency.downloadOf(streamRequest) : null;
  if (other !== null) {
    return void res.writeHead(200, { 'cache-control': 'private, no-store', [DOWNLOAD_ID_HEADER]: other }).end();
  }
  const begun = streamRequest && downloadId ? await ports.streamIdempotency.begin(streamRequest) : ok(null);
  if (!begun.ok) return refuse(begun.failure);
  try {
    const failure = await deliver(req, res, asked.value, { ...ports, downloadId, streamPass: begun.value });
    if (failure) refuse(failure);
  } finally {
    begun.value?.leave();
  }
}

/** What is sent with a file beside the usual, and what it is called. */
type Dress = (file: NamedFile) => { name: string; headers: Record<string, string> };

type DeliverPorts = Pick<VideoPorts, 'engine' | 'transfer' | 'progress' | 'limits' | 'telemetry' | 'streamWatch'> & {
  downloadId: string | null;
  dress?: Dress;
  /** Of a page's queue. */
  streamPass?: StreamPass | null;
};

/** Sends what was asked for, as far as the limits allow. Failure: nothing was sent yet. */
export async function deliver(
  req: IncomingMessage,
  res: ServerResponse,
  asked: AskedFile,
  ports: DeliverPorts,
): Promise<Failure | null> {
  const entered = await enter(asked, res, ports.limits);
  if (!entered.ok) return entered.failure;
  try {
    return await ports.telemetry.trace('transfer', {}, async (step) => {
      const mayBegin = (startBytes: number) => countWhole(asked, startBytes, res, ports.limits);
      const failed = await answer(req, res, asked, { ...ports, pass: entered.value, mayBegin });
      if (failed) step.tell({ outcome: failed.code });
      return failed;
    });
  } finally {
    entered.value?.leave();
  }
}

/** Reads a request for what a link allows. Failures: invalid_request, and those of the caller's key. */
export async function readAsked(
  req: IncomingMessage,
  link: VideoLink,
  { authenticator }: Pick<VideoPorts, 'authenticator'>,
): Promise<Result<AskedFile>> {
  const { purpose, canonicalUrl, formatId, owner } = link.scope;
  const isPlayed = purpose === 'preview';
  const given = Object.fromEntries(link.parameters);
  const place = link.parameters.get('d');
  const query = v.safeParse(FileQuery, given);
  if (!query.success || (isPlayed && !v.is(PreviewQuery, given))) return fail('invalid_request');
  const caller = await (owner === undefined ? authenticator.ofRaw(req) : authenticator.ofOwner(owner));
  if (!caller.ok) return caller;
  const forbidden = forbiddenAction(caller.value, 'download') ?? forbiddenLink(caller.value, [canonicalUrl]);
  if (forbidden) return { ok: false, failure: forbidden };
  const isHead = req.method === 'HEAD';
  return ok({
    request: { canonicalUrl, formatId, query: query.output },
    caller: caller.value,
    isHead,
    isPlayed,
    startAt: isHead ? 0 : rangeStart(req.headers.range),
    place: v.is(DownloadProgress.entries.id, place) ? place : null,
  });
}

/** What of a queue a request is to carry out; null: it is of none, or nobody could own it. */
function streamRequestOf({ caller, place, request }: AskedFile, parameters: URLSearchParams): StreamRequest | null {
  const orderId = parameters.get(ORDER_PARAMETER);
  const { owner } = caller;
  if (owner === null || place === null || !v.is(OrderId, orderId)) return null;
  return { owner, orderId, downloadId: place.toLowerCase(), canonicalUrl: request.canonicalUrl };
}

/** Lets a request in by the limits. Only what is saved from its beginning counts as a download; a head is told what would be. */
async function enter(asked: AskedFile, res: ServerResponse, limits: Limits): Promise<Result<Pass | null>> {
  const { request, caller, isHead, isPlayed, startAt, place } = asked;
  const isDownload = !isPlayed && startAt === 0;
  // Before anything that asks the database: whoever goes on all the same costs it nothing.
  const known = isDownload ? limits.refusal('downloads', caller) : null;
  if (known) return told(known, res);
  if (isHead && isPlayed) return ok(null);
  const { canonicalUrl, formatId, query } = request;
  const platform = platformOfHost(URL.parse(canonicalUrl)?.hostname ?? '');
  if (!platform) return fail('link_invalid');
  const file = JSON.stringify([canonicalUrl, formatId, query.start, query.end, query.items, query.sound, query.text]);
  if (isHead) {
    const allowed = await mayDownload(caller, res, limits);
    if (!allowed.ok || place === null) return allowed;
    const held = limits.transfers.hold({ caller, file, platform, place });
    return held.ok ? ok(null) : held;
  }
  const entered = await limits.transfers.enter({ caller, file, platform, isShown: isPlayed, place });
  if (!entered.ok || !isDownload) return entered;
  const allowed = told(await limits.take('downloads', caller), res);
  if (allowed.ok) return entered;
  entered.value.leave();
  return allowed;
}

/** Counts what looked like the rest of a file, and is sent from its beginning all the same. Failure: that is over the limit. */
async function countWhole(
  { caller, isPlayed, startAt }: AskedFile,
  startBytes: number,
  res: ServerResponse,
  limits: Limits,
): Promise<Failure | null> {
  if (isPlayed || startAt === 0 || startBytes > 0) return null;
  const allowed = told(await limits.take('downloads', caller), res);
  return allowed.ok ? null : allowed.failure;
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

function told<T extends LimitCheck>({ result, limitStatus }: T, res: ServerResponse): T['result'] {
  // A server that ends may have answered meanwhile.
  if (!res.headersSent)
    for (const [name, value] of Object.entries(limitHeaders(limitStatus))) res.setHeader(name, value);
  return result;
}

type Sending = Omit<DeliverPorts, 'limits'> & {
  pass: Pass | null;
  /** Whether bytes may be sent that begin there. Failure: they may not. */
  mayBegin: (startBytes: number) => Promise<Failure | null>;
};

/** Failure: nothing was sent yet. */
async function answer(
  req: IncomingMessage,
  res: ServerResponse,
  { request, caller, isHead, isPlayed, startAt }: AskedFile,
  { engine, transfer, progress, telemetry, streamWatch, downloadId, pass, mayBegin, dress, streamPass }: Sending,
): Promise<Failure | null> {
  if (isAnswered(res)) return null;
  const gone = new AbortController();
  res.once('close', () => gone.abort());
  const watch = isHead ? null : watchDownload(telemetry, { canonicalUrl: request.canonicalUrl, isShown: isPlayed });
  res.once('close', () => watch?.end('cancelled'));
  const options = { startAt, isHead, isForPlaying: isPlayed, signal: gone.signal };
  const found = await prepareFile({ engine, transfer }, request, options);
  if (!found.ok) {
    watch?.end(found.failure.code);
    return found.failure;
  }
  if (isAnswered(res)) return null;
  const { file, media, format } = found.value;
  const { name, headers = {} } = dress?.(found.value) ?? { name: found.value.name };
  const { canonicalUrl } = request;
  const formatId = format?.id ?? request.formatId;
  const ruleKeys = subjectKeys(media);
  const watched = streamWatch.ofMedia(ruleKeys);
  const revoked = watched.signal;
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
      ruleKeys,
      onHold: (isHeld) => (isHeld ? pass?.pause() : pass?.resume()),
    });
  return sendFile(
    req,
    res,
    { file, name, isInline: isPlayed, headers },
    {
      follow: downloadId ? follow(downloadId) : null,
      mayBegin,
      onBytes(count) {
        pass?.add(count);
        watch?.add(count);
      },
      onEnd(how) {
        watch?.end(how);
        if (how === 'whole') streamPass?.tellWhole();
      },
      revoked,
    },
  ).finally(watched.end);
}
