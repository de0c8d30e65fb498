import { limits } from '#app.config';
import type { Extraction } from '../media/extraction.ts';
import { isList, type MediaLink } from '../platforms/rules.ts';

/** The entry that a format of a list belongs to: all it has are their pictures, `57.thumb`. */
export function entryOfFormat(link: MediaLink, formatId: string): number {
  return isList(link) ? Math.max(1, Number.parseInt(formatId, 10) || 1) : 1;
}

/** What is answered at a time, of what was read of a list at once. */
export function listPageFrom(extraction: Extraction, from: number): Extraction {
  const { items, nextFrom } = extraction.media;
  const wanted = items.filter(({ index }) => index >= from);
  const page = wanted.slice(0, limits.playlistEntries);
  const thumbnailId = page.find((item) => item.thumbnailId)?.thumbnailId ?? null;
  const next = wanted[limits.playlistEntries]?.index ?? nextFrom;
  return { ...extraction, media: { ...extraction.media, items: page, nextFrom: next, thumbnailId } };
}
