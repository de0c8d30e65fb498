import type { Preferences, QueueSnapshot } from '#/model/account.ts';

/** What one part of a page has learnt from the server, for those parts that do not know it. */
export type News<T> = {
  announce(news: T): void;
  /** Calls `listener` with all that is announced from now on. Returns how to stop. */
  watch(listener: (news: T) => void): () => void;
};

/** What the server has of the user's queue, as it has just answered. */
export const queueNews = createNews<QueueSnapshot>();

/** What the user has just settled for all devices. */
export const preferenceNews = createNews<Preferences>();

function createNews<T>(): News<T> {
  const listeners = new Set<(news: T) => void>();
  return {
    announce(news) {
      for (const listener of listeners) listener(news);
    },
    watch(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
