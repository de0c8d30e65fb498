import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fullest, measure } from './measure.ts';
import { names, report } from './report.ts';
import { atCommit, workingTree } from './tree.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'clipferry-measured-'));
});
afterEach(() => rmSync(root, { recursive: true }));

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@x', '-c', 'commit.gpgsign=false', ...args], {
    cwd: root,
  });
function write(files: Record<string, string>): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
}

test('a commit and what became of it are measured by what is in them, not in what git ignores', () => {
  git('init', '--quiet');
  write({
    '.gitignore': 'ignored.ts\n',
    'package.json': '{"dependencies":{"a":"1"},"devDependencies":{"b":"1","c":"1"}}',
    'README.md': 'é\n',
    'src/x/a.ts': `import { b } from './b.ts';\nexport const a = b;\n`,
    'src/x/b.ts': `import { a } from './a.ts';\nexport const b = () => a;\n`,
    'src/x/b.test.ts': '\n\n\n',
    'src/x/page.css': 'a {\n}\n',
    'tests/e2e/all.spec.ts': '\n',
  });
  git('add', '.');
  git('commit', '--quiet', '-m', 'one');
  write({
    'src/x/b.ts': `export const b = 1;\n`,
    'src/y/new.py': 'x = 1\n',
    'src/x/ignored.ts': 'export const a = 1;\n',
    'README.md': '',
  });
  const before = atCommit(root, 'HEAD', (tree) => measure(tree, 'before'));
  const now = measure(workingTree(root), 'now');
  expect(before).toMatchObject({
    sourceFiles: 2,
    sourceLines: 4,
    testFiles: 2,
    testLines: 4,
    cssLines: 2,
    readmeBytes: 3,
    folders: [['src/x', 2]],
    valueCycles: [['src/x/a.ts', 'src/x/b.ts']],
    dependencies: { production: 1, development: 2, optional: 0 },
  });
  expect(now).toMatchObject({ sourceFiles: 3, sourceLines: 4, readmeBytes: 0, valueCycles: [], homonyms: new Map() });
  const told = report({ title: 'HEAD', figures: before }, now);
  expect(told).toMatch(/^lines of source +4 +4$/m);
  expect(told).toContain('Cycles of imports: 0');
  expect(names(before)).toContain('Files under 25 lines with one importer: 2\n  src/x/a.ts\n  src/x/b.ts');
  expect(told).toMatch(/^bytes of README\.md +3 +0$/m);
  expect(told).toMatch(/^import cycles \(files\) +1 \(up to 2\) +0$/m);
});

test('what is no commit of this clone is refused', () => {
  git('init', '--quiet');
  expect(() => atCommit(root, 'nowhere', () => null)).toThrow('nowhere');
});

test('folders are told by the files that they have themselves', () => {
  expect(fullest(['a/b/1.ts', 'a/1.ts', 'a/2.ts', 'b/1.ts'])).toEqual([
    ['a', 2],
    ['a/b', 1],
    ['b', 1],
  ]);
});
