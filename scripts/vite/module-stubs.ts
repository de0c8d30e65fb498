import type { Plugin } from 'vite';

/** Modules of packages that visitors would download and this site never runs, with what stands in their places. */
const STUBS: Record<string, { file: RegExp; code: string }> = {
  // It brings what calls server functions into what every page loads. Parts that call some bring it themselves.
  'server functions in the data of a page': {
    file: /\/start-client-core\/dist\/esm\/client\/ServerFunctionSerializationAdapter\.js$/,
    code: `export const ServerFunctionSerializationAdapter = {
      key: '$TSS/serverfn',
      test: () => false,
      fromSerializable: () => { throw new Error('A server function came with the data of a page'); },
    };`,
  },
  'answers of server functions that are streams': {
    file: /\/start-client-core\/dist\/esm\/client-rpc\/frame-decoder\.js$/,
    code: `export const createFrameDecoder = () => { throw new Error('A server function answered with a stream'); };`,
  },
  // They are in the page's styles already (scripts/vite/theme-variables.ts).
  'variables of the theme, written by the browser': {
    file: /\/@mantine\/core\/esm\/core\/MantineProvider\/MantineCssVariables\/MantineCssVariables\.mjs$/,
    code: `export const MantineCssVariables = () => null;`,
  },
};

/** Leaves modules out of what browsers get. Fails where a package has moved one. */
export function moduleStubs(): Plugin {
  const unmet = new Set(Object.keys(STUBS));
  return {
    name: 'module-stubs',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    load: {
      filter: { id: Object.values(STUBS).map(({ file }) => file) },
      handler(id) {
        for (const [what, { file, code }] of Object.entries(STUBS)) {
          if (!file.test(id)) continue;
          unmet.delete(what);
          return { code, map: null, moduleSideEffects: false };
        }
        return null;
      },
    },
    buildEnd(error) {
      if (!error && unmet.size > 0) this.error(`Not found any more, to be left out: ${[...unmet].join(', ')}`);
    },
  };
}
