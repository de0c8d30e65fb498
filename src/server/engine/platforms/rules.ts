import type { FailureCode } from '#/model/failure.ts';
import type { ListKind } from '#/model/media/media.ts';
import type { Step } from '../egress-routes/client-ladder.ts';
import type { ExtractorFormat, ExtractorInfo } from '../worker/info.ts';

const LIST_FORMS = ['playlist', 'channel', 'album'] as const;
type ListForm = (typeof LIST_FORMS)[number];

/** Whether a link leads to entries with links of their own, of which there may be thousands. */
export function isList({ kind }: Pick<MediaLink, 'kind'>): boolean {
  return (LIST_FORMS as readonly string[]).includes(kind);
}

/** A link of a platform, understood. */
export type MediaLink = {
  /** With `id` the identity of the media; also the form yt-dlp is asked in. */
  kind: 'video' | 'reel' | 'post' | 'clip' | 'live' | ListForm;
  id: string;
  /** The platform's own form, without tracking; understood again as the same kind and id. */
  canonicalUrl: string;
  /** Where yt-dlp wants another form. */
  extractUrl?: string;
  hints?: { startS?: number | null; itemIndex?: number | null };
};

/** What a platform makes of an https URL on one of its hosts. */
export type LinkReading =
  | { media: MediaLink }
  /** A short link: what it leads to is asked of the platform. */
  | { expand: string }
  /** A wrapper that names its target in the query. */
  | { unwrap: string }
  | { failure: FailureCode };

/** What is said where something fails → what it means. */
export type ErrorRule = readonly [RegExp, FailureCode];

/** All that is particular to one platform; one such object is the whole of adding a platform to the engine. */
export type PlatformRules = {
  read(url: URL): LinkReading;
  /** Hosts, with all below them, that its pages, interfaces and media come from. */
  egressHosts: readonly string[];
  /** Short-link hosts redirect plainly to programs, and show a page to browsers. */
  expandUserAgent: string;
  deadlineMs: number;
  /** A link of it, in the form that its extractor is given, that nobody asks it for. */
  selfTestUrl: string;
  /** What a dead short link means where the platform answers it with a page instead of 404. */
  deadShortLink: FailureCode;
  /**
   * What its extractor says, in the words of yt-dlp 2026.10 and of the platform's own answers inside them; `classify-error.test.ts` keeps one
   * example of each. The first match wins, and all of them come before those that all platforms have in common.
   */
  errorRules: readonly ErrorRule[];
  /** What it means that there is nothing to download, where what the answer holds besides tells more than the reason that it gives. */
  codeOfEmpty?(code: FailureCode, info: ExtractorInfo): FailureCode;
  /** What its extractor is told of the clients it is to ask as, and of tokens; absent: it asks in one manner only. */
  clientArgs?(step: Step): Record<string, string[]>;
  /** Whether an address of its media bears a token; absent: it has none. */
  bearsToken?(address: string): boolean;
  /** Codecs of its muxed files, where yt-dlp does not know them. */
  muxedCodecs: { video: string; audio: string };
  keepFormat?(format: ExtractorFormat): boolean;
  /** yt-dlp's format id without what varies between extractions. */
  formatId?(format: ExtractorFormat): string;
  /** Which of several sound tracks of one language a format has, by the platform's own word for it; undefined: it does not tell. */
  soundKind?(format: ExtractorFormat): string | undefined;
  /** What the platform calls that track. */
  soundName?(format: ExtractorFormat): string | undefined;
  /** What the platform calls the quality of a picture. */
  quality?(format: ExtractorFormat): number | undefined;
  /** null: it has none, and what the extractor calls so is none either. */
  title?(info: ExtractorInfo): string | null | undefined;
  author?(info: ExtractorInfo): { name: string | undefined; url: string | undefined };
  /** The largest form of a photo. */
  photoUrl?(url: string): string;
  /** An entry without formats is a photo, and its largest thumbnail the photo itself. */
  photosAreThumbnails?: true;
  canonicalUrl?(link: MediaLink, info: ExtractorInfo): string;
  /** The link to another list of the channel that this one is of; undefined: there are no others. */
  listOf?(link: MediaLink, kind: ListKind): string | undefined;
};

export const UNSUPPORTED: LinkReading = { failure: 'unsupported_link' };
