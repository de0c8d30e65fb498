import { createHmac, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import { fail, ok, type Result } from '#/model/failure.ts';

/** What a download link allows: one format of one media, until it expires. */
export type LinkScope = {
  canonicalUrl: string;
  formatId: string;
  expiresAtS: number;
  /** Whose limits count, whoever fetches it: of a client with a key. */
  owner?: string | undefined;
};

export type LinkSigner = {
  /** Path of a link on this site. */
  sign(scope: LinkScope): string;
  /** Failures: link_invalid, link_expired. */
  verify(token: string): Result<LinkScope>;
};

export const VIDEO_PATH = '/api/video/';

/** Far above any link of ours, far below what would cost something to check. */
const MAX_TOKEN_LENGTH = 4096;
const Claims = v.object({ u: v.string(), f: v.string(), e: v.number(), o: v.optional(v.string()) });

/** Signs download links with HMAC-SHA256; nothing is stored, so they work on every server that has the secret. */
export function createLinkSigner(secret: string): LinkSigner {
  const signature = (payload: string) => createHmac('sha256', secret).update(`video-link:${payload}`).digest();
  return {
    sign({ canonicalUrl, formatId, expiresAtS, owner }) {
      const claims: v.InferOutput<typeof Claims> = { u: canonicalUrl, f: formatId, e: expiresAtS, o: owner };
      const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
      return `${VIDEO_PATH}${payload}.${signature(payload).toString('base64url')}`;
    },
    verify(token) {
      const [, payload = '', given = ''] = /^([\w-]+)\.([\w-]{43})$/.exec(token.slice(0, MAX_TOKEN_LENGTH + 1)) ?? [];
      const bytes = Buffer.from(given, 'base64url');
      const expected = signature(payload);
      if (token.length > MAX_TOKEN_LENGTH || bytes.length !== expected.length || !timingSafeEqual(bytes, expected)) {
        return fail('link_invalid');
      }
      const claims = v.parse(Claims, JSON.parse(Buffer.from(payload, 'base64url').toString()));
      if (claims.e * 1000 <= Date.now()) return fail('link_expired');
      return ok({ canonicalUrl: claims.u, formatId: claims.f, expiresAtS: claims.e, owner: claims.o });
    },
  };
}
