import { tanstackStart } from '@tanstack/react-start/plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { breakpointQueries } from './scripts/vite/breakpoint-queries.ts';
import { documentList } from './scripts/vite/document-list.ts';
import { documents } from './scripts/vite/documents.ts';
import { fewerChunks } from './scripts/vite/fewer-chunks.ts';
import { moduleStubs } from './scripts/vite/module-stubs.ts';
import { messageCatalogue } from './scripts/vite/message-catalogue.ts';
import { pictures } from './scripts/vite/pictures.ts';
import { quickSignIn } from './scripts/vite/quick-sign-in.ts';
import { rawRequests } from './scripts/vite/raw-requests.ts';
import { servedStyles } from './scripts/vite/served-styles.ts';
import { sitePages } from './scripts/vite/site-pages.ts';
import { smallerFrame } from './scripts/vite/smaller-frame.ts';
import { serviceWorker } from './scripts/vite/service-worker.ts';
import { themeVariables } from './scripts/vite/theme-variables.ts';

const OUTSIDE = ['@electric-sql/pglite', '@electric-sql/pglite-tools', 'piscina', 'sharp'];
/** Parts of a page that are opened by what a visitor does. */
const WAITED_FOR = /(?:DownloadWorkspace|AccountDialog)/;
const outDir = process.env['BUILD_DIR'] ?? 'dist';

export default defineConfig(({ command }) => ({
  resolve: {
    tsconfigPaths: true,
    // React's own, in the place of what stands in for it where React is older than this hook.
    alias: [
      { find: 'use-sync-external-store/shim/with-selector', replacement: 'use-sync-external-store/with-selector' },
    ],
  },
  build: {
    target: 'es2022',
    // The first browsers that know oklch(), in which the theme has its colours: for older ones each would be written twice.
    cssTarget: ['chrome111', 'firefox113', 'safari15.4'],
    // Every page carries the names of what its lazy parts need. Styles must be there; code is found as it is loaded, but for what a visitor waits for.
    modulePreload: {
      resolveDependencies: (file, needed) =>
        WAITED_FOR.test(file) ? needed : needed.filter((name) => name.endsWith('.css')),
    },
  },
  // Short names: pages carry those of parts that are styled before they are loaded.
  css: { modules: { generateScopedName: '_[hash:base64:5]' } },
  environments: {
    client: {
      build: {
        outDir: `${outDir}/client`,
        // What every page loads is one file, which is smaller than the many it falls into by what lazy parts share with it. Without the
        // entry: that waits for lazy parts (src/client.tsx), which would wait for the file it is in.
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'frame', tags: ['$initial'], test: (id) => !id.includes('/src/client.tsx'), priority: 1 },
              ],
            },
          },
        },
      },
    },
    ssr: {
      build: { outDir: `${outDir}/server` },
      // One self-contained server file: its first answer comes in half the time, with React's production mode baked in.
      // Outside stays what finds files beside its own: Postgres its WebAssembly, piscina what runs in its threads, sharp its library.
      // In development Node loads packages itself: Vite cannot run those that are CommonJS.
      resolve: command === 'build' ? { noExternal: true, external: OUTSIDE } : {},
    },
  },
  plugins: [
    breakpointQueries(),
    themeVariables(),
    messageCatalogue(),
    documentList(),
    sitePages(),
    pictures(),
    quickSignIn(),
    moduleStubs(),
    tanstackStart({
      importProtection: { behavior: 'error', client: { files: ['**/src/server/**'] } },
    }),
    { enforce: 'pre', ...documents() },
    react({ include: /\.(mdx|tsx?)$/ }),
    rawRequests(),
    servedStyles(),
    fewerChunks(),
    smallerFrame(),
    serviceWorker(),
  ],
}));
