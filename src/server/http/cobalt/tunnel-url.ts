import * as v from 'valibot';
import { limits } from '#app.config';
import { type LinkPurpose, type LinkSigner, VIDEO_PATH } from '#/server/service/links/links.ts';
import { CobaltNameStyle } from './request.ts';

export const TUNNEL_PATH = '/api/cobalt/tunnel';

/** How a tunnel's file is to be made and called; the rest of the query is `FileQuery`, which narrows what the link gives. */
export const TunnelQuery = v.object({
  /** A signed download link's token. */
  link: v.optional(v.string(), ''),
  style: v.optional(CobaltNameStyle, 'basic'),
  /** There: a probe, which is answered before anything is opened. */
  p: v.optional(v.string()),
});

type Made = {
  purpose: Extract<LinkPurpose, 'download' | 'preview'>;
  canonicalUrl: string;
  formatId: string;
  /** Whose limits count; null: those of whoever fetches it. */
  owner: string | null;
  /** Origin that clients reach this site by. */
  origin: string;
  query: Record<string, string | false | null | undefined>;
};

/** Address of a file, absolute. It always has a query, since clients append `&p=1` to it as it is. */
export function tunnelUrl(signer: LinkSigner, { owner, origin, query, ...link }: Made): string {
  const expiresAtS = Math.floor(Date.now() / 1000) + limits.downloadLinkS;
  const path = signer.sign({ ...link, expiresAtS, ...(owner !== null && { owner }) });
  const given = Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return `${origin}${TUNNEL_PATH}?${new URLSearchParams([['link', path.slice(VIDEO_PATH.length)], ...given])}`;
}
