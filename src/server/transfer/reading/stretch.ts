/** A stretch of a file on its way: its bytes can be used as they arrive. */
export type Stretch = {
  readonly offset: number;
  readonly bytes: Buffer;
  readonly filled: number;
  /** All that will come has come. */
  readonly isEnded: boolean;
  /** Resolves when there are more than `filled` bytes; throws what ended it before. */
  more(filled: number): Promise<void>;
  grow(filled: number): void;
  end(error?: unknown): void;
};

export function createStretch(offset: number, bytes: Buffer): Stretch {
  let filled = 0;
  let isEnded = false;
  let failure: unknown;
  let waiting: (() => void)[] = [];
  const wake = () => {
    const woken = waiting;
    waiting = [];
    for (const resume of woken) resume();
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
    async more(seen) {
      if (filled <= seen && !isEnded) await new Promise<void>((resume) => waiting.push(resume));
      if (filled <= seen && failure !== undefined) throw failure;
    },
    grow(count) {
      filled = count;
      wake();
    },
    end(error) {
      isEnded = true;
      failure = error;
      wake();
    },
  };
}
