import type { Plugin } from 'vite';

/**
 * Parts of Amplify that it chooses among as it runs, and that this site never has it choose, without which each visitor who signs in
 * loads 4 KB less: readers of the configuration files that Amazon's tools write, and tokens in cookies.
 */
const UNUSED: Record<string, string> = {
  'utils/parseAmplifyConfig.mjs': 'export const parseAmplifyConfig = (config) => config;',
  'context/selectSsrKeyValueStorage.mjs':
    "import { defaultStorage } from '../storage/index.mjs'; export const selectSsrKeyValueStorage = () => defaultStorage;",
};
const FOLDER = '/@aws-amplify/core/dist/esm/';

/** Leaves them out of the build. Fails where Amplify has moved them. */
export function unusedAmplify(): Plugin {
  const left = new Set<string>();
  return {
    name: 'unused-amplify',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    load: {
      filter: { id: /\/@aws-amplify\/core\/dist\/esm\// },
      handler(id) {
        const module = id.slice(id.lastIndexOf(FOLDER) + FOLDER.length);
        const source = UNUSED[module];
        if (source !== undefined) left.add(module);
        return source;
      },
    },
    buildEnd(error) {
      const missed = Object.keys(UNUSED).filter((module) => !left.has(module));
      if (!error && missed.length > 0) this.error(`Amplify has no ${missed.join(', ')} any more.`);
    },
  };
}
