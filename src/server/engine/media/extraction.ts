import type { Format, Media } from '#/model/media/media.ts';
import type { PlatformHealth } from '#/model/download.ts';
import type { Failure, Result } from '#/model/failure.ts';
import type { EngineSettings } from '#/model/operations.ts';
import type { Platform } from '#/model/platform.ts';
import type { ClientState, RoutesOff, RouteState } from '#/model/engine/route.ts';
import type { TokenState } from '#/model/engine/token-state.ts';
import type { RouteUse } from '#/server/egress/egress.ts';
import type { VersionPlace } from '../versions/extractor-instance.ts';
import type { SourceFormats } from './source-formats.ts';
import type { CandidateVersion, CandidateVerdict } from '../versions/candidate-version.ts';
import type { RouteTotals } from '../egress-routes/platform-health.ts';

/** What only the server knows of a format: where its bytes are. It never leaves the server, nor enters a log. */
export type Source = {
  url: string;
  /** The way out it was read by: platforms bind addresses to whoever asked. All of its bytes come that way; unless told, by the first. */
  route?: RouteUse;
  /** Sent verbatim with each request for the bytes, a Cookie header for this URL included. */
  headers: Record<string, string>;
  /** Epoch milliseconds; null where the platform does not tell. */
  expiresAt: number | null;
  /**
   * When the platform begins to give the bytes (after a pre-roll advertisement), by this process' own clock (`performance.now`), which no
   * change of the time of day moves; null: at once.
   */
  availableAt: number | null;
  /** Longest range one request may ask for (YouTube: 10 MiB); null: no bound. */
  maxRangeBytes: number | null;
  /** Length as the platform told it or as it was probed; null: unknown until the first request. */
  sizeBytes: number | null;
  contentType: string;
  /** Set where the address is that of a playlist, whose segments are the media; of DASH with the representation's name in it. */
  playlist?: 'hls' | { dash: string };
  /** Set for subtitles: the text's syntax upstream, and the one the visitor asked for. */
  subtitles: { from: UpstreamSyntax; to: SubtitleSyntax } | null;
};

/** What platforms have subtitles in: besides the usual two, TTML, and two of YouTube's own. */
export type UpstreamSyntax = 'vtt' | 'srt' | 'ttml' | 'srv3' | 'json3';

/** What a visitor can have them in. `txt`: what is said, line by line, without times. */
export type SubtitleSyntax = 'vtt' | 'srt' | 'txt';

/** What sound or a moving picture can be made into by ffmpeg; `mux`: picture and sound of different containers put into one. */
export type Conversion = 'mp3-320' | 'mp3-192' | 'mp3-128' | 'mp3-vbr' | 'flac' | 'wav' | 'gif' | 'mux';

/** How a format is made of sources, each named by the id of the format whose source it is. */
export type Recipe =
  /** The source as it is. */
  | { kind: 'direct'; from: string }
  /** The picture of one and the sound of another, or one of the two alone, copied into one file. */
  | { kind: 'merge'; video: string | null; audio: string | null }
  /** The same of media that exist in segments only; a first rendition may hold both. */
  | { kind: 'segments'; video: string; audio: string | null }
  | { kind: 'convert'; of: Extract<Recipe, { kind: 'direct' | 'merge' }>; to: Conversion };

/** A link turned into media: what the browser may see, and the sources kept apart from it. */
export type Extraction = {
  media: Media;
  /** By id of the format that is the source itself. */
  sources: ReadonlyMap<string, Source>;
  /** By format id, for each format of the media and of its entries. */
  recipes: ReadonlyMap<string, Recipe>;
  /** What formats that are not listed are made of. */
  sourceFormats: SourceFormats;
  /** Absent where the platform has none. */
  storyboard?: Storyboard;
  /** Epoch milliseconds until which the sources can be trusted. */
  expiresAt: number;
};

/** Small pictures from the whole film, one every `intervalS` seconds, `columns` × `rows` of them on each sheet. */
export type Storyboard = {
  /** Of one picture. */
  widthPx: number;
  heightPx: number;
  columns: number;
  rows: number;
  intervalS: number;
  /** In their order: a picture each, found by `Engine.find` as formats are. */
  sheets: readonly StoryboardSheet[];
};

export type StoryboardSheet = { format: Format; startS: number; endS: number };

/** A format and all it takes to make it. */
export type FoundFormat = { media: Media; format: Format; recipe: Recipe; parts: Part[] };

