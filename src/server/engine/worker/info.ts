import * as v from 'valibot';
import { foreignLines, foreignText } from '#/model/foreign-text.ts';
import { isCommonInstant } from '#/model/instant.ts';

/** A field that is left out when it is not of the type expected: an extractor's slip must not cost the whole answer. */
function tolerant<T extends v.GenericSchema>(schema: T) {
  return v.fallback(v.optional(schema), undefined);
}

/**
 * Of any list, above what the workers tell (trim.py, lists.py) and any film or post has. It is read on the thread that answers everybody:
 * what is more is not looked at.
 */
const MOST = {
  formats: 1200,
  entries: 1000,
  chapters: 1000,
  postMedia: 1000,
  thumbnails: 50,
  storyboards: 50,
  fragments: 5000,
  languages: 400,
  texts: 10,
};
/** Characters of a text; a post on Facebook may have 63,206. */
const MOST_CHARACTERS = 100_000;

/** Entries that do not fit are dropped. */
function listOf<T extends v.GenericSchema>(schema: T, most: number) {
  return v.pipe(
    // Not v.array, which walks all of them.
    v.fallback(v.custom<readonly unknown[]>(Array.isArray), []),
    v.transform((entries) =>
      entries.slice(0, most).flatMap((entry): v.InferOutput<T>[] => {
        const parsed = v.safeParse(schema, entry);
        return parsed.success ? [parsed.output] : [];
      }),
    ),
  );
}

const text = tolerant(v.string());
/** Words of whoever made a post: shown on pages, in lists and in names of files. */
const Words = v.pipe(
  v.string(),
  v.transform((told) => foreignText(told.slice(0, MOST_CHARACTERS))),
);
/** Such that have lines. */
const Lines = v.pipe(
  v.string(),
  v.transform((told) => foreignLines(told.slice(0, MOST_CHARACTERS))),
);
const words = tolerant(Words);
/** JSON can say 1e999, which is Infinity once it is read, and nothing that an answer of ours could say. */
const FiniteNumber = v.pipe(v.number(), v.finite());
const number = tolerant(FiniteNumber);
/** Bytes, pixels, seconds, rates: what is below nothing, or more than a number can count, is a slip of an extractor. */
const amount = tolerant(v.pipe(FiniteNumber, v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER)));
/** Seconds around 1970, of a time that is kept and shown. */
const instant = tolerant(
  v.pipe(
    FiniteNumber,
    v.check((seconds) => isCommonInstant(seconds * 1000)),
  ),
);
/** Of a side of a picture: far above any there is. */
const pixels = tolerant(v.pipe(FiniteNumber, v.minValue(0), v.maxValue(100_000)));
/** Of a film, in seconds. */
const Moment = v.pipe(FiniteNumber, v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER));
const Url = v.pipe(v.string(), v.startsWith('http'), v.url());

export const ExtractorFormat = v.object({
  format_id: v.string(),
  url: Url,
  protocol: text,
  ext: v.fallback(v.string(), 'mp4'),
  format_note: text,
  /** `none`: absent; undefined: not known. */
  vcodec: text,
  acodec: text,
  width: pixels,
  height: pixels,
  fps: amount,
  /** Kilobits per second. */
  tbr: amount,
  abr: amount,
  filesize: amount,
  filesize_approx: amount,
  language: text,
  language_preference: number,
  dynamic_range: text,
  has_drm: v.fallback(v.optional(v.union([v.boolean(), v.string()])), undefined),
  http_headers: v.fallback(v.optional(v.record(v.string(), v.string())), undefined),
  cookies: text,
  downloader_options: tolerant(v.object({ http_chunk_size: amount })),
  /** Epoch seconds. */
  available_at: instant,
});
export type ExtractorFormat = v.InferOutput<typeof ExtractorFormat>;

const Thumbnail = v.object({ url: Url, width: pixels, height: pixels });
const SubtitleExtension = v.picklist(['vtt', 'srt', 'ttml', 'srv3', 'json3']);
const TextTrack = v.object({ ext: SubtitleExtension, url: Url, protocol: text, name: words });
const TextTracks = v.fallback(
  v.optional(
    v.pipe(
      v.custom<object>((tracks) => typeof tracks === 'object' && tracks !== null),
      v.transform((tracks) => Object.fromEntries(Object.entries(tracks).slice(0, MOST.languages))),
      v.record(v.string(), listOf(TextTrack, MOST.texts)),
    ),
  ),
  {},
);

/** Sheets of small pictures from the whole film, `columns` × `rows` on each, `fps` of them a second. */
const ExtractorStoryboard = v.object({
  width: FiniteNumber,
  height: FiniteNumber,
  fps: FiniteNumber,
  rows: FiniteNumber,
  columns: FiniteNumber,
  fragments: listOf(v.object({ url: Url, duration: FiniteNumber }), MOST.fragments),
  http_headers: v.fallback(v.optional(v.record(v.string(), v.string())), undefined),
});
export type ExtractorStoryboard = v.InferOutput<typeof ExtractorStoryboard>;

/** Everything a post shows, in its order: what the workers' own extractors add. */
const PostMedia = v.object({ type: v.string(), id: v.string(), url: Url, width: pixels, height: pixels });

const Chapter = v.object({ title: v.fallback(Words, ''), start_time: Moment, end_time: Moment });

const fields = {
  _type: text,
  id: v.fallback(v.string(), ''),
  title: words,
  description: tolerant(Lines),
  uploader: words,
  uploader_id: text,
  uploader_url: text,
  channel: words,
  channel_url: text,
  duration: amount,
  timestamp: instant,
  /** yyyymmdd */
  upload_date: text,
  thumbnail: tolerant(Url),
  thumbnails: listOf(Thumbnail, MOST.thumbnails),
  url: text,
  live_status: text,
  /** Who may see it, where the extractor knows: `public`, `unlisted`, `private`, `subscriber_only`, `premium_only`, `needs_auth`. */
  availability: text,
  /** Of what is announced: when it starts. */
  release_timestamp: instant,
  chapters: listOf(Chapter, MOST.chapters),
  playlist_count: amount,
  /** Of an entry of an album: `photo` or `video`. */
  media_type: text,
  section_start: amount,
  post_media: listOf(PostMedia, MOST.postMedia),
  formats: listOf(ExtractorFormat, MOST.formats),
  subtitles: TextTracks,
  automatic_captions: TextTracks,
  storyboards: listOf(ExtractorStoryboard, MOST.storyboards),
};

const Entry = v.object(fields);
/** yt-dlp's info dict, as far as we read it. */
export const ExtractorInfo = v.object({ ...fields, entries: v.optional(listOf(Entry, MOST.entries)) });
export type ExtractorInfo = v.InferOutput<typeof ExtractorInfo>;
export type ExtractorEntry = v.InferOutput<typeof Entry>;
export type TextTracks = v.InferOutput<typeof TextTracks>;
