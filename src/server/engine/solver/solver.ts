import { fail, ok, type Result } from '#/model/failure.ts';
import type { Egress } from '#/server/egress/egress.ts';
import { type Deadlines, usualDeadlines } from '../deadlines.ts';
import { unlessAborted } from '../unless-aborted.ts';
import { downloadPlayer } from './download-player.ts';
import { createPlayers, type Players } from './players.ts';
import { createPreparedPlayers } from './prepared-players.ts';
import { startSolverProcess, type SolverProcess, type SolverProcessSettings } from './process.ts';
import { type ChallengeAnswers, type ChallengeQuestion, readPlayerAddress, type SolverScripts } from './protocol.ts';
import { createWarmSolver, type WarmSolver } from './warm-solver.ts';

type SolverSettings = {
  egress: Pick<Egress, 'text'>;
  /** For the confinement of its processes. */
  python: string;
  /** Where prepared players are kept. Nobody else may write there: what is in it is run. */
  folder: string;
  /** One line each, without links. */
  log: (message: string) => void;
  /** How a process is started; a test may bring its own. */
  start?: (settings: SolverProcessSettings) => SolverProcess;
  limits?: Partial<SolverLimits>;
};

export type SolverLimits = Deadlines['solver'] & {
  /** The process is replaced after so many questions. */
  recycleAfter: number;
  /** How long a player is not tried again that could not be prepared, or was the end of a process. */
  restMs: number;
  /** Megabytes of heap. */
  solveHeapMb: number;
  prepareHeapMb: number;
};

/** Heaps are twice or three times what YouTube's players take (60 and 300 MB). */
const LIMITS: SolverLimits = {
  ...usualDeadlines.solver,
  recycleAfter: 1_000,
  restMs: 60_000,
  solveHeapMb: 256,
  prepareHeapMb: 768,
};

export type Solver = {
  /** Whether challenges can be solved: a process with these scripts has solved those of a known player. */
  isAble(): boolean;
  /** The scripts to solve with from now on; null: there are none, and nothing is solved. */
  use(scripts: SolverScripts | null): void;
  /** Resolves when it is known whether the scripts last given work. */
  settled(): Promise<void>;
  /**
   * Answers challenges of a player, which is fetched and prepared when it is new. Failures: `engine_misconfigured` without a solver that
   * works, `extractor_broken` where the player is none that can be solved, those of the door where it cannot be fetched, `cancelled`.
   */
  solve(question: ChallengeQuestion, signal?: AbortSignal): Promise<Result<ChallengeAnswers>>;
  stats(): { pid: number | undefined; restarts: number };
  /** Questions since it was created, without those that nobody waited for any more, and how often its process was replaced. */
  counts(): { solved: number; failed: number; restarts: number };
  close(): Promise<void>;
};

/** One edition of the scripts, with all that was made by it. */
type Edition = { scripts: SolverScripts; warm: WarmSolver; players: Players };

/** Solves YouTube's JavaScript challenges in a process that is kept warm; new players are prepared in others, which end after it. */
export function createSolver({
  egress,
  python,
  folder,
  log,
  start = startSolverProcess,
  ...own
}: SolverSettings): Solver {
  const limits = { ...LIMITS, ...own.limits };
  const closing = new AbortController();
  let edition: Edition | null = null;
  let [solved, failed] = [0, 0];

  function open(scripts: SolverScripts): Edition {
    const startOne = (heapMb: number) => start({ python, scripts, heapMb });
    const { solveMs, recycleAfter, restMs } = limits;
    return {
      scripts,
      warm: createWarmSolver({ start: () => startOne(limits.solveHeapMb), log, solveMs, recycleAfter }),
      players: createPlayers({
        download: (url) => downloadPlayer(egress, url, closing.signal),
        // One whose turn comes after the end would have a process that nobody ends.
        prepare: async (script) =>
          closing.signal.aborted
            ? fail('cancelled', { platform: 'youtube' })
            : prepare(startOne(limits.prepareHeapMb), script),
        kept: createPreparedPlayers({ folder, edition: scripts.version, log }),
        restMs,
        log,
      }),
    };
  }

  async function prepare(
    process: SolverProcess,
    script: Promise<Result<string>>,
  ): Promise<Result<string> | { why: string }> {
    const end = () => process.kill();
    closing.signal.addEventListener('abort', end, { once: true });
    try {
      const [fetched] = await Promise.all([script, process.ready]);
      if (!fetched.ok) return fetched;
      const outcome = await process.prepare(fetched.value, limits.prepareMs);
      if ('done' in outcome) return ok(outcome.done);
      return { why: 'refused' in outcome ? outcome.refused : outcome.died };
    } catch (error) {
      return { why: error instanceof Error ? error.message : String(error) };
    } finally {
      closing.signal.removeEventListener('abort', end);
      process.kill();
    }
  }

  async function solve(
    { player, requests }: ChallengeQuestion,
    signal?: AbortSignal,
  ): Promise<Result<ChallengeAnswers>> {
    const address = readPlayerAddress(player);
    if (!address) return fail('extractor_broken', { platform: 'youtube' });
    if (!edition?.warm.isAble()) return fail('engine_misconfigured', { platform: 'youtube' });
    const { warm, players } = edition;
    const { key } = address;
    // Before its turn: while a new player is fetched and prepared, others are solved.
    const known = warm.has(key) ? null : await unlessAborted(players.get(address), signal);
    if (known && !known.ok) return known;
    const onBroken = (why: string) => players.rest(key, why);
    return warm.solve({ player: key, prepared: () => players.get(address), requests, onBroken }, signal);
  }

  return {
    isAble: () => edition?.warm.isAble() ?? false,
    use(scripts) {
      if (closing.signal.aborted || isSame(scripts, edition?.scripts ?? null)) return;
      void edition?.warm.close();
      edition = scripts && open(scripts);
    },
    settled: async () => edition?.warm.settled,
    async solve(question, signal) {
      const answer = await solve(question, signal);
      if (answer.ok) solved++;
      else if (answer.failure.code !== 'cancelled') failed++;
      return answer;
    },
    counts: () => ({ solved, failed, restarts: edition?.warm.stats().restarts ?? 0 }),
    stats: () => edition?.warm.stats() ?? { pid: undefined, restarts: 0 },
    async close() {
      closing.abort();
      await edition?.warm.close();
    },
  };
}

function isSame(one: SolverScripts | null, other: SolverScripts | null): boolean {
  return one?.version === other?.version && one?.lib === other?.lib && one?.core === other?.core;
}
