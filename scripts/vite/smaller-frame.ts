import { minify } from 'terser';
import type { Plugin } from 'vite';

/** The one file that every page loads (`frame` in vite.config.ts): it has React. */
const REACT = /\/node_modules\/react-dom\//;

/** Has the code of every page made smaller by Terser, which takes seconds and saves a kilobyte of what every visitor waits for. */
export function smallerFrame(): Plugin {
  return {
    name: 'smaller-frame',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    async renderChunk(code, { moduleIds }) {
      if (!moduleIds.some((id) => REACT.test(id))) return null;
      const smaller = await minify(code, { module: true, ecma: 2020, compress: { passes: 2 } });
      return smaller.code ?? null;
    },
  };
}
