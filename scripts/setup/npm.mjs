import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { outOfStep, unlikeLock } from './lock.mjs';
import { withRegistryOnly } from './npm-settings.mjs';
import { runQuietly } from './run-quietly.mjs';

const TRIES = 3;

/**
 * Installs what a folder's package-lock.json says, and sees to it that it did. Throws where the folder's package.json asks for something
 * else, or where something else was installed; the lock is never changed.
 * @param {string} folder with package.json, package-lock.json and .npmrc
 * @param {string} log
 */
export async function installLocked(folder, log) {
  const lock = read(join(folder, 'package-lock.json'));
  const asked = outOfStep(read(join(folder, 'package.json')), lock);
  if (asked.length > 0)
    throw new Error(told('package-lock.json is not in step with package.json (npm install mends it)', asked));
  for (let tries = 1; ; tries++) {
    const wrong = await install(folder, log, lock);
    if (wrong.length === 0) return;
    // npm goes on without a program for this system that it could not fetch, and succeeds.
    const isIncomplete = wrong.every((line) => line.endsWith('is missing'));
    if (!isIncomplete || tries === TRIES)
      throw new Error(told('npm installed something other than package-lock.json says', wrong));
  }
}

/**
 * @param {string} folder
 * @param {string} log
 * @param {import('./lock.mjs').Lock} lock
 * @returns {Promise<string[]>} where what is there now differs from the lock
 */
async function install(folder, log, lock) {
  // Removed first: otherwise npm would take what it says for what is there.
  const witness = join(folder, 'node_modules', '.package-lock.json');
  rmSync(witness, { force: true });
  // Not `npm ci`: it refuses a lock file whose optional packages for other systems a registry does not have, and fetches again what is
  // there. Not saved: each npm has its own way to write the same lock.
  const args = ['install', '--no-save', '--no-progress', '--prefer-offline', '--loglevel=error', ...wholeTree()];
  await withRegistryOnly(process.env, (env) => runQuietly(log, 'npm', args, { cwd: folder, env }));
  return existsSync(witness) ? unlikeLock(lock, read(witness)) : ['npm installed nothing'];
}

/** Not in .npmrc, where they would count more than the --omit=dev of an installation that only serves. */
function wholeTree() {
  return ['dev', 'optional', 'peer'].map((kind) => `--include=${kind}`);
}

/** @param {string} what @param {string[]} lines */
function told(what, lines) {
  const shown = lines.slice(0, 10).map((line) => `  ${line}`);
  const more = lines.length > shown.length ? [`  and ${lines.length - shown.length} more`] : [];
  return [`${what}:`, ...shown, ...more].join('\n');
}

/** @param {string} file */
function read(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}
