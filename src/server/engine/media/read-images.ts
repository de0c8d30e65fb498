import { imageContainer } from './media-names.ts';
import { createOffer, type Offer } from './offer.ts';
import type { ExtractorEntry } from '../worker/info.ts';

type Image = { url: string; width?: number | undefined; height?: number | undefined };

export function readImage(id: string, image: Image, headers: Record<string, string>): Offer {
  const container = imageContainer(image.url);
  return createOffer(
    {
      id,
      kind: 'image',
      container,
      widthPx: image.width ? Math.round(image.width) : null,
      heightPx: image.height ? Math.round(image.height) : null,
      compatibility: container === 'webp' ? 'modern' : 'everywhere',
    },
    { url: image.url, headers },
  );
}

/**
 * The largest picture whose size the platform told: the others of `thumbnails` are guesses of the extractor that may not exist.
 * Where it told none, the one the extractor prefers.
 */
export function bestThumbnail(entry: ExtractorEntry): Image | undefined {
  const [largest] = entry.thumbnails
    .filter(({ width, height }) => width && height)
    .sort((a, b) => area(b) - area(a) || Number(isWebp(a)) - Number(isWebp(b)));
  return largest ?? (entry.thumbnail ? { url: entry.thumbnail } : entry.thumbnails.at(-1));
}

function area({ width = 0, height = 0 }: Image): number {
  return width * height;
}

function isWebp({ url }: Image): boolean {
  return imageContainer(url) === 'webp';
}
