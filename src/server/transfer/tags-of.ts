import { type Format, itemOf, type Media } from '#/model/media/media.ts';
import type { Tags } from './mp4/tags.ts';

/** What a format's file says about itself. */
export function tagsOf(media: Media, format: Format, cover: Tags['cover']): Tags {
  const item = itemOf(media, format);
  return {
    title: item && media.title ? `${media.title} ${item.index}` : media.title,
    author: media.author?.name ?? null,
    link: media.canonicalUrl,
    date: media.publishedAt?.slice(0, 10) ?? null,
    cover,
    chapters: item ? [] : media.chapters,
  };
}
