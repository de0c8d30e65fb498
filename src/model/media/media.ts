import * as v from 'valibot';
import { Platform } from '../platform-schema.ts';

const Count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** How a format reaches the visitor: one upstream file as it is, several merged into one, or made anew by a codec. */
export const Delivery = v.picklist(['direct', 'merge', 'transcode']);
export type Delivery = v.InferOutput<typeof Delivery>;

export const FormatKind = v.picklist(['video+audio', 'video', 'audio', 'image', 'subtitles']);
export type FormatKind = v.InferOutput<typeof FormatKind>;

export const Size = v.object({ bytes: Count, exact: v.boolean() });
export type Size = v.InferOutput<typeof Size>;

/** One thing a visitor can take away. What only the server knows of it is its Source (server/engine). */
export const Format = v.object({
  /** Unique within the media and stable over extractions; entries of a carousel have their index before it: `2.http-832`. */
  id: v.pipe(v.string(), v.regex(/^[\w.+-]{1,80}$/)),
  kind: FormatKind,
  /** File name extension, without the dot. */
  container: v.string(),
  videoCodec: v.nullable(v.string()),
  audioCodec: v.nullable(v.string()),
  widthPx: v.nullable(Count),
  heightPx: v.nullable(Count),
  /** What the platform calls the quality where that is not the shorter side: 1080 of a film of 1920 × 640. */
  quality: v.optional(Count),
  fps: v.nullable(v.number()),
  dynamicRange: v.nullable(v.picklist(['SDR', 'HDR'])),
  audioBitrateKbps: v.nullable(v.number()),
  /** BCP 47 tag of the sound or the text. */
  language: v.nullable(v.string()),
  /** What its platform calls the track of sound or text, where there are several of a language: `English descriptive`. */
  trackName: v.optional(v.string()),
  /** Text made by a machine (speech recognition or translation). Subtitles only. */
  automatic: v.boolean(),
  size: v.nullable(Size),
  delivery: Delivery,
  /** `everywhere`: phones, televisions and editors of the last ten years play it. `modern`: needs a recent player. */
  compatibility: v.picklist(['everywhere', 'modern']),
  /** The one offered first for its entry. */
  recommended: v.boolean(),
});
export type Format = v.InferOutput<typeof Format>;

export const AudioKind = v.picklist(['original', 'dubbed', 'descriptive']);
export type AudioKind = v.InferOutput<typeof AudioKind>;

/** What a film can be heard in. Formats are listed with the first; `sound=` of a download link takes another. */
export const AudioTrack = v.object({
  /** Unique within its entry and stable over extractions: `es`, `en-descriptive`. */
  id: v.pipe(v.string(), v.regex(/^[\w-]{1,60}$/)),
  /** BCP 47 tag; null: the platform does not tell. */
  language: v.nullable(v.string()),
  /** `descriptive`: somebody also tells what is to be seen. */
  kind: AudioKind,
  trackName: Format.entries.trackName,
  /** Containers of films that it can be put into without a change. */
  containers: v.array(v.string()),
});
export type AudioTrack = v.InferOutput<typeof AudioTrack>;

/** Subtitles in one language. Those that have no formats in the list are had by `text=` of a link that has. */
export const TextTrack = v.object({
  /** Id of its formats without their containers: `sub-en`, `sub-en-auto`. */
  id: Format.entries.id,
  language: v.nullable(v.string()),
  trackName: Format.entries.trackName,
  automatic: v.boolean(),
});
export type TextTrack = v.InferOutput<typeof TextTrack>;

/** All tracks of an entry. Older answers, as browsers keep them, have none. */
const tracks = {
  /** The original first, then the site's languages, then the others. */
  audioTracks: v.optional(v.array(AudioTrack), []),
  /** The site's languages first, then the others; written by people before by machines. */
  textTracks: v.optional(v.array(TextTrack), []),
};

export const Author = v.object({ name: v.string(), url: v.nullable(v.string()) });

