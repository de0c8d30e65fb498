import type { Format } from '#/model/media/media.ts';
import { contentRangeOf } from '#/server/egress/content-range.ts';
import type { Egress } from '#/server/egress/egress.ts';
import type { Extraction, Recipe, Source } from '../media/extraction.ts';
import { recommend } from '../media/offer.ts';
import type { ReadMedia } from '../media/read-media.ts';
import { readMp4Head, type Mp4Head } from './mp4-head.ts';

/** What a file itself told. */
type FileFacts = { sizeBytes: number | null; head: Mp4Head | null };

const MAX_PROBES = 16;
/** Enough for the tracks of a progressive MP4 of minutes. */
const HEAD_BYTES = 64 * 1024;
/** How long sources are trusted where the platform does not tell. */
const DEFAULT_LIFETIME_MS = 60 * 60_000;

/**
 * Learns what the platform does not tell, by one small ranged request per file, all at once: exact sizes (yt-dlp's estimates are off
 * by a factor of two for some platforms), and the picture's size and whether there is sound where even that is not known. What is
 * not answered within `waitMs` keeps its estimate.
 */
export async function probeFiles(
  formats: readonly Format[],
  sources: ReadonlyMap<string, Source>,
  egress: Egress,
  waitMs: number,
  signal?: AbortSignal,
): Promise<Map<string, FileFacts>> {
  const budget = AbortSignal.any([AbortSignal.timeout(waitMs), ...(signal ? [signal] : [])]);
  const facts = new Map<string, FileFacts>();
  const unknown = formats
    .filter(({ id, kind }) => kind !== 'subtitles' && kind !== 'image' && sources.get(id)?.sizeBytes === null)
    .sort((a, b) => Number(b.recommended) - Number(a.recommended))
    .slice(0, MAX_PROBES);
  await Promise.all(
    unknown.map(async (format) => {
      const source = sources.get(format.id);
      const fact = source && (await probe(source, lacksFacts(format), egress, budget));
      if (fact) facts.set(format.id, fact);
    }),
  );
  return facts;
}

function lacksFacts({ kind, container, heightPx }: Format): boolean {
  return kind === 'video+audio' && container === 'mp4' && heightPx === null;
}

async function probe(
  source: Source,
  wantsHead: boolean,
  egress: Egress,
  signal: AbortSignal,
): Promise<FileFacts | undefined> {
  try {
    const range = `bytes=0-${wantsHead ? HEAD_BYTES - 1 : 0}`;
    const headers = { ...source.headers, Range: range, 'Accept-Encoding': 'identity' };
    const {
      status,
      headers: answered,
      body,
    } = await egress.request(source.url, {
      headers,
      signal,
      route: source.route,
    });
    if (status !== 206) {
      body.on('error', () => {}).destroy();
      return status === 200 && answered['content-length']
        ? { sizeBytes: Number(answered['content-length']), head: null }
        : undefined;
    }
    // Read to its end, so that the connection serves the next request.
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of body) {
      chunks.push(chunk);
      if ((length += chunk.length) > HEAD_BYTES) break;
    }
    const told = contentRangeOf(answered);
    // Of another part than was asked for: whatever its bytes look like, they are no head.
    const isHead = wantsHead && told?.first === 0;
    return { sizeBytes: told?.total ?? null, head: isHead ? readMp4Head(Buffer.concat(chunks)) : null };
  } catch {
    // Facts are a courtesy here: whatever keeps them away will be told when the bytes are asked for.
    return undefined;
  }
}

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

/** A format with what its file told. */
function withFacts(format: Format, facts: FileFacts | undefined): Format {
  if (!facts) return format;
  const { sizeBytes, head } = facts;
  const isSilent = head?.hasAudio === false && format.kind === 'video+audio';
  return {
    ...format,
    ...(sizeBytes && { size: { bytes: sizeBytes, exact: true } }),
    ...(head && { widthPx: format.widthPx ?? head.widthPx, heightPx: format.heightPx ?? head.heightPx }),
    ...(isSilent && { kind: 'video' as const, audioCodec: null }),
  };
}
