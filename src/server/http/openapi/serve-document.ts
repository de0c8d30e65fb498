import type { PublicOperation } from '../rest/operation.ts';
import { etagOf, hasVersion } from '../conditional.ts';
import { makeDocument } from './document.ts';

/** The document, as it is answered to whoever asks for it. */
type ServedDocument = { answer: (request: Request) => Response };

/** It changes with a new version of the server only. */
const FRESH_S = 300;

/** Made when it is first asked for: most processes never are. */
export function createServedDocument(operations: readonly PublicOperation[]): ServedDocument {
  let made: { text: string; etag: string } | null = null;
  const make = () => {
    const text = JSON.stringify(makeDocument(operations));
    return { text, etag: etagOf(text) };
  };
  return {
    answer(request) {
      made ??= make();
      const headers = {
        etag: made.etag,
        'cache-control': `public, max-age=${FRESH_S}`,
        'x-content-type-options': 'nosniff',
      };
      if (hasVersion(request, made.etag)) return new Response(null, { status: 304, headers });
      return new Response(made.text, { headers: { ...headers, 'content-type': 'application/json' } });
    },
  };
}
