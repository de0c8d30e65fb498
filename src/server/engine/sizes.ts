import type { Egress } from '#/server/egress/egress.ts';
import type { Format } from '#/model/media.ts';
import type { Source } from './extraction.ts';

/** What a visitor waits at most to see exact sizes instead of estimates. */
const BUDGET_MS = 600;
const MAX_PROBES = 16;

/**
 * Learns the exact size of files whose platform does not tell it, by one request for the first byte each, all at once. What is not
 * answered in time keeps its estimate: yt-dlp's are off by a factor of two for some platforms.
 */
export async function probeSizes(
  formats: readonly Format[],
  sources: ReadonlyMap<string, Source>,
  egress: Egress,
  signal?: AbortSignal,
): Promise<Map<string, number>> {
  const budget = AbortSignal.any([AbortSignal.timeout(BUDGET_MS), ...(signal ? [signal] : [])]);
  const unknown = formats
    .filter(({ id, kind }) => kind !== 'subtitles' && kind !== 'image' && sources.get(id)?.sizeBytes === null)
    .sort((a, b) => Number(b.recommended) - Number(a.recommended))
    .slice(0, MAX_PROBES);
  const sizes = new Map<string, number>();
  await Promise.all(
    unknown.map(async ({ id }) => {
      const source = sources.get(id);
      const bytes = source && (await probe(source, egress, budget));
      if (bytes) sizes.set(id, bytes);
    }),
  );
  return sizes;
}

async function probe(source: Source, egress: Egress, signal: AbortSignal): Promise<number | undefined> {
  try {
    const headers = { ...source.headers, Range: 'bytes=0-0', 'Accept-Encoding': 'identity' };
    const { status, headers: answered, body } = await egress.request(source.url, { headers, signal });
    // One byte is read to its end, so that the connection serves the next request; a whole file is not.
    body.on('error', () => {});
    if (status === 206) body.resume();
    else body.destroy();
    const total =
      status === 206
        ? /\/(\d+)$/.exec(answered['content-range'] ?? '')?.[1]
        : status === 200
          ? answered['content-length']
          : undefined;
    return total ? Number(total) : undefined;
  } catch {
    // A size is a courtesy: whatever keeps it away will be told when the bytes are asked for.
    return undefined;
  }
}
