#!/usr/bin/env node
/**
 * Every npm script comes in here: `node scripts/run.mjs <command> [arguments]`.
 * Plain JavaScript without dependencies, since on a fresh clone it runs on whatever Node the machine has. It installs the
 * dependencies, one of which is the Node that everything else needs, and goes on with scripts/commands/<command>.ts on that.
 */
import { spawn } from 'node:child_process';
import module from 'node:module';
import { constants } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { dependencies } from './setup/dependencies.mjs';
import { BIN, CACHE, NODE, NODE_MAJOR, ROOT } from './setup/paths.mjs';

const [command = 'start', ...args] = process.argv.slice(2);
const file = join(ROOT, 'scripts', 'commands', `${command}.ts`);

process.chdir(ROOT);
process.env.PATH = `${BIN}:${process.env.PATH}`;
// A third of what the start of a server costs is making JavaScript of TypeScript, and that ready to run: it is done once.
process.env.NODE_COMPILE_CACHE ||= join(CACHE, 'compiled');

try {
  await dependencies();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR) {
  process.argv.splice(1, 2, file);
  module.enableCompileCache(process.env.NODE_COMPILE_CACHE);
  await import(pathToFileURL(file).href);
} else {
  const child = spawn(NODE, [file, ...args], { stdio: 'inherit' });
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  // A terminal sends Ctrl-C to both; passed on, it would count as the second one.
  process.on('SIGINT', () => {});
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}
