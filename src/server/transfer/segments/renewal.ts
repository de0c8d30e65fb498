import type { Failure, Result } from '#/model/failure.ts';
import type { Source } from '#/server/engine/media/extraction.ts';
import { isSameSource } from '#/server/engine/media/same-format.ts';
import { asResult } from '../preparing/as-result.ts';
import { createShared } from '../reading/abortable.ts';
import { TransferError } from '../transfer-error.ts';
import type { Rendition } from './playlist.ts';

/** A playlist that has been read anew, and how its segments are asked for. */
export type FreshPlaylist = { source: Source; rendition: Rendition };

/**
 * Fresh addresses of a rendition's files, by their place in its playlist: that is read anew, once for all files whose addresses have
 * expired together. `read` is told of the playlist that was read last, unless that is the first one, and why its addresses are refused that
 * were fresh; null: there are no better ones. Failures: those of `read`, also where it throws an EgressError; media_changed where the list
 * has become another; upstream_forbidden for an address that is not from it.
 */
export function createRenewal(
  rendition: Rendition,
  read: (signal: AbortSignal, stale: Source | null, refusal: Failure | undefined) => Promise<FreshPlaylist | null>,
): (stale: Source, signal: AbortSignal, refusal?: Failure) => Promise<Result<Source>> {
  let current = { urls: urlsOf(rendition), source: null as Source | null };
  /** Of every address there has been. */
  const places = new Map(current.urls.map((url, place) => [url, place]));

  const readAgain = createShared(async (signal, refusal: Failure | undefined) => {
    const again = await read(signal, current.source, refusal);
    if (!again) return;
    const { source, rendition: fresh } = again;
    const urls = urlsOf(fresh);
    if (urls.length !== current.urls.length) throw new TransferError('media_changed');
    for (const [place, url] of urls.entries()) places.set(url, place);
    current = { urls, source };
  });

  return async (stale, signal, refusal) => {
    const place = places.get(stale.url);
    if (place === undefined) return { ok: false, failure: { code: 'upstream_forbidden' } };
    return asResult(async () => {
      // Of the first playlist all are by its way; later ones may have the same addresses by another.
      const { route } = current.source ?? stale;
      const isCurrent = isSameSource({ url: current.urls[place] ?? '', ...(route && { route }) }, stale);
      if (isCurrent) await readAgain(signal, refusal);
      const { playlist: _, ...source } = current.source ?? stale;
      return { ...source, url: current.urls[place] ?? stale.url, sizeBytes: null };
    }, signal);
  };
}

function urlsOf({ init, segments }: Rendition): string[] {
  return [...new Set([...(init ? [init] : []), ...segments].map(({ url }) => url))];
}
