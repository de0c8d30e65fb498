/** Whoever wants to hear of something, and how they are told. */
type Emitter<News = void> = {
  /** Tells all who listen now, in the order in which they began. One that throws keeps the others from hearing it. */
  emit(news: News): void;
  /** Calls with all that is told from now on. Returns how to stop. */
  on(listener: (news: News) => void): () => void;
  /** How many listen. */
  count(): number;
};

/** A listener that is added twice is called once, and its first end ends it. */
export function createEmitter<News = void>(): Emitter<News> {
  const listeners = new Set<(news: News) => void>();
  return {
    emit(news) {
      for (const listener of listeners) listener(news);
    },
    on(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    count: () => listeners.size,
  };
}
