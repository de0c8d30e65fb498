import type { Writable } from 'node:stream';
import type { Result } from '#/model/failure.ts';
import type { Media } from '#/model/media/media.ts';
import type { FoundFormat } from '#/server/engine/media/extraction.ts';
import type { Cut } from './plan.ts';

export type WriteOptions = {
  /** First and last byte, both included. */
  start: number;
  end: number;
  /** Called with each number of bytes handed to the connection. */
  onBytes?: (count: number) => void;
  /** Ends the writing before the next bytes, with the failure `cancelled`. What was not written can be asked for again. */
  stop?: AbortSignal;
};

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
  /** Writes exactly the bytes asked for, or fails; it never ends what it writes to, which is done with the bytes when it calls back. */
  write(res: Writable, options: WriteOptions): Promise<Result<void>>;
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
