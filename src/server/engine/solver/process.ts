import { createRequire, findPackageJSON } from 'node:module';
import { pathToFileURL } from 'node:url';
import { type NodeProcess, type ProcessOutcome, startNodeProcess } from '../node-process.ts';
import {
  type ChallengeAnswers,
  type ChallengeRequest,
  SOLVER_LINE_MAX_BYTES,
  readSolverMessage,
  type SolverMessage,
  type SolverScripts,
} from './protocol.ts';

export type SolverProcessSettings = {
  /** For the confinement. */
  python: string;
  scripts: SolverScripts;
  /** Of V8's heap, in megabytes. */
  heapMb: number;
};

/** What came of a request. */
type SolverOutcome<T> = ProcessOutcome<T>;

/** One process that has the scripts of yt-dlp-ejs loaded. It does one request at a time; whoever has it sees to that. */
export type SolverProcess = Pick<NodeProcess<SolverMessage>, 'pid' | 'ready' | 'exited' | 'alive' | 'kill'> & {
  prepare(script: string, timeoutMs: number): Promise<SolverOutcome<string>>;
  solve(request: SolveRequest, timeoutMs: number): Promise<SolverOutcome<ChallengeAnswers>>;
};

type SolveRequest = {
  player: string;
  /** With the first request for a player. */
  prepared?: string;
  /** Another player, let go first. */
  forget?: string;
  requests: readonly ChallengeRequest[];
};

export function startSolverProcess({ python, scripts, heapMb }: SolverProcessSettings): SolverProcess {
  // Not bundled: it runs from the project's sources.
  const file = createRequire(import.meta.url).resolve('#/server/engine/solver/child.ts');
  const child = startNodeProcess({
    python,
    file,
    // Node asks the project's package.json what kind of module a file is.
    read: [findPackageJSON(pathToFileURL(file))].filter((path) => path !== undefined),
    heapMb,
    name: 'solver',
    first: { lib: scripts.lib, core: scripts.core },
    lineMaxBytes: SOLVER_LINE_MAX_BYTES,
    readMessage: readSolverMessage,
  });
  return {
    ...child,
    prepare: (script, timeoutMs) =>
      child.request({ script }, timeoutMs, (message) => ('prepared' in message ? message.prepared : undefined)),
    solve: (asked, timeoutMs) =>
      child.request(asked, timeoutMs, (message) =>
        'answers' in message && isWhole(message.answers, asked.requests) ? message.answers : undefined,
      ),
  };
}

/** One answer for each challenge that was asked, or none for a kind. */
function isWhole(answers: ChallengeAnswers, requests: readonly ChallengeRequest[]): boolean {
  return (
    answers.length === requests.length &&
    answers.every((answer, n) => answer === null || answer.length === requests[n]?.challenges.length)
  );
}
