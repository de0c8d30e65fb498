import type { Format } from '#/model/media/media.ts';

/**
 * Marks the format offered first: a picture with sound that plays everywhere, else one that needs a recent player, else a picture
 * that has no sound anywhere (an animation), else sound, else an image. Formats come best first within their kind.
 */
export function recommend(formats: readonly Format[]): Format[] {
  const hasSound = formats.some(({ kind }) => kind === 'audio');
  const wishes: ((format: Format) => boolean)[] = [
    ({ kind, compatibility }) => kind === 'video+audio' && compatibility === 'everywhere',
    ({ kind }) => kind === 'video+audio',
    ({ kind, compatibility }) => kind === 'video' && !hasSound && compatibility === 'everywhere',
    ({ kind }) => kind === 'video' && !hasSound,
    ({ kind, compatibility }) => kind === 'audio' && compatibility === 'everywhere',
    ({ kind }) => kind === 'audio',
    ({ kind, id }) => kind === 'image' && !isThumbnail(id),
  ];
  const chosen = wishes.map((wish) => formats.find(wish)).find((format) => format !== undefined);
  return formats.map((format) => (format === chosen ? { ...format, recommended: true } : format));
}

function isThumbnail(formatId: string): boolean {
  return /^(?:\d+\.)?thumb$/.test(formatId);
}
