import { spawn } from 'node:child_process';
import { Readable, type Writable } from 'node:stream';
import type { Confine, Confines } from '#/server/confinement/confinement.ts';
import { TransferError } from '../transfer-error.ts';
import { feed } from './feed.ts';
import { createStderrTail } from './stderr-tail.ts';

export type FfmpegProcess = {
  /** What ffmpeg writes. It ends only after ffmpeg ended well, and is destroyed with the TransferError otherwise. */
  output: Readable;
  /** Resolves with the first byte of output; rejects when there will be none. */
  begun: Promise<void>;
  /** Resolves when ffmpeg ended well and all of its output has been taken over; rejects with a TransferError. */
  finished: Promise<void>;
  /** Resolves when the child is gone, whatever came of it. */
  exited: Promise<void>;
};

export type FfmpegProcessSettings = {
  path: string;
  confine: Confine;
  args: readonly string[];
  /** What it reads: the first at `pipe:0`, those behind it at `pipe:3` and on. */
  inputs: readonly AsyncIterable<Uint8Array>[];
  signal: AbortSignal;
  log: (message: string) => void;
};

/** Nothing of our own environment: no proxies, no credentials, no locale. */
const ENVIRONMENT = { PATH: '/usr/bin:/bin', LANG: 'C' };

/**
 * It reads and writes pipes. Two hours of processor are the sound of some days; 4 GiB of address space are eight times what a GIF of
 * 4K takes.
 */
const CONFINES: Confines = {
  read: [],
  doorPort: null,
  limits: { cpuS: 7200, files: 64, fileBytes: 0, memoryBytes: 4 * 1024 ** 3 },
};

/** Runs one ffmpeg. Destroying the output, or aborting the signal, kills it at once. */
export function startFfmpeg({ path, confine, args, inputs, signal, log }: FfmpegProcessSettings): FfmpegProcess {
  const begun = Promise.withResolvers<void>();
  const finished = Promise.withResolvers<void>();
  const exited = Promise.withResolvers<void>();
  const stderrTail = createStderrTail();
  let failure: TransferError | undefined;
  let hasBegun = false;

  const [first, ...others] = inputs;
  const command = confine({ program: path, args: commandLine(args, first !== undefined) }, CONFINES);
  const child = spawn(command.program, command.args, {
    env: ENVIRONMENT,
    stdio: [first ? 'pipe' : 'ignore', 'pipe', 'pipe', ...others.map(() => 'pipe' as const)],
  });
  const { stdin, stdout, stderr } = child;
  const pipes = [stdin, ...child.stdio.slice(3)];
  const output = new Readable({
    read: () => void stdout?.resume(),
    destroy(error, done) {
      stop(new TransferError('cancelled'));
      done(error);
    },
  });
  const feeding = inputs.map((input, place) => feed(input, pipes[place] as Writable, stop));
  const stopFeeding = () => {
    for (const stopOne of feeding) stopOne();
  };

  function stop(why: TransferError): void {
    failure ??= why;
    child.kill('SIGKILL');
    // A pipe that nobody empties would keep `close` from coming.
    stdout?.destroy();
    stopFeeding();
  }

  function cancel(): void {
    stop(new TransferError('cancelled'));
  }

  function settle(ending: string): void {
    signal.removeEventListener('abort', cancel);
    stopFeeding();
    exited.resolve();
    if (!failure && (ending !== '0' || !hasBegun)) {
      log(`ffmpeg failed (${ending}): ${stderrTail.text() || 'it said nothing'}`);
      failure = new TransferError('conversion_failed');
    }
    if (failure) {
      begun.reject(failure);
      finished.reject(failure);
      output.destroy(failure);
    } else {
      output.push(null);
      finished.resolve();
    }
  }

  stdout?.on('data', (bytes: Buffer) => {
    hasBegun = true;
    begun.resolve();
    if (!output.push(bytes)) stdout.pause();
  });
  stderr?.setEncoding('utf8').on('data', (text: string) => stderrTail.add(text));
  child.once('exit', () => exited.resolve());
  child.once('close', (code, killedBy) => settle(String(killedBy ?? code)));
  child.once('error', (error) => settle(error.message));
  // Those who care look at `finished`; an output that was never handed out must not bring the server down.
  output.on('error', () => {});
  finished.promise.catch(() => {});
  signal.addEventListener('abort', cancel);
  // An input that is asked for its first bytes may have aborted it just now.
  if (signal.aborted) cancel();

  return { output, begun: begun.promise, finished: finished.promise, exited: exited.promise };
}

/**
 * A playlist may name other files and addresses: ffmpeg may open nothing but the pipes it was given. The option belongs to an input,
 * so each of them gets it.
 */
function commandLine(args: readonly string[], readsStdin: boolean): string[] {
  const closed = args.flatMap((arg) => (arg === '-i' ? ['-protocol_whitelist', 'pipe,fd', '-i'] : [arg]));
  const quiet = ['-hide_banner', ...(readsStdin ? [] : ['-nostdin']), '-loglevel', 'error'];
  // An MP4 without a single packet would count as a success.
  return [...quiet, '-abort_on', 'empty_output', ...closed];
}
