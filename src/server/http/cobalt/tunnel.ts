import type { IncomingMessage, ServerResponse } from 'node:http';
import * as v from 'valibot';
import type { Failure } from '#/model/failure.ts';
import type { Format } from '#/model/media/media.ts';
import type { NamedFile } from '#/server/transfer/index.ts';
import { STATUS } from '../http-status.ts';
import { isAsset } from '#/server/service/media-assets/asset.ts';
import { isAnswered } from '../shutdown.ts';
import { type AskedFile, deliver, readAsked, type VideoPorts } from '../video/video.ts';
import { CROSS_ORIGIN, PREFLIGHT } from './cross-origin.ts';
import { failureBody } from './errors.ts';
import { cobaltFileName } from './file-name.ts';
import type { CobaltNameStyle } from './request.ts';
import { TunnelQuery } from './tunnel-url.ts';

/** The bytes behind a tunnel's address, for pages of any origin. Errors are told by their status, and in the words of this API. */
export async function serveTunnel(req: IncomingMessage, res: ServerResponse, ports: VideoPorts): Promise<void> {
  if (req.method === 'OPTIONS') return void res.writeHead(204, PREFLIGHT).end();
  for (const [name, value] of Object.entries(CROSS_ORIGIN)) res.setHeader(name, value);
  if (req.method !== 'GET' && req.method !== 'HEAD') return refuse(res, { code: 'invalid_request' }, 405);
  const closing = ports.shutdown.refusal();
  if (closing) return refuse(res, closing);
  const { searchParams } = new URL(req.url ?? '/', 'http://localhost');
  const query = v.safeParse(TunnelQuery, Object.fromEntries(searchParams));
  if (!query.success) return refuse(res, { code: 'invalid_request' });
  const { link, style, p: probe } = query.output;
  const scope = ports.signer.verify(link);
  if (!scope.ok) return refuse(res, scope.failure);
  if (isAsset(scope.value)) return refuse(res, { code: 'link_invalid' });
  for (const name of Object.keys(TunnelQuery.entries)) searchParams.delete(name);
  const asked = await readAsked(req, { scope: scope.value, parameters: searchParams }, ports);
  if (!asked.ok) return refuse(res, asked.failure);
  if (probe !== undefined) return void res.writeHead(200, { 'cache-control': 'no-store', 'content-length': 0 }).end();
  const dress = (file: NamedFile) => dressed(file, asked.value, style);
  const failure = await deliver(req, res, asked.value, { ...ports, downloadId: null, dress });
  if (failure && !isAnswered(res)) refuse(res, failure);
}

function refuse(res: ServerResponse, failure: Failure, status = STATUS[failure.code]): void {
  const body = JSON.stringify(failureBody(failure));
  if (status === 405) res.setHeader('allow', 'GET, HEAD, OPTIONS');
  if (failure.retryAfterS !== undefined) res.setHeader('retry-after', Math.ceil(failure.retryAfterS));
  res.writeHead(status, {
    'cache-control': 'no-store',
    'content-length': Buffer.byteLength(body),
    'content-type': 'application/json',
    'x-content-type-options': 'nosniff',
  });
  res.end(res.req.method === 'HEAD' ? undefined : body);
}

function dressed({ file, name, media, format }: NamedFile, { request }: AskedFile, style: CobaltNameStyle) {
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
function estimatedBytes({ size, audioBitrateKbps }: Format, durationS: number | null): number | undefined {
  if (size) return size.bytes;
  return audioBitrateKbps && durationS ? Math.round((audioBitrateKbps * 1000 * durationS) / 8) : undefined;
}
