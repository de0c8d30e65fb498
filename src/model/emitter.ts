/** Whoever wants to hear of something, and how they are told. */
type Emitter<Payload = void> = {
  /** Tells all who listen now, in the order in which they began. One that throws keeps the others from hearing it. */
  emit(payload: Payload): void;
  /** Calls with all that is told from now on. Returns how to stop. */
  on(listener: (payload: Payload) => void): () => void;
  /** How many listen. */
  count(): number;
};

/** A listener that is added twice is called once, and its first end ends it. */
export function createEmitter<Payload = void>(): Emitter<Payload> {
  const listeners = new Set<(payload: Payload) => void>();
  return {
    emit(payload) {
      for (const listener of listeners) listener(payload);
    },
    on(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    count: () => listeners.size,
  };
}
