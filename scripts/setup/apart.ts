import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint, isMarked } from './fingerprint.mjs';
import { installLocked } from './npm.mjs';
import { CACHE, ROOT } from './paths.mjs';
import { step } from './progress.mjs';

/** A tool with dependencies of its own, which few commands need or which do not go with the project's. */
type Apart = {
  title: string;
  /** Its folder in the project, with package.json and package-lock.json. */
  source: string;
  /** Where it is installed, below .cache/. */
  name: string;
};

/** Installs a tool as its own lock says; gives the folder where it is. */
export async function installApart({ title, source, name }: Apart): Promise<string> {
  const folder = join(CACHE, name);
  const files = ['package.json', 'package-lock.json'].map((file) => `${source}/${file}`);
  const mark = fingerprint(files);
  // Inside node_modules, so that it goes when that goes.
  const markFile = join(folder, 'node_modules', '.installed');
  await step(title, async () => {
    if (isMarked(markFile, mark)) return { detail: 'unchanged' };
    mkdirSync(folder, { recursive: true });
    for (const file of [...files, '.npmrc']) copyFileSync(join(ROOT, file), join(folder, file.split('/').at(-1) ?? ''));
    rmSync(markFile, { force: true });
    await installLocked(folder, name);
    writeFileSync(markFile, mark);
    return { detail: 'installed as its own package-lock.json says' };
  });
  return folder;
}
