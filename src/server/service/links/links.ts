import { createHmac, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import { fail, ok, type Result } from '#/model/failure.ts';

/**
 * What a link is for. Each purpose has a way of its own through the video API (`video.ts`), so that no link gives what another is for:
 * `download` saves a file, or a part of it; `preview` plays one as it is; `thumbnail` gives a picture in one of a few widths;
 * `subtitles` a text as WebVTT; `storyboard` the pictures of a player's scrubber.
 */
export const LinkPurpose = v.picklist(['download', 'preview', 'thumbnail', 'subtitles', 'storyboard']);
export type LinkPurpose = v.InferOutput<typeof LinkPurpose>;

/** What a link allows: one thing of one media, for one purpose, until it expires. */
export type LinkScope = {
  purpose: LinkPurpose;
  canonicalUrl: string;
  /** Of a storyboard `STORYBOARD_ID`. */
  formatId: string;
  /** Tells a picture from others that have had its id: entries of a playlist change places. */
  version?: string;
  /** Of pictures, which are kept and shown without asking the engine again: rules that would hit their media or its author (model/rule.ts). */
  ruleKeys?: readonly string[];
  /** Whose limits count, whoever fetches it: of a client with a key. */
  owner?: string;
  expiresAtS: number;
};

/** A link that was judged, and what stands in its query. */
export type VideoLink = { scope: LinkScope; parameters: URLSearchParams };

export type LinkSigner = {
  /** Path of a link on this site. */
  sign(scope: LinkScope): string;
  /** Judges what stands behind `VIDEO_PATH`; it takes as long for a wrong signature as for a right one. Failures: link_invalid, link_expired. */
  verify(token: string): Result<LinkScope>;
};

export const VIDEO_PATH = '/api/video/';

/** Far above any link of ours, far below what would cost something to check. */
const MAX_TOKEN_LENGTH = 4096;
const TOKEN = /^([\w-]+)\.([\w-]{43})$/;
const Claims = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    p: LinkPurpose,
    u: v.string(),
    f: v.string(),
    v: v.optional(v.string()),
    k: v.optional(v.array(v.string())),
    o: v.optional(v.string()),
    e: v.number(),
  }),
);

/**
 * Signs links with HMAC-SHA256; nothing is stored, so they work on every server that has the secret. Those signed by a `former` secret
 * are still good, so that a secret can be changed while links are out.
 */
export function createLinkSigner(secret: string, former: readonly string[] = []): LinkSigner {
  // As text: the last of 43 letters says two bits more than a signature has, and so four texts would stand for one.
  const signature = (key: string, payload: string) =>
    createHmac('sha256', key).update(`video-link:${payload}`).digest('base64url');
  return {
    sign({ purpose, canonicalUrl, formatId, version, ruleKeys, owner, expiresAtS }) {
      const claims = { p: purpose, u: canonicalUrl, f: formatId, v: version, k: ruleKeys, o: owner, e: expiresAtS };
      const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
      return `${VIDEO_PATH}${payload}.${signature(secret, payload)}`;
    },
    verify(token) {
      const [, payload = '', given = ''] = (token.length <= MAX_TOKEN_LENGTH && TOKEN.exec(token)) || [];
      const isSigned = [secret, ...former].map((key) => isSame(given, signature(key, payload))).includes(true);
      if (!isSigned) return fail('link_invalid');
      const claims = v.safeParse(Claims, Buffer.from(payload, 'base64url').toString());
      if (!claims.success) return fail('link_invalid');
      const { p: purpose, u: canonicalUrl, f: formatId, e: expiresAtS } = claims.output;
      if (expiresAtS * 1000 <= Date.now()) return fail('link_expired');
      const { v: version, k: ruleKeys, o: owner } = claims.output;
      const more = { ...(version && { version }), ...(ruleKeys && { ruleKeys }), ...(owner && { owner }) };
      return ok({ purpose, canonicalUrl, formatId, ...more, expiresAtS });
    },
  };
}

/** A request's path and query as they came: nothing is resolved or decoded, so that one link has one path. */
export function readVideoLink(url: string): { token: string; parameters: URLSearchParams } {
  const cut = url.indexOf('?');
  const path = cut < 0 ? url : url.slice(0, cut);
  return { token: path.slice(VIDEO_PATH.length), parameters: new URLSearchParams(cut < 0 ? '' : url.slice(cut)) };
}

const SIGNED = new RegExp(`${VIDEO_PATH}([\\w-]+)\\.[\\w-]{43}`, 'g');

/** A text in which signed links stand as what they give, whenever they were signed and until when they are good. Judges none of them. */
export function withoutSignatures(text: string): string {
  return text.replace(SIGNED, (link, payload: string) => {
    const claims = v.safeParse(Claims, Buffer.from(payload, 'base64url').toString());
    return claims.success ? VIDEO_PATH + JSON.stringify({ ...claims.output, e: 0 }) : link;
  });
}

function isSame(given: string, expected: string): boolean {
  return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));
}
