import { TransferError } from '../transfer-error.ts';
import type { BufferPool } from './buffer-pool.ts';
import { createChunkBuffer, type ChunkBuffer } from './chunk-buffer.ts';
import type { RemoteFile } from './remote-file.ts';
import { createWindow, type WindowLimits } from './window.ts';

/** Bytes wanted of one file. */
export type WantedBytes = { file: RemoteFile; offset: number; length: number };

/** Bytes of one or many files in the order they are wanted, fetched ahead over several connections. */
export type Prefetcher = {
  /** The next bytes that are there, at least one; they stay as they are until `consume`. Throws what keeps them away. */
  peek(): Promise<Buffer>;
  consume(length: number): void;
  close(): void;
};

type PrefetcherOptions = { bufferPool: BufferPool; signal: AbortSignal; limits: WindowLimits };

type Chunk = {
  chunkBuffer: ChunkBuffer;
  file: RemoteFile;
  buffer: Buffer;
  isReleased: boolean;
  /** When all of it had come. */
  readyAt: number;
  controller: AbortController;
  /** Of the request that is under way, in milliseconds of this process, and what ends it for another one. */
  askedAt: number;
  giveUp: () => void;
  replacements: number;
};

/** A connection is given up when the visitor waits for it alone, and it takes so many times longer than others did; each time more patiently. */
const SLOW_FACTOR = 4;
const SLOW_AT_LEAST_MS = 1_500;
const MAX_REPLACEMENTS = 3;
const WATCH_MS = 250;

/**
 * Keeps requests in flight, one chunk each, and hands their bytes out in order: as many as the window says, and beyond the first only
 * as far as the memory budget allows.
 */
export function createPrefetcher(wanted: Iterator<WantedBytes>, options: PrefetcherOptions): Prefetcher {
  const { bufferPool, signal, limits } = options;
  const visitor = new AbortController();
  const queue: Chunk[] = [];
  let rest: WantedBytes | undefined;
  const window = createWindow(limits);
  let consumed = 0;
  let hasWaited = false;
  let isWaiting = false;

  let typicalMsPerByte = 0;

  function nextWanted(chunkBytes: number): WantedBytes | undefined {
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

  function putBack({ file, offset, length }: WantedBytes): void {
    rest = { file, offset, length: length + (rest?.length ?? 0) };
  }

  function fillQueue(): void {
    while (queue.length < window.connections && !visitor.signal.aborted) {
      const next = nextWanted(window.chunkBytes);
      if (!next) return;
      const buffer = bufferPool.take(roundUp(next.length), queue.length === 0);
      if (!buffer) {
        window.narrow();
        return putBack(next);
      }
      const chunk: Chunk = {
        chunkBuffer: createChunkBuffer(next.offset, buffer.subarray(0, next.length)),
        file: next.file,
        buffer,
        isReleased: false,
        readyAt: Infinity,
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
    const { chunkBuffer, file, controller } = chunk;
    try {
      await file.fill(chunkBuffer.offset, chunkBuffer.bytes, {
        signal: controller.signal,
        visitor: visitor.signal,
        onBytes: (filled) => chunkBuffer.grow(filled),
        onRequest(giveUp) {
          chunk.giveUp = giveUp;
          chunk.askedAt = performance.now();
        },
      });
      chunk.readyAt = performance.now();
      const msPerByte = (chunk.readyAt - chunk.askedAt) / chunkBuffer.bytes.length;
      typicalMsPerByte = typicalMsPerByte === 0 ? msPerByte : typicalMsPerByte * 0.8 + msPerByte * 0.2;
      chunkBuffer.end();
    } catch (error) {
      chunkBuffer.end(error);
    } finally {
      // A buffer that the network still writes to is given back when that has stopped.
      if (visitor.signal.aborted) release(chunk);
    }
  }

  function release(chunk: Chunk): void {
    if (!chunk.isReleased) bufferPool.give(chunk.buffer);
    chunk.isReleased = true;
  }

  function replaceIfSlow(chunk: Chunk): void {
    const isAlone = queue.every((other) => other === chunk || other.chunkBuffer.isEnded);
    const usualMs = typicalMsPerByte * chunk.chunkBuffer.bytes.length;
    const patienceMs = Math.max(SLOW_AT_LEAST_MS, usualMs * SLOW_FACTOR) * 2 ** chunk.replacements;
    if (!isAlone || usualMs === 0 || chunk.replacements === MAX_REPLACEMENTS) return;
    if (chunk.chunkBuffer.isEnded || performance.now() - chunk.askedAt < patienceMs) return;
    chunk.replacements++;
    chunk.askedAt = performance.now();
    chunk.giveUp();
  }

  function close(): void {
    signal.removeEventListener('abort', close);
    clearInterval(watch);
    visitor.abort();
    for (const chunk of queue.splice(0)) {
      const hasCome = chunk.chunkBuffer.isEnded;
      chunk.controller.abort();
      chunk.chunkBuffer.end();
      if (hasCome) release(chunk);
    }
  }

  const watch = setInterval(() => {
    const [first] = queue;
    if (first && isWaiting) replaceIfSlow(first);
  }, WATCH_MS);

  if (signal.aborted) close();
  signal.addEventListener('abort', close, { once: true });
  fillQueue();

  return {
    async peek() {
      for (;;) {
        if (visitor.signal.aborted) throw new TransferError('cancelled');
        fillQueue();
        const [first] = queue;
        if (!first) throw new Error('read past the end of what is wanted');
        const { chunkBuffer } = first;
        if (chunkBuffer.filled > consumed) return chunkBuffer.bytes.subarray(consumed, chunkBuffer.filled);
        if (!hasWaited && !chunkBuffer.isEnded && queue.length >= window.connections) {
          hasWaited = true;
          window.widen();
          fillQueue();
        }
        replaceIfSlow(first);
        isWaiting = true;
        await chunkBuffer.more(consumed);
        isWaiting = false;
      }
    },
    consume(length) {
      const [first] = queue;
      if (!first) return;
      consumed += length;
      if (consumed < first.chunkBuffer.bytes.length) return;
      queue.shift();
      consumed = 0;
      release(first);
      hasWaited = false;
      const next = queue[0];
      if (next) window.onTaken(performance.now() - next.readyAt);
      fillQueue();
    },
    close,
  };
}

/** Few sizes, so that buffers can be used again. */
function roundUp(length: number): number {
  return 2 ** Math.max(12, Math.ceil(Math.log2(length)));
}
