import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint, isMarked } from './fingerprint.mjs';
import { prepareNode } from './node.mjs';
import { NODE, ROOT } from './paths.mjs';
import { step } from './progress.mjs';
import { runQuietly } from './run-quietly.mjs';

const LOCK_FILE = join(ROOT, 'package-lock.json');
/** Inside node_modules, so that it goes when that goes. */
const MARK_FILE = join(ROOT, 'node_modules', '.installed');

/** Installs exactly what package-lock.json says, when that has changed or nothing is installed. */
export async function dependencies() {
  const mark = fingerprint(['package-lock.json']);
  await step('Dependencies', async () => {
    if (existsSync(NODE) && isMarked(MARK_FILE, mark)) return { detail: 'unchanged' };
    await install();
    writeFileSync(MARK_FILE, mark);
    return { detail: 'installed as package-lock.json says' };
  });
}

async function install() {
  // Not `npm ci`: it refuses a lock file whose optional packages for other systems a registry does not have.
  const locked = readFileSync(LOCK_FILE);
  await runQuietly('npm', 'npm', [
    'install',
    '--no-audit',
    '--no-fund',
    '--no-progress',
    '--prefer-offline',
    '--loglevel=error',
  ]);
  if (!readFileSync(LOCK_FILE).equals(locked)) {
    writeFileSync(LOCK_FILE, locked);
    throw new Error(
      'npm would have changed package-lock.json, so what it installed is not what was tested. Is package.json in step with it?',
    );
  }
  await prepareNode();
}
