import type { AudioKind, Format } from '#/model/media/media.ts';
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
