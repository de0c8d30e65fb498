import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { createConfine } from '#/server/confinement/confinement.ts';
import type { Solver } from '../solver/solver.ts';
import type { PoTokens } from '../tokens/tokens.ts';
import { readBoundedLines } from './bounded-lines.ts';
import {
  type ExtractorError,
  type Job,
  WORKER_LINE_MAX_BYTES,
  type ListRead,
  type WorkerQuestion,
  readMessage,
  type Ready,
  type ToldExchange,
} from './protocol.ts';

type WorkerSettings = {
  python: string;
  /** Folder with yt_dlp/ and what it needs; null: Python's own packages. */
  extractorPath: string | null;
  proxyUrl: string;
  /** Working folder, and where Python keeps its compiled files. */
  cacheDir: string;
  /** Certificates trusted instead of the system's, for tests and the demo. */
  caBundleFile?: string;
  memoryLimitMb?: number;
  /** Solves the challenges that jobs meet; without one, formats that need it are left out. */
  solver?: Pick<Solver, 'isAble' | 'solve'>;
  /** Makes the tokens that jobs need; without one, formats that need it are left out. */
  tokens?: Pick<PoTokens, 'mint'>;
  /** Told of all that jobs ask and are answered, cookies and tokens included; unless given, no worker tells of it. */
  onExchange?: (exchange: ToldExchange) => void;
};

type Told = { warnings: string[]; requests?: number | undefined; list?: ListRead | null | undefined };

export type WorkerOutcome =
  | ({ info: unknown; refusals: string[] } & Told)
  | ({ error: ExtractorError } & Told)
  /** The process died on it, or talked nonsense and was killed for it. */
  | { crashed: true; why: string };

/** One Python process with yt-dlp loaded. It does one job at a time; the pool sees to that. */
export type WorkerProcess = {
  readonly pid: number | undefined;
  /** Resolves when it can take jobs; rejects when it ends before, with the last it said. */
  readonly ready: Promise<Ready>;
  /** Resolves when the process is gone. */
  readonly exited: Promise<void>;
  /** Jobs it was given. */
  jobs(): number;
  alive(): boolean;
  run(job: Job, signal?: AbortSignal): Promise<WorkerOutcome>;
  /** Lets it end by itself. */
  stop(): void;
  kill(): void;
};

/**
 * Far above what an honest worker takes: 500 jobs of under a second, some ten connections a job, files of compiled Python (the
 * largest has 3 MB). Memory is its own limit, MEMORY_LIMIT_MB.
 */
const LIMITS = { cpuS: 3600, files: 256, fileBytes: 32 * 1024 ** 2 };
/** Two seconds, mostly; half a minute was seen where thirty processes shared two processors. */
const START_TIMEOUT_MS = 60_000;
/** A worker that is told to cancel has this long to obey. */
const CANCEL_GRACE_MS = 2_000;
/** It minds the deadline itself; this is for when it hangs where no signal reaches it. */
const DEADLINE_GRACE_MS = 2_000;

