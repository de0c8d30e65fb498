import { LRUCache } from 'lru-cache';

/** Answers about users that are believed for a short while. */
type TtlCache<T> = {
  /** What is known under a key, or is asked for now. One that cannot be had is not kept. */
  get(key: string, userId: string, ask: () => Promise<T>): Promise<T>;
  /** Forgets what is about a user, what is still being asked for included. */
  drop(userId: string): void;
  clear(): void;
};

type Entry<T> = { userId: string; until: number; answer: Promise<T> };

const MAX_KNOWN = 10_000;

/** `now` in milliseconds since 1970. */
export function createTtlCache<T>({ knownMs, now }: { knownMs: number; now: () => number }): TtlCache<T> {
  const known = new LRUCache<string, Entry<T>>({ max: MAX_KNOWN });
  return {
    get(key, userId, ask) {
      const entry = known.get(key);
      if (entry && entry.until > now()) return entry.answer;
      const asked: Entry<T> = { userId, until: now() + knownMs, answer: ask() };
      known.set(key, asked);
      asked.answer.catch(() => known.peek(key) === asked && known.delete(key));
      return asked.answer;
    },
    drop(userId) {
      for (const [key, entry] of known.entries().toArray()) if (entry.userId === userId) known.delete(key);
    },
    clear: () => known.clear(),
  };
}
