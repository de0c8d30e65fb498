import { existsSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasDebianPackages, debianSuite, unpackPackages } from './debian.mjs';
import { ENGINE, NODE } from './paths.mjs';
import { runQuietly } from './run-quietly.mjs';

const LIBRARIES = join(ENGINE, 'lib');

/** Sees to it that the Node among the dependencies runs, mending what a bare machine may lack. */
export async function prepareNode() {
  if (!existsSync(NODE)) throw new Error(`There is no Node 26 for ${process.platform} on ${process.arch} here.`);
  let refusal = await tryNode();
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
  const program = realpathSync(NODE);
  rmSync(NODE);
  writeFileSync(
    NODE,
    `#!/bin/sh\nexport LD_LIBRARY_PATH="${folders.join(':')}\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"\nexec '${program}' "$@"\n`,
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
