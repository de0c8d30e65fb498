import type { AudioKind, Format, FormatKind } from '#/model/media/media.ts';
import { pictureQuality } from '#/model/media/picture-quality.ts';
import type { Source } from './extraction.ts';
import { contentTypeOf } from './media-names.ts';
import { cookieHeader, expiryOf } from '../probing/source-url.ts';

/** A format and where its bytes are, until the two part: the one goes to the browser, the other stays. */
export type Offer = {
  format: Format;
  source: Source;
  /** Of sound alone. */
  audioKind?: AudioKind;
};

const PLAIN: Omit<Format, 'id' | 'kind' | 'container'> = {
  videoCodec: null,
  audioCodec: null,
  widthPx: null,
  heightPx: null,
  fps: null,
  dynamicRange: null,
  audioBitrateKbps: null,
  language: null,
  automatic: false,
  size: null,
  delivery: 'direct',
  compatibility: 'everywhere',
  recommended: false,
};

type FormatFacts = Pick<Format, 'id' | 'kind' | 'container'> & Partial<Format>;
type SourceFacts = Pick<Source, 'url'> & Partial<Omit<Source, 'url'>> & { cookies?: string | undefined };

export function createOffer(format: FormatFacts, { cookies, ...source }: SourceFacts): Offer {
  const cookie = cookieHeader(cookies, source.url);
  return {
    format: { ...PLAIN, ...format, id: formatId(format.id) },
    source: {
      availableAt: null,
      maxRangeBytes: null,
      sizeBytes: null,
      contentType: contentTypeOf(format.container, format.kind),
      subtitles: null,
      ...source,
      expiresAt: source.expiresAt === undefined ? expiryOf(source.url) : source.expiresAt,
      headers: { ...source.headers, ...(cookie && { Cookie: cookie }) },
    },
  };
}

/** Ids go into links and file names: letters, digits and little else. */
function formatId(id: string): string {
  return id.replace(/[^\w.+-]+/g, '-').slice(0, 80) || 'format';
}

const KIND_ORDER: Record<FormatKind, number> = { 'video+audio': 0, video: 1, audio: 2, subtitles: 3, image: 4 };

/** What is shown first: films before their pictures alone, these before sounds. */
export function compareKinds(a: Format, b: Format): number {
  return KIND_ORDER[a.kind] - KIND_ORDER[b.kind];
}

/** Best first: by quality, pictures per second, and what plays in more places. */
export function compareQuality(a: Format, b: Format): number {
  return (
    (pictureQuality(b) ?? 0) - (pictureQuality(a) ?? 0) ||
    (b.fps ?? 0) - (a.fps ?? 0) ||
    Number(a.compatibility === 'modern') - Number(b.compatibility === 'modern')
  );
}

/**
 * Formats in the order in which they are shown, the one marked that is offered first: a picture with sound that plays everywhere, else one
 * that needs a recent player, else a picture that has no sound anywhere (an animation), else sound, else an image.
 */
export function recommend(given: readonly Format[]): Format[] {
  const formats = inDisplayOrder(given);
  const hasSound = formats.some(({ kind }) => kind === 'audio');
  const wishes: ((format: Format) => boolean)[] = [
    ({ kind, compatibility }) => kind === 'video+audio' && compatibility === 'everywhere',
    ({ kind }) => kind === 'video+audio',
    ({ kind, compatibility }) => kind === 'video' && !hasSound && compatibility === 'everywhere',
    ({ kind }) => kind === 'video' && !hasSound,
    ({ kind, compatibility }) => kind === 'audio' && compatibility === 'everywhere',
    ({ kind }) => kind === 'audio',
    ({ kind, id }) => kind === 'image' && !isThumbnail(id),
  ];
  const chosen = wishes.map((wish) => formats.find(wish)).find((format) => format !== undefined);
  return formats.map((format) => (format === chosen ? { ...format, recommended: true } : format));
}

/** Kinds together, the best of each first; formats that are equally good stay as they are. */
function inDisplayOrder(formats: readonly Format[]): Format[] {
  return formats.toSorted(
    (a, b) =>
      compareKinds(a, b) ||
      (a.kind === 'video+audio'
        ? compareQuality(a, b)
        : Number(a.delivery === 'transcode') - Number(b.delivery === 'transcode')),
  );
}

function isThumbnail(formatId: string): boolean {
  return /^(?:\d+\.)?thumb$/.test(formatId);
}
