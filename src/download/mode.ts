import type { Format, FormatKind } from '#/model/media.ts';

/** What a visitor wants of a link; it decides which format is offered first. */
export const MODES = ['video', 'audio', 'muted', 'subtitles', 'images'] as const;
export type Mode = (typeof MODES)[number];

export function isMode(value: unknown): value is Mode {
  return MODES.some((mode) => mode === value);
}

const KIND: Record<Mode, FormatKind> = {
  video: 'video+audio',
  audio: 'audio',
  muted: 'video',
  subtitles: 'subtitles',
  images: 'image',
};

/** The format to offer first in a mode: the recommended one of its kind, else the best one that plays everywhere; null: none of the kind. */
export function offerIn(mode: Mode, formats: readonly Format[]): Format | null {
  const ofKind = formats.filter(({ kind }) => kind === KIND[mode]);
  return (
    ofKind.find(({ recommended }) => recommended) ??
    ofKind.find(({ compatibility }) => compatibility === 'everywhere') ??
    ofKind[0] ??
    null
  );
}

/** What to offer when a post has nothing of the mode's kind. */
export function anyOffer(formats: readonly Format[]): Format | null {
  return (
    formats.find(({ recommended }) => recommended) ?? formats.find(({ kind }) => kind !== 'image') ?? formats[0] ?? null
  );
}
