import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KnipConfig } from 'knip';

const SOURCES = globSync('{bench,scripts,src,tests}/**/*.{ts,tsx,mjs}', { cwd: import.meta.dirname });
/** A path in a string that imports nothing: `join(folder, 'fixtures/child.ts')`, `'#/server/store/embedded/postgres-thread.ts'`. */
const NAMED = /(?:(?<!from |import |import\()['"`](?:#|\.\.)\/|['"` ])((?:\w[\w.-]*\/)*\w[\w.-]*\.(?:ts|mjs))['"`]/g;

/** What is started by its path, in a process or a thread of its own. */
function startedByPath(): string[] {
  const text = SOURCES.map((file) => readFileSync(join(import.meta.dirname, file), 'utf8')).join('\n');
  const names = new Set([...text.matchAll(NAMED)].map(([, name]) => `/${name}`));
  return SOURCES.filter((file) => [...names].some((name) => `/${file}`.endsWith(name)));
}

/** Files that nobody needs, and dependencies that are not used or not named in package.json. */
const config: KnipConfig = {
  entry: [
    'scripts/run.mjs',
    'scripts/commands/*.ts',
    'src/{entry,worker}.node.ts',
    'src/{client,router,server,start}.{ts,tsx}',
    'src/routes/**/*.{ts,tsx}',
    // Built and started by itself (scripts/vite/service-worker.ts).
    'src/site/pwa/worker/service-worker.ts',
    // playwright.config.ts starts it.
    'tests/e2e/serve.ts',
    'bench/hello/vite.config.ts',
    'bench/hello/src/**/*.{ts,tsx}',
    ...startedByPath(),
  ],
  project: ['*.ts', '{bench,scripts,src,tests}/**/*.{ts,tsx,mjs}', '!**/paraglide/**'],
  ignoreDependencies: [
    // Started by its program's name (scripts/setup/messages.ts), with the plugin that project.inlang/settings.json names.
    '@inlang/paraglide-js',
    '@inlang/plugin-message-format',
    // In a script for another process (src/server/bucket/fixtures/s3-server.ts).
    's3rver',
  ],
  // Of the system, found or fetched by scripts/setup/programs.ts.
  ignoreBinaries: ['ffmpeg', 'openssl'],
  // What a module exports beyond what is imported is its own affair.
  exclude: ['exports', 'types', 'nsExports', 'nsTypes', 'enumMembers', 'duplicates'],
};

export default config;
