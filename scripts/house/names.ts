import { isSource } from './kinds-of-files.ts';
import type { Module } from './modules.ts';

/** Small enough to stand in the file that needs it. */
const SMALL_LINES = 25;

/** What scripts/vite/message-catalogue.ts imports of both catalogues, in modules that it writes for the browser. */
const TAKEN_BY_BUILD = 'messageOf';

/**
 * What stands for the same in each file: a route's `Route` and an application's `getRouter`, by the router's own rules; a file's one
 * `default`; what a build takes of each catalogue; and the platforms, as a type alone where their schema would weigh on every page.
 */
const SHARED_NAMES = new Set(['Route', 'getRouter', 'default', TAKEN_BY_BUILD, 'Platform']);

/** Names that several files export, each with those files: a search for one finds them all. Names that are passed on count once. */
export function homonyms(modules: ReadonlyMap<string, Module>): Map<string, readonly string[]> {
  const places = new Map<string, Set<string>>();
  for (const { path, exports } of modules.values()) {
    if (!isSource(path)) continue;
    for (const { name, isReexport } of exports) {
      if (isReexport || SHARED_NAMES.has(name)) continue;
      places.set(name, (places.get(name) ?? new Set()).add(path));
    }
  }
  const shared = [...places].filter(([, files]) => files.size > 1);
  return new Map(shared.map(([name, files]) => [name, [...files]] as const).toSorted(([a], [b]) => a.localeCompare(b)));
}

/** Sources of fewer than 25 lines that one other source alone imports. */
export function smallWithOneImporter(modules: ReadonlyMap<string, Module>): string[] {
  const importers = new Map<string, Set<string>>();
  for (const { path, imports } of modules.values()) {
    if (!isSource(path)) continue;
    for (const { file } of imports) importers.set(file, (importers.get(file) ?? new Set()).add(path));
  }
  return [...modules.values()]
    .filter(({ path, lines }) => isSource(path) && lines < SMALL_LINES && importers.get(path)?.size === 1)
    .map(({ path }) => path);
}

/**
 * What sources export and no other file takes, tests included: `path: name`. Files that nobody imports are started by their path, and
 * routes by the router; what they export is for those. Types that only stand in the signatures of their own file are among them.
 */
export function unusedExports(modules: ReadonlyMap<string, Module>): Record<'values' | 'types', string[]> {
  const taken = new Map<string, Set<string>>();
  for (const { imports } of modules.values()) {
    for (const { file, names } of imports) {
      const known = taken.get(file) ?? new Set();
      for (const name of names) known.add(name);
      taken.set(file, known);
    }
  }
  const unused = [...modules.values()].flatMap(({ path, exports }) => {
    const names = taken.get(path);
    if (!isSource(path) || !names || names.has('*')) return [];
    return exports
      .filter(({ name }) => name !== TAKEN_BY_BUILD && !names.has(name))
      .map(({ name, isType }) => ({ text: `${path}: ${name}`, isType }));
  });
  const textsOf = (wanted: boolean) => unused.flatMap(({ text, isType }) => (isType === wanted ? [text] : []));
  return { values: textsOf(false), types: textsOf(true) };
}
