import * as v from 'valibot';
import { Failure } from './failure.ts';
import { limits } from '#app.config';
import { Media } from './media.ts';

export const ResolveRequest = v.object({
  url: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(limits.linkLength)),
});
export type ResolveRequest = v.InferOutput<typeof ResolveRequest>;

/** Answer of `POST /api/v1/resolve`. */
export const Resolved = v.object({
  media: Media,
  /**
   * Format id → path of its signed link on this site. What can be asked of a link by its query: `inline=1` shows instead of saving;
   * `start=12.5&end=40` (seconds) is a part of it, cut on key frames, or with `precise=1` exactly there, converted;
   * `subtitles=sub-en.vtt` puts subtitles of the media into an MP4 film that is saved whole; `name=` is the style of
   * the file's name (FileNameStyle). `ZIP_ID` is there when a post has several entries: `items=1.photo,2.photo` is what to put into it.
   */
  links: v.record(v.string(), v.string()),
  /** Whether this server can convert: otherwise there are no MP3, FLAC, WAV, GIF and exact cuts. */
  canConvert: v.boolean(),
  /** ISO 8601 instant after which the links answer `link_expired`. */
  expiresAt: v.string(),
});
export type Resolved = v.InferOutput<typeof Resolved>;

/** `Author - Title (720p).mp4` (unless asked otherwise), `Title (720p).mp4`, `Title [id] (720p).mp4`, `title-720p.mp4`. */
export const FILE_NAME_STYLES = ['author-title', 'title', 'title-id', 'plain'] as const;
export const FileNameStyle = v.picklist(FILE_NAME_STYLES);
export type FileNameStyle = v.InferOutput<typeof FileNameStyle>;

/** Headers of a clip, in seconds: where it really begins and ends. */
export const CLIP_START_HEADER = 'x-clip-start';
export const CLIP_END_HEADER = 'x-clip-end';

/** Seconds that a GIF may last. */
export const GIF_MAX_S = 30;

export const DownloadState = v.picklist(['transferring', 'done', 'failed', 'cancelled']);
export type DownloadState = v.InferOutput<typeof DownloadState>;

/** What the server tells of one transfer while it runs: an event of `GET /api/v1/downloads/events`. */
export const DownloadProgress = v.object({
  /** Chosen by the page: a random id appended to the download link as `?d=`. */
  id: v.pipe(v.string(), v.regex(/^[\w-]{16,64}$/)),
  state: DownloadState,
  receivedBytes: v.number(),
  totalBytes: v.nullable(v.number()),
  bytesPerS: v.number(),
  failure: v.nullable(Failure),
});
export type DownloadProgress = v.InferOutput<typeof DownloadProgress>;

/** Whether a platform works right now, as its page tells. */
export const PlatformHealth = v.object({
  state: v.picklist(['working', 'degraded', 'unavailable']),
  reason: v.nullable(Failure),
  /** ISO 8601 instant of the last extraction that ended, by success or failure. */
  checkedAt: v.nullable(v.string()),
});
export type PlatformHealth = v.InferOutput<typeof PlatformHealth>;
