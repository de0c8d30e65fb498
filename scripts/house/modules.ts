import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSync, type StaticExportEntry, type StaticImportEntry } from 'oxc-parser';

/** One file that another one needs. `names`: what it takes of it; `*` stands for all. */
export type Import = {
  file: string;
  names: string[];
  /** `type`: gone when it runs; `value`: needed to start; `later`: loaded when it is wanted (`import()`). */
  kind: 'type' | 'value' | 'later';
};

/** A name that a file gives away. `line`: where it stands, from 1. */
type Export = { name: string; line: number; isReexport: boolean; isType: boolean };

/** A file of TypeScript or JavaScript, by its path from the folder's root. */
export type Module = { path: string; lines: number; imports: Import[]; exports: Export[] };

/** What a tool generates imports what nobody wrote an import of. */
const SCRIPT = /(?<!\.gen)\.(?:tsx?|mjs)$/;

/**
 * What the scripts among `files` import of each other and export, by path. Imports of packages, and of what a tool generates, are left
 * out. Throws what the parser says of a file that is no TypeScript.
 * @param root the folder that `files` are paths in, with slashes
 */
export function readModules(root: string, files: readonly string[]): Map<string, Module> {
  const known = new Set(files);
  const scripts = files.filter((file) => SCRIPT.test(file));
  return new Map(scripts.map((path) => [path, readModule(path, readFileSync(join(root, path), 'utf8'), known)]));
}

/** One module of its text; `known` are the files that an import may lead to. */
export function readModule(path: string, text: string, known: ReadonlySet<string>): Module {
  const { module, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors.map(({ message }) => message).join('; ')}`);
  const imports = [
    ...module.staticImports.map(({ moduleRequest, entries }) => ({
      specifier: moduleRequest.value,
      names: entries.map(nameOfImport),
      kind: entries.length > 0 && entries.every(({ isType }) => isType) ? ('type' as const) : ('value' as const),
    })),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap((entry) => {
        if (!entry.moduleRequest) return [];
        const kind = entry.isType ? ('type' as const) : ('value' as const);
        return [{ specifier: entry.moduleRequest.value, names: [entry.importName.name ?? '*'], kind }];
      }),
    ),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => ({
      specifier: text.slice(start + 1, end - 1),
      names: ['*'],
      kind: 'later' as const,
    })),
  ];
  const exports = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap((entry): Export[] => {
      const name = nameOfExport(entry);
      if (name === null) return [];
      const line = lineAt(text, entry.exportName.start ?? entry.start);
      return [{ name, line, isReexport: entry.moduleRequest !== null, isType: entry.isType }];
    }),
  );
  return {
    path,
    lines: linesOf(text),
    imports: imports.flatMap(({ specifier, ...rest }) => {
      const file = fileOf(specifier, path);
      return file !== null && known.has(file) ? [{ file, ...rest }] : [];
    }),
    exports,
  };
}

/** Lines of a text, the last of which may end without a line feed. */
export function linesOf(text: string): number {
  return text === '' ? 0 : text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}

function nameOfImport({ importName }: StaticImportEntry): string {
  if (importName.kind === 'NamespaceObject') return '*';
  return importName.kind === 'Default' ? 'default' : (importName.name ?? '*');
}

/** null: `export * from`, which has no name of its own. */
function nameOfExport({ exportName }: StaticExportEntry): string | null {
  return exportName.kind === 'Default' ? 'default' : exportName.name;
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

/** The file behind an import's text; null: a package's. */
function fileOf(specifier: string, from: string): string | null {
  const [path = ''] = specifier.split('?');
  if (path === '#app.config') return 'app.config.ts';
  if (path.startsWith('#/')) return posix.join('src', path.slice(2));
  return path.startsWith('.') ? posix.join(posix.dirname(from), path) : null;
}
