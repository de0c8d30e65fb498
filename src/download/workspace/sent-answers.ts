import type { Resolved } from '#/model/download.ts';
import type { Result } from '#/model/failure.ts';
import type { Format, Media, MediaItem } from '#/model/media/media.ts';

/** What a format says of itself that says nothing: a page with hundreds of formats is a tenth smaller without it. */
const NOTHING = {
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
  recommended: false,
} satisfies Partial<Format>;

type Optional = keyof typeof NOTHING;
type SentFormat = Omit<Format, Optional> & Partial<Pick<Format, Optional>>;
type MediaOf<F> = Omit<Media, 'formats' | 'items'> & {
  formats: F[];
  items: (Omit<MediaItem, 'formats'> & { formats: F[] })[];
};

/** What is known of a link, as it comes with a page. */
export type SentAnswer = Result<Omit<Resolved, 'media'> & { media: MediaOf<SentFormat> }>;

/** Leaves out of an answer what goes without saying. */
export function sentAnswer(answer: Result<Resolved>): SentAnswer {
  return answer.ok
    ? { ok: true, value: { ...answer.value, media: withFormats(answer.value.media, sentFormat) } }
    : answer;
}

/** The answer as it was. */
export function wholeAnswer(answer: SentAnswer): Result<Resolved> {
  return answer.ok
    ? { ok: true, value: { ...answer.value, media: withFormats(answer.value.media, wholeFormat) } }
    : answer;
}

function withFormats<F, G>(media: MediaOf<F>, made: (format: F) => G): MediaOf<G> {
  const items = media.items.map((item) => ({ ...item, formats: item.formats.map(made) }));
  return { ...media, formats: media.formats.map(made), items };
}

function sentFormat(format: Format): SentFormat {
  const telling = Object.entries(format).filter(([name, value]) => NOTHING[name as Optional] !== value);
  return Object.fromEntries(telling) as SentFormat;
}

function wholeFormat(format: SentFormat): Format {
  return { ...NOTHING, ...format };
}
