import * as v from 'valibot';
import { Failure, FailureCode } from './failure.ts';
import { limits } from '#app.config';
import { Media } from './media/media.ts';
import { Notice } from './notice.ts';
import { Platform } from './platform-schema.ts';
import { Text } from './text.ts';

export const ResolveRequest = v.object({
  url: v.pipe(Text, v.trim(), v.nonEmpty(), v.maxLength(limits.pastedLinkLength)),
  /** Place of the first entry that is wanted of a list, such as `nextFrom` of the page before; unless given, the first there is. */
  from: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(limits.listEntries))),
});
export type ResolveRequest = v.InferOutput<typeof ResolveRequest>;

const PathById = v.record(v.string(), v.string());

/** Paths of signed links that show something of a media in a page. Each gives that one thing, and nothing can be added to it. */
export const Shown = v.object({
  /** By id of a format that a page may play: one for each language that is heard (model/media/preview.ts). */
  previews: PathById,
  /** By id of a picture: `?w=` is one of `THUMBNAIL_WIDTHS`. */
  thumbnails: PathById,
  /** By id of subtitles in WebVTT, for the player. */
  subtitles: PathById,
  /** A WebVTT track of pictures from the whole film (`#xywh=`), for the player's scrubber; null: the platform has none. */
  storyboard: v.nullable(v.string()),
});
export type Shown = v.InferOutput<typeof Shown>;

/** Answer of `POST /api/v1/resolve`. */
export const Resolved = v.object({
  media: Media,
  /**
   * Format id → path of the signed link on this site that saves it. What can be asked of such a link by its query:
   * `start=12.5&end=40` (seconds) is a part of it, cut on key frames, or with `precise=1` exactly there, converted;
   * `sound=es` gives a film or a sound with that of another of `audioTracks`, and `sound=0` a film without; `subtitles=sub-en.vtt` puts
   * subtitles of the media into an MP4 film that is saved whole; `text=sub-es` of subtitles gives another of `textTracks`; `name=` is the style of
   * the file's name (FileNameStyle). `ZIP_ID` is there when a post has several entries: `items=1.photo,2.photo,audio` is what to put into it: entries, and the
   * sound of a slideshow.
   */
  links: v.record(v.string(), v.string()),
  shown: v.optional(Shown, { previews: {}, thumbnails: {}, subtitles: {}, storyboard: null }),
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

/**
 * `queued`, `preparing`, `ready`, `expired`: of a file that the server makes and keeps; `ready` until it is fetched or expires.
 * `transferring`, `paused`: of one that is on its way to the visitor. `done`: all its bytes were handed over.
 */
export const DOWNLOAD_STATES = [
  'queued',
  'preparing',
  'ready',
  'transferring',
  'paused',
  'done',
  'failed',
  'cancelled',
  'expired',
] as const;
export const DownloadState = v.picklist(DOWNLOAD_STATES);
export type DownloadState = v.InferOutput<typeof DownloadState>;

const RUNNING: ReadonlySet<DownloadState> = new Set<DownloadState>(['queued', 'preparing', 'transferring', 'paused']);

/** Whether more is to be heard of a download by itself. */
export function isRunning(state: DownloadState): boolean {
  return RUNNING.has(state);
}

/** A kept file that can be fetched. */
export const KeptFile = v.object({
  /** On this site or in its bucket; for whoever has it, until it expires. */
  link: v.string(),
  name: v.string(),
  bytes: v.number(),
  /** ISO 8601 instant at which the file is deleted. */
  expiresAt: v.string(),
  /** Of an archive that lacks links it was asked for: why, once for each of them. */
  leftOut: v.optional(v.array(FailureCode)),
});
export type KeptFile = v.InferOutput<typeof KeptFile>;

/** Where one download is, streamed or kept: an event of `GET /api/v1/downloads/events?ids=…`. */
export const DownloadProgress = v.object({
  /** Of a streamed one chosen by its page, and appended to the download link as `?d=`. Who knows it may follow how far the download is. */
  id: v.pipe(v.string(), v.uuid(), v.toLowerCase()),
  state: DownloadState,
  receivedBytes: v.number(),
  totalBytes: v.nullable(v.number()),
  bytesPerS: v.number(),
  /** Seconds until the last byte at this speed; null: nobody knows. */
  leftS: v.nullable(v.number()),
  failure: v.nullable(Failure),
  /** Of a kept one that is ready; told to its owner alone. */
  file: v.nullable(KeptFile),
});
export type DownloadProgress = v.InferOutput<typeof DownloadProgress>;

/** What a page's queue calls one of its orders, whichever tab sends it and however often: it is carried out once. */
export const OrderId = v.pipe(v.string(), v.uuid());
/** Of a download link's query: the order that a download carries out, beside its id (`d`). */
export const ORDER_PARAMETER = 'o';
/** Header of a link's head: the order is this download already, under way or handed over. */
export const DOWNLOAD_ID_HEADER = 'x-download-id';

/** How many links one archive may be made of. */
export const ARCHIVE_MAX_LINKS = limits.archiveLinks;

/** Body of `POST /api/v1/downloads`: a file that the server makes at its own pace, and keeps for a while. */
export const KeepRequest = v.union([
  /** What this link would give: one of `Resolved.links`, with its query. */
  v.object({ link: v.pipe(Text, v.startsWith('/'), v.maxLength(16 * 1024)) }),
  /** The recommended file of each of these links, in one ZIP. */
  v.object({
    urls: v.pipe(v.array(ResolveRequest.entries.url), v.minLength(1), v.maxLength(ARCHIVE_MAX_LINKS)),
    /** What the archive is called: a playlist's title. */
    title: v.pipe(Text, v.trim(), v.nonEmpty(), v.maxLength(200)),
    kind: v.picklist(['video', 'audio']),
    /** At most this high, where there is a choice. */
    heightPx: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1))),
  }),
]);
export type KeepRequest = v.InferOutput<typeof KeepRequest>;

