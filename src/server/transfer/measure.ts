import type { Format, Media } from '#/model/media/media.ts';
import { allFormats } from '#/model/media/media.ts';
import { EgressError } from '#/server/egress/egress.ts';
import { TransferError } from './transfer-error.ts';

/** Length of a format's file, without reading it. null: only its end will tell. Throws what planning throws. */
export type Measure = (canonicalUrl: string, formatId: string, signal: AbortSignal) => Promise<number | null>;

/** Files put together that are measured at most: those that come first. */
const MAX_MEASURED = 40;

/**
 * By the very list of formats that the engine gave: it gives the same again as long as it keeps an answer. null: only the end of a file
 * will tell.
 */
const measured = new WeakMap<readonly Format[], Map<string, number | null>>();

/** A media with the exact lengths of files that are put together or converted, as far as they are found within `waitMs`. */
export async function withExactSizes(
  media: Media,
  measure: Measure,
  waitMs: number,
  visitor: AbortSignal,
): Promise<Media> {
  const deadline = AbortSignal.timeout(waitMs);
  const signal = AbortSignal.any([visitor, deadline]);
  const sizes = measured.get(media.formats) ?? new Map<string, number | null>();
  measured.set(media.formats, sizes);
  const wanted = allFormats(media).filter(({ delivery }) => delivery !== 'direct');
  const unknown = wanted.slice(0, MAX_MEASURED).filter(({ id }) => !sizes.has(id));
  await Promise.all(
    unknown.map(async ({ id }) => {
      try {
        sizes.set(id, await measure(media.canonicalUrl, id, signal));
      } catch (error) {
        // A size is a courtesy here: whatever keeps it away will be told when the bytes are asked for.
        if (!(error instanceof TransferError) && !(error instanceof EgressError) && !signal.aborted) throw error;
      }
    }),
  );
  const sized = (formats: Format[]) =>
    formats.map((format) => {
      const bytes = sizes.get(format.id) ?? null;
      return bytes === null ? format : { ...format, size: { bytes, exact: true } };
    });
  return {
    ...media,
    formats: sized(media.formats),
    items: media.items.map((item) => ({ ...item, formats: sized(item.formats) })),
  };
}
