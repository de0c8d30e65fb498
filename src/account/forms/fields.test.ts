import { describe, expect, test } from 'vitest';
import { type LoginMechanism, STANDARD_ATTRIBUTES } from '#/model/account.ts';
import { configWith } from '../fixtures/account-config.ts';
import { initialValues } from './field.ts';
import { formFieldsOf } from './fields.ts';

const names = (fields: readonly { name: string }[]) => fields.map(({ name }) => name);

describe('who signs in is asked for by the ways to sign in', () => {
  test.each<[LoginMechanism[], string, string]>([
    [['username'], 'text', 'Username'],
    [['email'], 'email', 'Email'],
    [['phone_number'], 'tel', 'Phone number'],
    [['email', 'phone_number'], 'text', 'Email or phone number'],
    [['username', 'email'], 'text', 'Username or email'],
    [['phone_number', 'username'], 'text', 'Username or phone number'],
    [['username', 'email', 'phone_number'], 'text', 'Username, email or phone number'],
  ])('%j', (loginMechanisms, kind, label) => {
    const [field, password] = formFieldsOf(configWith({ loginMechanisms }), 'signIn');
    expect(field).toMatchObject({ name: 'username', kind, autoComplete: 'username', isRequired: true });
    // What a label says, no placeholder says again.
    expect([field?.label(), field?.placeholder]).toEqual([label, undefined]);
    expect(password).toMatchObject({ name: 'password', kind: 'password', autoComplete: 'current-password' });
  });
});

describe('the fields of a screen', () => {
  test('sign-up asks for the ways to sign in, the password twice, the attributes and the terms', () => {
    const config = configWith({
      loginMechanisms: ['username', 'email'],
      signUpAttributes: ['email', 'name', 'birthdate', 'custom:team'],
    });
    expect(names(formFieldsOf(config, 'signUp'))).toEqual([
      'username',
      'email',
      'password',
      'confirm_password',
      'name',
      'birthdate',
      'custom:team',
      'acknowledgement',
    ]);
    expect(names(formFieldsOf(configWith({ asksForTerms: false }), 'signUp'))).not.toContain('acknowledgement');
  });

  test.each([
    ['confirmSignUp', ['confirmation_code']],
    ['confirmSignIn', ['confirmation_code']],
    ['setupTOTP', ['confirmation_code']],
    ['confirmVerifyUser', ['confirmation_code']],
    ['resetPassword', ['username']],
    ['confirmResetPassword', ['confirmation_code', 'password', 'confirm_password']],
    ['customChallenge', ['challenge_response']],
    ['setupEmail', ['email']],
  ] as const)('%s: %j', (screen, expected) => {
    expect(names(formFieldsOf(configWith(), screen))).toEqual(expected);
  });

  test('a forced new password comes with the attributes that are missing', () => {
    expect(names(formFieldsOf(configWith(), 'forceNewPassword', ['given_name', 'custom:team']))).toEqual([
      'password',
      'confirm_password',
      'given_name',
      'custom:team',
    ]);
  });

  test('every standard attribute has a label and its own kind, and is required', () => {
    const config = configWith({ loginMechanisms: ['username'], signUpAttributes: [...STANDARD_ATTRIBUTES] });
    const fields = formFieldsOf(config, 'signUp').filter(({ name }) => STANDARD_ATTRIBUTES.some((one) => one === name));
    expect(names(fields)).toEqual([...STANDARD_ATTRIBUTES]);
    expect(fields.every(({ label, isRequired }) => label() && isRequired)).toBe(true);
    const kinds = Object.fromEntries(fields.map(({ name, kind }) => [name, kind]));
    expect(kinds).toMatchObject({
      birthdate: 'date',
      profile: 'url',
      website: 'url',
      email: 'email',
      phone_number: 'tel',
    });
    const tokens = Object.fromEntries(fields.map(({ name, autoComplete }) => [name, autoComplete]));
    expect(tokens).toMatchObject({
      given_name: 'given-name',
      family_name: 'family-name',
      phone_number: 'tel',
      birthdate: 'bday',
    });
  });

  test('an attribute of the installation is called by its name', () => {
    const field = formFieldsOf(configWith({ signUpAttributes: ['custom:home_town'] }), 'signUp')[3];
    expect(field?.label()).toBe('home town');
  });
});

describe('the configuration of fields', () => {
  const config = configWith({
    signUpAttributes: ['name', 'nickname', 'phone_number'],
    formFields: {
      signUp: {
        nickname: { order: 1, label: 'Handle', placeholder: 'As others call you', isRequired: false },
        name: { order: 2 },
        phone_number: { dialCode: '+49', dialCodes: ['+49', '+43'] },
      },
    },
  });
  const fields = formFieldsOf(config, 'signUp');

  test('fields with an order come first, the others stay as they are', () => {
    expect(names(fields)).toEqual([
      'nickname',
      'name',
      'email',
      'password',
      'confirm_password',
      'phone_number',
      'acknowledgement',
    ]);
  });

  test('label, placeholder and whether it is required are replaced', () => {
    expect([fields[0]?.label(), fields[0]?.placeholder?.(), fields[0]?.isRequired]).toEqual([
      'Handle',
      'As others call you',
      false,
    ]);
  });

  test('dial codes are replaced, and the first one is what the form begins with', () => {
    expect(fields[5]).toMatchObject({ dialCode: '+49', dialCodes: ['+49', '+43'] });
    expect(initialValues(fields)).toMatchObject({ country_code: '+49', phone_number: '' });
  });

  test('the list of countries is called and begins as its own changes say', () => {
    const [field] = formFieldsOf(
      configWith({
        loginMechanisms: ['phone_number'],
        formFields: {
          signIn: { country_code: { label: 'Land', placeholder: 'Land suchen', dialCode: '+49', dialCodes: ['+49'] } },
        },
      }),
      'signIn',
    );
    expect([field?.dialLabel?.(), field?.dialPlaceholder?.(), field?.label()]).toEqual([
      'Land',
      'Land suchen',
      'Phone number',
    ]);
    expect(field).toMatchObject({ dialCode: '+49', dialCodes: ['+49'] });
  });

  test('another screen is as before', () => {
    expect(formFieldsOf(config, 'confirmSignUp')[0]?.label()).toBe('Code');
  });

  test('without configuration the dial code is +1', () => {
    const plain = formFieldsOf(configWith({ loginMechanisms: ['phone_number'] }), 'signIn');
    expect(initialValues(plain)).toEqual({ username: '', country_code: '+1', password: '' });
  });
});
