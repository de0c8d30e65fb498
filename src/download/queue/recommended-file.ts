import { type Format, type Media, type MediaItem, postSound } from '#/model/media/media.ts';
import { embeddable, type Embedded, pickSubtitles } from '../choices/embedded-subtitles.ts';
import { heardIn, type Sound, soundOf } from '../choices/sound.ts';
import type { FormatPreferences } from '../choices/format-preferences.ts';
import { type CommonFile, commonFiles } from '../formats/common-files.ts';
import { wholeFile } from '../formats/format-label.ts';
import { anyOffer, h265Above, offerIn, wholeFormats } from '../formats/offer.ts';
import { inReadingOrder, textTracksOf } from '../formats/texts.ts';
import type { Mode } from '../form/mode.ts';
import type { Download } from '../transfers/transfer-state.ts';
import type { QueueItem } from './queue-item.ts';

/**
 * What of a link is recommended to whom, and what there is to pick from: decided here for cards, rows, "Download all" and what goes through
 * the queue by itself, so that all of them mean the same file.
 */

type Wish = Pick<QueueItem, 'mode' | 'quality'>;

/** What a link's answer can be had as. */
type Offer = {
  /** What to pick from; empty: there is nothing but the entries of a post. */
  files: readonly CommonFile[];
  /** The one that is picked, or offered first. */
  file: CommonFile | null;
  /** Whether there is anything of the kind that was asked for. */
  isOfMode: boolean;
  sound: Sound;
  embedded: Embedded;
  /** All formats, and those that can be taken whole, with the sound that is chosen. */
  heard: readonly Format[];
  whole: readonly Format[];
};

/** What is offered of a media as a whole, by what was asked for and picked. Entries of a post are beside it: `entryOffer`. */
export function offerOf(
  { mode, quality, chosen }: Wish & Pick<QueueItem, 'chosen'>,
  media: Media,
  preferences: FormatPreferences,
): Offer {
  const { container, languages } = preferences;
  const sound = soundOf(media.audioTracks, preferences.sound, languages);
  const choices = embeddable(media);
  const embedded = { choices, chosen: pickSubtitles(choices, preferences.subtitles) };
  const heard = heardIn(media.formats, sound);
  const whole = heardIn(wholeFormats(media), sound);
  const isPost = media.items.length > 0;
  // Of a post that has entries those lead, and its cover is none of them.
  const formats = isPost ? whole.filter(({ kind }) => kind !== 'image') : whole;
  const wanted = offeredIn(formats, { mode, quality }, preferences);
  const offer = wanted ?? (isPost ? null : anyOffer(whole));
  const texts = inReadingOrder(textTracksOf(media), languages);
  const what = { mode, formats, texts, sound, subtitles: embedded.chosen, container, durationS: media.durationS };
  const files = offer ? commonFiles({ ...what, offer }) : [];
  const file =
    files.find(({ format }) => format.id === chosen) ?? files.find(({ format }) => format.id === offer?.id) ?? null;
  return { files, file, isOfMode: wanted !== null, sound, embedded, heard, whole };
}

/** What is offered first in a mode; null: nothing of its kind. Who names neither a height nor WebM gets H.265, where that is more and is played. */
function offeredIn(
  formats: readonly Format[],
  { mode, quality }: Wish,
  { container, playsH265 }: FormatPreferences,
): Format | null {
  const plain = offerIn(mode, formats, quality, container);
  const isOpen = mode === 'video' && quality === null && container !== 'webm';
  return plain && isOpen && playsH265 ? (h265Above(plain, formats) ?? plain) : plain;
}

/** What is offered of an entry of a post; null: it has to be read first. */
export function entryOffer(
  { formats }: Pick<MediaItem, 'formats'>,
  wish: Wish,
  preferences: FormatPreferences,
): Format | null {
  return offeredIn(formats, wish, preferences) ?? anyOffer(formats);
}

/** Entries of a post that its link asks for: the one that it points at, else all. */
export function entriesMeant({ items, hints }: Pick<Media, 'items' | 'hints'>): readonly MediaItem[] {
  const pointedAt = items.find(({ index }) => index === hints.itemIndex);
  return pointedAt ? [pointedAt] : items;
}

/** Whether what is heard with a post is wanted, too. */
export function isSoundMeant(mode: Mode): boolean {
  return mode === 'video' || mode === 'audio';
}

type Asked = Wish & Pick<QueueItem, 'chosen' | 'resolved'>;

/** The files that one press gets of an item: of a post each entry; of a list nothing. */
export function recommendedOf({ mode, quality, chosen, resolved }: Asked, preferences: FormatPreferences): Download[] {
  if (!resolved || resolved.media.kind === 'playlist') return [];
  const { media } = resolved;
  if (media.items.length === 0) {
    const { file } = offerOf({ mode, quality, chosen }, media, preferences);
    return file ? [file.download] : [];
  }
  const entries = entriesMeant(media).flatMap((entry) => entryOffer(entry, { mode, quality }, preferences) ?? []);
  const sound = isSoundMeant(mode) ? (postSound(media) ?? []) : [];
  return [entries, sound].flat().map((format) => wholeFile(format));
}

/** What there is to pick from in a row; nothing of a post or a list, which have entries. */
export function picksOf(
  { mode, quality, chosen, resolved }: Asked,
  preferences: FormatPreferences,
): readonly CommonFile[] {
  if (!resolved || resolved.media.items.length > 0 || resolved.media.kind === 'playlist') return [];
  return offerOf({ mode, quality, chosen }, resolved.media, preferences).files;
}
