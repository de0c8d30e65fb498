import { expect, test } from 'vitest';
import { modulesOf } from './fixtures/modules-of.ts';
import { linesOf, readModule } from './modules.ts';

test('a module tells what it takes of which file, and whether it needs it to start', () => {
  const modules = modulesOf({
    'src/a/one.ts': [
      `import type { T } from './two.ts';`,
      `import { type U, v } from '#/b/three.ts';`,
      `import * as all from '#app.config';`,
      `import one from '../b/four.tsx';`,
      `import { other } from 'a-package';`,
      `import './one.css';`,
      `export { passed } from './two.ts';`,
      `export const load = () => import('#/b/three.ts');`,
    ].join('\n'),
    'src/a/two.ts': '',
    'src/b/three.ts': '',
    'src/b/four.tsx': '',
    'app.config.ts': '',
  });
  expect(modules.get('src/a/one.ts')?.imports).toEqual([
    { file: 'src/a/two.ts', names: ['T'], kind: 'type' },
    { file: 'src/b/three.ts', names: ['U', 'v'], kind: 'value' },
    { file: 'app.config.ts', names: ['*'], kind: 'value' },
    { file: 'src/b/four.tsx', names: ['default'], kind: 'value' },
    { file: 'src/a/two.ts', names: ['passed'], kind: 'value' },
    { file: 'src/b/three.ts', names: ['*'], kind: 'later' },
  ]);
});

test('a module tells what it exports, in which line, and what it passes on', () => {
  const text = `const a = 1;\nexport { a as first };\nexport type T = 1;\nexport function f() {}\nexport default f;\nexport * from './b.ts';\nexport { x } from './b.ts';\n`;
  expect(readModule('a.ts', text, new Set()).exports).toEqual([
    { name: 'first', line: 2, isReexport: false, isType: false },
    { name: 'T', line: 3, isReexport: false, isType: true },
    { name: 'f', line: 4, isReexport: false, isType: false },
    { name: 'default', line: 5, isReexport: false, isType: false },
    { name: 'x', line: 7, isReexport: true, isType: false },
  ]);
});

test('lines are told with characters that take two places before them', () => {
  expect(readModule('a.ts', `// 🎬 é\n\nexport const x = '🎬';\n`, new Set()).exports[0]?.line).toBe(3);
});

test('what is no TypeScript is refused by name', () => {
  expect(() => readModule('broken.ts', 'export const = 1', new Set())).toThrow(/^broken\.ts: /);
});

test.each([
  ['', 0],
  ['a', 1],
  ['a\n', 1],
  ['a\n\nb', 3],
])('%j has %i lines', (text, lines) => {
  expect(linesOf(text)).toBe(lines);
});
