import { setTimeout as sleep } from 'node:timers/promises';
import { fail, ok, type Result } from '#/model/failure.ts';
import { knowsPlayer } from './known-player.ts';
import type { SolverProcess } from './process.ts';
import type { ChallengeAnswers, ChallengeRequest } from './protocol.ts';

type Settings = {
  start: () => SolverProcess;
  log: (message: string) => void;
  /** For one question; the first about a player evaluates its 2.7 MB. */
  solveMs: number;
  /** A process is replaced after so many questions, against slow leaks. */
  recycleAfter: number;
};

export type WarmSolver = {
  /** Whether the last process that was started has solved the challenges of the known player. */
  isAble(): boolean;
  /** Resolves when the first has been tried. */
  readonly settled: Promise<void>;
  /** Whether a player is loaded, so that a question about it needs nothing but its time. */
  has(player: string): boolean;
  /** Failures: `extractor_broken` where the player is at fault, `engine_misconfigured` without a process that works, `cancelled`. */
  solve(question: Question, signal?: AbortSignal): Promise<Result<ChallengeAnswers>>;
  stats(): { pid: number | undefined; restarts: number };
  close(): Promise<void>;
};

type Question = {
  player: string;
  /** Asked for where the player is not loaded. */
  prepared: () => Promise<Result<string>>;
  requests: readonly ChallengeRequest[];
  /** Called with the reason where the player was the end of a process, or could not be loaded. */
  onBroken: (why: string) => void;
};

type Warm = { process: SolverProcess; loaded: string[]; asked: number };

/** Players that are loaded at a time. Each takes some 40 MB. */
const LOADED = 3;
const FIRST_RESTART_DELAY_MS = 500;
const MAX_RESTART_DELAY_MS = 60_000;

/** Keeps one process alive, which answers one question after the other. */
export function createWarmSolver({ start, log, solveMs, recycleAfter }: Settings): WarmSolver {
  const closing = new AbortController();
  let process: SolverProcess | null = null;
  let latest: Warm | null = null;
  let able = false;
  let starts = 0;
  /** Processes in a row that were of no use. */
  let useless = 0;
  let turn: Promise<unknown> = Promise.resolve();
  let coming = begin(0);

  /** The next process, once it has shown what it can; null: it cannot. It is followed by another whenever it ends. */
  async function begin(delayMs: number): Promise<Warm | null> {
    if (delayMs) await sleep(delayMs, undefined, { signal: closing.signal, ref: false }).catch(() => {});
    if (closing.signal.aborted) return null;
    starts++;
    const started = start();
    process = started;
    const warm: Warm = { process: started, loaded: [], asked: 0 };
    void started.exited.then(() => {
      useless = warm.asked ? 0 : useless + 1;
      coming = begin(useless ? Math.min(FIRST_RESTART_DELAY_MS * 2 ** useless, MAX_RESTART_DELAY_MS) : 0);
    });
    able = await isGood(started);
    if (!able) started.kill();
    latest = able ? warm : null;
    return latest;
  }

  async function isGood(started: SolverProcess): Promise<boolean> {
    let why = 'its answers are wrong';
    try {
      await started.ready;
      if (await knowsPlayer(started)) return true;
    } catch (error) {
      why = error instanceof Error ? error.message : String(error);
    }
    if (!closing.signal.aborted) log(`the solver of YouTube’s challenges is of no use: ${why}`);
    return false;
  }

  async function answer(question: Question, signal?: AbortSignal): Promise<Result<ChallengeAnswers>> {
    const { player, prepared, requests, onBroken } = question;
    let why = '';
    // A death may be the process' fault or the player's: the second try tells.
    for (let attempt = 1; attempt <= 2; attempt++) {
      if (closing.signal.aborted) return fail('engine_unavailable', { platform: 'youtube' });
      if (signal?.aborted) return fail('cancelled', { platform: 'youtube' });
      const warm = able ? await aliveOne() : null;
      if (!warm) return fail('engine_misconfigured', { platform: 'youtube' });
      const isLoaded = warm.loaded.includes(player);
      const code = isLoaded ? null : await prepared();
      if (code && !code.ok) return code;
      const forget = isLoaded || warm.loaded.length < LOADED ? undefined : warm.loaded[0];
      warm.asked++;
      const outcome = await warm.process.solve(
        { player, requests, ...(code && { prepared: code.value }), ...(forget !== undefined && { forget }) },
        solveMs,
      );
      warm.loaded = warm.loaded.filter((key) => key !== player && key !== forget);
      if ('done' in outcome) {
        warm.loaded.push(player);
        if (warm.asked >= recycleAfter) warm.process.kill();
        return ok(outcome.done);
      }
      why = 'refused' in outcome ? outcome.refused : outcome.died;
      if ('refused' in outcome || outcome.isLate) break;
    }
    onBroken(why);
    return fail('extractor_broken', { platform: 'youtube' });
  }

  async function aliveOne(): Promise<Warm | null> {
    let warm = await coming;
    while (warm && !warm.process.alive()) {
      await warm.process.exited;
      warm = await coming;
    }
    return warm;
  }

  return {
    isAble: () => able,
    settled: coming.then(() => {}),
    has: (player) => latest?.loaded.includes(player) ?? false,
    solve(question, signal) {
      const mine = turn.then(() => answer(question, signal));
      turn = mine.catch(() => {});
      return mine;
    },
    stats: () => ({ pid: process?.pid, restarts: Math.max(0, starts - 1) }),
    async close() {
      closing.abort();
      process?.kill();
      await process?.exited;
    },
  };
}
