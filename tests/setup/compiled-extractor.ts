import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, linkSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inScratch } from '../../scripts/scratch.ts';
import { type Extractor, rememberedExtractor } from '../../scripts/setup/extractor/extractor.ts';
import { cachePlace, ensureCachedSync } from './cache.ts';

const WORKER = join(import.meta.dirname, '../../src/server/engine/worker');
/** As the worker names it, below its working folder (src/server/engine/worker/process.ts). */
const COMPILED = 'pycache';

let template: string | null = null;

/**
 * Puts the extractor's code, compiled, into the working folder of workers that have none yet: what a first worker does there itself takes
 * a second of a processor.
 */
export function copyCompiledExtractor(folder: string): void {
  const extractor = rememberedExtractor();
  if (!extractor || existsSync(join(folder, COMPILED))) return;
  template ??= compile(extractor);
  link(join(template, COMPILED), join(folder, COMPILED));
}

/** Has `work` done in a new folder for an engine, as a command has it done, but with what its workers would compile first. */
export function withCompiledExtractor<T>(work: (folder: string) => Promise<T>): Promise<T> {
  return inScratch((folder) => {
    copyCompiledExtractor(join(folder, 'engine'));
    return work(folder);
  });
}

/** The files themselves under another name, which takes neither time nor room: Python replaces what it compiles anew, as a whole. */
function link(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) link(source, target);
    else linkOrCopy(source, target);
  }
}

function linkOrCopy(source: string, target: string): void {
  try {
    linkSync(source, target);
  } catch {
    // On another disk, or not ours to link.
    copyFileSync(source, target);
  }
}

function compile({ python, extractorPath, version, pythonVersion }: Extractor): string {
  const file = join(WORKER, 'worker.py');
  const recipe = [file, python, extractorPath, version, pythonVersion, readFileSync(file, 'utf8')];
  return ensureCachedSync(cachePlace('extractor', recipe), (unfinished) => {
    const { status, stderr } = spawnSync(python, ['-s', file], {
      cwd: unfinished,
      // Without an order to come it ends as soon as it has loaded all it needs.
      stdio: ['ignore', 'ignore', 'pipe'],
      encoding: 'utf8',
      env: {
        PATH: '/usr/bin:/bin',
        PYTHONPYCACHEPREFIX: COMPILED,
        EGRESS_PROXY: 'http://127.0.0.1:9',
        ...(extractorPath && { PYTHONPATH: extractorPath }),
      },
    });
    if (status !== 0) throw new Error(`The extractor's code could not be compiled. ${stderr}`);
  });
}
