import { tanstackStart } from '@tanstack/react-start/plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The smallest page of the same framework: what no page of it can go below. */
export default defineConfig({
  root: import.meta.dirname,
  build: { target: 'es2022' },
  environments: {
    client: { build: { outDir: '../../.cache/bench-hello/client', emptyOutDir: true } },
    ssr: {
      build: { outDir: '../../.cache/bench-hello/server', emptyOutDir: true },
      resolve: { noExternal: true },
    },
  },
  plugins: [tanstackStart(), react()],
});
