import { type LinkScope, VIDEO_PATH } from '#/server/service/links/links.ts';

/** A link that was judged, and what stands in its query. */
export type VideoLink = { scope: LinkScope; parameters: URLSearchParams };

/** A request's path and query as they came: nothing is resolved or decoded, so that one link has one path. */
export function readVideoLink(url: string): { token: string; parameters: URLSearchParams } {
  const cut = url.indexOf('?');
  const path = cut < 0 ? url : url.slice(0, cut);
  return { token: path.slice(VIDEO_PATH.length), parameters: new URLSearchParams(cut < 0 ? '' : url.slice(cut)) };
}