/**
 * An address that is told when a kept file is ready, or will never be, or is gone: signed by Standard Webhooks, tried again for a day.
 * For keys that have a secret to sign with.
 */
export const Webhook = v.object({
  url: v.pipe(
    Text,
    v.url(),
    v.maxLength(limits.linkLength),
    v.regex(/^https:\/\/[^/@]+(?:\/|$)/i, 'must begin with https:// and name nobody'),
  ),
});
export type Webhook = v.InferOutput<typeof Webhook>;

/** What a program may ask beside what a page may. */
export const DownloadRequest = v.intersect([KeepRequest, v.object({ webhook: v.optional(Webhook) })]);
export type DownloadRequest = v.InferOutput<typeof DownloadRequest>;

/** Body of a webhook. What there is to fetch, `GET /api/v1/downloads/{id}` tells to the key. */
export const WebhookEvent = v.object({
  type: v.picklist(['download.ready', 'download.failed', 'download.cancelled', 'download.expired']),
  /** ISO 8601 instant. */
  timestamp: v.string(),
  data: v.object({
    id: v.string(),
    state: DownloadState,
    failure: v.nullable(Failure),
    totalBytes: v.nullable(v.number()),
    /** ISO 8601 instant at which a file that is ready will be deleted. */
    expiresAt: v.nullable(v.string()),
  }),
});
export type WebhookEvent = v.InferOutput<typeof WebhookEvent>;

/** What is remembered of a download: an answer of `/api/v1/downloads` and `/api/v1/downloads/{id}`. */
export const DownloadRecord = v.object({
  ...DownloadProgress.entries,
  isKept: v.boolean(),
  /** null: of several platforms. */
  platform: v.nullable(Platform),
  title: v.string(),
  /** Where it comes from; null: an archive of many links. */
  canonicalUrl: v.nullable(v.string()),
  formatId: v.nullable(v.string()),
  /** What the file is called, which tells its quality and what it is; null: nobody knows yet. */
  fileName: v.nullable(v.string()),
  /** Path of a small picture of it, as long as there is one; null: none was kept. Only users' own downloads have them. */
  picture: v.nullable(v.string()),
  /** ISO 8601 instant. */
  createdAt: v.string(),
});
export type DownloadRecord = v.InferOutput<typeof DownloadRecord>;

/** What can be told to a running download: `POST /api/v1/downloads/{id}/{order}`. Cancelling is `DELETE /api/v1/downloads/{id}`. */
export const DownloadCommand = v.picklist(['pause', 'resume']);
export type DownloadCommand = v.InferOutput<typeof DownloadCommand>;

export const Allowance = v.object({
  limit: v.number(),
  remaining: v.number(),
  /** Seconds until all of it is there again. */
  resetsInS: v.number(),
});
export type Allowance = v.InferOutput<typeof Allowance>;

/** Answer of `GET /api/v1/usage`: what is left of the caller's limits. */
export const Usage = v.object({
  resolutions: Allowance,
  downloads: Allowance,
  bytes: Allowance,
  /** Files on their way at the same time. */
  transfers: v.object({ limit: v.number(), running: v.number() }),
});
export type Usage = v.InferOutput<typeof Usage>;

/** Whether a platform works right now, as its page tells. */
export const PlatformHealth = v.object({
  state: v.picklist(['working', 'degraded', 'unavailable']),
  reason: v.nullable(Failure),
  /** ISO 8601 instant of the last extraction that ended, by success or failure. */
  checkedAt: v.nullable(v.string()),
  /** What the operator tells visitors, also while it works. */
  notice: v.optional(Notice),
});
export type PlatformHealth = v.InferOutput<typeof PlatformHealth>;
