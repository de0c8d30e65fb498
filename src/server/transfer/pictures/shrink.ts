import type Library from 'sharp';
import type { Sharp } from 'sharp';
import { damaged, TransferError } from '../transfer-error.ts';
import { type Picture, pictureTypeOf } from './picture.ts';

/** What a picture can be made into; the first two are smaller, and not every client knows them. */
export type ShrunkType = 'image/avif' | 'image/webp' | 'image/jpeg';

/** Above any photo of a platform (Twitter: 4096 × 4096): a picture of some kilobytes can claim to have gigabytes of pixels. */
const MAX_PIXELS = 24_000_000;
const MAX_S = 10;
/** All that is read; the others (SVG, PDF, TIFF …) are large programs that nobody here needs. */
const LOADERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}`);

/** Of each: about what cannot be told from the original in a list, in a time that a visitor does not notice. */
const WRITERS: Record<ShrunkType, (image: Sharp) => Sharp> = {
  'image/avif': (image) => image.avif({ quality: 50, effort: 2 }),
  'image/webp': (image) => image.webp({ quality: 75, effort: 3 }),
  'image/jpeg': (image) => image.jpeg({ quality: 80 }),
};

/** What every client shows. */
const KNOWN_TO_ALL = new Set(['image/jpeg', 'image/png', 'image/gif']);

/**
 * A picture at most so wide, and of one frame; never larger than it was. The original, where nothing is saved. Throws TransferError:
 * upstream_too_large (it has too many pixels), media_damaged.
 */
export type Shrink = (original: Picture, wish: { widthPx: number; type: ShrunkType }) => Promise<Picture>;

/** Loads the library, which takes 30 MB. Rejects where it cannot be loaded. */
export async function openShrink(): Promise<Shrink> {
  const { default: sharp } = await import('sharp');
  // How many run at once is ours to say, and each picture comes once.
  sharp.concurrency(1);
  sharp.cache(false);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: LOADERS });
  return (original, wish) => shrink(sharp, original, wish);
}

async function shrink(
  sharp: typeof Library,
  original: Picture,
  { widthPx, type }: Parameters<Shrink>[1],
): Promise<Picture> {
  const image = sharp(original.bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true });
  const { width, height, pages = 1 } = await image.metadata().catch(explain);
  if (width * height > MAX_PIXELS) throw new TransferError('upstream_too_large');
  const fitted = image.autoOrient().resize({ width: widthPx, withoutEnlargement: true }).timeout({ seconds: MAX_S });
  const bytes = await WRITERS[type](fitted).toBuffer().catch(explain);
  const isGood = pages === 1 && (KNOWN_TO_ALL.has(original.contentType) || original.contentType === type);
  return isGood && bytes.length >= original.bytes.length ? original : { bytes, contentType: type };
}

/** Reads what a picture is. Throws TransferError media_damaged for what is none that we give. */
export function asPicture(bytes: Buffer): Picture {
  const contentType = pictureTypeOf(bytes);
  if (contentType === null) throw damaged('no picture');
  return { bytes, contentType };
}

/** Whatever the library says, the platform's picture is the reason. */
function explain(cause: Error): never {
  throw new TransferError(/pixel limit/i.test(cause.message) ? 'upstream_too_large' : 'media_damaged', { cause });
}
