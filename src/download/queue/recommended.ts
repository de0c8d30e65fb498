import { currentLocale } from '#/language/current.ts';
import { SITE_LANGUAGES } from '#/model/languages.ts';
import { type Format, type Media, type MediaItem, postSound } from '#/model/media/media.ts';
import { pictureQuality } from '#/model/media/picture-quality.ts';
import { container, filmSubtitles, soundLanguage, useChoice } from '../choices/choices.ts';
import { embeddable, pickSubtitles } from '../choices/embedded-subtitles.ts';
import { heardIn, soundOf } from '../choices/sound.ts';
import { useVisitorLanguages } from '../choices/use-sound.ts';
import { wholeFile } from '../formats/format-label.ts';
import { anyOffer, offerIn, originalSound, wholeFormats, withEstimate } from '../formats/offer.ts';
import type { Download } from '../transfers/transfer-state.ts';
import type { QueueItem } from './queue-item.ts';

/** What a visitor has chosen for all links. */
type Taste = {
  container: string | null;
  sound: string | null;
  subtitles: string | null;
  /** Best first. */
  languages: readonly string[];
};

/** In the browser only. */
export function readTaste(): Taste {
  const languages = [currentLocale(), ...navigator.languages, ...SITE_LANGUAGES];
  return { container: container.read(), sound: soundLanguage.read(), subtitles: filmSubtitles.read(), languages };
}

export function useTaste(): Taste {
  const languages = useVisitorLanguages();
  return {
    container: useChoice(container),
    sound: useChoice(soundLanguage),
    subtitles: useChoice(filmSubtitles),
    languages,
  };
}

type Asked = Pick<QueueItem, 'mode' | 'quality' | 'chosen' | 'resolved'>;

/** The files that one press gets of an item: what was picked, else what its card offers first. Of a post, each entry. Of a list, nothing. */
export function recommendedOf({ mode, quality, chosen, resolved }: Asked, taste: Taste): Download[] {
  if (!resolved || resolved.media.kind === 'playlist') return [];
  const { media } = resolved;
  if (media.items.length > 0) return ofPost(media, { mode, quality }, taste);
  const formats = heard(media, taste);
  const offer =
    formats.find(({ id }) => id === chosen) ?? offerIn(mode, formats, quality, taste.container) ?? anyOffer(formats);
  return offer ? [fileOf(media, offer, taste)] : [];
}

function ofPost(media: Media, { mode, quality }: Pick<QueueItem, 'mode' | 'quality'>, taste: Taste): Download[] {
  const { items, hints } = media;
  const pointedAt = items.find(({ index }) => index === hints.itemIndex);
  const offerOf = ({ formats }: MediaItem) =>
    offerIn(mode, formats, quality, taste.container) ?? anyOffer(formats) ?? [];
  const sound = mode === 'video' || mode === 'audio' ? (postSound(media) ?? []) : [];
  return [(pointedAt ? [pointedAt] : items).flatMap(offerOf), sound].flat().map((format) => wholeFile(format));
}

/** More than these nobody compares in a row. */
const MAX_PICKS = 6;

/** Formats to pick from in a row: a few heights and the MP3, or the kinds of sound. */
export function picksOf({ mode, resolved }: Asked, taste: Taste): Format[] {
  if (!resolved || resolved.media.items.length > 0 || resolved.media.kind === 'playlist') return [];
  const formats = heard(resolved.media, taste);
  const sound = offerIn('audio', formats);
  if (mode === 'audio') {
    const made = formats.filter(({ container: file, audioBitrateKbps }) => file === 'mp3' && audioBitrateKbps !== null);
    return distinct([...made, originalSound(formats)]);
  }
  if (mode !== 'video' && mode !== 'muted') return [];
  const heights = [...new Set(formats.flatMap((format) => pictureQuality(format) ?? []))].toSorted((a, b) => b - a);
  const films = distinct(heights.map((height) => offerIn(mode, formats, height, taste.container)));
  return distinct([...films.slice(0, MAX_PICKS), mode === 'video' ? sound : null]);
}

function distinct(formats: readonly (Format | null | undefined)[]): Format[] {
  return [...new Map(formats.flatMap((format) => (format ? [[format.id, format] as const] : []))).values()];
}

function heard(media: Media, { sound, languages }: Taste): Format[] {
  return heardIn(wholeFormats(media), soundOf(media.audioTracks, sound, languages));
}

function fileOf(media: Media, format: Format, { sound, subtitles, languages }: Taste): Download {
  const tracks = soundOf(media.audioTracks, sound, languages);
  return wholeFile(withEstimate(format, media.durationS), tracks, pickSubtitles(embeddable(media), subtitles));
}
