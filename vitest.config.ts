import { defineConfig } from 'vitest/config';

/** Three kinds of tests beside the code; what a visitor does in a browser is playwright.config.ts. */
export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    restoreMocks: true,
    unstubEnvs: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          include: ['{src,scripts,bench}/**/*.test.ts'],
          exclude: ['**/*.contract.test.ts'],
          setupFiles: ['tests/setup/console.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'components',
          environment: 'jsdom',
          include: ['src/**/*.test.tsx'],
          setupFiles: ['tests/setup/console.ts', 'tests/setup/browser.ts'],
        },
      },
      {
        extends: true,
        test: {
          // With the replicas of the platforms and the real Python worker.
          name: 'contract',
          environment: 'node',
          include: ['src/**/*.contract.test.ts', 'tests/**/*.test.ts'],
          setupFiles: ['tests/setup/console.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
