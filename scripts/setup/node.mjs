import { chmodSync, existsSync, mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { hasDebianPackages, debianSuite, unpackPackages } from './debian.mjs';
import { ENGINE, NODE, NODE_MAJOR, ROOT } from './paths.mjs';
import { runQuietly } from './run-quietly.mjs';

const LIBRARIES = join(ENGINE, 'lib');

/** Sees to it that the Node among the dependencies runs, mending what a bare machine may lack. */
export async function prepareNode() {
  if (!existsSync(NODE)) linkNode(join(ROOT, 'node_modules'));
  let refusal = existsSync(NODE) ? await tryNode() : `There is none for ${process.platform} on ${process.arch}.`;
  if (refusal?.includes('libatomic')) {
    if (!hasDebianPackages())
      throw new Error(
        'Node 26 needs the library libatomic.so.1. Install it with your package manager and start again.',
      );
    await unpackPackages(['libatomic1'], [debianSuite()], LIBRARIES);
    startWithLibraries();
    refusal = await tryNode();
  }
  // Such as Alpine's, which has another C library than the one that comes with npm.
  if (refusal && Number(process.versions.node.split('.')[0]) >= NODE_MAJOR) {
    rmSync(NODE, { force: true });
    symlinkSync(process.execPath, NODE);
    refusal = await tryNode();
  }
  if (refusal) {
    throw new Error(
      `The Node ${NODE_MAJOR} among the dependencies does not run here:\n${refusal}\n` +
        `Install Node ${NODE_MAJOR} with your package manager and start again: then that one is used.`,
    );
  }
}

/**
 * Puts the Node that was installed for this system where programs are. npm 10 installs it, and takes its link away with the packages of
 * other systems, which have one of the same name.
 * @param {string} modules node_modules
 */
export function linkNode(modules) {
  const system = `${process.platform}-${process.arch}`;
  const programs = [`node-${system}`, `node-bin-${system}`].map((name) => join(modules, name, 'bin/node'));
  const program = programs.find((path) => existsSync(path));
  if (!program) return;
  const link = join(modules, '.bin/node');
  chmodSync(program, 0o755);
  mkdirSync(dirname(link), { recursive: true });
  rmSync(link, { force: true });
  symlinkSync(relative(dirname(link), program), link);
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
