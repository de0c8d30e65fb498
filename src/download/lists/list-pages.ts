import type { Resolved } from '#/model/download.ts';
import type { Failure, Result } from '#/model/failure.ts';
import type { MediaItem } from '#/model/media/media.ts';

/** A page of a list, and the entry that it was asked for. */
export type LoadedPage = { from: number; resolved: Pick<Resolved, 'media' | 'links' | 'shown'> };

/** What is here of a list: its first page, and those that were loaded since, with gaps between them where a range was asked for. */
export type Loaded = {
  /** In their order. */
  items: MediaItem[];
  links: Resolved['links'];
  thumbnails: Resolved['shown']['thumbnails'];
  /** Entries that exist; null: nobody knows yet. */
  total: number | null;
  /** The first entry that is not here; null: there are no more to be had. */
  next: number | null;
};

export function loadedOf(pages: readonly LoadedPage[]): Loaded {
  const items = new Map<number, MediaItem>();
  let [total, end]: [number | null, number] = [null, Infinity];
  for (const { from, resolved } of pages) {
    const { items: found, itemCount, nextFrom } = resolved.media;
    for (const item of found) items.set(item.index, item);
    total = itemCount ?? total;
    // A page without anything on it leads nowhere, whatever it says.
    if (nextFrom === null || found.length === 0) end = Math.min(end, found.at(-1)?.index ?? from - 1);
  }
  const first = firstMissing(items, 1);
  return {
    items: [...items.values()].toSorted((a, b) => a.index - b.index),
    links: Object.assign({}, ...pages.map(({ resolved }) => resolved.links)) as Resolved['links'],
    thumbnails: Object.assign({}, ...pages.map(({ resolved }) => resolved.shown.thumbnails)) as Loaded['thumbnails'],
    total,
    next: first <= end ? first : null,
  };
}

/** The first entry of a range that is to be loaded for it; null: all that there are of it are here. */
export function missingOf({ items, total }: Loaded, { from, to }: Range): number | null {
  const missing = firstMissing(new Map(items.map((item) => [item.index, item])), from);
  return missing <= Math.min(to, total ?? to) ? missing : null;
}

type PageLoading = {
  /** The entry from which the next page is wanted; null: nothing is wanted any more. */
  nextOf: (loaded: Loaded) => number | null;
  read: (from: number) => Promise<Result<LoadedPage['resolved']>>;
  /** Hears of all pages that are here as soon as there is another. */
  onPages: (pages: readonly LoadedPage[]) => void;
  /** Ends it behind the page that is on its way. */
  signal?: AbortSignal | undefined;
};

/** Loads pages until nothing is wanted any more, or one does not come: then it says why. Answers with all that are here by then. */
export async function loadPages(
  before: readonly LoadedPage[],
  { nextOf, read, onPages, signal }: PageLoading,
): Promise<{ pages: readonly LoadedPage[]; failure: Failure | null }> {
  const pages = [...before];
  for (let from = nextOf(loadedOf(pages)); from !== null;) {
    const answer = await read(from);
    if (!answer.ok) return { pages, failure: answer.failure };
    pages.push({ from, resolved: answer.value });
    onPages([...pages]);
    const next = nextOf(loadedOf(pages));
    // What did not come by being asked for does not come by being asked for again.
    from = next === from || signal?.aborted ? null : next;
  }
  return { pages, failure: null };
}

/** Entries that one press sends through the queue: ten pages of 50, each of which counts as a link that is read. */
export const RUN_MAX = 500;

export type Range = { from: number; to: number };

/** What was typed as the two ends of a range; null: that is none. */
export function readRange(from: string, to: string): Range | null {
  const [first, last] = [from, to].map((text) => (/^\d{1,6}$/.test(text.trim()) ? Number(text) : 0));
  return first && last && first <= last ? { from: first, to: last } : null;
}

function firstMissing(items: ReadonlyMap<number, MediaItem>, from: number): number {
  let place = from;
  while (items.has(place)) place++;
  return place;
}
