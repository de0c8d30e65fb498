import { expect, test } from 'vitest';
import { configWith } from '../fixtures/account-config.ts';
import { signUpValues } from './sign-up-values.ts';

const values = {
  email: 'ada@example.com',
  phone_number: '+12345678900',
  password: 'Abcdefg1',
  confirm_password: 'Abcdefg1',
  acknowledgement: 'yes',
  'custom:team': 'red',
};
const attributes = { email: 'ada@example.com', phone_number: '+12345678900', 'custom:team': 'red' };

test('who has no user name is known by the first way to sign in', () => {
  expect(signUpValues(configWith({ loginMechanisms: ['email', 'phone_number'] }), values)).toEqual({
    username: 'ada@example.com',
    password: 'Abcdefg1',
    attributes,
  });
  const byPhone = configWith({ loginMechanisms: ['phone_number', 'email'] });
  expect(signUpValues(byPhone, values).username).toBe('+12345678900');
});

test('who has one is known by it, and it is no attribute', () => {
  const config = configWith({ loginMechanisms: ['email', 'username'] });
  expect(signUpValues(config, { ...values, username: 'ada' })).toEqual({
    username: 'ada',
    password: 'Abcdefg1',
    attributes,
  });
});
