import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint, isMarked } from './fingerprint.mjs';
import { prepareNode } from './node.mjs';
import { installLocked } from './npm.mjs';
import { NODE, ROOT } from './paths.mjs';
import { step } from './progress.mjs';

/** Inside node_modules, so that it goes when that goes. */
const MARK_FILE = join(ROOT, 'node_modules', '.installed');

/** Installs exactly what package-lock.json says, when that has changed or nothing is installed. */
export async function dependencies() {
  const mark = fingerprint(['package-lock.json']);
  await step('Dependencies', async () => {
    if (existsSync(NODE) && isMarked(MARK_FILE, mark)) return { detail: 'unchanged' };
    // What is there from now on is neither the one nor the other, until npm is through.
    rmSync(MARK_FILE, { force: true });
    await installLocked(ROOT, 'npm');
    await prepareNode();
    writeFileSync(MARK_FILE, mark);
    return { detail: 'installed as package-lock.json says' };
  });
}
