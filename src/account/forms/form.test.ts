import { afterEach, describe, expect, test } from 'vitest';
import type { SignUpRule } from '#/model/sign-up-rule.ts';
import { configWith, STRICT_PASSWORD } from '../fixtures/account-config.ts';
import { checkForm, formOf } from './form.ts';
import { overwriteGetLocale } from '../texts/paraglide/runtime.js';
import type { FieldScreen } from './fields.ts';

const everything = configWith({
  loginMechanisms: ['username', 'email', 'phone_number'],
  signUpAttributes: ['birthdate', 'website', 'preferred_username', 'given_name'],
  passwordSettings: STRICT_PASSWORD,
});

const right = {
  username: 'ada',
  email: 'ada@example.com',
  country_code: '+1',
  phone_number: '2345678900',
  password: 'Abcdef1!',
  confirm_password: 'Abcdef1!',
  birthdate: '1815-12-10',
  website: 'https://example.com',
  preferred_username: 'ada',
  given_name: 'Ada',
  acknowledgement: 'yes',
};

function problem(screen: FieldScreen, values: Record<string, string>, field: string): string | null {
  const checked = checkForm(formOf(everything, screen), values);
  return checked.ok ? null : (checked.problems[field]?.text() ?? null);
}

const inSignUp = (field: string, value: string) => problem('signUp', { ...right, [field]: value }, field);

test('a form that is right is sent trimmed, but for the password, with one telephone number', () => {
  const checked = checkForm(formOf(everything, 'signUp'), { ...right, username: '  ada ', given_name: ' Ada\t' });
  expect(checked).toEqual({
    ok: true,
    values: {
      username: 'ada',
      email: 'ada@example.com',
      phone_number: '+12345678900',
      password: 'Abcdef1!',
      confirm_password: 'Abcdef1!',
      birthdate: '1815-12-10',
      website: 'https://example.com',
      preferred_username: 'ada',
      given_name: 'Ada',
      acknowledgement: 'yes',
    },
  });
});

describe('each rule has its message', () => {
  test.each([
    ['username', '', 'Username cannot be empty'],
    ['username', '   ', 'Username cannot be empty'],
    ['username', 'ada@example.com', 'A username cannot be an email address'],
    ['username', '+12345678900', 'A username cannot be a phone number'],
    ['username', 'ada lovelace', 'A username cannot have spaces'],
    ['email', '', 'Email cannot be empty'],
    ['email', 'ada', 'Please enter a valid email'],
    ['email', 'ada@example', 'Please enter a valid email'],
    ['email', 'a b@example.com', 'Please enter a valid email'],
    ['email', ' ada@example.com ', null],
    ['phone_number', '', 'Phone number cannot be empty'],
    ['phone_number', '12', 'Invalid phone number format'],
    ['phone_number', '555 CALL ME', 'Invalid phone number format'],
    ['phone_number', '12345678901234567', 'Invalid phone number format'],
    ['phone_number', '(234) 567-8900', null],
    ['password', '', 'Password cannot be empty'],
    ['password', 'Ab1!', 'Password must have at least 8 characters'],
    ['password', 'ABCDEF1!', 'Password must have lower case letters'],
    ['password', 'abcdef1!', 'Password must have upper case letters'],
    ['password', 'Abcdefg!', 'Password must have numbers'],
    ['password', 'Abcdefg1', 'Password must have special characters'],
    ['password', ' Abcdef1', 'Invalid password format'],
    ['confirm_password', '', 'This field is required'],
    ['confirm_password', 'Abcdef1?', 'Your passwords must match'],
    ['birthdate', '', 'This field is required'],
    ['birthdate', '2001-02-29', 'Please enter a valid date'],
    ['birthdate', '2000-02-29', null],
    ['website', 'example', 'Please enter a full web address, like https://example.com'],
    ['website', 'javascript:alert(1)', 'Please enter a full web address, like https://example.com'],
    ['preferred_username', 'ada@example.com', 'A username cannot be an email address'],
    ['preferred_username', '+12345678900', 'A username cannot be a phone number'],
    ['preferred_username', 'ada lovelace', 'A username cannot have spaces'],
    ['given_name', '  ', 'This field is required'],
    ['acknowledgement', '', 'Please agree with the Terms & Conditions'],
  ])('%s %j: %j', (field, value, expected) => {
    expect(inSignUp(field, value)).toBe(expected);
  });

  test.each([
    ['', 'Confirmation code cannot be empty'],
    ['12345', 'The code must have six digits'],
    ['12345a', 'The code must have six digits'],
    ['123456', null],
  ])('a code %j: %j', (code, expected) => {
    expect(problem('confirmSignUp', { confirmation_code: code }, 'confirmation_code')).toBe(expected);
  });

  test('an answer to a challenge cannot be empty', () => {
    expect(problem('customChallenge', {}, 'challenge_response')).toBe('Challenge response cannot be empty');
  });
});

