import type { Resolved } from '#/model/download.ts';
import type { Format } from '#/model/media/media.ts';
import { container as preferredContainer, filmSubtitles, useChoice } from '../choices/choices.ts';
import { embeddable, type Embedded, pickSubtitles } from '../choices/embedded-subtitles.ts';
import { heardIn, type Sound } from '../choices/sound.ts';
import { useSound, useVisitorLanguages } from '../choices/use-sound.ts';
import { type CommonFile, commonFiles } from '../formats/common-files.ts';
import { anyOffer, h265Above, offerIn, wholeFormats } from '../formats/offer.ts';
import { usePlaysH265 } from '../formats/plays-h265.ts';
import { inReadingOrder, textTracksOf } from '../formats/texts.ts';
import type { QueueItem } from './queue-item.ts';

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

/** What is offered of a queue's item, by what the visitor asked for, prefers and picked. */
export function useOffer(item: Pick<QueueItem, 'mode' | 'quality' | 'chosen'>, { media }: Resolved): Offer {
  const sound = useSound(media);
  const languages = useVisitorLanguages();
  const container = useChoice(preferredContainer);
  const wantedText = useChoice(filmSubtitles);
  const choices = embeddable(media);
  const embedded = { choices, chosen: pickSubtitles(choices, wantedText) };
  const heard = heardIn(media.formats, sound);
  const whole = heardIn(wholeFormats(media), sound);
  const isPost = media.items.length > 0;
  // Of a post that has entries those lead, and its cover is none of them.
  const formats = isPost ? whole.filter(({ kind }) => kind !== 'image') : whole;
  const playsH265 = usePlaysH265();
  const plain = offerIn(item.mode, formats, item.quality, container);
  const isOpen = item.mode === 'video' && item.quality === null && container !== 'webm';
  const wanted = plain && isOpen && playsH265 ? (h265Above(plain, formats) ?? plain) : plain;
  const offer = wanted ?? (isPost ? null : anyOffer(whole));
  const texts = inReadingOrder(textTracksOf(media), languages);
  const { mode } = item;
  const what = { mode, formats, texts, sound, subtitles: embedded.chosen, container, durationS: media.durationS };
  const files = offer ? commonFiles({ ...what, offer }) : [];
  const file =
    files.find(({ format }) => format.id === item.chosen) ??
    files.find(({ format }) => format.id === offer?.id) ??
    null;
  return { files, file, isOfMode: wanted !== null, sound, embedded, heard, whole };
}