export function startWorker(settings: WorkerSettings): WorkerProcess {
  // Not bundled: it runs from the project's sources.
  const file = createRequire(import.meta.url).resolve('#/server/engine/worker/worker.py');
  const { program, args } = createConfine(settings.python)(
    { program: settings.python, args: ['-s', file] },
    {
      read: [dirname(file), settings.extractorPath, settings.caBundleFile].filter((path) => typeof path === 'string'),
      write: [settings.cacheDir],
      doorPort: Number(new URL(settings.proxyUrl).port),
      limits: LIMITS,
    },
  );
  const child = spawn(program, args, {
    cwd: settings.cacheDir,
    // Nothing of our own environment: no proxies, no credentials, no locale.
    env: {
      PATH: '/usr/bin:/bin',
      HOME: '/nonexistent',
      LANG: 'C.UTF-8',
      // Below the working folder, and named from there: the user it runs as may not see what is above.
      PYTHONPYCACHEPREFIX: 'pycache',
      EGRESS_PROXY: settings.proxyUrl,
      MEMORY_LIMIT_MB: String(settings.memoryLimitMb ?? 600),
      ...(settings.extractorPath && { PYTHONPATH: settings.extractorPath }),
      ...(settings.caBundleFile && { SSL_CERT_FILE: settings.caBundleFile, PRIVATE_CA: '1' }),
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const ready = Promise.withResolvers<Ready>();
  const exited = Promise.withResolvers<void>();
  let stderrTail = '';
  let count = 0;
  let gone = false;
  let waiting:
    | { id: number; settle: (outcome: WorkerOutcome) => void; answer: (question: WorkerQuestion) => void }
    | undefined;

  const startTimer = setTimeout(() => child.kill('SIGKILL'), START_TIMEOUT_MS);
  ready.promise.then(() => clearTimeout(startTimer)).catch(() => {});
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderrTail = (stderrTail + text).slice(-500);
  });
  let nonsense: string | undefined;
  /** What it says from now on is not heard; its end settles what waits for it. */
  const talkedNonsense = (what: string) => {
    nonsense ??= what;
    child.kill('SIGKILL');
  };
  readBoundedLines(child.stdout, {
    maxBytes: WORKER_LINE_MAX_BYTES,
    onTooLong: () => talkedNonsense(`a line of more than ${WORKER_LINE_MAX_BYTES} bytes`),
    onLine(line) {
      if (nonsense) return;
      const message = readMessage(line);
      if (!message) return talkedNonsense('a line that is no message');
      if ('ready' in message) return ready.resolve(message.ready);
      if ('exchange' in message) {
        if (!settings.onExchange) return talkedNonsense('an exchange that nobody wants to know');
        if (message.id === waiting?.id) settings.onExchange(message.exchange);
        return;
      }
      if ('question' in message) {
        if (message.question.id === waiting?.id) waiting.answer(message.question);
        return;
      }
      const { id: answered, error, info, refusals, ...told } = message.answer;
      if (answered !== waiting?.id) return;
      waiting.settle(error ? { error, ...told } : { info, refusals, ...told });
    },
  });
  const end = (ending: string) => {
    const reason = nonsense ? `it said ${nonsense}` : ending;
    gone = true;
    clearTimeout(startTimer);
    ready.reject(new Error(`the worker ended: ${reason} ${stderrTail.trim().split('\n').at(-1) ?? ''}`));
    waiting?.settle({ crashed: true, why: reason });
    exited.resolve();
  };
  child.once('error', (error) => end(error.message));
  child.once('close', (code, signal) => end(String(signal ?? code)));
  // A dying worker's pipe; `close` tells the rest.
  child.stdin.on('error', () => {});

  /** What a question is answered with; null: there is nobody to answer such a one. */
  function replyTo(question: WorkerQuestion, { route }: Job, signal: AbortSignal): Promise<object> | null {
    const { solver, tokens } = settings;
    if ('binding' in question) {
      const minted = route && tokens?.mint(route, question.binding, signal);
      return minted?.then((token) => (token.ok ? { token: token.value } : { failure: token.failure.code })) ?? null;
    }
    const { player, requests } = question;
    const solved = solver?.solve({ player, requests }, signal);
    return (
      solved?.then((answers) => (answers.ok ? { answers: answers.value } : { failure: answers.failure.code })) ?? null
    );
  }

  return {
    pid: child.pid,
    ready: ready.promise,
    exited: exited.promise,
    jobs: () => count,
    alive: () => !gone,
    run(job, signal) {
      const id = ++count;
      if (gone) return Promise.resolve({ crashed: true, why: 'it was gone' });
      return new Promise((resolve) => {
        let killedFor: 'deadline' | 'cancelled' | undefined;
        const ended = new AbortController();
        let isAsking = false;
        const kill = (kind: 'deadline' | 'cancelled') => {
          killedFor = kind;
          child.kill('SIGKILL');
        };
        let killTimer = setTimeout(kill, job.deadlineMs + DEADLINE_GRACE_MS, 'deadline');
        const cancel = () => {
          ended.abort();
          child.kill('SIGUSR1');
          clearTimeout(killTimer);
          killTimer = setTimeout(kill, CANCEL_GRACE_MS, 'cancelled');
        };
        waiting = {
          id,
          settle(outcome) {
            waiting = undefined;
            ended.abort();
            clearTimeout(killTimer);
            signal?.removeEventListener('abort', cancel);
            resolve(killedFor ? { error: { kind: killedFor }, warnings: [] } : outcome);
          },
          answer(question) {
            const reply = isAsking ? null : replyTo(question, job, ended.signal);
            // It waits for one before it asks the next.
            if (!reply) return talkedNonsense('a question out of turn');
            isAsking = true;
            void reply.then((told) => {
              isAsking = false;
              const line = JSON.stringify({ reply: question.ask, ...told });
              if (!ended.signal.aborted) child.stdin.write(`${line}\n`);
            });
          },
        };
        signal?.addEventListener('abort', cancel, { once: true });
        const solver = settings.solver?.isAble() ?? false;
        const tokens = settings.tokens !== undefined && job.route !== undefined;
        const isRecorded = settings.onExchange !== undefined;
        child.stdin.write(`${JSON.stringify({ id, ...job, solver, tokens, isRecorded })}\n`);
        if (signal?.aborted) cancel();
      });
    },
    stop: () => child.stdin.end(),
    kill: () => child.kill('SIGKILL'),
  };
}
