import { expect, test } from 'vitest';
import { modulesOf } from './fixtures/modules-of.ts';
import { type Walk, walked } from './walks.ts';

const modules = modulesOf({
  'src/form.ts': `export const Form = 1; export const submit = 2;`,
  'src/a/send.ts': `export const send = 1;`,
  'src/b/send.ts': `export const send = 1;`,
  'src/b/index.ts': `export { send } from './send.ts';`,
  'src/send.test.ts': `export const arrive = 1;`,
});

const walk: Walk = {
  title: 'a parcel',
  passes: ['Form', 'submit', 'send in a/send.ts', { before: 'carry', now: null }, 'send in b/send.ts'],
};

test('a file that is passed twice counts once, and what is no longer passed not at all', () => {
  expect(walked(modules, walk, 'now')).toEqual({ files: ['src/form.ts', 'src/a/send.ts', 'src/b/send.ts'], lost: [] });
});

test('a name that is nowhere is lost, and so is one that several files have, or tests alone', () => {
  expect(walked(modules, walk, 'before').lost).toEqual(['carry']);
  expect(walked(modules, { title: '', passes: ['send', 'arrive'] }, 'now')).toEqual({
    files: [],
    lost: ['send', 'arrive'],
  });
});
