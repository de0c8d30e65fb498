import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Failure, Result } from '#/model/failure.ts';
import { contentDisposition } from '#/model/content-disposition.ts';
import { type NamedFile, parseRange, type Prepared } from '#/server/transfer/index.ts';
import type { RunningTransfer } from './progress/running-transfer.ts';

/** Types a browser may show by itself; whatever else a platform claims is only ever saved. */
const SHOWABLE = /^(?:video|audio)\/[\w.+-]+$|^image\/(?:jpeg|png|webp|gif|avif)$|^text\/vtt(?:;|$)/;
/** A paused download is silent, and networks forget silent connections. */
const KEEP_ALIVE_MS = 30_000;

type SendOptions = {
  /** Called with where the bytes begin when they are about to flow. null: nobody follows it. */
  follow: ((startBytes: number) => RunningTransfer) | null;
  onBytes: (count: number) => void;
  /** Called when the bytes that were asked for were handed over, to the file's end or not, or why not. */
  onEnd?: (how: 'whole' | 'part' | Failure['code']) => void;
  /** Aborts, with a Failure as its reason, when it is not to be sent any more. */
  revoked: AbortSignal;
};

type Sent = Pick<NamedFile, 'file' | 'name'> & { isInline: boolean; headers?: Record<string, string> };

/** Answers a request for a file: whole, a range of it, or only its head. */
export async function sendFile(
  req: IncomingMessage,
  res: ServerResponse,
  { file, name, isInline, headers: more = {} }: Sent,
  { follow, onBytes, onEnd = () => {}, revoked }: SendOptions,
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
    ...more,
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
  await send(res, file, { start, end }, { transfer: follow?.(start), onBytes, onEnd, revoked });
}

type Followed = Required<Pick<SendOptions, 'onBytes' | 'onEnd' | 'revoked'>> & {
  transfer: RunningTransfer | undefined;
};

/** Ends the response only when every byte promised was handed over; otherwise breaks it, so that the browser knows. */
async function send(
  res: ServerResponse,
  file: Prepared,
  range: { start: number; end: number },
  { transfer, onBytes, onEnd, revoked }: Followed,
): Promise<void> {
  let written: Result<void>;
  const revoke = (): void => {
    const failure: Failure = revoked.reason;
    transfer?.end('failed', failure);
    res.destroy();
  };
  if (revoked.aborted) return revoke();
  revoked.addEventListener('abort', revoke, { once: true });
  transfer?.hold.cancelled.addEventListener('abort', () => res.destroy(), { once: true });
  try {
    written = await write(res, file, range, { transfer, onBytes });
  } catch (error) {
    transfer?.end('failed', { code: 'internal' });
    onEnd('internal');
    res.destroy();
    throw error;
  }
  if (written.ok) {
    const isWhole = file.totalBytes === null || range.end + 1 === file.totalBytes;
    res.end(() => transfer?.end(isWhole ? 'done' : 'cancelled'));
    onEnd(isWhole ? 'whole' : 'part');
    return;
  }
  onEnd(written.failure.code);
  if (written.failure.code === 'cancelled') transfer?.end('cancelled');
  else transfer?.end('failed', written.failure);
  res.destroy();
}

/** Writes until the end, also in several goes: while a transfer is paused, nothing is held for it but the connection. */
async function write(
  res: ServerResponse,
  file: Prepared,
  { start, end }: { start: number; end: number },
  { transfer, onBytes }: Pick<Followed, 'transfer' | 'onBytes'>,
): Promise<Result<void>> {
  let position = start;
  const gone = new Promise<false>((resolve) => res.once('close', () => resolve(false)));
  for (;;) {
    const stop = transfer?.hold.stop();
    const written = await file.write(res, {
      start: position,
      end,
      ...(stop && { stop }),
      onBytes(count) {
        position += count;
        transfer?.add(count);
        onBytes(count);
      },
    });
    if (written.ok || !transfer || !stop?.aborted || res.destroyed) return written;
    res.socket?.setKeepAlive(true, KEEP_ALIVE_MS);
    if (!(await Promise.race([transfer.hold.released(), gone]))) return written;
  }
}
