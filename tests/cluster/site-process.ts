import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { bareEnvironment } from '../setup/bare-environment.ts';

/** One node of the built site, in a process of its own. */
export type SiteProcess = {
  name: string;
  isUp: () => boolean;
  pid: () => number;
  /** Starts it, also again after it was killed; resolves when it says that it is ready. */
  start: () => Promise<void>;
  /** SIGKILL. Resolves when it is gone. */
  kill: () => Promise<void>;
  /** SIGTERM, as an operator or a supervisor ends it; gives the exit code. */
  close: () => Promise<number | null>;
  /** The end of what it has said. */
  output: () => string;
};

const ROOT = join(import.meta.dirname, '../..');
const SCRIPTS = { web: 'src/entry.node.ts', worker: 'src/worker.node.ts' };
/** Machines for tests are slow, and start several nodes at once. */
const START_TIMEOUT_MS = 90_000;
const OUTPUT_KEPT = 20_000;

/** `root`: where the site lies, if not here. */
export function createSiteProcess(
  name: string,
  kind: keyof typeof SCRIPTS,
  environment: Record<string, string>,
  root = ROOT,
): SiteProcess {
  let child: ChildProcess | null = null;
  let output = '';

  async function end(signal: NodeJS.Signals): Promise<number | null> {
    if (!child) return null;
    const ending = child;
    const exited = once(ending, 'exit');
    if (ending.exitCode === null && ending.signalCode === null) {
      ending.kill(signal);
      await exited;
    }
    return ending.exitCode;
  }

  return {
    name,
    isUp: () => child !== null && child.exitCode === null && child.signalCode === null,
    pid: () => child?.pid ?? 0,
    output: () => output,
    async start() {
      const started = spawn(process.execPath, [join(root, SCRIPTS[kind])], {
        cwd: root,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...bareEnvironment(), NODE_ENV: 'production', ...environment },
      });
      child = started;
      const killLeft = (): void => void started.kill('SIGKILL');
      process.once('exit', killLeft);
      started.once('exit', () => process.off('exit', killLeft));
      const ready = Promise.withResolvers<void>();
      let said = '';
      const hear = (chunk: Buffer): void => {
        said += chunk.toString();
        output = (output + chunk.toString()).slice(-OUTPUT_KEPT);
        if (said.includes('✓')) ready.resolve();
      };
      started.stdout.on('data', hear);
      started.stderr.on('data', hear);
      started.once('exit', (code, signal) =>
        ready.reject(new Error(`${name} ended with ${code ?? signal}: ${said.slice(-2_000)}`)),
      );
      const timeout = setTimeout(() => ready.reject(new Error(`${name} is not ready: ${said}`)), START_TIMEOUT_MS);
      await ready.promise.finally(() => clearTimeout(timeout));
    },
    kill: async () => void (await end('SIGKILL')),
    close: () => end('SIGTERM'),
  };
}
