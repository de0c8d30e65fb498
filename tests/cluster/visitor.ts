import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createVisitorCookies } from '#/server/http/visitor-cookie.ts';
import type { OnBehalf } from '#/server/service/caller.ts';
import type { Downloader } from '#/server/service/downloader.ts';
import type { Result } from '#/model/failure.ts';
import { MEDIA_FOLDER } from '../platforms/make-media.ts';

const ADDRESS = '203.0.113.7';

/** Somebody with a browser: what the site does on its behalf, and the cookie it sends by itself. */
export type Visitor = { onBehalf: OnBehalf; headers: { cookie: string } };

/** `secret`: what signs visitors' cookies on every node. */
export function createVisitor(secret: string): Visitor {
  const { visitorId, setCookie } = createVisitorCookies(secret).create({ isSecure: false });
  return { onBehalf: { visitorId, address: ADDRESS }, headers: { cookie: setCookie.split(';', 1)[0] ?? '' } };
}

export function value<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.failure.code);
  return result.value;
}

/** Path of a signed link for one format. */
export async function linkFrom(
  client: Downloader,
  { onBehalf }: Visitor,
  url: string,
  format: string,
): Promise<string> {
  const link = value(await client.resolve(url, { onBehalf })).links[format];
  if (link === undefined) throw new Error(`${url} has no format ${format}`);
  return link;
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Of a file as the replicas serve it. */
export async function sha256OfMedia(name: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(join(MEDIA_FOLDER, name)), hash);
  return hash.digest('hex');
}

export type Saved = { sha256: string; bytes: number; attempts: number };

/** Gives up after so long without a byte. */
const PATIENCE_MS = 120_000;
const AGAIN_AFTER_MS = 200;

/**
 * Saves a file as a browser does: what was cut is asked for from where it ended, as long as it is the same file. `onBytes` hears how
 * many bytes there are so far.
 */
export async function save(
  address: string,
  { headers }: Pick<Visitor, 'headers'>,
  onBytes: (bytes: number) => void = () => {},
): Promise<Saved> {
  const hash = createHash('sha256');
  let bytes = 0;
  let etag: string | null = null;
  let lastByteAt = Date.now();
  for (let attempts = 1; Date.now() - lastByteAt < PATIENCE_MS; attempts++) {
    const resumed: HeadersInit = etag === null ? {} : { range: `bytes=${bytes}-`, 'if-range': etag };
    try {
      const response: Response = await fetch(address, { headers: { ...headers, ...resumed } });
      if (response.status >= 500 || response.status === 429) throw new Error(`answered ${response.status}`);
      const wanted = bytes === 0 && etag === null ? 200 : 206;
      if (response.status !== wanted) throw new Unfit(`${response.status} in place of ${wanted}`);
      etag ??= response.headers.get('etag');
      for await (const chunk of response.body ?? []) {
        hash.update(chunk);
        bytes += chunk.length;
        lastByteAt = Date.now();
        onBytes(bytes);
      }
      return { sha256: hash.digest('hex'), bytes, attempts };
    } catch (error) {
      if (error instanceof Unfit) throw error;
    }
    await new Promise((later) => setTimeout(later, AGAIN_AFTER_MS));
  }
  throw new Error(`nothing came of ${address} for ${PATIENCE_MS / 1000} s, after ${bytes} bytes`);
}

/** An answer that no repetition mends. */
class Unfit extends Error {}

/** Of a page's own making, for a streamed download. */
export function newDownloadId(): string {
  return randomUUID();
}
