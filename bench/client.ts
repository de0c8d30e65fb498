import { connect } from 'node:net';

type Download = {
  status: number;
  /** From the beginning of the request to the first byte of the body. */
  firstByteMs: number;
  totalMs: number;
  /** Of the body; of one in chunks, their frames included. */
  bytes: number;
  /** Content-Length; null: not told. */
  promisedBytes: number | null;
};

type DownloadOptions = {
  /** Left after so many bytes of the body, or so long after its first one. */
  stopAfterBytes?: number;
  stopAfterMs?: number;
  /** The visitor's address, of this machine, and cookie. */
  localAddress?: string;
  cookie?: string;
  /** Taken no faster than this. */
  bytesPerS?: number;
  /** Called with each number of bytes of the body. */
  onBytes?: (count: number) => void;
};

const SLOT_BYTES = 1024 * 1024;
const PACED_SLOT_BYTES = 64 * 1024;
const PACE_MS = 20;

/** A visitor who takes bytes as fast as they come, or at a pace, and throws them away: no stream, no copy, one buffer. */
export function download(url: string, options: DownloadOptions = {}): Promise<Download> {
  const { stopAfterBytes = Infinity, stopAfterMs, bytesPerS = Infinity, onBytes, localAddress, cookie } = options;
  const { promise, resolve, reject } = Promise.withResolvers<Download>();
  const { port, pathname, search } = new URL(url);
  const slot = Buffer.allocUnsafeSlow(bytesPerS === Infinity ? SLOT_BYTES : PACED_SLOT_BYTES);
  const begunAt = performance.now();
  let head = '';
  let body: { status: number; firstByteMs: number; promisedBytes: number | null } | undefined;
  let bytes = 0;

  const socket = connect({
    host: '127.0.0.1',
    port: Number(port),
    noDelay: true,
    ...(localAddress && { localAddress }),
    onread: {
      buffer: slot,
      callback(length, buffer) {
        const count = body ? length : readHead(Buffer.from(buffer.buffer, buffer.byteOffset, length));
        bytes += count;
        if (count > 0) onBytes?.(count);
        if (bytes >= stopAfterBytes) finish();
        else if (isAhead()) socket.pause();
        return true;
      },
    },
  });
  const headers = ['host: localhost', 'connection: close', ...(cookie ? [`cookie: ${cookie}`] : [])];
  socket.write(`GET ${pathname}${search} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
  socket.on('error', reject).on('end', finish).on('close', finish);
  const pace = bytesPerS === Infinity ? undefined : setInterval(() => !isAhead() && socket.resume(), PACE_MS);
  let stop: NodeJS.Timeout | undefined;

  function isAhead(): boolean {
    return bytes > ((performance.now() - begunAt) / 1000) * bytesPerS;
  }

  /** How many bytes of the body came with the head. */
  function readHead(chunk: Buffer): number {
    head += chunk.toString('latin1');
    const headEnd = head.indexOf('\r\n\r\n');
    if (headEnd < 0) return 0;
    const inBody = head.length - headEnd - 4;
    if (inBody === 0) return 0;
    const promised = /\r\ncontent-length: *(\d+)/i.exec(head.slice(0, headEnd))?.[1];
    body = {
      status: Number(head.slice(9, 12)),
      firstByteMs: performance.now() - begunAt,
      promisedBytes: promised === undefined ? null : Number(promised),
    };
    if (stopAfterMs !== undefined) stop = setTimeout(finish, stopAfterMs);
    return inBody;
  }

  function finish(): void {
    clearInterval(pace);
    clearTimeout(stop);
    socket.destroy();
    if (!body) reject(new Error(`${pathname}: no answer with a body: ${head.slice(0, 100)}`));
    else resolve({ ...body, bytes, totalMs: performance.now() - begunAt });
  }
  return promise;
}
