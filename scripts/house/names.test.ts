import { expect, test } from 'vitest';
import { modulesOf } from './fixtures/modules-of.ts';
import { homonyms, smallWithOneImporter, unusedExports } from './names.ts';

const LONG = '\n'.repeat(30);

const modules = modulesOf({
  'src/one.ts': `import { order } from './small.ts'; export const route = order; export const unused = 1;`,
  'src/two.ts': `import { order } from './long.ts'; import { route } from './one.ts'; export { route }; export const list = order;`,
  'src/three.ts': `import * as two from './two.ts'; export const route = two;`,
  'src/small.ts': `export const order = 1;`,
  'src/long.ts': `export const order = 2;${LONG}`,
  'src/shared.ts': `export const shared = 3;`,
  'src/four.ts': `import './shared.ts'; import { shared } from './shared.ts'; export const four = shared;`,
  'src/five.ts': `import { shared } from './shared.ts'; import { four } from './four.ts'; export const five = [shared, four];`,
  'src/passing.ts': `export { order } from './small.ts';`,
  'src/one.test.ts': `import { unused } from './one.ts'; import { forTests } from './five.ts'; export const order = unused;`,
});

test('names that several files have for things of their own; passing one on is no other thing, and tests do not count', () => {
  expect([...homonyms(modules)]).toEqual([
    ['order', ['src/small.ts', 'src/long.ts']],
    ['route', ['src/one.ts', 'src/three.ts']],
  ]);
});

test('small files that one file alone needs, however often it names them', () => {
  expect(smallWithOneImporter(modules)).toEqual(['src/one.ts', 'src/two.ts', 'src/four.ts']);
});

test('exports that nobody takes: not of what is taken whole, nor of what is started by its path', () => {
  const more = modulesOf({
    'src/a.ts': `export const used = 1; export const forgotten = 2; export type Left = 3;`,
    'src/b.ts': `import { used } from './a.ts'; export const started = used;`,
  });
  expect(unusedExports(more)).toEqual({ values: ['src/a.ts: forgotten'], types: ['src/a.ts: Left'] });
  expect(unusedExports(modules)).toEqual({ values: ['src/five.ts: five'], types: [] });
});
