import type { Format, Media } from '#/model/media.ts';
import { allFormats } from '#/model/media.ts';
import { EgressError } from '#/server/egress/egress.ts';
import { TransferError } from './transfer-error.ts';

/** Length of a format's file, without reading it. null: only its end will tell. Throws what planning throws. */
export type Measure = (canonicalUrl: string, formatId: string, signal: AbortSignal) => Promise<number | null>;

/** What a visitor waits at most to see exact sizes instead of estimates. */
const BUDGET_MS = 700;
/** Files put together that are measured at most: those that come first. */
const MAX_MEASURED = 40;

/** A media with the exact lengths of files that are put together or converted, as far as they are found in time. */
export async function withExactSizes(media: Media, measure: Measure, visitor: AbortSignal): Promise<Media> {
  const deadline = AbortSignal.timeout(BUDGET_MS);
  const signal = AbortSignal.any([visitor, deadline]);
  const sizes = new Map<string, number>();
  const wanted = allFormats(media).filter(({ delivery }) => delivery !== 'direct');
  await Promise.all(
    wanted.slice(0, MAX_MEASURED).map(async ({ id }) => {
      try {
        const bytes = await measure(media.canonicalUrl, id, signal);
        if (bytes !== null) sizes.set(id, bytes);
      } catch (error) {
        // A size is a courtesy here: whatever keeps it away will be told when the bytes are asked for.
        if (!(error instanceof TransferError) && !(error instanceof EgressError) && !signal.aborted) throw error;
      }
    }),
  );
  const sized = (formats: Format[]) =>
    formats.map((format) => {
      const bytes = sizes.get(format.id);
      return bytes === undefined ? format : { ...format, size: { bytes, exact: true } };
    });
  return {
    ...media,
    formats: sized(media.formats),
    items: media.items.map((item) => ({ ...item, formats: sized(item.formats) })),
  };
}
