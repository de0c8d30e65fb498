import { limits as facts } from '#app.config';
import type { Resolved } from '#/model/download.ts';
import { allFormats, type Media, ZIP_ID } from '#/model/media.ts';
import { previewsOf } from '#/model/preview.ts';
import type { LinkPurpose, LinkSigner } from './links.ts';
import { STORYBOARD_ID } from './shown/storyboard.ts';

/** All links of a media, signed until one moment: one that saves each format, and those that its page shows something by. */
export function signLinks(
  media: Media,
  { signer, hasStoryboard }: { signer: LinkSigner; hasStoryboard: boolean },
): Pick<Resolved, 'links' | 'shown' | 'expiresAt'> {
  const expiresAtS = Math.floor(Date.now() / 1000) + facts.downloadLinkS;
  const { canonicalUrl } = media;
  const link = (purpose: LinkPurpose, formatId: string) => signer.sign({ purpose, canonicalUrl, formatId, expiresAtS });
  const linksOf = (purpose: LinkPurpose, ids: readonly string[]) =>
    Object.fromEntries(ids.map((id) => [id, link(purpose, id)]));
  const formats = allFormats(media);
  const isArchivable = media.items.filter(({ link: own }) => own === null).length > 1;
  const thumbnails = new Set([media.thumbnailId, ...media.items.map(({ thumbnailId }) => thumbnailId)]);
  const tracks = media.formats.filter(({ kind, container }) => kind === 'subtitles' && container === 'vtt');
  return {
    links: linksOf('download', [...formats.map(({ id }) => id), ...(isArchivable ? [ZIP_ID] : [])]),
    shown: {
      previews: linksOf('preview', idsOf(previewsOf(media.formats))),
      thumbnails: linksOf('thumbnail', idsOf(formats.filter(({ id }) => thumbnails.has(id)))),
      subtitles: linksOf('subtitles', idsOf(tracks)),
      storyboard: hasStoryboard ? link('storyboard', STORYBOARD_ID) : null,
    },
    expiresAt: new Date(expiresAtS * 1000).toISOString(),
  };
}

function idsOf(formats: readonly { id: string }[]): string[] {
  return formats.map(({ id }) => id);
}
