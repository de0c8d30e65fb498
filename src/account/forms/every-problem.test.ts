import { expect, test } from 'vitest';
import { configWith, STRICT_PASSWORD } from '../fixtures/account-config.ts';
import type { SentenceOf } from '../fixtures/sentences.ts';
import { m as text } from '../texts/paraglide/messages.js';
import type { FormValues } from './field.ts';
import type { FieldScreen } from './fields.ts';
import { checkForm, formOf } from './form.ts';
import { isProblemCode } from './problem.ts';

/** Every message that a form can cause, by what is typed into it. What else the rules are is form.test.ts. */

const everything = configWith({
  loginMechanisms: ['username', 'email', 'phone_number'],
  signUpAttributes: ['birthdate', 'website', 'given_name'],
  passwordSettings: STRICT_PASSWORD,
});

type Typed = [screen: FieldScreen, field: string, values: FormValues];
const inSignUp = (field: string, typed: string): Typed => ['signUp', field, { [field]: typed }];
const passwords = { password: 'Abcdef1!', confirm_password: 'Abcdef1?' };

/** Those of docs/specification.md 5.2–5.13 and 8.6–8.15. */
const QUOTED: Record<SentenceOf<'form'>, Typed> = {
  'Password must have at least 8 characters': inSignUp('password', 'Ab1!'),
  'Password must have lower case letters': inSignUp('password', 'ABCDEF1!'),
  'Password must have upper case letters': inSignUp('password', 'abcdef1!'),
  'Password must have numbers': inSignUp('password', 'Abcdefg!'),
  'Password must have special characters': inSignUp('password', 'Abcdefg1'),
  'Your passwords must match': ['signUp', 'confirm_password', passwords],
  'Please enter a valid email': inSignUp('email', 'ada'),
  'This field is required': inSignUp('given_name', ''),
  'Username cannot be empty': inSignUp('username', ''),
  'Email cannot be empty': inSignUp('email', ''),
  'Phone number cannot be empty': inSignUp('phone_number', ''),
  'Password cannot be empty': inSignUp('password', ''),
  'Confirmation code cannot be empty': ['confirmSignUp', 'confirmation_code', {}],
  'Challenge response cannot be empty': ['customChallenge', 'challenge_response', {}],
  'Invalid password format': inSignUp('password', ' Abcdef1!'),
  'Invalid phone number format': inSignUp('phone_number', '12'),
};

/** Ours besides. */
const OURS: Record<string, Typed> = {
  'A username cannot be an email address': inSignUp('username', 'ada@example.com'),
  'A username cannot be a phone number': inSignUp('username', '+12345678900'),
  'A username cannot have spaces': inSignUp('username', 'ada lovelace'),
  'The code must have six digits': ['confirmSignUp', 'confirmation_code', { confirmation_code: '12345' }],
  'Please enter a valid date': inSignUp('birthdate', '2001-02-29'),
  'Please enter a full web address, like https://example.com': inSignUp('website', 'example'),
  'Please agree with the Terms & Conditions': inSignUp('acknowledgement', ''),
};

function problemOf([screen, field, values]: Typed) {
  const checked = checkForm(formOf(everything, screen), values);
  return checked.ok ? undefined : checked.problems[field];
}

const all = Object.entries({ ...QUOTED, ...OURS });

test.each(all)('%j is told', (sentence, typed) => {
  expect(problemOf(typed)?.text()).toBe(sentence);
});

test('no other can be', () => {
  const codes = Object.keys(text).flatMap((key) => key.match(/^problem_(.+)/)?.[1] ?? []);
  expect(codes.filter((code) => !isProblemCode(code))).toEqual([]);
  expect(all.map(([, typed]) => problemOf(typed)?.code).toSorted()).toEqual(codes.toSorted());
});
