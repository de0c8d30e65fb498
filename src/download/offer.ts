import { GIF_MAX_S } from '#/model/download.ts';
import type { Format, FormatKind, Media } from '#/model/media.ts';
import type { Mode } from './mode.ts';
import { nearestTo, shortSidePx } from './quality.ts';

const KIND: Record<Mode, FormatKind> = {
  video: 'video+audio',
  audio: 'audio',
  muted: 'video',
  subtitles: 'subtitles',
  images: 'image',
};

/** Enough to see what it is. */
const PREVIEW_MAX_PX = 720;

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

/** What the player shows: something with sound that plays everywhere, and rather small; else what there is, even if it has no sound. */
export function previewable(formats: readonly Format[]): Format | null {
  const playable = formats.filter(({ delivery }) => delivery !== 'transcode');
  const films = playable.filter(({ kind }) => kind === 'video+audio');
  const plain = films.filter(({ compatibility }) => compatibility === 'everywhere');
  return (
    plain.find((format) => (shortSidePx(format) ?? Infinity) <= PREVIEW_MAX_PX) ??
    plain[0] ??
    films[0] ??
    playable.find(({ kind }) => kind === 'audio') ??
    playable.find(({ kind }) => kind === 'video') ??
    null
  );
}
