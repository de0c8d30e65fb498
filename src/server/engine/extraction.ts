import type { Format, Media } from '#/model/media.ts';
import type { PlatformHealth } from '#/model/download.ts';
import type { Result } from '#/model/failure.ts';
import type { Platform } from '#/model/platform.ts';

/** What only the server knows of a format: where its bytes are. It never leaves the server, nor enters a log. */
export type Source = {
  url: string;
  /** Sent verbatim with each request for the bytes, a Cookie header for this URL included. */
  headers: Record<string, string>;
  /** Epoch milliseconds; null where the platform does not tell. */
  expiresAt: number | null;
  /** Epoch milliseconds before which the platform refuses the bytes (a pre-roll advertisement). */
  availableAt: number | null;
  /** Longest range one request may ask for (YouTube: 10 MiB); null: no bound. */
  maxRangeBytes: number | null;
  /** Length as the platform told it or as it was probed; null: unknown until the first request. */
  sizeBytes: number | null;
  contentType: string;
  /** Set for subtitles: the text's syntax upstream, and the one the visitor asked for. */
  subtitles: { from: SubtitleSyntax; to: SubtitleSyntax } | null;
};

export type SubtitleSyntax = 'vtt' | 'srt';

/** A link turned into media: what the browser may see, and the sources kept apart from it. */
export type Extraction = {
  media: Media;
  /** By format id; one for each format of the media and of its entries. */
  sources: ReadonlyMap<string, Source>;
  /** Epoch milliseconds until which the sources can be trusted. */
  expiresAt: number;
};

export type FoundSource = { media: Media; format: Format; source: Source };

export type EngineHealth = {
  /** Whether anything can be resolved at all. */
  available: boolean;
  /** Version of the extractor; null when it is missing. */
  extractor: string | null;
  python: string | null;
  /** Whether YouTube's JavaScript challenges can be solved; without it some of its formats are absent. */
  jsChallenges: boolean;
  workers: { size: number; busy: number; queued: number; restarts: number };
};

export interface Engine {
  /**
   * Turns a visitor's link into media. Never throws for what visitors, platforms or the network do: that is a Failure.
   * Equal requests in flight share one extraction; answers are kept while their sources are valid.
   */
  resolve(link: string, options?: { signal?: AbortSignal }): Promise<Result<Extraction>>;
  /**
   * The source of one format. `not: source` says that this very source has stopped working (403, 410): one fresh extraction is
   * made, shared by all who ask, and the same format found in it. Failure `format_gone` when it is not there any more.
   */
  source(
    canonicalUrl: string,
    formatId: string,
    options?: { not?: Source; signal?: AbortSignal },
  ): Promise<Result<FoundSource>>;
  health(): EngineHealth;
  platformHealth(platform: Platform): PlatformHealth;
  close(): Promise<void>;
}
