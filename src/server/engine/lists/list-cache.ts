import { LRUCache } from 'lru-cache';
import type { Media } from '#/model/media/media.ts';
import type { ListMark, ListRead } from '../worker/protocol.ts';

/** What a list says of itself on its first page: pages that come after it do not repeat it. */
export type ListAbout = Omit<Media, 'items' | 'nextFrom'>;

type Known = {
  about: ListAbout | null;
  /** In their order, the beginning of the list left out. */
  marks: ListMark[];
  /** Entries that one answer had, from the first to the last of them. */
  chunks: { first: number; last: number }[];
  goodUntil: number;
};

export type ListCache = {
  /** Where reading from an entry on is to begin, and what is known of the list then; null: at its beginning. */
  begin(key: string, from: number): { mark: ListMark; about: ListAbout } | null;
  /** The first entry of the answer that has had this one; itself where none has. */
  chunkOf(key: string, from: number): number;
  /** After an answer; `about` null: what came before reading has failed. */
  note(key: string, read: ListRead, about: ListAbout | null): void;
  /** The platform no longer takes what the list is gone on by. */
  drop(key: string): void;
};

/** Platforms make no promise for how long a list can be gone on with; nobody looks at one for longer. */
const KEEP_MS = 60 * 60_000;
const MAX_LISTS = 500;
/** Of one list: 50,000 entries of a playlist of YouTube's, which has 5,000 at most. Those least far are dropped last. */
const MAX_MARKS = 500;

/** Remembers where lists can be gone on with, so that their thousandth entry costs what the first one does. For this process alone. */
export function createListCache(now = () => performance.now()): ListCache {
  const lists = new LRUCache<string, Known>({ max: MAX_LISTS });

  function known(key: string): Known | undefined {
    const found = lists.get(key);
    if (found && found.goodUntil > now()) return found;
    lists.delete(key);
    return undefined;
  }

  return {
    begin(key, from) {
      const { about, marks } = known(key) ?? { about: null, marks: [] };
      const mark = marks.findLast(({ entry }) => entry <= from);
      return about && mark ? { mark, about } : null;
    },
    chunkOf: (key, from) => known(key)?.chunks.find(({ first, last }) => first <= from && from <= last)?.first ?? from,
    note(key, { first, next, marks }, about) {
      const before = known(key);
      const byEntry = new Map([...(before?.marks ?? []), ...marks].map((mark) => [mark.entry, mark]));
      const sorted = [...byEntry.values()].filter(({ token }) => token !== null).sort((a, b) => a.entry - b.entry);
      const others = before?.chunks.filter((chunk) => chunk.first !== first) ?? [];
      lists.set(key, {
        about: before?.about ?? about,
        marks: sorted.slice(0, MAX_MARKS),
        chunks: about ? [...others, { first, last: (next ?? Infinity) - 1 }].slice(-MAX_MARKS) : others,
        goodUntil: now() + KEEP_MS,
      });
    },
    drop: (key) => void lists.delete(key),
  };
}
