import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../setup/paths.mjs';
import { classProblems } from './style-classes.ts';
import { workingTree } from './tree.ts';

test('every class of a CSS module is taken by somebody, and every class that is taken is there', () => {
  const files = workingTree(ROOT).files.filter((path) => /^src\/.*(?:\.tsx?|\.module\.css)$/.test(path));
  expect(classProblems(new Map(files.map((path) => [path, readFileSync(join(ROOT, path), 'utf8')])))).toEqual([]);
});

test('told are classes that are left over, also in selectors of others, and those that there are not', () => {
  const css = `
    /* As .said and { .told } here. */
    @media (max-width: 23.9em) {
      .list > .left { margin: 0.5em; }
      .list:not(.none) :global(.of:is(.another, :not(.library))) { mask: url('sign.svg'); }
    }`;
  const texts = new Map([
    ['src/a/List.module.css', css],
    ['src/a/Empty.module.css', '.only {}'],
    [
      'src/a/List.tsx',
      `import './Empty.module.css';\nimport list from './List.module.css';\nexport const a = list.list;`,
    ],
    [
      'src/b/B.tsx',
      `import parts from '#/a/List.module.css';\nexport const b = [parts.none, parts.gone, parts['left']];`,
    ],
  ]);
  expect(classProblems(texts)).toEqual([
    'src/b/B.tsx: src/a/List.module.css has no .gone',
    'src/a/List.module.css: .left',
    'src/a/Empty.module.css: .only',
  ]);
});