export const Chapter = v.object({ title: v.string(), startS: v.number(), endS: v.number() });

/** What a channel shows by itself, as its platform parts it. */
export const ListKind = v.picklist(['videos', 'shorts', 'streams', 'playlists', 'podcasts', 'releases']);
export type ListKind = v.InferOutput<typeof ListKind>;

/** An entry of a carousel or slideshow (it brings its formats) or of a list (it brings its link, to be resolved when chosen). */
export const MediaItem = v.object({
  /** 1-based place in the post or list. */
  index: Count,
  title: v.string(),
  /** `playlist`: its link leads to a list again. */
  kind: v.picklist(['video', 'audio', 'image', 'playlist']),
  durationS: v.nullable(v.number()),
  /** Id of an image format of the media. */
  thumbnailId: v.nullable(v.string()),
  link: v.nullable(v.string()),
  formats: v.array(Format),
  ...tracks,
});
export type MediaItem = v.InferOutput<typeof MediaItem>;

export const Media = v.object({
  platform: Platform,
  id: v.string(),
  /** The platform's own link to this media, without tracking parameters: what is shown, copied and resolved again. */
  canonicalUrl: v.string(),
  /** `playlist`: also what a channel shows, and an album. */
  kind: v.picklist(['video', 'audio', 'image', 'carousel', 'playlist']),
  title: v.string(),
  author: v.nullable(Author),
  durationS: v.nullable(v.number()),
  /** ISO 8601 instant. */
  publishedAt: v.nullable(v.string()),
  thumbnailId: v.nullable(v.string()),
  chapters: v.array(Chapter),
  /** Formats of the media itself; those of entries are in `items`. */
  formats: v.array(Format),
  ...tracks,
  /** Of a list a page, which begins with the entry that was asked for. */
  items: v.array(MediaItem),
  /** Entries that exist, as the platform tells; null: it does not, or `items` are all there are of a post. */
  itemCount: v.nullable(Count),
  /** Place of the first entry of the next page of a list, to be asked for by `from`; null: there is none that can be had. */
  nextFrom: v.optional(v.nullable(Count), null),
  /** Of a channel: its lists; `isThis`: the one that was read. */
  lists: v.optional(v.array(v.object({ kind: ListKind, link: v.string(), isThis: v.boolean() })), []),
  /** What the link pointed at: a time in the video, an entry of the post. */
  hints: v.object({ startS: v.nullable(v.number()), itemIndex: v.nullable(Count) }),
});
export type Media = v.InferOutput<typeof Media>;

/** All formats of a media and of its entries, in display order. */
export function allFormats(media: Media): Format[] {
  return [...media.formats, ...media.items.flatMap((item) => item.formats)];
}

/** The entry of a post that a format is of, listed or not; undefined: the post is one thing. */
export function itemOf(media: Media, { id }: Pick<Format, 'id'>): MediaItem | undefined {
  const { items } = media;
  return (
    items.find(({ formats }) => formats.some((format) => format.id === id)) ??
    items.find(({ index }) => id.startsWith(`${index}.`))
  );
}

/** The sound as the platform has it: the recommended one, else the best that plays everywhere. undefined: there is none. */
export function originalSound(formats: readonly Format[]): Format | undefined {
  const own = formats.filter(({ kind, delivery }) => kind === 'audio' && delivery !== 'transcode');
  return (
    own.find(({ recommended }) => recommended) ??
    own.find(({ compatibility }) => compatibility === 'everywhere') ??
    own[0]
  );
}

/** What is heard with all pictures of a post, such as the music of a slideshow; undefined: it has none of its own. */
export function postSound({ items, formats }: Pick<Media, 'items' | 'formats'>): Format | undefined {
  return items.length === 0 ? undefined : originalSound(formats);
}

/** Id, among a media's download links, of the one for many of its formats in one archive. */
export const ZIP_ID = 'zip';
