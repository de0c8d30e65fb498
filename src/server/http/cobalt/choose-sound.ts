import type { AudioTrack, Format } from '#/model/media/media.ts';
import { canHaveTrack } from '#/model/media/tracks.ts';
import type { CobaltRequest } from './request.ts';

type SoundWish = Pick<CobaltRequest, 'audioFormat' | 'audioBitrate'>;

/** `none`: there is no sound. `unsupported`: none that this server can make into what was asked for. */
export type ChosenSound = Format | 'none' | 'unsupported';

/** The sound as the platform has it, of those that can be had of the track. null: the one that formats are listed with. */
export function originalSoundFormat(formats: readonly Format[], track: AudioTrack | null): Format | undefined {
  return soundsOf(formats, track).find(({ delivery }) => delivery !== 'transcode');
}

function soundsOf(formats: readonly Format[], track: AudioTrack | null): Format[] {
  return formats.filter((format) => format.kind === 'audio' && (track === null || canHaveTrack(format, track)));
}

/** Sound alone, converted where that is asked for. There is no OGG, and Opus only where the platform has it. */
export function chooseSound(formats: readonly Format[], track: AudioTrack | null, wish: SoundWish): ChosenSound {
  const original = originalSoundFormat(formats, track);
  if (!original) return 'none';
  const sounds = soundsOf(formats, track);
  switch (wish.audioFormat) {
    case 'best':
      return original;
    case 'opus':
      return sounds.find(({ audioCodec }) => audioCodec === 'opus') ?? 'unsupported';
    case 'ogg':
    case 'wav':
      return sounds.find(({ container }) => container === wish.audioFormat) ?? 'unsupported';
    case 'mp3':
      return original.container === 'mp3' ? original : (mp3Of(sounds, wish) ?? 'unsupported');
  }
}

/** Of the bitrates there are, the best not above what is wanted; else the least. */
function mp3Of(sounds: readonly Format[], { audioBitrate }: SoundWish): Format | undefined {
  const made = sounds
    .filter(({ container, audioBitrateKbps }) => container === 'mp3' && audioBitrateKbps !== null)
    .toSorted((a, b) => (b.audioBitrateKbps ?? 0) - (a.audioBitrateKbps ?? 0));
  return made.find(({ audioBitrateKbps }) => (audioBitrateKbps ?? 0) <= Number(audioBitrate)) ?? made.at(-1);
}
