import { execFile } from 'node:child_process';
import { devNull } from 'node:os';
import { promisify } from 'node:util';

const exec = promisify(execFile);

/** Of pip's settings those that say where packages come from, and how they get there. */
const OF_THE_INDEX =
  /^(?:index-url|extra-index-url|find-links|no-index|cert|client-cert|proxy|trusted-host|cache-dir|no-cache-dir|keyring-provider)$/;
/** Sections of pip's settings that count for `pip install`; a later one counts more. */
const SECTIONS = ['global', 'install', ':env:'];

/** How long an index is waited for. */
export type PipTimeouts = {
  /** Seconds for each answer, which is asked for twice. */
  answerS: number;
  /** Seconds for all that one call of pip does. */
  callS: number;
};

/** What is to be known of a Python before something is installed for it. */
type Interpreter = {
  /** As it was given. */
  python: string;
  /** Names what compiled packages it takes: `cpython-311-x86_64-linux-gnu`. */
  tag: string;
  /** The interpreter that a venv was made of, or itself. */
  base: string;
  /** pip as wheels, which an interpreter without it may have beside it. */
  wheels: string[];
};

const QUESTIONS = `
import glob, json, os, sys, sysconfig
try:
    import ensurepip
    bundled = os.path.join(os.path.dirname(ensurepip.__file__), '_bundled')
except ImportError:
    bundled = ''
folders = [bundled, '/usr/share/python-wheels']
print(json.dumps({
    'tag': sysconfig.get_config_var('SOABI') or sysconfig.get_platform(),
    'base': getattr(sys, '_base_executable', None) or sys.executable,
    'wheels': [wheel for folder in folders if folder for wheel in sorted(glob.glob(os.path.join(folder, 'pip-*.whl')))],
}))
`;

/** Asks a Python what it is. Rejects when it does not run. */
export async function askInterpreter(python: string, env: NodeJS.ProcessEnv): Promise<Interpreter> {
  const { stdout } = await exec(python, ['-I', '-c', QUESTIONS], { env, timeout: 30_000 });
  return { python, ...(JSON.parse(stdout) as Omit<Interpreter, 'python'>) };
}

/** Calls pip for one interpreter. Rejects with the last line of what pip said, without addresses. */
export type Pip = (args: readonly string[], signal?: AbortSignal) => Promise<void>;

/** pip for a Python, with what this machine has settled of its index and nothing else of its settings. Rejects where there is no pip. */
export async function openPip(
  interpreter: Interpreter,
  env: NodeJS.ProcessEnv,
  { answerS, callS }: PipTimeouts,
): Promise<Pip> {
  const { program, start, settings } = await startOf(interpreter, env);
  const own = { ...withoutPip(env), ...ofIndex(settings), PIP_CONFIG_FILE: devNull };
  const always = ['--disable-pip-version-check', '--no-input', '--retries', '1', '--timeout', String(answerS)];
  return async (args, signal) => {
    try {
      const limits = { timeout: callS * 1000, killSignal: 'SIGKILL', maxBuffer: 16 * 1024 ** 2 } as const;
      await exec(program, [...start, ...always, ...args], { env: own, ...limits, ...(signal && { signal }) });
    } catch (error) {
      throw new Error(errorTail(error), { cause: error });
    }
  };
}

/** How pip is started, a module of the interpreter that works for another or a wheel of it, and what its user has settled. */
async function startOf(
  { python, base, wheels }: Interpreter,
  env: NodeJS.ProcessEnv,
): Promise<{ program: string; start: string[]; settings: string }> {
  const settingsBy = async (program: string, start: string[]) => {
    const { stdout } = await exec(program, [...start, 'config', 'list'], { env, timeout: 60_000 });
    return { program, start, settings: stdout };
  };
  try {
    // Older than 22.3, it knows no other interpreter than its own.
    return await settingsBy(base, ['-m', 'pip', '--python', python]);
  } catch (error) {
    const wheel = wheels.at(-1);
    if (!wheel) throw new Error(`${python} has no pip`, { cause: error });
    return settingsBy(python, [`${wheel}/pip`]);
  }
}

/**
 * Variables with what `pip config list` tells of the index. Whatever else somebody has set, such as `user`, `target` or `no-binary`, is
 * for other projects and would put packages elsewhere or build them.
 */
export function ofIndex(settings: string): Record<string, string> {
  const told = [...settings.matchAll(/^([\w:]+)\.([\w-]+)=(['"])(.*)\3$/gm)].flatMap(([, section, name, , value]) =>
    section && name && OF_THE_INDEX.test(name) ? [{ section, name, value: value ?? '' }] : [],
  );
  const inOrder = SECTIONS.flatMap((section) => told.filter((setting) => setting.section === section));
  return Object.fromEntries(
    inOrder.map(({ name, value }) => [
      `PIP_${name.replaceAll('-', '_').toUpperCase()}`,
      // Several are written one below the other, as Python writes texts.
      value
        .replaceAll(String.raw`\n`, ' ')
        .replaceAll('\\\\', '\\')
        .trim(),
    ]),
  );
}

/** An environment without pip's settings, and without what would lead it to other packages than the Python's own. */
export function withoutPip(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => !/^(?:PIP_.*|PYTHONPATH|PYTHONHOME)$/i.test(name)),
  );
}

function errorTail(error: unknown): string {
  const { stderr = '', killed = false } = error as { stderr?: string; killed?: boolean };
  if (killed) return 'pip did not end in time';
  const line =
    stderr.split('\n').findLast((text) => text.trim() !== '') ?? (error instanceof Error ? error.message : '');
  return line
    .replaceAll(/\S+:\/\/\S+/g, '…')
    .trim()
    .slice(0, 300);
}
