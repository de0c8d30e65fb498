import type { Format } from '#/model/media.ts';
import { inLanguage } from './choose-film.ts';
import type { CobaltRequest } from './request.ts';

type SoundWish = Pick<CobaltRequest, 'audioFormat' | 'audioBitrate' | 'youtubeDubLang'>;

/** `none`: there is no sound. `unsupported`: none that this server can make into what was asked for. */
export type ChosenSound = Format | 'none' | 'unsupported';

/** The sound as the platform has it, in the language asked for or the original one. */
export function originalSound(formats: readonly Format[], dubbed: string | null): Format | undefined {
  const sounds = formats.filter(({ kind, delivery }) => kind === 'audio' && delivery !== 'transcode');
  return inLanguage(sounds, formats, dubbed)[0];
}

/** Sound alone, converted where that is asked for. There is no OGG, and Opus only where the platform has it. */
export function chooseSound(formats: readonly Format[], wish: SoundWish): ChosenSound {
  const original = originalSound(formats, wish.youtubeDubLang);
  if (!original) return 'none';
  const sounds = formats.filter(({ kind, language }) => kind === 'audio' && language === original.language);
  switch (wish.audioFormat) {
    case 'best':
      return original;
    case 'opus':
      return sounds.find(({ audioCodec }) => audioCodec === 'opus') ?? 'unsupported';
    case 'ogg':
    case 'wav':
      return sounds.find(({ container }) => container === wish.audioFormat) ?? elsewhere(formats, original);
    case 'mp3':
      return original.container === 'mp3' ? original : (mp3Of(sounds, wish) ?? elsewhere(formats, original));
  }
}

/** Only the original language is converted. Of another the sound itself is more to the point than a converted wrong one. */
function elsewhere(formats: readonly Format[], original: Format): ChosenSound {
  const first = formats.find(({ kind }) => kind === 'audio');
  return first && first.language !== original.language ? original : 'unsupported';
}

/** Of the bitrates there are, the best not above what is wanted; else the least. */
function mp3Of(sounds: readonly Format[], { audioBitrate }: SoundWish): Format | undefined {
  const made = sounds
    .filter(({ container, audioBitrateKbps }) => container === 'mp3' && audioBitrateKbps !== null)
    .toSorted((a, b) => (b.audioBitrateKbps ?? 0) - (a.audioBitrateKbps ?? 0));
  return made.find(({ audioBitrateKbps }) => (audioBitrateKbps ?? 0) <= Number(audioBitrate)) ?? made.at(-1);
}
