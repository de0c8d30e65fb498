import { useState } from 'react';
import type { Resolved } from '#/model/download.ts';
import type { Failure } from '#/model/failure.ts';
import { orUnanswered } from '#/site/browser/unanswered.ts';
import { resolveLink } from '../download.functions.ts';
import { type LoadedPage, type Loaded, loadedOf, loadPages, missingOf, type Range } from './list-pages.ts';

type ListPages = {
  loaded: Loaded;
  isLoading: boolean;
  /** Why the last page that was asked for did not come. */
  failure: Failure | null;
  /** Loads the next page. Resolves to what is here then. */
  loadMore: () => Promise<Loaded>;
  /** Loads what is not here of a range, page by page, until `signal` ends that. */
  loadRange: (range: Range, signal?: AbortSignal) => Promise<Loaded>;
};

/** A list of which a first page came with the answer, and the others come when they are asked for. */
export function useListPages(resolved: Resolved): ListPages {
  const [more, setMore] = useState<readonly LoadedPage[]>([]);
  const [isLoading, setLoading] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const pages: readonly LoadedPage[] = [{ from: 1, resolved }, ...more];
  const loaded = loadedOf(pages);
  const url = resolved.media.canonicalUrl;

  async function load(nextOf: (loaded: Loaded) => number | null, signal?: AbortSignal): Promise<Loaded> {
    setLoading(true);
    setFailure(null);
    const end = await loadPages(pages, {
      nextOf,
      read: (from) => orUnanswered(resolveLink({ data: { url, from } })),
      onPages: ([, ...others]) => setMore(others),
      signal,
    });
    setFailure(end.failure);
    setLoading(false);
    return loadedOf(end.pages);
  }

  return {
    loaded,
    isLoading,
    failure,
    loadMore: () => load(({ items, next }) => (items.length === loaded.items.length ? next : null)),
    loadRange: (range, signal) => load((now) => missingOf(now, range), signal),
  };
}
