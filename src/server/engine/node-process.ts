import { spawn } from 'node:child_process';
import { createConfine } from '#/server/confinement/confinement.ts';
import { readBoundedLines } from './worker/bounded-lines.ts';

/** The process is gone: by itself, or because it talked nonsense, or took longer than it may. */
type Death = { died: string; isLate: boolean };
/** What came of a request. */
export type ProcessOutcome<T> = { done: T } | { refused: string } | Death;

/** What such a process may say: that it is ready, what came of a request, or why nothing did. */
type NodeMessage = { ready: true } | { id: number } | { id: number; error: string };

type NodeProcessSettings<M extends NodeMessage> = {
  /** For the confinement. */
  python: string;
  /** What it runs: a file of the project's sources. */
  file: string;
  /** What it may read beside that file. */
  read: readonly string[];
  /** Of V8's heap, in megabytes. */
  heapMb: number;
  /** What it is called in messages. */
  name: string;
  /** Its first line. */
  first: object;
  lineMaxBytes: number;
  /** One line of it; null: nonsense. */
  readMessage: (line: string) => M | null;
};

/** A confined process of Node for what strangers wrote. It does one request at a time; whoever has it sees to that. */
export type NodeProcess<M extends NodeMessage> = {
  readonly pid: number | undefined;
  /** Resolves when it can take requests; rejects when it ends before, with the last it said. */
  readonly ready: Promise<void>;
  /** Resolves when the process is gone. */
  readonly exited: Promise<void>;
  alive(): boolean;
  /** `read`: what an answer says; undefined: it is no answer to this, and the process is ended for it. */
  request<T>(what: object, timeoutMs: number, read: (message: M) => T | undefined): Promise<ProcessOutcome<T>>;
  kill(): void;
};

/** Half a second, mostly; more where many processes share two processors. */
const START_TIMEOUT_MS = 30_000;
/** A thousand solves take some seconds of processor, a preparation two; it opens nothing but its pipes, and what it reads at its start. */
const LIMITS = { cpuS: 600, files: 64, fileBytes: 0 };
/**
 * Address space: Node 26 reserves 0.95 GB and twice its heap when it starts (measured), and players take some 0.3 GB more at the most. What
 * is filled in buffers, which the heap does not count, ends here.
 */
const addressSpaceMb = (heapMb: number) => 1_600 + 2 * heapMb;

export function startNodeProcess<M extends NodeMessage>(settings: NodeProcessSettings<M>): NodeProcess<M> {
  const { python, file, read, heapMb, name, first, lineMaxBytes, readMessage } = settings;
  const { program, args } = createConfine(python)(
    {
      program: process.execPath,
      args: [
        '--permission',
        ...[file, ...read].map((path) => `--allow-fs-read=${path}`),
        `--max-old-space-size=${heapMb}`,
        // Else each memory of WebAssembly, of which Node has one, reserves 8 GB.
        '--disable-wasm-trap-handler',
        file,
      ],
    },
    {
      read: [file, ...read],
      doorPort: null,
      limits: { ...LIMITS, memoryBytes: addressSpaceMb(heapMb) * 1024 ** 2 },
    },
  );
  // Nothing of our own environment: no options for Node, no credentials, no locale. Else each thread of many would reserve 64 MB.
  const env = { MALLOC_ARENA_MAX: '2' };
  const child = spawn(program, args, { cwd: '/', env, stdio: ['pipe', 'pipe', 'pipe'] });
  const ready = Promise.withResolvers<void>();
  const exited = Promise.withResolvers<void>();
  let stderrTail = '';
  let count = 0;
  let gone = false;
  let killedFor: string | undefined;
  let isLate = false;
  let waiting: { id: number; settle: (message: M | Death) => void } | undefined;

  const kill = (why: string) => {
    killedFor ??= why;
    child.kill('SIGKILL');
  };
  const startTimer = setTimeout(kill, START_TIMEOUT_MS, 'it was not ready in time');
  ready.promise.then(() => clearTimeout(startTimer)).catch(() => {});
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderrTail = (stderrTail + text).slice(-2_000);
  });
  readBoundedLines(child.stdout, {
    maxBytes: lineMaxBytes,
    onTooLong: () => kill(`it said a line of more than ${lineMaxBytes} bytes`),
    onLine(line) {
      if (killedFor) return;
      const message = readMessage(line);
      if (!message) return kill('it said a line that is no message');
      if ('ready' in message) return ready.resolve();
      if (message.id === waiting?.id) waiting.settle(message);
    },
  });
  const end = (ending: string) => {
    const why = killedFor ?? ending;
    gone = true;
    clearTimeout(startTimer);
    const words = stderrTail.trim().split('\n');
    const error = words.findLast((line) => /^\w*Error\b/.test(line)) ?? words.at(-1);
    ready.reject(new Error(`the ${name} ended: ${why} ${error}`.trim()));
    waiting?.settle({ died: why, isLate });
    exited.resolve();
  };
  child.once('error', (error) => end(error.message));
  child.once('close', (code, signal) => end(String(signal ?? code)));
  // A dying process' pipe; `close` tells the rest.
  child.stdin.on('error', () => {});
  child.stdin.write(`${JSON.stringify(first)}\n`);

  function say(what: object, timeoutMs: number): Promise<M | Death> {
    if (gone) return Promise.resolve({ died: 'it was gone', isLate: false });
    const id = ++count;
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        isLate = true;
        kill('it took too long');
      }, timeoutMs);
      waiting = {
        id,
        settle(message) {
          waiting = undefined;
          clearTimeout(timer);
          resolve(message);
        },
      };
      child.stdin.write(`${JSON.stringify({ ...what, id })}\n`);
    });
  }

  return {
    pid: child.pid,
    ready: ready.promise,
    exited: exited.promise,
    alive: () => !gone && !killedFor,
    async request(what, timeoutMs, readAnswer) {
      const message = await say(what, timeoutMs);
      if ('died' in message) return message;
      if ('error' in message) return { refused: message.error };
      const value = readAnswer(message);
      if (value !== undefined) return { done: value };
      const died = 'it said something else than was asked';
      kill(died);
      return { died, isLate: false };
    },
    kill: () => kill('it was told to end'),
  };
}
