import type { Plugin } from 'vite';

/** What is loaded when a visitor does the first thing with the form. */
const FORM = /\/src\/download\/workspace\/DownloadWorkspace\.tsx$/;
/** What pages for everybody load with themselves. It stays apart: with a part of the form's code they would load all of that. */
const PAGE =
  /\/src\/(?:client|download\/workspace\/DownloadPanel|(?:content|reference)\/enhance|routes\/(?:__root|\{-\$lang\}\/(?!account|admin|components)[\w$/]+))\.tsx?/;
/** The pages of who is signed in. */
const SIGNED_IN = /\/src\/(?:account|admin)\//;
const STYLES = /\.css(?:\?|$)/;

/**
 * The form's code, and all that it imports, in two files: what only the form needs, and what pages of who is signed in need, too. It fell into
 * some forty by what each of those pages shares with it, and the press that asks for them waited until the browser had made forty requests.
 */
export function fewerChunks(): Plugin {
  let form: ReadonlySet<string> = new Set();
  let shared: ReadonlySet<string> = new Set();
  return {
    name: 'fewer-chunks',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    buildEnd() {
      const ids = [...this.getModuleIds()];
      /** Those that are called so, and what they import at once. */
      const withImports = (name: RegExp): Set<string> => {
        const found = new Set<string>();
        const open = ids.filter((id) => name.test(id));
        for (let id = open.pop(); id !== undefined; id = open.pop()) {
          if (found.has(id) || STYLES.test(id)) continue;
          found.add(id);
          open.push(...(this.getModuleInfo(id)?.importedIds ?? []));
        }
        return found;
      };
      const needed = withImports(FORM).difference(withImports(PAGE));
      shared = needed.intersection(withImports(SIGNED_IN));
      form = needed.difference(shared);
    },
    outputOptions(options) {
      const { codeSplitting } = options;
      if (typeof codeSplitting !== 'object') throw new Error('vite.config.ts says what every page loads');
      // Without what they import, which may be what a page loads with itself.
      const groups = [
        { name: 'shared', test: (id: string) => shared.has(id), includeDependenciesRecursively: false },
        { name: 'form', test: (id: string) => form.has(id), includeDependenciesRecursively: false },
      ];
      return { ...options, codeSplitting: { ...codeSplitting, groups: [...(codeSplitting.groups ?? []), ...groups] } };
    },
  };
}
