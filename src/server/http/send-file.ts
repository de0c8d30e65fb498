import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import type { Failure, Result } from '#/model/failure.ts';
import { contentDisposition } from '#/model/http/content-disposition.ts';
import { type NamedFile, parseRange, type Prepared, type Sink, TransferError } from '#/server/transfer/index.ts';
import type { RunningTransfer } from '#/server/service/progress/running-transfer.ts';
import { isAnswered } from './shutdown.ts';

/** Types a browser may show by itself; whatever else a platform claims is only ever saved. */
const SHOWABLE = /^(?:video|audio)\/[\w.+-]+$|^image\/(?:jpeg|png|webp|gif|avif)$|^text\/vtt(?:;|$)/;
/** A paused download is silent, and networks forget silent connections. */
const KEEP_ALIVE_MS = 30_000;

type SendOptions = {
  /** Called with where the bytes begin when they are about to flow. null: nobody follows it. */
  follow: ((startBytes: number) => RunningTransfer) | null;
  onBytes: (count: number) => void;
  /** Asked with where the bytes begin before any is sent or followed. Failure: none may be. */
  mayBegin?: (startBytes: number) => Promise<Failure | null>;
  /** Called when the bytes that were asked for were handed over, to the file's end or not, or why not. */
  onEnd?: (how: 'whole' | 'part' | Failure['code']) => void;
  /** Aborts, with a Failure as its reason, when it is not to be sent any more. */
  revoked: AbortSignal;
};

type Sent = Pick<NamedFile, 'file' | 'name'> & { isInline: boolean; headers?: Record<string, string> };

/**
 * Answers a request for a file: whole, a range of it, or only its head. The head goes out with the first byte. Failure: nothing was
 * sent yet, and what was to be sent is forgotten.
 */
export async function sendFile(
  req: IncomingMessage,
  res: ServerResponse,
  { file, name, isInline, headers: more = {} }: Sent,
  { follow, onBytes, mayBegin, onEnd = () => {}, revoked }: SendOptions,
): Promise<Failure | null> {
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
    res.writeHead(416, { ...headers, 'content-range': `bytes */${totalBytes}` }).end();
    return null;
  }
  const { start, end } = range === 'whole' ? { start: 0, end: (totalBytes ?? Infinity) - 1 } : range;
  const all = {
    ...headers,
    // Without a length it comes in chunks, and a last one says that it is whole.
    ...(totalBytes !== null && { 'content-length': end - start + 1 }),
    ...(range !== 'whole' && { 'content-range': `bytes ${start}-${end}/${totalBytes}` }),
  };
  const status = range === 'whole' ? 200 : 206;
  if (req.method === 'HEAD') {
    res.writeHead(status, all).end();
    return null;
  }
  const refused = (await mayBegin?.(start)) ?? null;
  if (refused) onEnd(refused.code);
  if (refused || isAnswered(res)) return refused;
  // Not written yet: an answer that has begun can only be cut, and who is cut before the first byte is told nothing.
  res.statusCode = status;
  for (const [field, value] of Object.entries(all)) res.setHeader(field, value);
  let failure: Failure | null = null;
  try {
    failure = await send(res, file, { start, end }, { transfer: follow?.(start), onBytes, onEnd, revoked });
  } finally {
    if (!res.headersSent) for (const field of Object.keys(all)) res.removeHeader(field);
  }
  if (!failure || res.destroyed || !res.headersSent) return res.destroyed ? null : failure;
  if (!res.writableEnded) res.destroy();
  return null;
}

type Followed = Required<Pick<SendOptions, 'onBytes' | 'onEnd' | 'revoked'>> & {
  transfer: RunningTransfer | undefined;
};

/** Ends the response only when every byte promised was handed over. Failure: it was not; who was sent some of it is to be cut. */
async function send(
  res: ServerResponse,
  file: Prepared,
  range: { start: number; end: number },
  { transfer, onBytes, onEnd, revoked }: Followed,
): Promise<Failure | null> {
  let written: Result<void>;
  const revocation = Promise.withResolvers<Result<void>>();
  const revoke = (): void => {
    if (res.headersSent) res.destroy();
    // Whoever was sent nothing is told why, however long its first byte would take.
    else revocation.resolve({ ok: false, failure: revoked.reason });
  };
  if (revoked.aborted) revoke();
  revoked.addEventListener('abort', revoke, { once: true });
  transfer?.control.cancelled.addEventListener('abort', () => res.destroy(), { once: true });
  try {
    const writing = revoked.aborted ? revocation.promise : write(res, file, range, { transfer, onBytes, revoked });
    written = await Promise.race([writing, revocation.promise]);
  } catch (error) {
    transfer?.end('failed', { code: 'internal' });
    onEnd('internal');
    if (res.headersSent) res.destroy();
    throw error;
  } finally {
    revoked.removeEventListener('abort', revoke);
  }
  if (written.ok) {
    const isWhole = file.totalBytes === null || range.end + 1 === file.totalBytes;
    res.end(() => transfer?.end(isWhole ? 'done' : 'cancelled'));
    onEnd(isWhole ? 'whole' : 'part');
    return null;
  }
  const failure: Failure = revoked.aborted ? revoked.reason : written.failure;
  onEnd(failure.code);
  if (failure.code === 'cancelled') transfer?.end('cancelled');
  else transfer?.end('failed', failure);
  return failure;
}

/** Writes until the end, also in several goes: while a transfer is paused, nothing is held for it but the connection. */
async function write(
  res: ServerResponse,
  file: Prepared,
  { start, end }: { start: number; end: number },
  { transfer, onBytes, revoked }: Pick<Followed, 'transfer' | 'onBytes' | 'revoked'>,
): Promise<Result<void>> {
  let position = start;
  const gone = new Promise<false>((resolve) => res.once('close', () => resolve(false)));
  for (;;) {
    const held = transfer?.control.stop();
    const stop = held ? AbortSignal.any([held, revoked]) : revoked;
    const sink = responseSink(res, {
      stop,
      onBytes(count) {
        position += count;
        transfer?.add(count);
        onBytes(count);
      },
    });
    const written = await file.write(sink, { start: position, end });
    if (written.ok || !transfer || !held?.aborted || revoked.aborted || res.destroyed) return written;
    res.socket?.setKeepAlive(true, KEEP_ALIVE_MS);
    if (!(await Promise.race([transfer.control.released(), gone]))) return written;
  }
}

type SinkOptions = {
  /** Called with each number of bytes handed to the connection. */
  onBytes?: (count: number) => void;
  /** Ends the writing before the next bytes. */
  stop?: AbortSignal;
};

/** Writes to a response, and tells when the bytes may be overwritten: at once where the kernel took them, as it does as a rule. */
export function responseSink(res: Writable, { onBytes, stop }: SinkOptions = {}): Sink {
  return (bytes) => {
    if (stop?.aborted || res.destroyed || res.writableEnded) throw new TransferError('cancelled');
    if (bytes.length === 0) return undefined;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const gone = () => reject(new TransferError('cancelled'));
    // Where nobody waits for these bytes, that they failed shows with the next: a rejection that nobody hears would end the process.
    promise.catch(() => {});
    res.write(bytes, (error) => (error ? gone() : resolve()));
    onBytes?.(bytes.length);
    if (res.writableLength === 0) return undefined;
    // A response that is destroyed forgets those who wait for it.
    res.once('close', gone);
    return promise.finally(() => res.off('close', gone));
  };
}
