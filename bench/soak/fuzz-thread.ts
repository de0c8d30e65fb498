import { Worker } from 'node:worker_threads';
import type { Fault } from '../../src/server/transfer/fixtures/fuzz/fuzz.ts';
import { HEAD_THREAD_LIMITS } from '../../src/server/transfer/parsing/heads.ts';
import { createNotes, type FuzzProgress, type FuzzTask, notedFile } from './fuzz-messages.ts';

/** A thread tells something as it begins, and twice a second. On a busy machine, too, what is silent for so long is stuck. */
const SILENCE_MS = 60_000;
/** Of V8's own memory less than the server's threads have: 35 MB are the fuzzer's own, and a head's are the rest. */
const LIMITS = { ...HEAD_THREAD_LIMITS, maxOldGenerationSizeMb: 96 };
const FILE = new URL('./soak-parsers-thread.ts', import.meta.url);

/**
 * Fuzzes in a thread of its own, as large as a head may be. Resolves with null when its time is over, or
 * with the file that it has died of, or that keeps it from telling anything.
 */
export async function fuzzInThread(
  order: Omit<FuzzTask, 'noted'>,
  hear: (progress: FuzzProgress) => void,
  { file = FILE, limits = LIMITS, silenceMs = SILENCE_MS } = {},
): Promise<Fault | null> {
  const noted = createNotes();
  const workerData: FuzzTask = { ...order, noted };
  const thread = new Worker(file, { workerData, resourceLimits: limits });
  const { promise, resolve } = Promise.withResolvers<Fault | null>();
  let silence: NodeJS.Timeout | undefined;
  function end(): void {
    resolve({ ...notedFile(noted), what: 'its thread tells nothing any more' });
    void thread.terminate();
  }
  thread.on('message', (progress: FuzzProgress) => {
    silence ??= setTimeout(end, silenceMs);
    silence.refresh();
    hear(progress);
  });
  thread.once('error', ({ message }: Error) => {
    resolve({ ...notedFile(noted), what: `its thread died: ${message}` });
  });
  thread.once('exit', () => resolve(null));
  return promise.finally(() => clearTimeout(silence));
}
