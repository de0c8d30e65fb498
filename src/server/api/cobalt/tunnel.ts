import type { IncomingMessage, ServerResponse } from 'node:http';
import * as v from 'valibot';
import { allFormats, type Format } from '#/model/media.ts';
import type { NamedFile } from '#/server/transfer/index.ts';
import { sendProblem } from '../problem.ts';
import { type Asked, deliver, readAsked, type VideoPorts } from '../video.ts';
import { CROSS_ORIGIN, PREFLIGHT } from './cross-origin.ts';
import { cobaltFileName } from './file-name.ts';
import { type NameStyle } from './request.ts';
import { TunnelQuery } from './tunnel-url.ts';

/** The bytes behind a tunnel's address, from any page. Errors are told by their status. */
export async function serveTunnel(req: IncomingMessage, res: ServerResponse, ports: VideoPorts): Promise<void> {
  if (req.method === 'OPTIONS') return void res.writeHead(204, PREFLIGHT).end();
  for (const [name, value] of Object.entries(CROSS_ORIGIN)) res.setHeader(name, value);
  if (req.method !== 'GET' && req.method !== 'HEAD') {
    return sendProblem(res, { code: 'invalid_request' }, { status: 405, headers: { allow: 'GET, HEAD, OPTIONS' } });
  }
  const { searchParams } = new URL(req.url ?? '/', 'http://localhost');
  const query = v.safeParse(TunnelQuery, Object.fromEntries(searchParams));
  if (!query.success) return sendProblem(res, { code: 'invalid_request' });
  const { link, style, p: probe } = query.output;
  const asked = await readAsked(req, link, ports);
  if (!asked.ok) return sendProblem(res, asked.failure);
  if (probe !== undefined) return void res.writeHead(200, { 'cache-control': 'no-store', 'content-length': 0 }).end();
  const dress = (file: NamedFile) => dressed(file, asked.value, style);
  const failure = await deliver(req, res, asked.value, { ...ports, downloadId: null, dress });
  if (failure && !res.destroyed) sendProblem(res, failure);
}

function dressed({ file, name, media }: NamedFile, { request }: Asked, style: NameStyle) {
  const format = allFormats(media).find(({ id }) => id === request.formatId);
  const estimate = file.totalBytes === null ? format && estimatedBytes(format, media.durationS) : null;
  const isMuted = request.query.sound === '0';
  const container = extensionOf(name);
  return {
    name: format ? cobaltFileName({ media, format, container, isMuted }, style) : name,
    headers: {
      // Pages of other origins show pictures without asking beforehand.
      'cross-origin-resource-policy': 'cross-origin',
      ...(estimate && { 'estimated-content-length': String(estimate) }),
    },
  };
}

function extensionOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

/** For clients that show a file's progress where only its end tells its length. undefined: nothing to go by. */
export function estimatedBytes({ size, audioBitrateKbps }: Format, durationS: number | null): number | undefined {
  if (size) return size.bytes;
  return audioBitrateKbps && durationS ? Math.round((audioBitrateKbps * 1000 * durationS) / 8) : undefined;
}
