import type { Format } from '#/model/media/media.ts';
import { pictureQuality } from '#/model/media/picture-quality.ts';

/** Qualities a visitor can ask for of many entries at once. */
export const QUALITIES = [1080, 720, 480, 360] as const;

/** Those of the formats that come nearest to a quality: at or below it, else the least above. All, where no height is known. */
export function nearestTo(quality: number, formats: readonly Format[]): readonly Format[] {
  const known = formats.flatMap((format) => pictureQuality(format) ?? []);
  const below = known.filter((height) => height <= quality);
  const nearest = below.length > 0 ? Math.max(...below) : Math.min(...known);
  return known.length > 0 ? formats.filter((format) => pictureQuality(format) === nearest) : formats;
}
