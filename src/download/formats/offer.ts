import { GIF_MAX_S } from '#/model/download.ts';
import { type Format, type FormatKind, type Media, originalSound } from '#/model/media/media.ts';
import type { Mode } from '../form/mode.ts';
import { pictureQuality } from '#/model/media/picture-quality.ts';
import { nearestTo } from '../choices/quality.ts';

/** Of the sound of most films, where its platform does not tell. */
const USUAL_KBPS = 160;

const KIND: Record<Mode, FormatKind> = {
  video: 'video+audio',
  audio: 'audio',
  muted: 'video',
  subtitles: 'subtitles',
  images: 'image',
};

/**
 * The format to offer first in a mode: of sounds an MP3, which whoever asks for sound expects; else of its kind, of those in the container that is preferred, if there are any, and of those nearest to
 * the quality that is asked for, the recommended one, else the best that plays everywhere. null: none of the kind.
 */
export function offerIn(
  mode: Mode,
  formats: readonly Format[],
  quality: number | null = null,
  container: string | null = null,
): Format | null {
  const ofKind = formats.filter(({ kind }) => kind === KIND[mode]);
  const mp3 = mode === 'audio' ? mp3Of(ofKind) : undefined;
  if (mp3) return mp3;
  const contained = ofKind.filter((format) => format.container === container);
  const possible = contained.length > 0 ? contained : ofKind;
  const candidates = quality === null ? possible : nearestTo(quality, possible);
  return (
    candidates.find(({ recommended }) => recommended) ??
    candidates.find(({ compatibility }) => compatibility === 'everywhere') ??
    candidates[0] ??
    null
  );
}

/** An MP3 as the platform has it, else the smallest that is made at no lower a bitrate than the sound it is made of. */
function mp3Of(sounds: readonly Format[]): Format | undefined {
  const all = sounds.filter((format) => format.container === 'mp3');
  const steady = all.filter(({ audioBitrateKbps }) => audioBitrateKbps !== null);
  const own = originalSound(sounds)?.audioBitrateKbps ?? USUAL_KBPS;
  const rising = steady.toSorted((a, b) => (a.audioBitrateKbps ?? 0) - (b.audioBitrateKbps ?? 0));
  return (
    all.find(({ delivery }) => delivery !== 'transcode') ??
    rising.find(({ audioBitrateKbps }) => (audioBitrateKbps ?? 0) >= own) ??
    rising.at(-1) ??
    all[0]
  );
}

/** What is made of a file whose length is not known is as long as its bitrate and the film's time tell. */
export function withEstimate(format: Format, durationS: number | null): Format {
  const { size, audioBitrateKbps, delivery, kind } = format;
  if (size || kind !== 'audio' || delivery !== 'transcode' || !audioBitrateKbps || !durationS) return format;
  return { ...format, size: { bytes: Math.round(audioBitrateKbps * 125 * durationS), exact: false } };
}

/**
 * Where a device plays H.265, the film in it that is higher than what is offered to everybody; null: there is none. Only as the platform
 * has it: what is put together for it is no smaller than what plays everywhere.
 */
export function h265Above(offer: Format, formats: readonly Format[]): Format | null {
  const height = pictureQuality(offer) ?? Infinity;
  const higher = formats.filter((format) => {
    const isPlain = format.container === 'mp4' && format.delivery === 'direct' && format.dynamicRange !== 'HDR';
    return (
      isPlain && format.kind === offer.kind && format.videoCodec === 'h265' && (pictureQuality(format) ?? 0) > height
    );
  });
  return higher.toSorted((a, b) => (pictureQuality(b) ?? 0) - (pictureQuality(a) ?? 0))[0] ?? null;
}

/** What to offer when a post has nothing of the mode's kind. */
export function anyOffer(formats: readonly Format[]): Format | null {
  return (
    formats.find(({ recommended }) => recommended) ?? formats.find(({ kind }) => kind !== 'image') ?? formats[0] ?? null
  );
}

/** Whether a format is a moving picture that is made into a GIF. */
export function isMadeGif({ container, delivery }: Format): boolean {
  return container === 'gif' && delivery === 'transcode';
}

/** Whether the server may make a file first and keep it: pictures and texts are there at once. */
export function isKeepable({ kind, delivery }: Format): boolean {
  return delivery === 'transcode' || (kind !== 'image' && kind !== 'subtitles');
}

/** Formats a visitor can take as they are: of a film that is too long for a GIF, only a clip can be one. */
export function wholeFormats({ formats, durationS }: Media): Format[] {
  return formats.filter((format) => durationS === null || durationS <= GIF_MAX_S || !isMadeGif(format));
}
