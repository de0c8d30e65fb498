import type { IncomingMessage, ServerResponse } from 'node:http';
import * as v from 'valibot';
import { DownloadProgress } from '#/model/download.ts';
import { fail, type Failure, ok, type Result } from '#/model/failure.ts';
import type { Engine } from '#/server/engine/extraction.ts';
import { FileQuery, type NamedFile, prepareFile, rangeStart, type Transfer } from '#/server/transfer/index.ts';
import { type LinkSigner, VIDEO_PATH } from './links.ts';
import { sendProblem } from './problem.ts';
import type { ProgressBook } from './progress.ts';
import { sendFile } from './send-file.ts';

export type VideoPorts = { engine: Engine; transfer: Transfer; signer: LinkSigner; book: ProgressBook };

/** The bytes of one format, or of a part of it, or of several in an archive, by a signed link: to be shown or saved, whole or a range. */
export async function serveVideo(req: IncomingMessage, res: ServerResponse, ports: VideoPorts): Promise<void> {
  const url = new URL(req.url ?? '/', 'http://localhost');
  const isHead = req.method === 'HEAD';
  if (req.method !== 'GET' && !isHead) {
    return sendProblem(res, { code: 'invalid_request' }, { status: 405, headers: { allow: 'GET, HEAD' } });
  }
  const gone = new AbortController();
  res.once('close', () => gone.abort());
  const asked = url.searchParams.get('d');
  const downloadId = v.is(DownloadProgress.entries.id, asked) && !isHead ? asked : null;
  const file = await find(req, url, ports, gone.signal);
  if (file.ok) return sendFile(req, res, file.value, downloadId ? { id: downloadId, book: ports.book } : null);
  refuse(file.failure);

  function refuse(failure: Failure): void {
    if (downloadId) ports.book.reject(downloadId, failure);
    if (!res.destroyed) sendProblem(res, failure);
  }
}

async function find(
  req: IncomingMessage,
  url: URL,
  ports: VideoPorts,
  signal: AbortSignal,
): Promise<Result<NamedFile & { isInline: boolean }>> {
  const scope = ports.signer.verify(url.pathname.slice(VIDEO_PATH.length).split('/', 1)[0] ?? '');
  if (!scope.ok) return scope;
  const query = v.safeParse(FileQuery, Object.fromEntries(url.searchParams));
  if (!query.success) return fail('invalid_request');
  const isHead = req.method === 'HEAD';
  const startAt = isHead ? 0 : rangeStart(req.headers.range);
  const request = { ...scope.value, query: query.output };
  const found = await prepareFile(ports, request, { startAt, isHead, signal });
  return found.ok ? ok({ ...found.value, isInline: query.output.inline === '1' }) : found;
}
