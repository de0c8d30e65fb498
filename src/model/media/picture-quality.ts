import type { Format } from './media.ts';

/**
 * What people call the quality of a picture: 720 for 1280 × 720 and for 720 × 1280, and what the platform calls it where that is
 * something else. null: not known.
 */
export function pictureQuality({
  quality,
  widthPx,
  heightPx,
}: Pick<Format, 'quality' | 'widthPx' | 'heightPx'>): number | null {
  return quality ?? (heightPx === null ? widthPx : Math.min(heightPx, widthPx ?? heightPx));
}
