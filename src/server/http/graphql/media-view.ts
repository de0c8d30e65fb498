import * as v from 'valibot';
import { Resolved } from '#/model/download.ts';
import { Format, Media, MediaItem, ZIP_ID } from '#/model/media/media.ts';

const Path = v.nullable(v.string());

/** A format with the paths of its signed links on this site. */
export const LinkedFormat = v.object({
  ...Format.entries,
  /** Saves it. */
  link: Path,
  /** Plays or shows it in a page; null: a page cannot, or has a better one of the same. */
  shownLink: Path,
});
export type LinkedFormat = v.InferOutput<typeof LinkedFormat>;

export const LinkedItem = v.object({
  ...MediaItem.entries,
  thumbnailLink: Path,
  formats: v.array(LinkedFormat),
});
export type LinkedItem = v.InferOutput<typeof LinkedItem>;

/** A media with all its signed links at their places: what `media(url)` answers. */
export const LinkedMedia = v.object({
  ...Media.entries,
  formats: v.array(LinkedFormat),
  items: v.array(LinkedItem),
  thumbnailLink: Path,
  /** A WebVTT track of pictures from the whole film. */
  storyboardLink: Path,
  /** Saves several of its entries in one archive; null: there are not several. */
  archiveLink: Path,
  canConvert: Resolved.entries.canConvert,
  expiresAt: Resolved.entries.expiresAt,
});
export type LinkedMedia = v.InferOutput<typeof LinkedMedia>;

export function linkMedia({ media, links, shown, canConvert, expiresAt }: Resolved): LinkedMedia {
  const shownById = { ...shown.thumbnails, ...shown.subtitles, ...shown.previews };
  const linked = (format: Format): LinkedFormat => ({
    ...format,
    link: links[format.id] ?? null,
    shownLink: shownById[format.id] ?? null,
  });
  const thumbnail = (id: string | null) => (id === null ? null : (shown.thumbnails[id] ?? null));
  return {
    ...media,
    formats: media.formats.map(linked),
    items: media.items.map((item) => ({
      ...item,
      thumbnailLink: thumbnail(item.thumbnailId),
      formats: item.formats.map(linked),
    })),
    thumbnailLink: thumbnail(media.thumbnailId),
    storyboardLink: shown.storyboard,
    archiveLink: links[ZIP_ID] ?? null,
    canConvert,
    expiresAt,
  };
}
