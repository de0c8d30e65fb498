/** Between what limits a prefetcher asks ahead. */
export type WindowLimits = {
  minChunkBytes: number;
  maxChunkBytes: number;
  maxConnections: number;
  /** Asked for ahead at first. */
  firstBytes: number;
};

/** How far a prefetcher asks ahead at present: as far as its visitor's pace and its upstream's make useful, and not further. */
type Window = {
  /** Bytes of the next request. */
  readonly chunkBytes: number;
  /** Requests in flight or waiting to be taken. */
  readonly connections: number;
  /** The visitor had to wait for the first chunk: more of them would have helped. At most once for each chunk that counts. */
  widen(): void;
  /** A chunk was needed so long after it was complete. */
  onTaken(readyForMs: number): void;
  /** There is no memory for as much. */
  narrow(): void;
};

/** Parts that a window falls into, where as many connections may be: smaller ones would spend more on requests than they gain. */
const PARTS = 4;
/** Above what a network wavers by. */
const EARLY_MS = 50;

export function createWindow({ minChunkBytes, maxChunkBytes, maxConnections, firstBytes }: WindowLimits): Window {
  const parts = Math.min(PARTS, maxConnections);
  const narrowest = minChunkBytes * Math.min(2, maxConnections);
  const widest = maxChunkBytes * maxConnections;
  let windowBytes = Math.min(Math.max(narrowest, firstBytes), widest);

  function chunkBytes(): number {
    return Math.min(Math.max(windowBytes / parts, minChunkBytes), maxChunkBytes);
  }
  function narrow(): void {
    windowBytes = Math.max(narrowest, windowBytes / 2);
  }

  return {
    get chunkBytes() {
      return chunkBytes();
    },
    get connections() {
      return Math.floor(windowBytes / chunkBytes());
    },
    widen() {
      windowBytes = Math.min(widest, windowBytes * 2);
    },
    onTaken(readyForMs) {
      if (readyForMs > EARLY_MS) narrow();
    },
    narrow,
  };
}
