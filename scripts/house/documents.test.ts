import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOMS } from '../../oxlint.config.ts';
import { WITH_LINKS, writtenDocuments } from './documents.ts';
import { readModules } from './modules.ts';
import { SYMBOL_LINK } from './symbol-links.ts';
import { workingTree } from './tree.ts';
import { walked, WALKS } from './walks.ts';

/** That what documents say of the code is so. What is taken from the code is mended by `npm run house -- --write`. */

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const tree = workingTree(ROOT);
const modules = readModules(ROOT, tree.files);
const { texts, lost } = writtenDocuments(tree, modules);
const documents = tree.files.filter((file) => /^(?:[^/]+|docs\/.+|\.github\/.+)\.md$/.test(file));

test.each([...texts])('%s is what npm run house -- --write writes', (file, text) => {
  expect(read(file)).toBe(text);
});

test('every name that a document leads to is somewhere', () => {
  expect(lost).toEqual([]);
});

test.each(WITH_LINKS)('%s: every line that is linked is that of a name', (document) => {
  const text = read(document);
  const named = [...text.matchAll(SYMBOL_LINK)];
  expect(named.length).toBeGreaterThan(1);
  expect([...text.matchAll(/\]\([^)]*#L\d/g)]).toHaveLength(named.length);
});

test.each(WALKS)('$title: every name on the way is in one file', (walk) => {
  const { files, lost: gone } = walked(modules, walk, 'now');
  expect(gone).toEqual([]);
  expect(files.length).toBeGreaterThan(10);
});

test.each(documents)('%s leads to files that there are', (document) => {
  const links = [...read(document).matchAll(/\]\((?!https?:|mailto:|#)([^)\s#]+)/g)].map(([, href = '']) => href);
  expect(links.filter((href) => !existsSync(join(ROOT, dirname(document), href)))).toEqual([]);
});

/** What was decided stays as it was written, whatever became of its files; two documents have short paths, or a test of their own. */
const ofToday = documents.filter((file) => !/^docs\/(?:decisions\/|specification|security)|^CHANGELOG/.test(file));

test.each(ofToday)('%s names paths that there are', (document) => {
  const paths = [...read(document).matchAll(/`((?:src|tests|scripts|bench|docs|content|messages|deploy)\/[^`\s]*)`/g)];
  const exact = paths.map(([, path = '']) => path).filter((path) => !/[*<…]/.test(path));
  expect(exact.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

/** What a short path may begin at. */
const PLACES = ['', 'src/', 'src/server/'];
/** A media type, a rule of lint, and what the build makes. */
const NO_PATHS = new Set(['application/json', 'react/no-danger', 'dist/client']);
const SHORT_PATH = /^[a-z][\w-]*(?:\/[\w@.$-]+)+\/?$/;
const FILE_NAME = /^[a-z][\w.-]*\.(?:[jt]sx?|mjs|css|conf|mdx?|json|ya?ml)$/;

test.each(documents.filter((file) => /^docs\/[^/]+$/.test(file)))(
  '%s: short paths and names are of files that there are',
  (document) => {
    const names = new Set(tree.files.map((file) => basename(file)));
    const isThere = (path: string) =>
      SHORT_PATH.test(path) ? PLACES.some((place) => existsSync(join(ROOT, place, path))) : names.has(path);
    const named = [...read(document).matchAll(/`([^`\s]+)`/g)].map(([, path = '']) => path);
    const paths = named.filter((path) => !NO_PATHS.has(path) && (SHORT_PATH.test(path) || FILE_NAME.test(path)));
    expect(paths.filter((path) => !isThere(path))).toEqual([]);
  },
);

test('the map names every room, and no other', () => {
  const [, rooms = ''] = read('docs/architecture.md').split('\n## Rooms\n');
  const [list = ''] = rooms.split('\nBeside `src/`');
  const named = list
    .split('\n')
    .filter((line) => line.startsWith('- '))
    .flatMap((line) => [...(line.split(':')[0] ?? '').matchAll(/\*\*`([^`]+)`\*\*/g)].map(([, room = '']) => room));
  expect(named.toSorted()).toEqual(Object.keys(ROOMS).toSorted());
});

test('docs/commands.md has every command', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const page = read('docs/commands.md');
  const spelt = (name: string) => (name === 'start' || name === 'test' ? `npm ${name}` : `npm run ${name}`);
  expect(Object.keys(scripts).filter((name) => !page.includes(`**\`${spelt(name)}`))).toEqual([]);
});

test('README.md is read in one go, and knows every document for operators and developers', () => {
  const readme = read('README.md');
  expect(Buffer.byteLength(readme)).toBeLessThanOrEqual(8000);
  const linked = [...readme.matchAll(/\]\((docs\/[^)/]+\.md|[A-Z]+\.md)\)/g)].map(([, href]) => href);
  expect(documents.filter((file) => /^docs\/[^/]+\.md$/.test(file) && !linked.includes(file))).toEqual([]);
});
