import type { Plugin } from 'vite';

/**
 * Keeps a stylesheet module that is imported for its styles alone. Vite takes such an import for needless; here it is how a page has the
 * styles of a part whose HTML the server renders and whose code is loaded later, or never.
 */
export function servedStyles(): Plugin {
  return {
    name: 'served-styles',
    enforce: 'post',
    transform: (code, id) =>
      id.endsWith('.module.css') ? { code, map: null, moduleSideEffects: 'no-treeshake' } : null,
  };
}
