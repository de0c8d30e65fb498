import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { debianSuite, hasDebianPackages, unpackPackages } from './debian.mjs';
import { runQuietly } from './run-quietly.mjs';

const exec = promisify(execFile);

/** Of pip's settings those that say where packages come from, and how they get there. */
const OF_THE_INDEX =
  /^(?:index-url|extra-index-url|find-links|no-index|cert|client-cert|proxy|trusted-host|cache-dir|no-cache-dir|keyring-provider)$/;
/** Sections of pip's settings that count for `pip install`; a later one counts more. */
const SECTIONS = ['global', 'install', ':env:'];
/** Nobody waits longer for an index that is not there: 8 s for an answer, asked twice. */
const PATIENCE = ['--retries', '1', '--timeout', '8'];

/** pip of one Python, without what its user has set for other projects. */
export type Pip = (log: string, args: readonly string[]) => Promise<string>;

/**
 * Uses pip for one piece of work. A Python may have none: Debian has it as a package of its own, and then that is taken from there,
 * unpacked for as long as the work takes. Throws where there is neither, with what pip said.
 */
export async function withPip<R>(python: string, work: (pip: Pip) => Promise<R>): Promise<R> {
  const unpacked = await mkdtemp(join(tmpdir(), 'clipferry-pip-'));
  try {
    const start = await startOf(python, unpacked);
    const { stdout: settings } = await exec(python, [...start, 'config', 'list']);
    const env = { ...withoutPip(process.env), ...ofIndex(settings), PIP_CONFIG_FILE: devNull };
    return await work((log, args) =>
      runQuietly(log, python, [...start, '--disable-pip-version-check', '--no-input', ...PATIENCE, ...args], { env }),
    );
  } finally {
    await rm(unpacked, { recursive: true, force: true });
  }
}

/** How pip is started: as a module of that Python, or as the wheel that Debian has of it. */
async function startOf(python: string, folder: string): Promise<string[]> {
  const asModule = ['-m', 'pip'];
  try {
    await exec(python, [...asModule, '--version']);
    return asModule;
  } catch (error) {
    if (!hasDebianPackages()) throw error;
    await unpackPackages(['python3-pip-whl'], [debianSuite()], folder);
    const [wheel] = globSync(join(folder, 'usr/share/python-wheels/pip-*.whl'));
    if (!wheel) throw new Error('python3-pip-whl has no pip', { cause: error });
    return [join(wheel, 'pip')];
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

/** The environment without pip's settings, and without what would lead it to other packages than the Python's own. */
function withoutPip(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => !/^(?:PIP_.*|PYTHONPATH|PYTHONHOME)$/i.test(name)),
  );
}
