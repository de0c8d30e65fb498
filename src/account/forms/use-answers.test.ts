import { describe, expect, test } from 'vitest';
import { configWith } from '../fixtures/account-config.ts';
import { checkForm, formOf } from './form.ts';
import { visibleProblems } from './use-answers.ts';

const form = formOf(configWith({ asksForTerms: false }), 'signUp');

function told(values: Record<string, string>, touched: string[]): string[] {
  const checked = checkForm(form, values);
  return checked.ok ? [] : Object.keys(visibleProblems(checked.problems, values, new Set(touched)));
}

test('what is wrong with a field is told once it was left', () => {
  expect(told({ email: 'ada' }, [])).toEqual([]);
  expect(told({ email: 'ada' }, ['email'])).toEqual(['email']);
});

describe('that two passwords differ is told', () => {
  test.each([
    ['when both have six characters', 'abcdef', 'abcdeg', [], true],
    ['not while the second is shorter', 'abcdef', 'abcde', [], false],
    ['not while the first is shorter', 'abcde', 'abcdef', [], false],
    ['when both were left, however short', 'abc', 'abd', ['password', 'confirm_password'], true],
    ['not when only the second was left', 'abc', 'abd', ['confirm_password'], false],
    ['not when only the first was left', 'abc', 'abd', ['password'], false],
    ['not when they are the same', 'abcdef', 'abcdef', ['password', 'confirm_password'], false],
  ] as const)('%s', (_, password, confirm_password, touched, expected) => {
    expect(told({ password, confirm_password }, [...touched]).includes('confirm_password')).toBe(expected);
  });
});