/** One source of a format: the picture first, or the only one. */
export type Part = { formatId: string; source: Source };

export type EngineHealth = {
  /** Whether anything can be resolved at all. */
  available: boolean;
  /** Version of the extractor; null when it is missing. */
  extractor: string | null;
  python: string | null;
  /** Whether formats that need a codec are offered. */
  conversions: boolean;
  /** Whether YouTube's JavaScript challenges can be solved; without it some of its formats are absent. */
  jsChallenges: boolean;
  /** Whether the extractor can connect as browsers do; without it Instagram and TikTok refuse links. */
  browserFingerprints: boolean;
  /** Of the tokens without which YouTube refuses some of its clients. */
  tokens: TokenState;
  /** Of what challenges are solved with (yt-dlp-ejs), and of what connects as browsers do (curl_cffi); null: it is missing. */
  versions: { challengeScripts: string | null; curlCffi: string | null };
  /** What the solver of YouTube's challenges did since this process began. */
  solver: { solved: number; failed: number; restarts: number };
  workers: { size: number; busy: number; queued: number; restarts: number };
};

export interface Engine {
  /**
   * Turns a visitor's link into media. Never throws for what visitors, platforms or the network do: that is a Failure.
   * Equal requests in flight share one extraction; answers are kept while their sources are valid. `from`: place of the first entry that is
   * wanted of a list; of a page that lies behind its end there are none.
   */
  resolve(link: string, options?: { from?: number | undefined; signal?: AbortSignal }): Promise<Result<Extraction>>;
  /**
   * A format, listed or made for who asks, or a storyboard's sheet, and the sources it is made of. `sound`: with another sound than its own,
   * that of an audio track or a sound format of this id. Failures: `format_gone` when it is not there any more, `invalid_request` for a sound
   * where none can be exchanged.
   */
  find(
    canonicalUrl: string,
    formatId: string,
    options?: { sound?: string | undefined; signal?: AbortSignal },
  ): Promise<Result<FoundFormat>>;
  /**
   * A source that has stopped working (403, 410), from a fresh extraction that all who ask share: of the same format by id, or by what
   * has taken its place. Failure `format_gone`. `refusal`: why bytes are refused that cannot be those of an address whose time is over. Then
   * its way rests at that platform, and the fresh one is of another way; where there is none that is tried now, one that is asked too often
   * stays as it is.
   */
  renew(
    canonicalUrl: string,
    formatId: string,
    stale: Source,
    options?: { refusal?: Failure | undefined; signal?: AbortSignal },
  ): Promise<Result<Source>>;
  /** What a link means, whether it may pass or not; a short one is followed. Failures: those of a link. */
  identify(link: string, options?: { signal?: AbortSignal }): Promise<Result<Identified>>;
  /** What this process was answered for a link a moment ago, if it still holds; no platform is asked. null: nothing. */
  known(link: string): Result<Extraction> | null;
  health(): EngineHealth;
  platformHealth(platform: Platform): PlatformHealth;
  /** The ways out that a platform is asked by, in their order, and how each of them does. */
  platformRoutes(platform: Platform): RouteState[];
  /** What went by each of them since this process began. */
  routeTotals(platform: Platform): RouteTotals[];
  /** How YouTube's clients do on each way out that was taken. */
  youtubeClients(): ClientState[];
  close(): Promise<void>;
}

/** What a link is called by its platform, before anybody asks what it leads to. */
type Identified = { platform: Platform; canonicalUrl: string; id: string };

/** What an operator does to an engine that runs. */
export type EngineControls = {
  /** Settings take effect at once; what they leave open is as the engine was made. */
  configure(settings: EngineSettings): void;
  /** Ways out that platforms are not asked by; what was read by one of them is read anew. */
  switchRoutes(off: RoutesOff): void;
  /** Forgets the answers that the access policy would not let through. */
  dropRefused(): void;
  /** Which version of the extractor is asked first, where it is, and whether the one before it is asked for what it cannot read. */
  runningVersion(): { version: string | null; place: VersionPlace; isWatched: boolean };
  /** Starts another version beside those that run. null: there is no Python. */
  tryVersion(place: VersionPlace): Promise<CandidateVersion | null>;
  /**
   * Has a version asked first from now on; null: the one that the engine was made with. The others end when they have finished what they
   * read, but for the one before while `isWatched`. A verdict: it is not fit for it on this machine, and all is as it was.
   */
  runVersion(place: VersionPlace | null, options: { isWatched: boolean }): Promise<CandidateVerdict | null>;
};
