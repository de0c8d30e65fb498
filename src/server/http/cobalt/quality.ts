import type { Format } from '#/model/media/media.ts';

type Measures = Pick<Format, 'quality' | 'widthPx' | 'heightPx'>;

/**
 * What people call a picture's quality: 1080 for 1920 × 1080, 1080 × 1920 and 1920 × 800, which is a film of that quality without
 * its black bars. null: nobody told its size.
 */
export function qualityOf({ quality, widthPx, heightPx }: Measures): number | null {
  if (quality) return quality;
  if (!widthPx || !heightPx) return heightPx ?? widthPx;
  const [short, long] = [Math.min(widthPx, heightPx), Math.max(widthPx, heightPx)];
  return Math.max(short, Math.round((long * 9) / 16));
}

/** The best of these that is not above what is wanted; else the least above it. Equals stay in their order. */
export function bestWithin<T extends Measures>(formats: readonly T[], wanted: number): T | undefined {
  const distance = (format: T): number => {
    const quality = qualityOf(format) ?? 0;
    return quality <= wanted ? (wanted === Infinity ? -quality : wanted - quality) : FAR + quality;
  };
  return formats.toSorted((a, b) => distance(a) - distance(b))[0];
}

/** Above any quality there is. */
const FAR = 1e6;
