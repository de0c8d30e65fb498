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
  /** Format id → path of its signed link on this site. `?inline=1` shows instead of saving. */
  links: v.record(v.string(), v.string()),
  /** ISO 8601 instant after which the links answer `link_expired`. */
  expiresAt: v.string(),
});
export type Resolved = v.InferOutput<typeof Resolved>;

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
