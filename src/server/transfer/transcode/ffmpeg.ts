import { availableParallelism } from 'node:os';
import type { Readable } from 'node:stream';
import type { Confine } from '#/server/confinement/confinement.ts';
import { TransferError } from '../transfer-error.ts';
import { startFfmpeg, type FfmpegProcess, type FfmpegProcessSettings } from './ffmpeg-process.ts';
import { createSemaphore } from './semaphore.ts';

export type FfmpegSettings = {
  /** Where the program is. */
  path: string;
  /** What it may do, since it reads what strangers made. */
  confine: Confine;
  /** Children at a time; the number of processors. */
  maxRunning?: number;
  /** Runs that may wait for a child; more are refused with `busy`. */
  maxWaiting?: number;
  log: (message: string) => void;
};

export type FfmpegRun = {
  /** What ffmpeg writes. It ends only after ffmpeg ended well; otherwise it is destroyed with the failure. Destroying it kills ffmpeg. */
  output: Readable;
  /**
   * Rejects with TransferError: `conversion_failed`, what the input threw, or `cancelled`. May be left alone by those who read the
   * output to its end.
   */
  finished: Promise<void>;
};

export type Ffmpeg = {
  /**
   * Starts ffmpeg with these arguments and resolves when the first byte of its output is there, so that a failure is known before
   * anything is answered. The input is read at `pipe:0`, further ones at `pipe:3` and on, the output comes from `pipe:1`. The input is not touched before a child is
   * there to read it, and is stopped when ffmpeg needs no more of it. Throws TransferError: `busy`, and all that `finished` rejects with.
   */
  run(
    args: readonly string[],
    input: AsyncIterable<Uint8Array> | readonly AsyncIterable<Uint8Array>[] | null,
    signal: AbortSignal,
  ): Promise<FfmpegRun>;
  stats(): { running: number; waiting: number };
  /** Kills all children, and resolves when they are gone. Runs that wait, and later ones, are `cancelled`. */
  close(): Promise<void>;
};

/** A bounded number of ffmpeg children, started in the order they were asked for. */
export function createFfmpeg({
  path,
  confine,
  maxRunning = availableParallelism(),
  maxWaiting = 20,
  log,
}: FfmpegSettings): Ffmpeg {
  const semaphore = createSemaphore({ count: maxRunning, maxWaiting });
  const closing = new AbortController();
  const children = new Set<Promise<void>>();

  return {
    async run(args, input, visitor) {
      const signal = AbortSignal.any([visitor, closing.signal]);
      const release = await semaphore.acquire(signal);
      if (signal.aborted) {
        release();
        throw new TransferError('cancelled');
      }
      const { output, begun, finished, exited } = start(
        { path, confine, args, inputs: listOf(input), signal, log },
        release,
      );
      children.add(exited);
      void exited.then(() => {
        children.delete(exited);
        release();
      });
      await begun;
      return { output, finished };
    },
    stats: () => semaphore.stats(),
    async close() {
      closing.abort();
      await Promise.all(children);
    },
  };
}

function start(settings: FfmpegProcessSettings, release: () => void): FfmpegProcess {
  try {
    return startFfmpeg(settings);
  } catch (error) {
    // Arguments that no program can be given: too many, or with a zero byte.
    release();
    throw new TransferError('conversion_failed', { cause: error });
  }
}

function listOf(input: AsyncIterable<Uint8Array> | readonly AsyncIterable<Uint8Array>[] | null) {
  if (input === null) return [];
  return Array.isArray(input) ? (input as readonly AsyncIterable<Uint8Array>[]) : [input as AsyncIterable<Uint8Array>];
}
