import { SITE_LANGUAGES } from '#/model/languages.ts';
import type { Format, TextTrack } from '#/model/media/media.ts';
import { inTrackOrder } from '#/model/media/tracks.ts';
import type { ReadTracks } from '../media/audio-tracks.ts';
import type { Offer } from '../media/offer.ts';

/** Far above what any platform has of one film in one language (YouTube: some 30 pictures and 8 sounds): no answer makes an endless list. */
const MAX_PICTURES = 40;
const MAX_FILMS = 40;
const MAX_SOUNDS = 12;
/**
 * Of more subtitles than these the rest is had by their links: of the site's ten languages, and two. Then each is listed as players take it
 * (WebVTT), and the first in every syntax.
 */
const MAX_TEXTS = 12;

/** From here on a picture moves clearly smoother than films do. */
const SMOOTH_FPS = 31;

/**
 * What is listed of all that an entry has: of each height and codec the best picture, sounds of the first track, subtitles in the languages
 * that are asked for most. All else is made when it is asked for (`on-demand.ts`).
 */
export function listedOffers(
  offers: readonly Offer[],
  { tracks, trackOf }: ReadTracks,
  texts: readonly TextTrack[],
): Offer[] {
  const [first] = tracks;
  const listedTexts = new Map(texts.slice(0, MAX_TEXTS).map(({ id }, place) => [id, place]));
  const textPlace = ({ format }: Offer) => listedTexts.get(textTrackId(format.id)) ?? 0;
  const ofKind = (kind: Format['kind']) => offers.filter(({ format }) => format.kind === kind);
  return [
    ...ofKind('video+audio').slice(0, MAX_FILMS),
    ...bestOfEach(ofKind('video')).slice(0, MAX_PICTURES),
    ...ofKind('audio')
      .filter(({ format }) => trackOf.get(format.id) === first?.id)
      .slice(0, MAX_SOUNDS),
    ...ofKind('subtitles')
      .filter(({ format: { id, container } }) => {
        const place = listedTexts.get(textTrackId(id));
        return place === 0 || (place !== undefined && (container === 'vtt' || texts.length <= MAX_TEXTS));
      })
      .toSorted((a, b) => textPlace(a) - textPlace(b)),
    ...ofKind('image'),
  ];
}

/** Of pictures of one height and codec the first, since they come best first. */
function bestOfEach(pictures: readonly Offer[]): Offer[] {
  const best = new Map<string, Offer>();
  for (const offer of pictures) {
    const { container, videoCodec, widthPx, heightPx, fps, dynamicRange } = offer.format;
    // What nobody knows anything of is not the same.
    const key =
      heightPx === null
        ? offer.format.id
        : JSON.stringify([container, videoCodec, widthPx, heightPx, (fps ?? 0) >= SMOOTH_FPS, dynamicRange]);
    if (!best.has(key)) best.set(key, offer);
  }
  return [...best.values()];
}

/** Subtitles that an entry has, those written by people first. `spoken`: the language of its first track. */
export function readTextTracks(offers: readonly Offer[], spoken: string | null): TextTrack[] {
  const found = new Map<string, TextTrack>();
  for (const { format } of offers) {
    if (format.kind !== 'subtitles') continue;
    const id = textTrackId(format.id);
    const { language, trackName, automatic } = format;
    if (!found.has(id)) found.set(id, { id, language, ...(trackName && { trackName }), automatic });
  }
  const all = [...found.values()];
  const written = all.filter(({ automatic }) => !automatic);
  const made = all.filter(({ automatic }) => automatic);
  return [
    ...inTrackOrder(written, SITE_LANGUAGES),
    ...inTrackOrder(made, spoken === null ? SITE_LANGUAGES : [spoken, ...SITE_LANGUAGES]),
  ];
}

/** `sub-en` of `sub-en.vtt`. */
function textTrackId(formatId: string): string {
  return formatId.slice(0, formatId.lastIndexOf('.'));
}
