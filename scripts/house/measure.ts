import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { cyclesOf } from './cycles.ts';
import { isSource, isTest } from './kinds-of-files.ts';
import { linesOf, readModules } from './modules.ts';
import { homonyms, smallWithOneImporter, unusedExports } from './names.ts';
import type { Tree } from './tree.ts';
import { type Side, walked, WALKS } from './walks.ts';

/** What one version of the repository is like. Names of files, where there are any, are paths from its root. */
export type Figures = {
  sourceFiles: number;
  sourceLines: number;
  testFiles: number;
  testLines: number;
  cssLines: number;
  readmeBytes: number;
  /** Sources in each folder itself, the fullest first. */
  folders: [folder: string, files: number][];
  /** Files that need each other to start. */
  valueCycles: string[][];
  /** … or whose types need each other. */
  typeCycles: string[][];
  homonyms: Map<string, readonly string[]>;
  small: string[];
  unused: ReturnType<typeof unusedExports>;
  dependencies: { production: number; development: number; optional: number };
  /** In the order of `WALKS`. */
  walks: { files: string[]; lost: string[] }[];
};

type Manifest = Partial<Record<'dependencies' | 'devDependencies' | 'optionalDependencies', object>>;

/** @param side the walks of then or of now */
export function measure({ root, files }: Tree, side: Side): Figures {
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  const lines = (some: string[]) => some.reduce((sum, file) => sum + linesOf(read(file)), 0);
  const sources = files.filter(isSource);
  const tests = files.filter(isTest);
  const modules = readModules(root, files);
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read('package.json')) as Manifest;
  return {
    sourceFiles: sources.length,
    sourceLines: lines(sources),
    testFiles: tests.length,
    testLines: lines(tests),
    cssLines: lines(files.filter((file) => file.startsWith('src/') && file.endsWith('.css'))),
    readmeBytes: Buffer.byteLength(read('README.md')),
    folders: fullest(sources),
    valueCycles: cyclesOf(modules, ['value']),
    typeCycles: cyclesOf(modules, ['value', 'type']),
    homonyms: homonyms(modules),
    small: smallWithOneImporter(modules),
    unused: unusedExports(modules),
    dependencies: {
      production: Object.keys(dependencies ?? {}).length,
      development: Object.keys(devDependencies ?? {}).length,
      optional: Object.keys(optionalDependencies ?? {}).length,
    },
    walks: WALKS.map((walk) => walked(modules, walk, side)),
  };
}

/** How many of the files each folder has itself, the fullest first. */
export function fullest(files: readonly string[]): [folder: string, files: number][] {
  const counts = new Map<string, number>();
  for (const file of files) counts.set(posix.dirname(file), (counts.get(posix.dirname(file)) ?? 0) + 1);
  return [...counts].toSorted(([a, many], [b, more]) => more - many || a.localeCompare(b));
}
