import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { MessageChannel } from 'node:worker_threads';
import { Piscina } from 'piscina';
import type { Input } from '../layout/input.ts';
import { detached, owned } from '../layout/sent-layout.ts';
import { damaged, TransferError } from '../transfer-error.ts';
import type { HEAD_TASKS } from './head-tasks.ts';
import type { FromHeadThread, ToHeadThread } from './messages.ts';

type Tasks = typeof HEAD_TASKS;
type TaskResult<Name extends keyof Tasks> = Awaited<ReturnType<Tasks[Name]>>;

/** Reads what is from outside, in threads of their own. */
export type Heads = {
  /**
   * Does a task with these files. Throws TransferError: those of the task; media_damaged for what a thread died of twice, or is silent
   * about; and whatever the files throw. Once the signal aborts: `cancelled`.
   */
  run<Name extends keyof Tasks>(
    task: Name,
    files: readonly Input[],
    given: Parameters<Tasks[Name]>[1],
    signal: AbortSignal,
  ): Promise<TaskResult<Name>>;
  close(): Promise<void>;
};

/** Of V8's own memory. What heads are mostly made of lies outside of it, and is counted by their budget. */
export const HEAD_THREAD_LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };
/** Most of the time a task waits for bytes. */
const TASKS_AT_ONCE = 32;
/** A budget ends all work that it knows of after three seconds: what is silent for so long, on a busy machine too, is stuck. */
const SILENCE_MS = 30_000;
/** One thread is always there, as it takes a tenth of a second to begin; the others go after this. */
const IDLE_MS = 5 * 60_000;

/** Not bundled: it runs from the project's sources. */
const THREAD = createRequire(import.meta.url).resolve('#/server/transfer/parsing/head-thread.ts');

/** Thrown for a task whose thread has died, or was ended. */
class ThreadDied extends Error {}

type TransferList = NonNullable<NonNullable<Parameters<Piscina['run']>[1]>['transferList']>;
type Threads = Pick<Piscina, 'run' | 'close' | 'destroy'>;

/** `file`: what runs in them, for tests of what becomes of threads that die. */
export function createHeads({ silenceMs = SILENCE_MS, limits = HEAD_THREAD_LIMITS, file = THREAD } = {}): Heads {
  const create = (tasksAtOnce: number, minThreads: number, maxThreads: number): Threads => {
    const pool = new Piscina({
      filename: file,
      minThreads,
      maxThreads,
      concurrentTasksPerWorker: tasksAtOnce,
      idleTimeout: IDLE_MS,
      // A thread that waits for tasks must hear what becomes of those that it has.
      atomics: 'disabled',
      resourceLimits: limits,
    });
    // Of a thread that dies when all of its tasks have left; those that have not are told themselves.
    pool.on('error', () => {});
    return pool;
  };
  const createShared = () => create(TASKS_AT_ONCE, 1, Math.max(1, Math.min(4, availableParallelism() - 1)));
  let threads = createShared();
  /** Which of their tasks a thread is stuck in is not known: all of them go on among the suspects. */
  function replace(stuck: Threads): void {
    if (threads !== stuck) return;
    threads = createShared();
    void stuck.destroy();
  }
  /** For tasks whose thread has died: which of them it was shows when each has a thread to itself. */
  let suspects: Threads | undefined;

  return {
    async run<Name extends keyof Tasks>(
      task: Name,
      files: readonly Input[],
      given: Parameters<Tasks[Name]>[1],
      signal: AbortSignal,
    ): Promise<TaskResult<Name>> {
      const parseTask = { task, given: detached(given), files, signal, silenceMs };
      try {
        return (await runTask(threads, parseTask, replace)) as TaskResult<Name>;
      } catch (error) {
        if (!(error instanceof ThreadDied)) throw error;
      }
      suspects ??= create(1, 0, 2);
      try {
        return (await runTask(suspects, parseTask)) as TaskResult<Name>;
      } catch (error) {
        throw error instanceof ThreadDied ? damaged(error.message) : error;
      }
    },
    async close() {
      await Promise.all([threads.close({ force: true }), suspects?.close({ force: true })]);
    },
  };
}

type ParseTask = { task: string; given: unknown; files: readonly Input[]; signal: AbortSignal; silenceMs: number };

/**
 * `replace` ends threads that are stuck, where several tasks share them. A task that can be ended by itself, by a signal, would have its
 * thread to itself (Piscina): whoever waits for bytes would keep all others waiting, and for ever, if their own bytes need a task.
 */
async function runTask(
  threads: Threads,
  { task, given, files, signal, silenceMs }: ParseTask,
  replace?: (threads: Threads) => void,
): Promise<unknown> {
  if (signal.aborted) throw new TransferError('cancelled');
  const { port1: port, port2 } = new MessageChannel();
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const stuck = new AbortController();
  const errors = new Map<number, unknown>();
  let unanswered = 0;
  let silence: NodeJS.Timeout | undefined;

  async function read({ id, file, offset, length }: Extract<FromHeadThread, { type: 'read' }>): Promise<void> {
    unanswered += 1;
    try {
      const input = files[file];
      if (!input) throw new TransferError('internal');
      const bytes = owned(await input.read(offset, length, signal));
      answer({ type: 'bytes', id, bytes }, [bytes.buffer]);
    } catch (error) {
      errors.set(id, error);
      const failure = error instanceof TransferError ? error.failure : { code: 'internal' as const };
      answer({ type: 'unread', id, failure });
    } finally {
      unanswered -= 1;
      silence?.refresh();
    }
  }
  /** As long as it waits for bytes, it is not the thread that is slow. */
  function end(): void {
    if (unanswered > 0) silence?.refresh();
    else if (replace) replace(threads);
    else stuck.abort();
  }
  function answer(message: ToHeadThread, memory: ArrayBuffer[] = []): void {
    port.postMessage(message, memory);
  }
  const leave = () => {
    answer({ type: 'cancel' });
    reject(new TransferError('cancelled'));
  };

  port.on('message', (message: FromHeadThread) => {
    silence ??= setTimeout(end, silenceMs);
    silence.refresh();
    if (message.type === 'begun') return;
    if (message.type === 'read') void read(message);
    else if (message.type === 'done') resolve(message.result);
    else if (message.type === 'broken') reject(message.error);
    else if (message.read !== null && errors.has(message.read)) reject(errors.get(message.read));
    else reject(new TransferError(message.failure, { cause: new Error(message.cause) }));
  });
  signal.addEventListener('abort', leave, { once: true });
  // Its type is taken from the browser's ports, whose list is another.
  const transferList = [port2] as unknown as TransferList;
  const options = { transferList, ...(!replace && { signal: stuck.signal }) };
  threads
    .run({ task, given, fileBytes: files.map(({ totalBytes }) => totalBytes), port: port2 }, options)
    .catch((error: Error) => {
      reject(new ThreadDied(error.message, { cause: error }));
    });
  try {
    return await promise;
  } finally {
    clearTimeout(silence);
    signal.removeEventListener('abort', leave);
    port.close();
  }
}

let shared: Heads | undefined;

/** One set of threads for all of the process: they do not keep it alive. */
export function sharedHeads(): Heads {
  shared ??= createHeads();
  return shared;
}
