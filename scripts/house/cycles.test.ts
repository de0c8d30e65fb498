import { expect, test } from 'vitest';
import { cyclesOf } from './cycles.ts';
import { modulesOf } from './fixtures/modules-of.ts';

const modules = modulesOf({
  'a.ts': `import { b } from './b.ts'; import { alone } from './alone.ts'; export const a = [b, alone];`,
  'b.ts': `import { c } from './c.ts'; export const b = c;`,
  'c.ts': `import { a } from './a.ts'; export const c = () => a;`,
  'alone.ts': `export const alone = 1;`,
  'x.ts': `import type { Y } from './y.ts'; export type X = Y;`,
  'y.ts': `import { x } from './later.ts'; export type Y = typeof x;`,
  'later.ts': `import type { X } from './x.ts'; export const x = (): Promise<X> => import('./y.ts');`,
});

test('files that need each other to start are a cycle; types and what is loaded later make none', () => {
  expect(cyclesOf(modules, ['value'])).toEqual([['a.ts', 'b.ts', 'c.ts']]);
});

test('with types there are more', () => {
  expect(cyclesOf(modules, ['value', 'type'])).toEqual([
    ['a.ts', 'b.ts', 'c.ts'],
    ['later.ts', 'x.ts', 'y.ts'],
  ]);
});

test('circles that share a file are one', () => {
  const eight = modulesOf({
    'left.ts': `import './middle.ts';`,
    'middle.ts': `import './left.ts'; import './right.ts';`,
    'right.ts': `import './middle.ts';`,
  });
  expect(cyclesOf(eight, ['value'])).toEqual([['left.ts', 'middle.ts', 'right.ts']]);
});
