import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Runs ffmpeg; throws with what it has said. */
export async function ffmpeg(args: string[]): Promise<void> {
  await execute('ffmpeg', ['-nostdin', '-hide_banner', '-loglevel', 'error', '-y', ...args]);
}

/** What ffprobe tells; `input` is what it reads as `pipe:0`. Throws with what it has said. */
export function ffprobe(args: string[], input?: Buffer): Promise<string> {
  return execute('ffprobe', ['-hide_banner', '-loglevel', 'error', ...args], input);
}

let version: Promise<string> | null = null;

/** First line of what ffmpeg tells of itself: `ffmpeg version 5.1.9…`. It is asked once. */
export function ffmpegVersion(): Promise<string> {
  version ??= execute('ffmpeg', ['-hide_banner', '-version']).then((told) => told.split('\n', 1)[0] ?? '');
  return version;
}

async function execute(program: string, args: string[], input?: Buffer): Promise<string> {
  // SVT-AV1 greets on its own, unless it is told not to.
  const options = { env: { ...process.env, SVT_LOG: '1' }, maxBuffer: 64 * 1024 * 1024 };
  const running = run(program, args, options);
  // A program that ends early breaks the pipe; what it said is in the rejection.
  running.child.stdin?.on('error', () => {}).end(input);
  try {
    return (await running).stdout;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      throw new Error(`The media for tests need ${program}. On Debian: apt-get install ffmpeg`, { cause: error });
    }
    throw error;
  }
}
