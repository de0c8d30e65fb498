import { useState } from 'react';
import type { Resolved } from '#/model/download.ts';
import type { Failure } from '#/model/failure.ts';
import { orUnanswered } from '#/site/browser/unanswered.ts';
import { resolveLink } from '../download.functions.ts';
import { type LoadedPage, type Loaded, loadedOf, missingOf, type Range } from './list-pages.ts';

type ListPages = {
  loaded: Loaded;
  isLoading: boolean;
  /** Why the last page that was asked for did not come. */
  failure: Failure | null;
  /** Loads the next page. Resolves to what is here then. */
  loadMore: () => Promise<Loaded>;
  /** Loads what is not here of a range, page by page. */
  loadRange: (range: Range) => Promise<Loaded>;
};

/** A list of which a first page came with the answer, and the others come when they are asked for. */
export function useListPages(resolved: Resolved): ListPages {
  const [more, setMore] = useState<LoadedPage[]>([]);
  const [isLoading, setLoading] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const first: LoadedPage = { from: 1, resolved };
  const loaded = loadedOf([first, ...more]);
  const url = resolved.media.canonicalUrl;

  /** Loads until nothing is wanted any more, or a page does not come. */
  async function load(nextOf: (loaded: Loaded) => number | null): Promise<Loaded> {
    const pages = [...more];
    setLoading(true);
    setFailure(null);
    for (let from = nextOf(loaded); from !== null;) {
      const answer = await orUnanswered(resolveLink({ data: { url, from } }));
      if (!answer.ok) {
        setFailure(answer.failure);
        break;
      }
      pages.push({ from, resolved: answer.value });
      setMore([...pages]);
      const next = nextOf(loadedOf([first, ...pages]));
      // What did not come by being asked for does not come by being asked for again.
      from = next === from ? null : next;
    }
    setLoading(false);
    return loadedOf([first, ...pages]);
  }

  return {
    loaded,
    isLoading,
    failure,
    loadMore: () => load(({ items, next }) => (items.length === loaded.items.length ? next : null)),
    loadRange: (range) => load((now) => missingOf(now, range)),
  };
}
