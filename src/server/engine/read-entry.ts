import type { Format } from '#/model/media.ts';
import type { Source } from './extraction.ts';
import type { Offer } from './offer.ts';
import type { PlatformRules } from './platforms/rules.ts';
import { readFormats } from './read-formats.ts';
import { bestThumbnail, readImage } from './read-images.ts';
import { readSubtitles } from './read-subtitles.ts';
import { recommend } from './recommend.ts';
import type { ExtractorEntry } from './worker/info.ts';

/** One video, sound or picture of a post, with all that can be had of it. */
export type ReadEntry = {
  kind: 'video' | 'audio' | 'image';
  formats: Format[];
  sources: Map<string, Source>;
  thumbnailId: string | null;
  durationS: number | null;
  /** Formats left out because they exist in pieces only. */
  segmented: number;
};

type Context = { rules: PlatformRules; prefix: string; headers: Record<string, string> };

/** A video or sound; undefined when there is nothing of it but pieces. */
export function readEntry(entry: ExtractorEntry, context: Context, silent = false): ReadEntry {
  const { rules, prefix } = context;
  const { offers, segmented } = readFormats(rules, entry, prefix, { silent });
  if (!offers.length && !segmented && rules.photosAreThumbnails) return readPhoto(bestThumbnail(entry), context);
  const headers = headersOf(entry, context);
  const thumbnail = bestThumbnail(entry);
  const thumbnailId = `${prefix}thumb`;
  const all = [
    ...offers,
    ...(offers.length ? readSubtitles(entry, prefix, headers) : []),
    ...(thumbnail ? [readImage(thumbnailId, thumbnail, headers)] : []),
  ];
  const hasPicture = offers.length === 0 || offers.some(({ format }) => format.kind !== 'audio');
  return {
    kind: hasPicture ? 'video' : 'audio',
    ...part(all),
    thumbnailId: thumbnail ? thumbnailId : null,
    durationS: entry.duration ?? null,
    segmented,
  };
}

/** A photo; it is its own thumbnail. */
export function readPhoto(
  image: { url: string; width?: number | undefined; height?: number | undefined } | undefined,
  { rules, prefix, headers }: Context,
): ReadEntry {
  const offers = image
    ? [readImage(`${prefix}photo`, { ...image, url: rules.photoUrl?.(image.url) ?? image.url }, headers)]
    : [];
  return { kind: 'image', ...part(offers), thumbnailId: offers[0]?.format.id ?? null, durationS: null, segmented: 0 };
}

/** What goes to the browser, and what stays. */
function part(offers: readonly Offer[]): Pick<ReadEntry, 'formats' | 'sources'> {
  return {
    formats: recommend(offers.map(({ format }) => format)),
    sources: new Map(offers.map(({ format, source }) => [format.id, source])),
  };
}

/** Pictures and texts are asked for as the media are. */
function headersOf(entry: ExtractorEntry, { headers }: Context): Record<string, string> {
  return entry.formats.find((format) => format.http_headers)?.http_headers ?? headers;
}

/** Whether there is anything to take but a thumbnail. */
export function isDownloadable({ formats }: ReadEntry): boolean {
  return formats.some(({ recommended }) => recommended);
}
