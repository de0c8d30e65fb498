import type { Result } from '#/model/failure.ts';
import type { Media } from '#/model/media/media.ts';
import type { FoundFormat } from '#/server/engine/media/extraction.ts';
import type { Sink } from './layout/serve-layout.ts';
import type { Cut } from './plan.ts';

/** A file that is proven to exist and whose length is known, ready to be sent. */
export type Prepared = {
  /** null: only its end will tell. Then it is sent whole, and cannot be asked for in ranges. */
  totalBytes: number | null;
  contentType: string;
  /** File name extension, where it is not the format's own. */
  container?: string;
  /** Of a clip: where the cut really falls. */
  cut?: Cut | null;
  /** Strong: the same bytes have it, whatever address they came from. */
  etag: string;
  /**
   * Writes exactly the bytes asked for, from the first to the last of a range, or fails; where the sink throws a TransferError, with that.
   * What was not written can be asked for again.
   */
  write(sink: Sink, range: { start: number; end: number }): Promise<Result<void>>;
};

export type PrepareOptions = {
  /** First byte that will be asked for. */
  startAt: number;
  /** It is played while it arrives, and not kept. */
  isForPlaying: boolean;
  /** A part of it, in seconds: from the key frame before its start, or converted to be exact. */
  clip?: (Cut & { isExact: boolean }) | null;
  /** Format of subtitles to be put into it: into an MP4 film only that is kept, whole, and copied from what the platform has. */
  subtitles?: FoundFormat | null;
  /** Only its length is wanted: nothing is started that makes it. */
  isHead?: boolean;
  /** Everything opened ends with it. */
  signal: AbortSignal;
};

export type FileTransfer = {
  /**
   * Opens what a format is made of, and learns its length. Failures: those of reading, drm, media_damaged, invalid_request for a clip
   * of nothing and for subtitles where none can be, upstream_too_large, conversion_failed, busy.
   */
  prepare(canonicalUrl: string, found: FoundFormat, options: PrepareOptions): Promise<Result<Prepared>>;
  /** The same for many formats in one archive, each by the name it is given. Converted formats cannot be in it: invalid_request. */
  prepareArchive(
    entries: readonly { canonicalUrl: string; found: FoundFormat; name: string }[],
    options: Pick<PrepareOptions, 'signal'>,
  ): Promise<Result<Prepared>>;
  /** The media with the exact sizes of all that is put together or converted, as far as they are found in a moment. */
  measure(media: Media, signal: AbortSignal): Promise<Media>;
};
