import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasDebianPackages, debianSuite, unpackPackages } from './debian.mjs';
import { ENGINE, NODE, ROOT } from './paths.mjs';
import { runQuietly } from './run-quietly.mjs';

const PACKAGE = join(ROOT, 'node_modules', 'node');
const LIBRARIES = join(ENGINE, 'lib');

/** Sees to it that the Node of the npm package `node` runs, mending what a bare machine may lack. */
export async function prepareNode() {
  let refusal = await tryNode();
  if (refusal?.includes('ENOENT')) {
    // npm was told to run no install scripts: the package is there without its program.
    await runQuietly('node', process.execPath, ['installArchSpecificPackage.js'], { cwd: PACKAGE });
    refusal = await tryNode();
  }
  if (refusal?.includes('libatomic')) {
    if (!hasDebianPackages())
      throw new Error(
        'Node 26 needs the library libatomic.so.1. Install it with your package manager and start again.',
      );
    await unpackPackages(['libatomic1'], [debianSuite()], LIBRARIES);
    startWithLibraries();
    refusal = await tryNode();
  }
  if (refusal) throw new Error(`Node 26 was installed but does not run here:\n${refusal}`);
}

/** npm puts node_modules/.bin first on PATH, so it is there that `node` must know where its library is. */
function startWithLibraries() {
  const architecture = process.arch === 'arm64' ? 'aarch64-linux-gnu' : 'x86_64-linux-gnu';
  const folders = [join(LIBRARIES, 'usr/lib', architecture), join(LIBRARIES, 'lib', architecture)];
  rmSync(NODE);
  writeFileSync(
    NODE,
    `#!/bin/sh\nexport LD_LIBRARY_PATH="${folders.join(':')}\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"\nexec '${join(PACKAGE, 'bin', 'node')}' "$@"\n`,
    { mode: 0o755 },
  );
}

/** What speaks against it; undefined when it runs. */
async function tryNode() {
  return runQuietly('node', NODE, ['--version']).then(
    () => undefined,
    (error) => String(error.message),
  );
}
