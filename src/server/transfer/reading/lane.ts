import { TransferError } from '../transfer-error.ts';
import type { Budget } from './budget.ts';
import { createStretch, type Stretch } from './stretch.ts';
import type { RemoteFile } from './remote-file.ts';

/** Bytes wanted of one file. */
export type Wanted = { file: RemoteFile; offset: number; length: number };

/** Bytes of one or many files in the order they are wanted, fetched ahead over several connections. */
export type Lane = {
  /** The next bytes that are there, at least one; they stay as they are until `consume`. Throws what keeps them away. */
  peek(): Promise<Buffer>;
  consume(length: number): void;
  close(): void;
};

export type LaneOptions = {
  budget: Budget;
  signal: AbortSignal;
  /** Bytes of one request. */
  chunkBytes: number;
  maxConnections: number;
};

type Chunk = {
  stretch: Stretch;
  file: RemoteFile;
  buffer: Buffer;
  isReleased: boolean;
  controller: AbortController;
  /** Of the request that is under way, in milliseconds of this process, and what ends it for another one. */
  askedAt: number;
  giveUp: () => void;
  replacements: number;
};

const START_CONNECTIONS = 2;
/** So many chunks in a row were complete before they were needed: the visitor is the slower side, and one connection less will do. */
const SHRINK_AFTER = 8;
/** A connection is given up when the visitor waits for it alone, and it takes so many times longer than others did; each time more patiently. */
const SLOW_FACTOR = 4;
const SLOW_AT_LEAST_MS = 1_500;
const MAX_REPLACEMENTS = 3;
const WATCH_MS = 250;

/**
 * Keeps requests in flight, one chunk each, and hands their bytes out in order. Begins with two connections at once, adds one whenever
 * the visitor has to wait, and gives them back when not; beyond the first, only as far as the memory budget allows.
 */
export function createLane(wanted: Iterator<Wanted>, options: LaneOptions): Lane {
  const { budget, signal, chunkBytes, maxConnections } = options;
  const visitor = new AbortController();
  const queue: Chunk[] = [];
  let rest: Wanted | undefined;
  let connections = Math.min(START_CONNECTIONS, maxConnections);
  let consumed = 0;
  let plentiful = 0;
  let typicalMs = 0;

  function nextWanted(): Wanted | undefined {
    while (!rest || rest.length === 0) {
      const next = wanted.next();
      if (next.done) return undefined;
      rest = next.value;
    }
    const length = Math.min(rest.length, chunkBytes);
    const taken = { ...rest, length };
    rest = { file: rest.file, offset: rest.offset + length, length: rest.length - length };
    return taken;
  }

  function putBack({ file, offset, length }: Wanted): void {
    rest = { file, offset, length: length + (rest?.length ?? 0) };
  }

  function fillQueue(): void {
    while (queue.length < connections && !visitor.signal.aborted) {
      const next = nextWanted();
      if (!next) return;
      const buffer = budget.take(Math.min(chunkBytes, roundUp(next.length)), queue.length === 0);
      if (!buffer) return putBack(next);
      const chunk: Chunk = {
        stretch: createStretch(next.offset, buffer.subarray(0, next.length)),
        file: next.file,
        buffer,
        isReleased: false,
        controller: new AbortController(),
        askedAt: performance.now(),
        giveUp() {},
        replacements: 0,
      };
      queue.push(chunk);
      void fetch(chunk);
    }
  }

  async function fetch(chunk: Chunk): Promise<void> {
    const { stretch, file, controller } = chunk;
    try {
      await file.fill(stretch.offset, stretch.bytes, {
        signal: controller.signal,
        visitor: visitor.signal,
        onBytes: (filled) => stretch.grow(filled),
        onRequest(giveUp) {
          chunk.giveUp = giveUp;
          chunk.askedAt = performance.now();
        },
      });
      const ms = performance.now() - chunk.askedAt;
      typicalMs = typicalMs === 0 ? ms : typicalMs * 0.8 + ms * 0.2;
      stretch.end();
    } catch (error) {
      stretch.end(error);
    } finally {
      // A buffer that the network still writes to is given back when that has stopped.
      if (visitor.signal.aborted) release(chunk);
    }
  }

  function release(chunk: Chunk): void {
    if (!chunk.isReleased) budget.give(chunk.buffer);
    chunk.isReleased = true;
  }

  function replaceIfSlow(chunk: Chunk): void {
    const isAlone = queue.every((other) => other === chunk || other.stretch.isEnded);
    const patienceMs = Math.max(SLOW_AT_LEAST_MS, typicalMs * SLOW_FACTOR) * 2 ** chunk.replacements;
    if (!isAlone || typicalMs === 0 || chunk.replacements === MAX_REPLACEMENTS) return;
    if (chunk.stretch.isEnded || performance.now() - chunk.askedAt < patienceMs) return;
    chunk.replacements++;
    chunk.askedAt = performance.now();
    chunk.giveUp();
  }

  async function moreOf(chunk: Chunk): Promise<void> {
    replaceIfSlow(chunk);
    const watch = setInterval(() => replaceIfSlow(chunk), WATCH_MS);
    try {
      await chunk.stretch.more(consumed, visitor.signal);
    } catch (error) {
      if (!visitor.signal.aborted) throw error;
    } finally {
      clearInterval(watch);
    }
  }

  function close(): void {
    signal.removeEventListener('abort', close);
    visitor.abort();
    for (const chunk of queue.splice(0)) {
      chunk.controller.abort();
      if (chunk.stretch.isEnded) release(chunk);
    }
  }

  if (signal.aborted) close();
  signal.addEventListener('abort', close, { once: true });
  fillQueue();

  return {
    async peek() {
      for (;;) {
        if (visitor.signal.aborted) throw new TransferError('cancelled');
        fillQueue();
        const [first] = queue;
        if (!first) throw new Error('read past the end of a lane');
        const { stretch } = first;
        if (stretch.filled > consumed) return stretch.bytes.subarray(consumed, stretch.filled);
        if (connections < maxConnections && !stretch.isEnded && queue.length >= connections) {
          connections++;
          plentiful = 0;
          fillQueue();
        }
        await moreOf(first);
      }
    },
    consume(length) {
      const [first] = queue;
      if (!first) return;
      consumed += length;
      if (consumed < first.stretch.bytes.length) return;
      queue.shift();
      consumed = 0;
      release(first);
      const isPlentiful = queue.length > 0 && queue.every(({ stretch }) => stretch.isEnded);
      plentiful = isPlentiful ? plentiful + 1 : 0;
      if (plentiful >= SHRINK_AFTER && connections > START_CONNECTIONS) {
        connections--;
        plentiful = 0;
      }
      fillQueue();
    },
    close,
  };
}

/** Few sizes, so that buffers can be used again. */
function roundUp(length: number): number {
  return 2 ** Math.max(12, Math.ceil(Math.log2(length)));
}
