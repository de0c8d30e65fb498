import type { Format } from '#/model/media/media.ts';
import type { Extraction, Recipe, Source } from '../media/extraction.ts';
import { recommend } from '../media/offer.ts';
import type { ReadMedia } from '../media/read-media.ts';
import { type FileFacts, withFacts } from './probe-files.ts';

/** How long sources are trusted where the platform does not tell. */
const DEFAULT_LIFETIME_MS = 60 * 60_000;

/** The media with what its files told: that may be the height by which formats are ordered and recommended. */
export function applyFacts(
  { media, sources, recipes, sourceFormats, storyboard }: ReadMedia,
  facts: ReadonlyMap<string, FileFacts>,
): Extraction {
  const told = (formats: Format[]) => {
    const own = formats.map((format) => withFacts(format, facts.get(format.id)));
    const byId = new Map(own.map((format) => [format.id, format]));
    const sized = own.map((format) => withPartSizes({ ...format, recommended: false }, recipes.get(format.id), byId));
    return isRecommending(formats) ? recommend(sized) : sized;
  };
  const known = [...sources].map(([id, source]): [string, Source] => [
    id,
    { ...source, sizeBytes: facts.get(id)?.sizeBytes ?? source.sizeBytes },
  ]);
  const expiries = known.flatMap(([, { expiresAt }]) => expiresAt ?? []);
  return {
    media: {
      ...media,
      formats: told(media.formats),
      items: media.items.map((item) => ({ ...item, formats: told(item.formats) })),
    },
    sources: new Map(known),
    recipes,
    sourceFormats: {
      ...sourceFormats,
      byId: new Map(
        [...sourceFormats.byId].map(([id, one]) => [id, { ...one, format: withFacts(one.format, facts.get(id)) }]),
      ),
    },
    ...(storyboard && { storyboard }),
    expiresAt: Math.min(Date.now() + DEFAULT_LIFETIME_MS, ...expiries),
  };
}

/** The sound of a slideshow is there for the asking, and not what is offered first. */
function isRecommending(formats: readonly Format[]): boolean {
  return formats.some(({ recommended }) => recommended);
}

/** Of a file put together, about what its parts have; a sound that is copied into another file has about what it had. */
function withPartSizes(format: Format, recipe: Recipe | undefined, formats: ReadonlyMap<string, Format>): Format {
  if (recipe?.kind !== 'merge') return format;
  if (recipe.video === null) return { ...format, size: format.size && { ...format.size, exact: false } };
  const sizes = [recipe.video, recipe.audio].map((id) => (id === null ? 0 : formats.get(id)?.size?.bytes));
  const bytes = sizes.reduce<number | undefined>(
    (sum, size) => (sum === undefined || size === undefined ? undefined : sum + size),
    0,
  );
  return bytes === undefined ? format : { ...format, size: { bytes, exact: false } };
}
