import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { parseRange } from '#/server/transfer/index.ts';
import { childOptions, serveAsChild } from '../children.ts';

/** A platform that is far away, or gives each connection little. nginx's limit_rate gives the first second for nothing. */
export type SlowOptions = {
  folder: string;
  /** From the request to the first byte of the answer. */
  delayMs: number;
  /** Of one connection. */
  bytesPerS: number | null;
};

const TICK_MS = 10;

if (import.meta.main) {
  const { folder, delayMs, bytesPerS } = childOptions<SlowOptions>();
  const files = new Map<string, Buffer>();
  /** When each connection may send its next byte, in milliseconds of this process. */
  const freeAt = new WeakMap<Socket, number>();

  await serveAsChild((req, res) => void setTimeout(serve, delayMs, req, res));

  function serve(req: IncomingMessage, res: ServerResponse): void {
    const bytes = fileOf(req.url ?? '/');
    const range = parseRange(req.headers.range, bytes.length);
    if (range === 'unsatisfiable') return void res.writeHead(416).end();
    const { start, end } = range === 'whole' ? { start: 0, end: bytes.length - 1 } : range;
    const headers = { 'content-length': end - start + 1, 'accept-ranges': 'bytes' };
    if (range === 'whole') res.writeHead(200, headers);
    else res.writeHead(206, { ...headers, 'content-range': `bytes ${start}-${end}/${bytes.length}` });
    const body = bytes.subarray(start, end + 1);
    if (bytesPerS === null || !res.socket) res.end(body);
    else sendSlowly(res, res.socket, body, bytesPerS);
  }

  function sendSlowly(res: ServerResponse, socket: Socket, body: Buffer, rate: number): void {
    let sent = 0;
    const tick = setInterval(() => {
      if (res.destroyed) return clearInterval(tick);
      const now = performance.now();
      const free = Math.max(freeAt.get(socket) ?? 0, now - TICK_MS * 2);
      const count = Math.min(Math.floor(((now - free) / 1000) * rate), body.length - sent);
      if (count <= 0 || res.writableNeedDrain) return;
      freeAt.set(socket, free + (count / rate) * 1000);
      res.write(body.subarray(sent, (sent += count)));
      if (sent < body.length) return;
      clearInterval(tick);
      res.end();
    }, TICK_MS);
  }

  function fileOf(path: string): Buffer {
    const name = new URL(path, 'http://localhost').pathname.slice(1);
    const bytes = files.get(name) ?? readFileSync(join(folder, name));
    files.set(name, bytes);
    return bytes;
  }
}
