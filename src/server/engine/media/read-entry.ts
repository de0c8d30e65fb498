import type { AudioTrack, Format, TextTrack } from '#/model/media/media.ts';
import { readAudioTracks } from './audio-tracks.ts';
import {
  animationOf,
  convertedFormats,
  mergedFormats,
  mixedFormats,
  segmentedFormats,
  single,
  soundOfFilm,
} from './combine-formats.ts';
import type { Recipe, Source } from './extraction.ts';
import { listedOffers, readTextTracks } from '../lists/listed-offers.ts';
import { type Offer, recommend } from './offer.ts';
import type { SourceFormat } from './source-formats.ts';
import type { PlatformRules } from '../platforms/rules.ts';
import { readFormats } from './read-formats.ts';
import { bestThumbnail, readImage } from './read-images.ts';
import { readSubtitles } from './read-subtitles.ts';
import type { ExtractorEntry } from '../worker/info.ts';

/** One video, sound or picture of a post, with all that can be had of it. */
export type ReadEntry = {
  kind: 'video' | 'audio' | 'image';
  formats: Format[];
  sources: Map<string, Source>;
  recipes: Map<string, Recipe>;
  audioTracks: AudioTrack[];
  textTracks: TextTrack[];
  sourceFormats: Map<string, SourceFormat>;
  thumbnailId: string | null;
  durationS: number | null;
};

type Context = { rules: PlatformRules; prefix: string; headers: Record<string, string>; canConvert: boolean };

/** A video or sound; undefined when there is nothing of it but pieces. */
export function readEntry(entry: ExtractorEntry, context: Context, silent = false): ReadEntry {
  const { rules, prefix } = context;
  const { offers, segmented } = readFormats(rules, entry, prefix, { silent });
  const films = [...offers, ...segmented];
  if (!films.length && rules.photosAreThumbnails) return readPhoto(bestThumbnail(entry), context);
  const headers = headersOf(entry, context);
  const thumbnail = bestThumbnail(entry);
  const thumbnailId = `${prefix}thumb`;
  const all = [
    ...offers,
    ...(films.length ? readSubtitles(entry, prefix, headers) : []),
    ...(thumbnail ? [readImage(thumbnailId, thumbnail, headers)] : []),
  ];
  const hasPicture = films.length === 0 || films.some(({ format }) => format.kind !== 'audio');
  return {
    kind: hasPicture ? 'video' : 'audio',
    ...part(all, segmented, context),
    thumbnailId: thumbnail ? thumbnailId : null,
    durationS: entry.duration ?? null,
  };
}

/** A photo; it is its own thumbnail. */
export function readPhoto(
  image: { url: string; width?: number | undefined; height?: number | undefined } | undefined,
  context: Context,
): ReadEntry {
  const { rules, prefix, headers } = context;
  const offers = image
    ? [readImage(`${prefix}photo`, { ...image, url: rules.photoUrl?.(image.url) ?? image.url }, headers)]
    : [];
  return {
    kind: 'image',
    ...part(offers, [], context),
    thumbnailId: offers[0]?.format.id ?? null,
    durationS: null,
  };
}

/** What goes to the browser, and what stays; what can be made of the sources beside the sources themselves. */
function part(
  offers: readonly Offer[],
  segmented: readonly Offer[],
  { prefix, canConvert }: Context,
): Omit<ReadEntry, 'kind' | 'thumbnailId' | 'durationS'> {
  const isSound = ({ format }: Offer) => format.kind === 'audio';
  const sounds = offers.some(isSound) ? offers.filter(isSound) : segmented.filter(isSound);
  const read = readAudioTracks(sounds);
  const { tracks, trackOf } = read;
  const textTracks = readTextTracks(offers, tracks[0]?.language ?? null);
  const own = listedOffers(offers, read, textTracks).map(({ format }) => single(format));
  const found = own.map(({ format }) => format);
  const merged = mergedFormats(found, prefix, tracks.length > 1);
  const pieces = segmentedFormats(
    listedOffers(segmented, read, []).map(({ format }) => format),
    [...found, ...merged.map(({ format }) => format)],
    prefix,
  );
  const copied = [...own, ...merged, ...pieces, ...soundOfFilm(found, prefix)];
  const films = [...found, ...merged.map(({ format }) => format)];
  const converted = canConvert
    ? [...mixedFormats(films, prefix), ...convertedFormats(copied, prefix), ...animationOf(found, prefix)]
    : [];
  const all = [...copied, ...converted];
  return {
    formats: recommend(all.map(({ format }) => format)),
    sources: new Map([...offers, ...segmented].map(({ format, source }) => [format.id, source])),
    recipes: new Map(all.map(({ format, recipe }) => [format.id, recipe])),
    audioTracks: tracks,
    textTracks,
    sourceFormats: new Map([
      ...segmented.map((offer) => sourceFormatOf(offer, true)),
      ...offers.map((offer) => sourceFormatOf(offer, false)),
    ]),
  };

  function sourceFormatOf({ format }: Offer, inSegments: boolean): [string, SourceFormat] {
    return [format.id, { format, prefix, trackId: trackOf.get(format.id) ?? null, inSegments }];
  }
}

/** Pictures and texts are asked for as the media are. */
function headersOf(entry: ExtractorEntry, { headers }: Context): Record<string, string> {
  return entry.formats.find((format) => format.http_headers)?.http_headers ?? headers;
}

/** Whether there is anything to take but a thumbnail. */
export function isDownloadable({ formats }: ReadEntry): boolean {
  return formats.some(({ recommended }) => recommended);
}
