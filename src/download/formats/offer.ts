import { GIF_MAX_S } from '#/model/download.ts';
import type { Format, FormatKind, Media } from '#/model/media/media.ts';
import type { Mode } from '../form/mode.ts';
import { nearestTo } from '../choices/quality.ts';

const KIND: Record<Mode, FormatKind> = {
  video: 'video+audio',
  audio: 'audio',
  muted: 'video',
  subtitles: 'subtitles',
  images: 'image',
};

/**
 * The format to offer first in a mode: of its kind, of those in the container that is preferred, if there are any, and of those nearest to
 * the quality that is asked for, the recommended one, else the best that plays everywhere. null: none of the kind.
 */
export function offerIn(
  mode: Mode,
  formats: readonly Format[],
  quality: number | null = null,
  container: string | null = null,
): Format | null {
  const ofKind = formats.filter(({ kind }) => kind === KIND[mode]);
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

/** Formats a visitor can take as they are: of a film that is too long for a GIF, only a clip can be one. */
export function wholeFormats({ formats, durationS }: Media): Format[] {
  return formats.filter((format) => durationS === null || durationS <= GIF_MAX_S || !isMadeGif(format));
}
