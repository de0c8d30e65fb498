import type { FailureCode } from '#/model/failure.ts';
import type { ListKind } from '#/model/media/media.ts';
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

/** All that is particular to one platform; one such object is the whole of adding a platform to the engine. */
export type PlatformRules = {
  read(url: URL): LinkReading;
  /** Hosts, with all below them, that its pages, interfaces and media come from. */
  egressHosts: readonly string[];
  /** Short-link hosts redirect plainly to programs, and show a page to browsers. */
  expandUserAgent: string;
  deadlineMs: number;
  /** What a dead short link means where the platform answers it with a page instead of 404. */
  deadShortLink: FailureCode;
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
