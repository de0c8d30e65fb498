import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Four kinds of tests; what a visitor does in a browser is playwright.config.ts. */
export default defineConfig({
  resolve: {
    tsconfigPaths: true,
    // Vite takes its modules and Node, for packages that need it, the same as CommonJS: their schemas would be strangers to each other.
    alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }],
  },
  test: {
    // Tests wait for disks, databases and clocks as much as they work: two go well together even on two cores.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    restoreMocks: true,
    // Seconds of arithmetic take several where other programs share the machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Of what is waited for, too: the default is a second. Less than what servers remember for half a minute, or look after once a minute.
    expect: { poll: { timeout: 15_000 } },
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
          // Each file has globals of its own in a process that others have used: half of what a process for each takes.
          pool: 'vmForks',
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
          exclude: ['tests/cluster/**', '**/*.cluster.test.ts'],
          globalSetup: ['tests/setup/databases.ts'],
          setupFiles: ['tests/setup/console.ts'],
          // They wait for workers, databases and replicas, which are processes of their own: one more than elsewhere.
          maxWorkers: Math.max(3, availableParallelism()),
          // Most take some seconds: what fails for time hangs, and is not just on a busy machine.
          testTimeout: 400_000,
          hookTimeout: 400_000,
          expect: { poll: { timeout: 60_000 } },
        },
      },
      {
        extends: true,
        test: {
          // The built site on several machines, each of them a process here. One file after the other: a few run at once as it is.
          name: 'cluster',
          environment: 'node',
          include: ['tests/cluster/**/*.test.ts', 'tests/**/*.cluster.test.ts'],
          setupFiles: ['tests/setup/console.ts'],
          fileParallelism: false,
          testTimeout: 400_000,
          hookTimeout: 400_000,
          expect: { poll: { timeout: 60_000 } },
        },
      },
    ],
  },
});
