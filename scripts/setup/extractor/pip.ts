import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { ofIndex, withoutPip } from '#/server/updates/pip.ts';
import { devNull, tmpdir } from 'node:os';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { debianSuite, hasDebianPackages, unpackPackages } from '../debian.mjs';
import { runQuietly } from '../run-quietly.mjs';

const exec = promisify(execFile);

/** Nobody waits longer for an index that is not there: 8 s for an answer, asked twice. */
const PATIENCE = ['--retries', '1', '--timeout', '8'];

/** pip of one Python, without what its user has set for other projects. */
type Pip = (log: string, args: readonly string[]) => Promise<string>;

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
