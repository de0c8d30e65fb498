import { expect, test } from 'vitest';
import { ROOMS } from '../../oxlint.config.ts';
import { modulesOf } from './fixtures/modules-of.ts';
import { roomsDiagram } from './rooms-diagram.ts';

const modules = modulesOf({
  'src/download/deep/form.ts': `import type { Server } from '#/server/index.ts'; import { own } from './own.ts'; import { noun } from '#/model/noun.ts'; export const form: Server = [own, noun];`,
  'src/download/deep/own.ts': `export const own = 1;`,
  'src/model/noun.ts': `export const noun = 1;`,
  'src/server/index.ts': `import { engine } from '#/server/engine/index.ts'; export type Server = typeof engine;`,
  'src/server/engine/index.ts': `import type { Door } from '#/server/egress/door.ts'; export const engine: Door = 1;`,
  'src/server/engine/read.ts': `import { door } from '#/server/egress/door.ts'; export const read = door;`,
  'src/server/egress/door.ts': `export type Door = number; export const door = 1;`,
  'src/server/egress/door.test.ts': `import { read } from '#/server/engine/read.ts'; export const tried = read;`,
});

test('arrows are what files import of other rooms, dotted where it is types only; tests draw none', () => {
  const arrows = roomsDiagram(modules).match(/^ {2}\S+ -\.?->.*$/gm);
  expect(arrows).toEqual(['  download -.-> composition', '  server-engine --> server-egress']);
});

test('every room is drawn once', () => {
  const drawn = [...roomsDiagram(modules).matchAll(/^ {4}([\w-]+)\["/gm)].map(([, id]) => id);
  expect(drawn).toHaveLength(Object.keys(ROOMS).length + 2);
  expect(new Set(drawn).size).toBe(drawn.length);
});
