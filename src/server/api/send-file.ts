import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Result } from '#/model/failure.ts';
import { contentDisposition } from '#/model/content-disposition.ts';
import { type NamedFile, parseRange, type Prepared } from '#/server/transfer/index.ts';
import type { ProgressBook } from './progress.ts';

/** Types a browser may show by itself; whatever else a platform claims is only ever saved. */
const SHOWABLE = /^(?:video|audio)\/[\w.+-]+$|^image\/(?:jpeg|png|webp|gif|avif)$|^text\/vtt(?:;|$)/;

/** Answers a request for a file: whole, a range of it, or only its head. */
export async function sendFile(
  req: IncomingMessage,
  res: ServerResponse,
  { file, name, isInline }: NamedFile & { isInline: boolean },
  followed: { id: string; book: ProgressBook } | null,
): Promise<void> {
  const { totalBytes, cut } = file;
  const ifRange = req.headers['if-range'];
  const asked = ifRange === undefined || ifRange === file.etag ? req.headers.range : undefined;
  const range = totalBytes === null ? 'whole' : parseRange(asked, totalBytes);
  const headers = {
    'accept-ranges': totalBytes === null ? 'none' : 'bytes',
    'cache-control': 'private, no-store',
    'content-disposition': contentDisposition(name, isInline && SHOWABLE.test(file.contentType)),
    'content-security-policy': "sandbox; default-src 'none'; media-src 'self'; style-src 'unsafe-inline'",
    'content-type': file.contentType,
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    ...(cut && { 'x-clip-start': cut.startS.toFixed(3), 'x-clip-end': cut.endS.toFixed(3) }),
    etag: file.etag,
  };
  if (range === 'unsatisfiable') {
    return void res.writeHead(416, { ...headers, 'content-range': `bytes */${totalBytes}` }).end();
  }
  const { start, end } = range === 'whole' ? { start: 0, end: (totalBytes ?? Infinity) - 1 } : range;
  res.writeHead(range === 'whole' ? 200 : 206, {
    ...headers,
    // Without a length it comes in chunks, and a last one says that it is whole.
    ...(totalBytes !== null && { 'content-length': end - start + 1 }),
    ...(range !== 'whole' && { 'content-range': `bytes ${start}-${end}/${totalBytes}` }),
  });
  if (req.method === 'HEAD') return void res.end();
  await send(res, file, { start, end }, followed?.book.begin(followed.id, start, totalBytes));
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
    const isWhole = file.totalBytes === null || end + 1 === file.totalBytes;
    res.end(() => tracker?.end(isWhole ? 'done' : 'cancelled'));
    return;
  }
  if (written.failure.code === 'cancelled') tracker?.end('cancelled');
  else tracker?.end('failed', written.failure);
  res.destroy();
}
