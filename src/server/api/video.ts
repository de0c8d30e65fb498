import type { IncomingMessage, ServerResponse } from 'node:http';
import * as v from 'valibot';
import { DownloadProgress } from '#/model/download.ts';
import { type Failure, type Result } from '#/model/failure.ts';
import type { Engine } from '#/server/engine/extraction.ts';
import {
  contentDisposition,
  fileName,
  parseRange,
  type Prepared,
  rangeStart,
  type Transfer,
} from '#/server/transfer/index.ts';
import { type LinkSigner, VIDEO_PATH } from './links.ts';
import { sendProblem } from './problem.ts';
import type { ProgressBook } from './progress.ts';

export type VideoPorts = { engine: Engine; transfer: Transfer; signer: LinkSigner; book: ProgressBook };

/** Types a browser may show by itself; whatever else a platform claims is only ever saved. */
const SHOWABLE = /^(?:video|audio)\/[\w.+-]+$|^image\/(?:jpeg|png|webp|gif|avif)$|^text\/vtt$/;

/** The bytes of one format, by its signed link: previews (`?inline=1`) and downloads, whole or a range. */
export async function serveVideo(req: IncomingMessage, res: ServerResponse, ports: VideoPorts): Promise<void> {
  const url = new URL(req.url ?? '/', 'http://localhost');
  const isHead = req.method === 'HEAD';
  if (req.method !== 'GET' && !isHead) {
    return sendProblem(res, { code: 'invalid_request' }, { status: 405, headers: { allow: 'GET, HEAD' } });
  }
  const gone = new AbortController();
  res.once('close', () => gone.abort());
  const downloadId =
    v.is(DownloadProgress.entries.id, url.searchParams.get('d')) && !isHead ? url.searchParams.get('d') : null;
  const refuse = (failure: Failure) => {
    if (downloadId) ports.book.reject(downloadId, failure);
    if (!res.destroyed) sendProblem(res, failure);
  };

  const scope = ports.signer.verify(url.pathname.slice(VIDEO_PATH.length).split('/', 1)[0] ?? '');
  if (!scope.ok) return refuse(scope.failure);
  const { canonicalUrl, formatId } = scope.value;
  const found = await ports.engine.source(canonicalUrl, formatId, { signal: gone.signal });
  if (!found.ok) return refuse(found.failure);
  const startAt = isHead ? 0 : rangeStart(req.headers.range);
  const prepared = await ports.transfer.prepare(canonicalUrl, found.value, { startAt, signal: gone.signal });
  if (!prepared.ok) return refuse(prepared.failure);

  const file = prepared.value;
  const ifRange = req.headers['if-range'];
  const range =
    ifRange === undefined || ifRange === file.etag ? parseRange(req.headers.range, file.totalBytes) : 'whole';
  const inline = url.searchParams.get('inline') === '1' && SHOWABLE.test(file.contentType);
  const headers = {
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-store',
    'content-disposition': contentDisposition(fileName(found.value.media, found.value.format), inline),
    'content-security-policy': "sandbox; default-src 'none'; media-src 'self'; style-src 'unsafe-inline'",
    'content-type': file.contentType,
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    etag: file.etag,
  };
  if (range === 'unsatisfiable') {
    file.discard();
    return void res.writeHead(416, { ...headers, 'content-range': `bytes */${file.totalBytes}` }).end();
  }
  const { start, end } = range === 'whole' ? { start: 0, end: file.totalBytes - 1 } : range;
  res.writeHead(range === 'whole' ? 200 : 206, {
    ...headers,
    'content-length': end - start + 1,
    ...(range !== 'whole' && { 'content-range': `bytes ${start}-${end}/${file.totalBytes}` }),
  });
  if (isHead) {
    file.discard();
    return void res.end();
  }
  await send(res, file, { start, end }, downloadId ? ports.book.begin(downloadId, start, file.totalBytes) : undefined);
}

/** Ends the response only when every byte promised was handed over; otherwise breaks it, so that the browser knows. */
async function send(
  res: ServerResponse,
  file: Prepared,
  { start, end }: { start: number; end: number },
  tracker: ReturnType<ProgressBook['begin']> | undefined,
): Promise<void> {
  let written: Result<void>;
  try {
    written = await file.write(res, { start, end, onBytes: (count) => tracker?.add(count) });
  } catch (error) {
    tracker?.end('failed', { code: 'internal' });
    res.destroy();
    throw error;
  }
  if (written.ok) {
    res.end(() => tracker?.end(end + 1 === file.totalBytes ? 'done' : 'cancelled'));
    return;
  }
  if (written.failure.code === 'cancelled') tracker?.end('cancelled');
  else tracker?.end('failed', written.failure);
  res.destroy();
}
