import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { acceptedWeights, isKnownVersion } from '#/model/http/http-semantics.ts';

const ENCODINGS = ['br', 'gzip'] as const;
type Encoding = (typeof ENCODINGS)[number] | 'identity';

/** A text of the site as it goes over the line: made once, compressed once for each way that is asked for. */
export type Encoded = { etag: string; type: string; as: (encoding: Encoding) => Promise<Uint8Array<ArrayBuffer>> };

export function encodedText(text: string, type: string): Encoded {
  const bytes = new TextEncoder().encode(text);
  const etag = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  const made = new Map<Encoding, Promise<Uint8Array<ArrayBuffer>>>();
  return {
    etag,
    type,
    as(encoding) {
      const known = made.get(encoding);
      if (known) return known;
      const making = compress(bytes, encoding);
      made.set(encoding, making);
      return making;
    },
  };
}

/** The answer to a GET or HEAD for it: 304 for whoever has it already. */
export async function answerEncoded(
  { method, headers: asked }: Request,
  { etag, type, as }: Encoded,
  more: HeadersInit = {},
): Promise<Response> {
  const encoding = chooseEncoding(asked.get('accept-encoding'));
  const tag = `"${etag}${encoding === 'identity' ? '' : `-${encoding}`}"`;
  const headers = new Headers(more);
  headers.set('etag', tag);
  headers.append('vary', 'Accept-Encoding');
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-cache');
  if (isKnownVersion(asked.get('if-none-match'), tag)) return new Response(null, { status: 304, headers });
  const body = await as(encoding);
  headers.set('content-type', type);
  headers.set('content-length', `${body.length}`);
  if (encoding !== 'identity') headers.set('content-encoding', encoding);
  return new Response(method === 'HEAD' ? null : body, { headers });
}

/** The best that the client takes, ours first of what it takes as gladly; a weight of 0 refuses one. */
export function chooseEncoding(header: string | null): Encoding {
  const weights = acceptedWeights(header);
  const any = weights.get('*') ?? 0;
  const weightOf = (encoding: Encoding) => weights.get(encoding) ?? (encoding === 'identity' ? 0 : any);
  const [best] = [...ENCODINGS, 'identity' as const].sort((one, other) => weightOf(other) - weightOf(one));
  return best && weightOf(best) > 0 ? best : 'identity';
}

/** Quick settings: pages are made while somebody waits. */
async function compress(bytes: Uint8Array<ArrayBuffer>, encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> {
  if (encoding === 'identity') return bytes;
  const compressed =
    encoding === 'gzip'
      ? await promisify(gzip)(bytes, { level: 6 })
      : await promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
  return new Uint8Array(compressed);
}
