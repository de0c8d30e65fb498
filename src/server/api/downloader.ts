import { createHash, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import { limits } from '#app.config';
import { ResolveRequest, type Resolved } from '#/model/download.ts';
import { fail, ok, type Result } from '#/model/failure.ts';
import { allFormats, type Media, ZIP_ID } from '#/model/media.ts';
import { PLATFORMS } from '#/model/platform.ts';
import type { Engine } from '#/server/engine/extraction.ts';
import type { Transfer } from '#/server/transfer/index.ts';
import type { LinkSigner } from './links.ts';
import { problem } from './problem.ts';

export type DownloaderPorts = { engine: Engine; transfer: Transfer; signer: LinkSigner; apiKey: string };

type Handler = (request: Request, ports: DownloaderPorts) => Promise<Response> | Response;

const MAX_BODY_BYTES = 16 * 1024;
/** A body that is too large is still read so far, and thrown away: a client that is cut off while it sends never sees the answer. */
const MAX_DRAINED_BYTES = 32 * 1024 * 1024;

const ROUTES: Record<string, { method: 'GET' | 'POST'; needsKey: boolean; handle: Handler }> = {
  '/api/v1/resolve': { method: 'POST', needsKey: true, handle: resolve },
  '/api/v1/platforms': { method: 'GET', needsKey: false, handle: platforms },
  '/api/v1/health': { method: 'GET', needsKey: false, handle: health },
};

/** The downloader API. */
export function serveDownloader(request: Request, ports: DownloaderPorts): Promise<Response> | Response {
  const { pathname } = new URL(request.url);
  const route = Object.hasOwn(ROUTES, pathname) ? ROUTES[pathname] : undefined;
  if (!route) return problem({ code: 'invalid_request' }, { status: 404 });
  if (request.method !== route.method) {
    return problem({ code: 'invalid_request' }, { status: 405, headers: { allow: route.method } });
  }
  if (route.needsKey && !hasKey(request, ports.apiKey)) return problem({ code: 'unauthorized' });
  return route.handle(request, ports);
}

/** `api-key: …` or `Authorization: Api-Key …`; compared as hashes, so that neither content nor length shows in the time it takes. */
function hasKey({ headers }: Request, apiKey: string): boolean {
  const given = headers.get('api-key') ?? /^Api-Key (\S+)$/i.exec(headers.get('authorization') ?? '')?.[1] ?? '';
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(apiKey));
}

async function resolve(request: Request, { engine, transfer, signer }: DownloaderPorts): Promise<Response> {
  const body = await readJson(request, ResolveRequest);
  if (!body.ok) return problem(body.failure);
  const result = await engine.resolve(body.value.url, { signal: request.signal });
  if (!result.ok) return problem(result.failure);
  const media = await transfer.measure(result.value.media, request.signal);
  return json({ ...withLinks(media, signer), canConvert: engine.health().conversions });
}

function withLinks(media: Media, signer: LinkSigner): Omit<Resolved, 'canConvert'> {
  const expiresAtS = Math.floor(Date.now() / 1000) + limits.downloadLinkS;
  const link = (formatId: string) => signer.sign({ canonicalUrl: media.canonicalUrl, formatId, expiresAtS });
  const archived = media.items.filter(({ link: own }) => own === null);
  const ids = [...allFormats(media).map(({ id }) => id), ...(archived.length > 1 ? [ZIP_ID] : [])];
  return {
    media,
    links: Object.fromEntries(ids.map((id) => [id, link(id)])),
    expiresAt: new Date(expiresAtS * 1000).toISOString(),
  };
}

function platforms(_request: Request, { engine }: DownloaderPorts): Response {
  return json(Object.fromEntries(PLATFORMS.map((platform) => [platform, engine.platformHealth(platform)])));
}

function health(_request: Request, { engine }: DownloaderPorts): Response {
  return json({ status: 'ok', engine: engine.health() });
}

async function readJson<T>(request: Request, schema: v.GenericSchema<unknown, T>): Promise<Result<T>> {
  if (!/^application\/json\s*(?:;|$)/i.test(request.headers.get('content-type') ?? '')) return fail('not_acceptable');
  if (request.headers.has('content-encoding')) return fail('not_acceptable');
  const text = await readText(request);
  if (text === undefined) return fail('request_too_large');
  try {
    const parsed = v.safeParse(schema, JSON.parse(text));
    return parsed.success ? ok(parsed.output) : fail('invalid_request');
  } catch (error) {
    if (error instanceof SyntaxError) return fail('invalid_request');
    throw error;
  }
}

async function readText({ body }: Request): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_DRAINED_BYTES) return undefined;
    if (bytes <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  return bytes > MAX_BODY_BYTES ? undefined : Buffer.concat(chunks).toString('utf8');
}

function json(value: unknown): Response {
  return Response.json(value, { headers: { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } });
}