describe('what counts as a symbol', () => {
  test.each([...'^$*.[]{}()?"!@#%&/\\,><\':;|_~`=+-', ' '])('%j does', (symbol) => {
    expect(inSignUp('password', `Abcd${symbol}ef1`)).toBeNull();
  });

  test.each(['§', 'é', '£', '\t', '☃'])('%j does not', (symbol) => {
    expect(inSignUp('password', `Abcd${symbol}ef1`)).toBe('Password must have special characters');
  });
});

describe('telephone numbers', () => {
  test.each([
    ['+1', '2345678900', '+12345678900'],
    ['+49', '0170 / 123-45.67', '+4901701234567'],
    ['+1', '+44 20 7946 0958', '+442079460958'],
    ['+355', ' 69 123 4567 ', '+355691234567'],
  ])('%s and %j are %s', (country_code, phone_number, expected) => {
    const checked = checkForm(formOf(everything, 'signUp'), { ...right, country_code, phone_number });
    expect(checked.ok && checked.values['phone_number']).toBe(expected);
  });
});

test('a name that only looks like another kind of address is one where nobody is known by such addresses', () => {
  const config = configWith({ loginMechanisms: ['username'], signUpAttributes: ['preferred_username'] });
  const values = { ...right, username: '+12345678900', preferred_username: 'ada@example.com' };
  expect(checkForm(formOf(config, 'signUp'), values).ok).toBe(true);
});

test('a password that is only told, not chosen, has to follow no rule', () => {
  const checked = checkForm(formOf(everything, 'signIn'), { username: 'ada@example.com', password: ' x ' });
  expect(checked).toEqual({ ok: true, values: { username: 'ada@example.com', password: ' x ' } });
});

test('what need not be answered may stay empty, and is not sent; what is answered has to be right', () => {
  const config = configWith({
    signUpAttributes: ['website'],
    asksForTerms: false,
    formFields: { signUp: { website: { isRequired: false } } },
  });
  const form = formOf(config, 'signUp');
  const values = { email: 'ada@example.com', password: 'Abcdefg1', confirm_password: 'Abcdefg1', website: '' };
  const { website: _, ...sent } = values;
  expect(checkForm(form, values)).toEqual({ ok: true, values: sent });
  expect(checkForm(form, { ...values, website: 'nothing' }).ok).toBe(false);
});

test('several fields can be wrong at once, each with its first problem', () => {
  const checked = checkForm(formOf(everything, 'signUp'), { ...right, email: 'x', password: 'a', given_name: '' });
  expect(checked.ok ? [] : Object.keys(checked.problems)).toEqual([
    'email',
    'password',
    'given_name',
    'confirm_password',
  ]);
});

describe('rules of the installation', () => {
  const rule: SignUpRule = {
    field: 'email',
    isMet: ({ email = '' }) => email.endsWith('@example.com'),
    texts: { en: 'Only people of Example', fr: 'Réservé aux personnes d’Example' },
  };
  const told = (email: string, rules = [rule]) => {
    const checked = checkForm(formOf(everything, 'signUp', { rules }), { ...right, email });
    return checked.ok ? null : checked.problems['email']?.text();
  };
  afterEach(() => overwriteGetLocale(() => 'en'));

  test('are checked where nothing else is wrong, against what would be sent', () => {
    expect(told('ada@other.com')).toBe('Only people of Example');
    expect(told('ada')).toBe('Please enter a valid email');
    expect(told(' ada@example.com ')).toBeNull();
  });

  test('speak the visitor’s language where they can', () => {
    overwriteGetLocale(() => 'fr');
    expect(told('ada@other.com')).toBe('Réservé aux personnes d’Example');
    overwriteGetLocale(() => 'de');
    expect(told('ada@other.com')).toBe('Only people of Example');
  });

  test('of what sign-up does not ask for keep nobody out', () => {
    expect(told('ada@example.com', [{ ...rule, field: 'custom:team', isMet: () => false }])).toBeNull();
  });
});
