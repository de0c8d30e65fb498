import type { ShrunkType } from '#/server/transfer/pictures.ts';
import type { LinkPurpose, LinkScope } from '../links/links.ts';

/** What a page shows beside a film: given whole. */
export type Asset = { bytes: Buffer; contentType: string };

export type AssetScope = LinkScope & { purpose: Exclude<LinkPurpose, 'download' | 'preview'> };

/** One thing that is asked for. `query` is what stands behind the link, not looked at yet. */
export type AssetRequest = {
  scope: AssetScope;
  query: Record<string, string>;
  /** How pictures are to be written: the smallest that whoever asks knows. */
  pictureType: ShrunkType;
  signal: AbortSignal;
};

/** Whether a link is for something that a page shows. */
export function isAsset(scope: LinkScope): scope is AssetScope {
  return scope.purpose !== 'download' && scope.purpose !== 'preview';
}
