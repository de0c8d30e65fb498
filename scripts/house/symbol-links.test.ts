import { expect, test } from 'vitest';
import { modulesOf } from './fixtures/modules-of.ts';
import { withSymbolLinks } from './symbol-links.ts';

const modules = modulesOf({
  'src/new/link.ts': `\nexport const recognise = 1;`,
  'src/a/route.ts': `export const route = 1;`,
  'src/b/other.ts': `\n\nexport const route = 1;`,
});
const linked = (text: string) => withSymbolLinks(text, 'docs/walk.md', modules);

test('a link leads to the line where its name stands now, in whatever folder', () => {
  expect(linked(`[x](../src/old/link.ts#L9 "recognise")`)).toEqual({
    text: `[x](../src/new/link.ts#L2 'recognise')`,
    lost: [],
  });
});

test('of several files that have a name it is the one that the link leads to, or one of that name', () => {
  expect(linked(`[x](../src/b/other.ts 'route')`).text).toBe(`[x](../src/b/other.ts#L3 'route')`);
  expect(linked(`[x](../src/moved/route.ts#L1 'route')`).text).toBe(`[x](../src/a/route.ts#L1 'route')`);
});

test('a name that is nowhere, or anywhere, is told and left as it is', () => {
  const text = `[x](../src/gone.ts#L1 'gone') [y](../src/gone.ts 'route') [z](other.md 'a title')`;
  expect(linked(text)).toEqual({ text, lost: ['gone', 'route'] });
});
