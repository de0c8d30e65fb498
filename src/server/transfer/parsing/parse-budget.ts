import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate } from 'node:timers/promises';
import type { Input } from '../layout/input.ts';
import { damaged, TransferError } from '../transfer-error.ts';

/** What reading one thing from outside (a head, a playlist, subtitles) may take. */
type ParseLimits = {
  /** Boxes, elements, cues, lines and whatever else is told one by one. */
  entries: number;
  /** Memory for what is made of it: so much, and so much more for each byte that was read, but never above `mostBytes`. */
  bytes: number;
  bytesPerByteRead: number;
  mostBytes: number;
  /** Elements within elements. */
  depth: number;
  /** Of the processor, without giving way to others: on a busy machine a clock would tell of the others. */
  turnMs: number;
  /** Ranged reads. */
  reads: number;
};

/**
 * Twelve hours of film, the most that any platform takes, in fragments of two seconds: 22,000 for each track, with some twenty looks
 * at boxes each; at 60 pictures a second 4.5 million samples, of which each takes 4 bytes in its file at least and some 40 here.
 */
export const HEAD_LIMITS: ParseLimits = {
  entries: 2_500_000,
  bytes: 24 * 1024 * 1024,
  bytesPerByteRead: 12,
  mostBytes: 320 * 1024 * 1024,
  depth: 32,
  turnMs: 3_000,
  reads: 100_000,
};

export type ParseBudget = {
  /** For so many entries. */
  spend(entries?: number): void;
  /** For memory that is about to be taken; a negative count gives back. */
  hold(bytes: number): void;
  /** Most that was held at once. */
  readonly mostHeldBytes: number;
  /** For a level below the one that is open. */
  deeper<T>(work: () => T): T;
  /** What it held is free again. */
  end(): void;
  /** Lets others have their turn, now and then. Throws `cancelled` where nobody waits any more. */
  giveWay(): Promise<void>;
  /** An input whose reads are counted, and end with the signal. */
  input(input: Input): Input;
};

/** Of all that is being parsed in one thread. Above it, whoever wants more than a little has to come again. */
const MOST_HELD_BYTES = 640 * 1024 * 1024;
const LITTLE_BYTES = 32 * 1024 * 1024;
let heldByAll = 0;

const TURN = 4_096;
const running = new AsyncLocalStorage<ParseBudget>();

/** Whatever is parsed within is counted together. It throws TransferError media_damaged once something of the budget is used up. */
export async function withParseBudget<T>(
  work: (budget: ParseBudget) => T | Promise<T>,
  limits = HEAD_LIMITS,
  signal?: AbortSignal,
): Promise<T> {
  const budget = createParseBudget(limits, signal);
  try {
    return await running.run(budget, () => work(budget));
  } catch (error) {
    throw asDamage(error);
  } finally {
    budget.end();
  }
}

/** A number that is read or written behind the end of some bytes is damage: Node looks, so that each parser need not. */
function asDamage(error: unknown): unknown {
  const isShort = error instanceof RangeError && 'code' in error && SHORT.has(error.code);
  return isShort ? new TransferError('media_damaged', { cause: error }) : error;
}

const SHORT = new Set<unknown>(['ERR_OUT_OF_RANGE', 'ERR_BUFFER_OUT_OF_BOUNDS']);

/** A fragment or a cluster on its way to a visitor: 30 seconds have some thousands of blocks, and a `moof` a dozen boxes. */
const PASSED_LIMITS: ParseLimits = { ...HEAD_LIMITS, entries: 100_000 };

/** The same for a stretch of media that is changed on its way, in the thread that answers visitors. */
export function withPassedBudget<T>(work: () => T): T {
  try {
    return running.run(createParseBudget(PASSED_LIMITS, undefined, false), work);
  } catch (error) {
    throw asDamage(error);
  }
}

/** The budget of what is being parsed; for what is parsed by itself one of its own, which does not know what was read. */
export function parseBudget(): ParseBudget {
  return running.getStore() ?? createParseBudget({ ...HEAD_LIMITS, bytes: HEAD_LIMITS.mostBytes }, undefined, false);
}

function createParseBudget(limits: ParseLimits, signal?: AbortSignal, isShared = true): ParseBudget {
  let [entries, held, mostHeld, reads, depth, sinceTurn] = [0, 0, 0, 0, 0, 0];
  let room = limits.bytes;
  let turnStart = cpuMs();

  function check(): void {
    sinceTurn = 0;
    if (cpuMs() - turnStart > limits.turnMs) throw damaged('more work than a head is worth');
  }
  return {
    spend(count = 1) {
      entries += count;
      if (entries > limits.entries) throw damaged('more entries than a head can have');
      if ((sinceTurn += count) > TURN) check();
    },
    hold(bytes) {
      held += bytes;
      mostHeld = Math.max(mostHeld, held);
      if (isShared) heldByAll += bytes;
      if (held > room) throw damaged('more memory than a head is worth');
      if (heldByAll > MOST_HELD_BYTES && held > LITTLE_BYTES) throw new TransferError('busy');
    },
    get mostHeldBytes() {
      return mostHeld;
    },
    deeper(work) {
      if (depth === limits.depth) throw damaged('too deep');
      depth += 1;
      try {
        return work();
      } finally {
        depth -= 1;
      }
    },
    end() {
      if (isShared) heldByAll -= held;
      held = 0;
    },
    async giveWay() {
      if (signal?.aborted) throw new TransferError('cancelled');
      if (cpuMs() - turnStart < GIVE_WAY_AFTER_MS) return;
      await setImmediate();
      turnStart = cpuMs();
    },
    input: (input) => ({
      totalBytes: input.totalBytes,
      async read(offset, length, reader = signal) {
        if (++reads > limits.reads) throw damaged('more reads than a head is worth');
        if (reader?.aborted) throw new TransferError('cancelled');
        const bytes = await input.read(offset, length, reader);
        room = Math.min(limits.mostBytes, room + bytes.length * limits.bytesPerByteRead);
        turnStart = cpuMs();
        return bytes;
      },
    }),
  };
}

const GIVE_WAY_AFTER_MS = 10;

/** What this thread has had of the processor. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
