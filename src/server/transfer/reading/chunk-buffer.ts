import { untilAborted } from './abortable.ts';

/** A chunk of a file on its way: its bytes can be used as they arrive. */
export type ChunkBuffer = {
  readonly offset: number;
  readonly bytes: Buffer;
  readonly filled: number;
  /** All that will come has come. */
  readonly isEnded: boolean;
  /** Resolves when there are more than `seen` bytes or it has ended; throws what ended it before, or the signal's reason. */
  more(seen: number, signal?: AbortSignal): Promise<void>;
  grow(filled: number): void;
  end(error?: unknown): void;
};

export function createChunkBuffer(offset: number, bytes: Buffer): ChunkBuffer {
  let filled = 0;
  let isEnded = false;
  let failure: unknown;
  let next: PromiseWithResolvers<void> | undefined;
  const wake = () => {
    next?.resolve();
    next = undefined;
  };
  return {
    offset,
    bytes,
    get filled() {
      return filled;
    },
    get isEnded() {
      return isEnded;
    },
    async more(seen, signal) {
      if (filled <= seen && !isEnded) {
        next ??= Promise.withResolvers<void>();
        await (signal ? untilAborted(next.promise, signal) : next.promise);
      }
      if (filled <= seen && failure !== undefined) throw failure;
    },
    grow(count) {
      filled = count;
      wake();
    },
    end(error) {
      if (isEnded) return;
      isEnded = true;
      failure = error;
      wake();
    },
  };
}
