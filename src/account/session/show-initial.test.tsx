import { beforeEach, expect, test } from 'vitest';
import { USER } from '../fixtures/flow.ts';
import { publishSession } from './session.ts';
import { initialOf, showInitial } from './show-initial.ts';

beforeEach(() => publishSession(null));

test.each([
  ['ada@example.org', 'A'],
  ['élodie', 'É'],
  ['  «Жан»', 'Ж'],
  ['+4912345', '4'],
  ['李雷', '李'],
  ['…', null],
])('the initial of %s is %s', (name, initial) => expect(initialOf(name)).toBe(initial));

test('the page has it as long as somebody is signed in', () => {
  const root = document.documentElement;
  showInitial();
  expect(root.hasAttribute('data-initial')).toBe(false);
  publishSession(USER);
  expect([root.hasAttribute('data-initial'), root.style.getPropertyValue('--account-initial')]).toEqual([true, '"A"']);
  publishSession(null);
  expect([root.hasAttribute('data-initial'), root.style.getPropertyValue('--account-initial')]).toEqual([false, '']);
});
