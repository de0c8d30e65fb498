import { spawn } from 'node:child_process';
import { createRequire, findPackageJSON } from 'node:module';
import { pathToFileURL } from 'node:url';
import { createConfine } from '#/server/confinement/confinement.ts';
import { readBoundedLines } from '../worker/bounded-lines.ts';
import {
  type ChallengeAnswers,
  type ChallengeRequest,
  LINE_MAX_BYTES,
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

/** The process is gone: by itself, or because it talked nonsense, or took longer than it may. */
type Death = { died: string; isLate: boolean };
/** What came of an order. */
export type SolverOutcome<T> = { done: T } | { refused: string } | Death;

/** One process that has the scripts of yt-dlp-ejs loaded. It does one order at a time; whoever has it sees to that. */
export type SolverProcess = {
  readonly pid: number | undefined;
  /** Resolves when the scripts are loaded; rejects when it ends before, with the last it said. */
  readonly ready: Promise<void>;
  /** Resolves when the process is gone. */
  readonly exited: Promise<void>;
  alive(): boolean;
  prepare(script: string, timeoutMs: number): Promise<SolverOutcome<string>>;
  solve(order: SolveOrder, timeoutMs: number): Promise<SolverOutcome<ChallengeAnswers>>;
  kill(): void;
};

export type SolveOrder = {
  player: string;
  /** With the first order for a player. */
  prepared?: string;
  /** Another player, let go first. */
  forget?: string;
  requests: readonly ChallengeRequest[];
};

/** Half a second, mostly; more where many processes share two processors. */
const START_TIMEOUT_MS = 30_000;
/** A thousand solves take some seconds of processor, a preparation two; it opens nothing but its pipes. */
const LIMITS = { cpuS: 600, files: 64, fileBytes: 0 };
/**
 * Address space: Node 26 reserves 0.95 GB and twice its heap when it starts (measured), and players take some 0.3 GB more at the most. What
 * is filled in buffers, which the heap does not count, ends here.
 */
const addressSpaceMb = (heapMb: number) => 1_600 + 2 * heapMb;

type Order = ({ script: string } | SolveOrder) & { id: number };

export function startSolverProcess({ python, scripts, heapMb }: SolverProcessSettings): SolverProcess {
  // Not bundled: it runs from the project's sources.
  const file = createRequire(import.meta.url).resolve('#/server/engine/solver/child.ts');
  const { program, args } = createConfine(python)(
    {
      program: process.execPath,
      args: [
        '--permission',
        `--allow-fs-read=${file}`,
        `--max-old-space-size=${heapMb}`,
        // Else each memory of WebAssembly, of which Node has one, reserves 8 GB.
        '--disable-wasm-trap-handler',
        file,
      ],
    },
    {
      // Node asks the project's package.json what kind of module a file is.
      read: [file, findPackageJSON(pathToFileURL(file))].filter((path) => path !== undefined),
      doorPort: null,
      limits: { ...LIMITS, memoryBytes: addressSpaceMb(heapMb) * 1024 ** 2 },
    },
  );
  // Nothing of our own environment: no options for Node, no credentials, no locale. Else each thread of many would reserve 64 MB.
  const env = { MALLOC_ARENA_MAX: '2' };
  const child = spawn(program, args, { cwd: '/', env, stdio: ['pipe', 'pipe', 'pipe'] });
  const ready = Promise.withResolvers<void>();
  const exited = Promise.withResolvers<void>();
  let lastWords = '';
  let count = 0;
  let gone = false;
  let killedFor: string | undefined;
  let isLate = false;
  let waiting: { id: number; settle: (message: SolverMessage | Death) => void } | undefined;

  const kill = (why: string) => {
    killedFor ??= why;
    child.kill('SIGKILL');
  };
  const startTimer = setTimeout(kill, START_TIMEOUT_MS, 'it was not ready in time');
  ready.promise.then(() => clearTimeout(startTimer)).catch(() => {});
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    lastWords = (lastWords + text).slice(-2_000);
  });
  readBoundedLines(child.stdout, {
    maxBytes: LINE_MAX_BYTES,
    onTooLong: () => kill(`it said a line of more than ${LINE_MAX_BYTES} bytes`),
    onLine(line) {
      if (killedFor) return;
      const message = readSolverMessage(line);
      if (!message) return kill('it said a line that is no message');
      if ('ready' in message) return ready.resolve();
      if (message.id === waiting?.id) waiting.settle(message);
    },
  });
  const end = (ending: string) => {
    const why = killedFor ?? ending;
    gone = true;
    clearTimeout(startTimer);
    const words = lastWords.trim().split('\n');
    const error = words.findLast((line) => /^\w*Error\b/.test(line)) ?? words.at(-1);
    ready.reject(new Error(`the solver ended: ${why} ${error}`.trim()));
    waiting?.settle({ died: why, isLate });
    exited.resolve();
  };
  child.once('error', (error) => end(error.message));
  child.once('close', (code, signal) => end(String(signal ?? code)));
  // A dying process' pipe; `close` tells the rest.
  child.stdin.on('error', () => {});
  child.stdin.write(`${JSON.stringify({ lib: scripts.lib, core: scripts.core })}\n`);

  function order(what: { script: string } | SolveOrder, timeoutMs: number): Promise<SolverMessage | Death> {
    if (gone) return Promise.resolve({ died: 'it was gone', isLate: false });
    const asked: Order = { ...what, id: ++count };
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        isLate = true;
        kill('it took too long');
      }, timeoutMs);
      waiting = {
        id: asked.id,
        settle(message) {
          waiting = undefined;
          clearTimeout(timer);
          resolve(message);
        },
      };
      child.stdin.write(`${JSON.stringify(asked)}\n`);
    });
  }

  /** An answer to something else than what was asked is nonsense. */
  function read<T>(message: SolverMessage | Death, done: (message: SolverMessage) => T | undefined) {
    if ('died' in message) return message;
    if ('error' in message) return { refused: message.error };
    const value = done(message);
    if (value !== undefined) return { done: value };
    const died = 'it said something else than was asked';
    kill(died);
    return { died, isLate: false };
  }

  return {
    pid: child.pid,
    ready: ready.promise,
    exited: exited.promise,
    alive: () => !gone && !killedFor,
    prepare: async (script, timeoutMs) =>
      read(await order({ script }, timeoutMs), (message) => ('prepared' in message ? message.prepared : undefined)),
    solve: async (asked, timeoutMs) =>
      read(await order(asked, timeoutMs), (message) =>
        'answers' in message && isWhole(message.answers, asked.requests) ? message.answers : undefined,
      ),
    kill: () => kill('it was told to end'),
  };
}

/** One answer for each challenge that was asked, or none for a kind. */
function isWhole(answers: ChallengeAnswers, requests: readonly ChallengeRequest[]): boolean {
  return (
    answers.length === requests.length &&
    answers.every((answer, n) => answer === null || answer.length === requests[n]?.challenges.length)
  );
}
