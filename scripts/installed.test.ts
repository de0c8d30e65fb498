import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const installed = Object.keys(JSON.parse(read('package.json')).dependencies);

/** What the server is started with, and what it starts in threads and processes by its path: none of it is bundled. */
const started = globSync('src/**/*.ts', { cwd: ROOT, exclude: (file) => /\.test\.ts$|\/fixtures\//.test(file) })
  .flatMap((file) => [...read(file).matchAll(/resolve\('#\/([^']+\.ts)'\)/g)].map(([, path]) => `src/${path}`))
  .concat('src/entry.node.ts', 'src/worker.node.ts');
const IMPORTS = /(?:^|\n)(?:import|export) (?!type )[^;='(]*'([^']+)';|import\('([^']+)'\)/g;

/** As `imports` in package.json, and relative to who imports it. */
function pathOf(name: string, from: string): string {
  if (name === '#app.config') return 'app.config.ts';
  return name.startsWith('#/') ? `src/${name.slice(2)}` : relative(ROOT, join(ROOT, dirname(from), name));
}

/** Every file that one leads to, and the packages that they import. */
function reached(file: string, files = new Set<string>(), packages = new Set<string>()) {
  if (files.has(file)) return { files, packages };
  files.add(file);
  for (const [, first = '', second = first] of read(file).matchAll(IMPORTS)) {
    const path = pathOf(second, file);
    if (/^[.#]/.test(second)) {
      if (existsSync(join(ROOT, path))) reached(path, files, packages);
    } else if (!second.startsWith('node:')) packages.add(second.split('/', second.startsWith('@') ? 2 : 1).join('/'));
  }
  return { files, packages };
}

test('threads are found', () => {
  expect(started).toContain('src/server/store/embedded/postgres-thread.ts');
  expect(started).toContain('src/server/transfer/parsing/head-thread.ts');
  expect([...reached('src/server/store/embedded/postgres-thread.ts').packages]).toContain('@electric-sql/pglite');
});

test.each([...new Set(started)])('%s runs with what is installed to serve, from what is in the image', (file) => {
  const { files, packages } = reached(file);
  expect([...packages].filter((name) => !installed.includes(name))).toEqual([]);
  const image = [...read('Dockerfile').matchAll(/\/app\/(src\/\S+|\S+\.ts)/g)].map(([, path]) => path ?? '');
  const absent = [...files].filter((path) => !image.some((copied) => path === copied || path.startsWith(`${copied}/`)));
  expect(absent).toEqual([]);
});

test('what the build leaves outside is installed to serve', () => {
  const [, list = ''] = /const OUTSIDE = \[(.*)\]/.exec(read('vite.config.ts')) ?? [];
  const outside = [...list.matchAll(/'([^']+)'/g)].map(([, name]) => name);
  expect(outside.length).toBeGreaterThan(0);
  expect(outside.filter((name) => !installed.includes(name ?? ''))).toEqual([]);
});
