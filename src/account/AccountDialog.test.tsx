import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { signUpRules } from '#app.config';
import type { SignUpRule } from '#/model/sign-up-rule.ts';
import {
  type AccountConfig,
  FORM_SCREENS,
  type FormScreen,
  type LoginMechanism,
  type PasswordSettings,
  type SignUpAttribute,
  SOCIAL_PROVIDERS,
} from '#/model/account.ts';
import { STRICT_PASSWORD } from './fixtures/account-config.ts';
import { refuses, type Script, works } from './fixtures/fake-client.ts';
import { DELIVERY, EMAIL } from './fixtures/flow.ts';
import { asked, showDialog, type ShownDialog } from './fixtures/show-dialog.tsx';
import { DONE, field, startAfresh } from './fixtures/visitor.ts';
import type { SignInStep } from './identity-client.ts';

beforeEach(startAfresh);

const PASSWORD = 'password: password, Password, , current-password';
const NEW_PASSWORDS = [
  'password: password, Password, , new-password',
  'confirm_password: password, Confirm password, , new-password',
];
/** Where nothing has a place on the screen, a list that hangs on a field counts as out of sight. */
const PLACELESS = { hidden: true };
const press = ({ user }: ShownDialog, name: string) => user.click(screen.getByRole('button', { name }));
const openSignUp = ({ user }: ShownDialog) => user.click(screen.getByRole('tab', { name: 'Create Account' }));

async function fill({ user }: ShownDialog, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    await user.click(field(name));
    await user.paste(value);
  }
}

describe('loginMechanisms', () => {
  const EMAIL_NAME = 'email: email, Email, , email';
  const PHONE_NAME = 'phone_number: tel, Phone number, , tel';
  const USERNAME = 'username: text, Username, , username';
  test.each<[LoginMechanism[], signIn: string, signUp: string[], typed: string, sent: string]>([
    [['username'], USERNAME, [USERNAME], 'ada', 'ada'],
    [['email'], 'username: email, Email, , username', [EMAIL_NAME], 'ada@x.org', 'ada@x.org'],
    [['phone_number'], 'username: tel, Phone number, , username', [PHONE_NAME], '(234) 567-8900', '+12345678900'],
    [
      ['phone_number', 'email'],
      'username: text, Email or phone number, , username',
      [PHONE_NAME, EMAIL_NAME],
      '+12345678900',
      '+12345678900',
    ],
    [
      ['username', 'phone_number'],
      'username: text, Username or phone number, , username',
      [USERNAME, PHONE_NAME],
      'ada',
      'ada',
    ],
    [['email', 'username'], 'username: text, Username or email, , username', [EMAIL_NAME, USERNAME], 'ada', 'ada'],
    [
      ['phone_number', 'username', 'email'],
      'username: text, Username, email or phone number, , username',
      [PHONE_NAME, USERNAME, EMAIL_NAME],
      'ada@x.org',
      'ada@x.org',
    ],
  ])('%j', async (loginMechanisms, signIn, signUp, typed, sent) => {
    const shown = await showDialog({ loginMechanisms });
    expect(asked(shown)).toEqual([signIn, PASSWORD]);
    expect(document.activeElement).toBe(field('username'));
    await fill(shown, { username: typed, password: 'x' });
    await press(shown, 'Sign in');
    expect(shown.calls.at(-1)).toEqual(['signIn', expect.objectContaining({ username: sent, password: 'x' })]);
    await screen.findByRole('alert');
    await openSignUp(shown);
    expect(asked(shown)).toEqual([...signUp, ...NEW_PASSWORDS]);
  });

  test.each(['signIn', 'signUp', 'resetPassword'] as const)(
    'a number that %s asks for first has the focus, and no list of countries lies over it',
    async (initialState) => {
      const { unmount, user } = await showDialog({ loginMechanisms: ['phone_number'], initialState });
      const number = field(initialState === 'signUp' ? 'phone_number' : 'username');
      expect(document.activeElement).toBe(number);
      await user.keyboard('234');
      const countries = await screen.findByRole('combobox');
      // What was typed until the countries were there has not got lost, nor has the place where it is typed.
      await user.keyboard('5678900');
      expect(number.isConnected && number.value).toBe('2345678900');
      expect(countries.getAttribute('aria-expanded')).toBe('false');
      unmount();
      // By now, the countries are there at once.
      await showDialog({ loginMechanisms: ['phone_number'], initialState });
      expect(document.activeElement).toBe(field(number.name));
      expect(screen.getByRole('combobox').getAttribute('aria-expanded')).toBe('false');
      await user.tab({ shift: true });
      expect(document.activeElement).toBe(screen.getByRole('combobox'));
      expect(screen.getByRole('combobox').getAttribute('aria-expanded')).toBe('false');
      await user.keyboard('germ');
      await user.click(await screen.findByRole('option', { name: '🇩🇪 +49 Germany', ...PLACELESS }));
      expect(document.querySelector<HTMLInputElement>('input[name="country_code"]')?.value).toBe('+49');
    },
  );
});

describe('signUpAttributes', () => {
  const ATTRIBUTES = {
    address: ['address: text, Address, , street-address', '1 Hill Road'],
    birthdate: ['birthdate: date, Date of birth, , bday', '1990-12-10'],
    email: ['email: email, Email, , email', 'ada@x.org'],
    family_name: ['family_name: text, Last name, , family-name', 'Lovelace'],
    gender: ['gender: text, Gender, , sex', 'none'],
    given_name: ['given_name: text, First name, , given-name', 'Ada'],
    locale: ['locale: text, Language and region, Enter your language and region, like en-US, language', 'en'],
    middle_name: ['middle_name: text, Middle name, , additional-name', 'K.'],
    name: ['name: text, Name, , name', 'Ada'],
    nickname: ['nickname: text, Nickname, , nickname', 'Addie'],
    phone_number: ['phone_number: tel, Phone number, , tel', '+12345678900'],
    picture: ['picture: url, Picture, Enter the web address of your picture, photo', 'https://x.org/a.png'],
    preferred_username: ['preferred_username: text, Preferred username, , off', 'countess'],
    profile: ['profile: url, Profile, Enter the web address of your profile, off', 'https://x.org/ada'],
    updated_at: ['updated_at: text, Last updated, Enter the time of your last update, off', '1790000000'],
    website: ['website: url, Website, , url', 'https://x.org'],
    zoneinfo: ['zoneinfo: text, Time zone, Enter your time zone, like Europe/Paris, off', 'Europe/London'],
    'custom:team.name': ['custom:team.name: text, team name, , off', 'Engines'],
  } satisfies Partial<Record<SignUpAttribute, [field: string, value: string]>>;
  test('each is asked for as what it is, and told to the service', async () => {
    const names = Object.keys(ATTRIBUTES) as (keyof typeof ATTRIBUTES)[];
    const shown = await showDialog({
      loginMechanisms: ['username'],
      signUpAttributes: names,
      initialState: 'signUp',
    });
    expect(asked(shown).slice(3)).toEqual(names.map((name) => ATTRIBUTES[name][0]));
    const values = Object.fromEntries(names.map((name) => [name, ATTRIBUTES[name][1]]));
    await fill(shown, { username: 'ada', password: 'Secret123', confirm_password: 'Secret123', ...values });
    await press(shown, 'Create account');
    expect(shown.calls.at(-1)).toEqual(['signUp', expect.objectContaining({ attributes: values })]);
  });

  test('the terms, where they are asked for', async () => {
    const shown = await showDialog({ asksForTerms: true, initialState: 'signUp' });
    expect(asked(shown).at(-1)).toBe('acknowledgement: checkbox, I agree with the Terms & Conditions, , ');
    expect(screen.getByRole('link', { name: 'Terms & Conditions' }).getAttribute('href')).toBe('/terms');
  });
});

describe('socialProviders', () => {
  const NAMES = { amazon: 'Amazon', apple: 'Apple', facebook: 'Facebook', google: 'Google' };
  test.each(SOCIAL_PROVIDERS)('%s', async (provider) => {
    const shown = await showDialog({ socialProviders: [provider] });
    expect(screen.getAllByRole('button', { name: /^Sign In with/ })).toHaveLength(1);
    await press(shown, `Sign In with ${NAMES[provider]}`);
    expect(shown.calls.at(-1)).toEqual(['signInWithProvider', expect.objectContaining({ provider })]);
    await screen.findByRole('alert');
    await openSignUp(shown);
    await press(shown, `Sign Up with ${NAMES[provider]}`);
    expect(shown.calls.at(-1)).toEqual(['signInWithProvider', expect.objectContaining({ provider })]);
  });

  test('all of them in the order given, and none', async () => {
    const { unmount } = await showDialog({ socialProviders: ['google', 'amazon', 'facebook', 'apple'] });
    const labels = screen.getAllByRole('button', { name: /^Sign In with/ }).map(({ textContent }) => textContent);
    expect(labels).toEqual([
      'Sign In with Google',
      'Sign In with Amazon',
      'Sign In with Facebook',
      'Sign In with Apple',
    ]);
    unmount();
    await showDialog({ socialProviders: [] });
    expect(screen.queryByRole('button', { name: /^Sign In with/ })).toBeNull();
  });
});

describe('initialState', () => {
  test.each<[Partial<AccountConfig>, title: string, tab: string | null]>([
    [{ initialState: 'signIn' }, 'Sign in to your account', 'Sign In'],
    [{ initialState: 'signUp' }, 'Create an account', 'Create Account'],
    [{ initialState: 'resetPassword' }, 'Reset your password', null],
    [{ initialState: 'signUp', hasSignUp: false }, 'Sign in to your account', null],
  ])('%j', async (changes, title, tab) => {
    await showDialog(changes);
    await screen.findByRole('heading', { name: title });
    const [selected = null] = screen.queryAllByRole('tab', { selected: true });
    expect(selected?.textContent ?? null).toBe(tab);
  });
});

describe('passwordSettings', () => {
  const NONE = { requiresLowercase: false, requiresUppercase: false, requiresNumbers: false, requiresSymbols: false };
  test.each<[Partial<PasswordSettings>, rules: string[], wrong: string, problem: string]>([
    [{ minLength: 12 }, ['at least 12 characters'], 'elevenchars', 'Password must have at least 12 characters'],
    [
      { requiresLowercase: true },
      ['at least 8 characters', 'a lowercase letter'],
      'ABCDEFGH',
      'Password must have lower case letters',
    ],
    [
      { requiresUppercase: true },
      ['at least 8 characters', 'an uppercase letter'],
      'abcdefgh',
      'Password must have upper case letters',
    ],
    [{ requiresNumbers: true }, ['at least 8 characters', 'a number'], 'abcdefgh', 'Password must have numbers'],
    [
      { requiresSymbols: true },
      ['at least 8 characters', 'a special character'],
      'abcdefgh',
      'Password must have special characters',
    ],
  ])('%j', async (settings, rules, wrong, problem) => {
    const passwordSettings = { ...STRICT_PASSWORD, ...NONE, ...settings };
    const { user } = await showDialog({ passwordSettings, initialState: 'signUp' });
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(rules);
    await user.type(field('password'), wrong);
    await user.tab();
    expect(screen.getByText(problem)).toBeDefined();
  });

  test('the rules are read out with the field, and what is left of them as one types', async () => {
    const { dialog, user } = await showDialog({ passwordSettings: STRICT_PASSWORD, initialState: 'signUp' });
    const password = field('password');
    const described = () =>
      (password.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent)
        .join(' ');
    const said = () => dialog.querySelector('output')?.textContent;
    expect(described()).toBe(
      'Your password needs:at least 8 charactersa lowercase letteran uppercase lettera numbera special character',
    );
    expect(said()).toBe('');
    await user.type(password, 'abcdefgh');
    expect(described()).toContain('at least 8 characters (done)');
    expect(said()).toBe('Still needed: an uppercase letter, a number, and a special character');
    await user.tab();
    expect(described()).toMatch(/^Password must have upper case letters +Your password needs:/);
    await user.type(password, 'A1!');
    expect(said()).toBe('Your password meets all requirements.');
    // Politely: after what the visitor hears of the typing itself.
    expect(dialog.querySelector('output')?.getAttribute('aria-live') ?? 'polite').toBe('polite');
    await user.clear(password);
    expect(said()).toBe('');
  });

  test('a password that is only told has no rules', async () => {
    await showDialog({ passwordSettings: STRICT_PASSWORD });
    expect(field('password').getAttribute('aria-describedby')).toBeNull();
    expect(screen.queryByRole('listitem')).toBeNull();
  });
});

describe('formFields', () => {
  const after = (step: SignInStep, more: Script = {}): Script => ({ signIn: async () => works(step), ...more });
  const unverified: Script = { findContacts: async () => works({ verified: [], unverified: [EMAIL] }) };
  const sends = {
    resendSignUpCode: async () => works(DELIVERY),
    resetPassword: async () => works(DELIVERY),
    sendVerificationCode: async () => works(DELIVERY),
  } satisfies Script;
  const code = 'confirmation_code';
  const SCREENS: Record<FormScreen, [names: string[], script: Script | null, initial?: AccountConfig['initialState']]> =
    {
      signIn: [['username', 'password'], null],
      signUp: [['email', 'password', 'confirm_password', 'nickname'], null, 'signUp'],
      resetPassword: [['username'], null, 'resetPassword'],
      confirmSignUp: [[code], after({ kind: 'confirmSignUp', isByLink: false }, sends)],
      confirmSignIn: [[code], after({ kind: 'code', challenge: 'SMS_MFA', delivery: DELIVERY })],
      selectMfaType: [['mfa_type'], after({ kind: 'selectMfaType', allowed: ['TOTP', 'SMS'] })],
      selectMfaSetup: [['mfa_type'], after({ kind: 'selectMfaSetup', allowed: ['TOTP', 'EMAIL'] })],
      forceNewPassword: [
        ['password', 'confirm_password', 'nickname'],
        after({ kind: 'newPassword', missingAttributes: ['nickname'] }),
      ],
      setupTOTP: [[code], after({ kind: 'setupTotp', secret: 'JBSWY3DPEHPK3PXP' })],
      setupEmail: [['email'], after({ kind: 'setupEmail' })],
      customChallenge: [['challenge_response'], after({ kind: 'customChallenge', parameters: {} })],
      confirmResetPassword: [[code, 'password', 'confirm_password'], after({ kind: 'resetPassword' }, sends)],
      verifyUser: [['unverified_attribute'], after(DONE, unverified)],
      confirmVerifyUser: [[code], after(DONE, { ...unverified, ...sends })],
    };

  /** Gets the visitor to a screen, all of whose fields were given texts, stand in the opposite order and may stay empty. */
  async function showChanged(name: FormScreen): Promise<[ShownDialog, names: string[]]> {
    const [names, script, initialState = 'signIn'] = SCREENS[name];
    const changes = names.map((field, order) => [
      field,
      { label: `The ${field}`, placeholder: `Say the ${field}`, isRequired: false, order: -order },
    ]);
    const shown = await showDialog(
      {
        initialState,
        signUpAttributes: ['nickname'],
        formFields: { [name]: Object.fromEntries(changes) },
      },
      script ?? {},
    );
    if (script) {
      await fill(shown, { username: 'ada@x.org', password: 'x' });
      await press(shown, 'Sign in');
    }
    if (name === 'confirmVerifyUser') await press(shown, await screen.findByRole('radio').then(() => 'Verify'));
    return [shown, names.toReversed()];
  }

  test.each(FORM_SCREENS.filter((name) => !['selectMfaType', 'selectMfaSetup', 'verifyUser'].includes(name)))(
    'of %s: label, placeholder, order and whether an answer is required',
    async (name) => {
      const [shown, names] = await showChanged(name);
      await waitFor(() =>
        expect(asked(shown).map((shownField) => shownField.replace(/: \w+,/, ':').replace(/, [\w-]*$/, ''))).toEqual(
          names.map((field) => `${field}?: The ${field}, Say the ${field}`),
        ),
      );
    },
  );

  test.each(['selectMfaType', 'selectMfaSetup', 'verifyUser'] as const)('of %s: the label', async (name) => {
    const [, [field]] = await showChanged(name);
    await screen.findByRole('group', { name: `The ${field}` });
  });

  test.each(['confirmSignUp', 'confirmSignIn', 'setupTOTP', 'confirmResetPassword', 'confirmVerifyUser'] as const)(
    'the code of %s is labelled Code, and has Code for a placeholder, a letter in each box until there is a digit',
    async (name) => {
      const [, script] = SCREENS[name];
      const shown = await showDialog({}, script ?? {});
      await fill(shown, { username: 'ada@x.org', password: 'x' });
      await press(shown, 'Sign in');
      if (name === 'confirmVerifyUser') await press(shown, await screen.findByRole('radio').then(() => 'Verify'));
      await waitFor(() => expect(asked(shown)[0]).toBe(`${code}: text, Code, Code, one-time-code`));
      const boxes = () => [...(field(code).previousElementSibling?.children ?? [])].map((box) => box.textContent);
      expect(boxes()).toEqual(['C', 'o', 'd', 'e', '', '']);
      await shown.user.type(field(code), '1');
      expect(boxes().join('')).toBe('');
    },
  );

  test('a placeholder with more letters than a code has digits stands as it is', async () => {
    const placeholder = 'Six digits';
    const shown = await showDialog(
      { formFields: { confirmSignIn: { [code]: { placeholder } } } },
      SCREENS.confirmSignIn[1] ?? {},
    );
    await fill(shown, { username: 'ada@x.org', password: 'x' });
    await press(shown, 'Sign in');
    await waitFor(() => expect(field(code).placeholder).toBe(placeholder));
    expect(field(code).previousElementSibling?.textContent).toBe('');
  });

  test('dial codes', async () => {
    const { user } = await showDialog({
      loginMechanisms: ['phone_number'],
      formFields: {
        signIn: { username: { dialCode: '+43', dialCodes: ['+43', '+49'] }, country_code: { label: 'Land' } },
      },
    });
    const countries = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Land' });
    expect(countries.value).toBe('🇦🇹 +43');
    await user.click(countries);
    expect((await screen.findAllByRole('option', PLACELESS)).map(({ textContent }) => textContent)).toEqual([
      '🇦🇹 +43 Austria',
      '🇩🇪 +49 Germany',
    ]);
  });
});

describe('signUpRules of app.config.ts', () => {
  const rules = signUpRules as SignUpRule[];
  const RULE: SignUpRule = {
    field: 'preferred_username',
    isMet: (values) => values['preferred_username'] !== 'admin',
    texts: { en: 'Please take another name' },
  };
  afterEach(() => void rules.splice(0));

  test('are checked when the field is left, at each change from then on, and when the form is sent', async () => {
    rules.push(RULE);
    const shown = await showDialog({ signUpAttributes: ['preferred_username'], initialState: 'signUp' });
    const problem = () => screen.queryByText('Please take another name');
    await fill(shown, { email: 'ada@x.org', password: 'Secret123', confirm_password: 'Secret123' });
    await fill(shown, { preferred_username: 'admin' });
    expect(problem()).toBeNull();
    await press(shown, 'Create account');
    expect(problem()?.id).toBe(field('preferred_username').getAttribute('aria-describedby'));
    expect(shown.calls.map(([name]) => name)).not.toContain('signUp');
    await fill(shown, { preferred_username: 's' });
    expect(problem()).toBeNull();
    await shown.user.type(field('preferred_username'), '{Backspace}');
    expect(problem()).not.toBeNull();
    await shown.user.clear(field('preferred_username'));
    await fill(shown, { preferred_username: 'countess' });
    await press(shown, 'Create account');
    expect(shown.calls.at(-1)).toEqual([
      'signUp',
      expect.objectContaining({ attributes: { email: 'ada@x.org', preferred_username: 'countess' } }),
    ]);
  });

  test('preferred usernames are checked without any', async () => {
    const { user } = await showDialog({ signUpAttributes: ['preferred_username'], initialState: 'signUp' });
    await user.type(field('preferred_username'), 'ada@x.org');
    await user.tab();
    expect(screen.getByText('A username cannot be an email address')).toBeDefined();
    await user.clear(field('preferred_username'));
    await user.type(field('preferred_username'), 'ada lovelace');
    expect(screen.getByText('A username cannot have spaces')).toBeDefined();
  });
});

describe('who was confirmed already', () => {
  const script: Script = {
    autoSignIn: async () => refuses('AutoSignInException'),
  };
  test.each<[how: string, Script, act: (shown: ShownDialog) => Promise<void>]>([
    [
      'is told so when another code is asked for',
      {},
      async (shown) =>
        press(shown, await screen.findByRole('button', { name: 'Resend code' }).then(() => 'Resend code')),
    ],
    [
      'is told so when a code is entered',
      { confirmSignUp: async () => refuses('UserAlreadyConfirmed') },
      async ({ user }) => {
        await waitFor(() => field('confirmation_code'));
        await user.type(field('confirmation_code'), '123456');
      },
    ],
  ])('%s, and signs in', async (_how, more, act) => {
    let [sent, signedIn] = [0, 0];
    const shown = await showDialog(
      {},
      {
        ...script,
        signIn: async () =>
          signedIn++ === 0 ? works({ kind: 'confirmSignUp', isByLink: false }) : refuses('NetworkError'),
        // The first one goes out as the screen opens.
        resendSignUpCode: async () => (sent++ === 0 ? works(DELIVERY) : refuses('UserAlreadyConfirmed')),
        ...more,
      },
    );
    await fill(shown, { username: 'ada@x.org', password: 'x' });
    await press(shown, 'Sign in');
    await act(shown);
    await screen.findByRole('heading', { name: 'Sign in to your account' });
    expect(screen.getByRole('status').textContent).toBe('User is already confirmed.');
    expect(field('username').value).toBe('ada@x.org');
    await fill(shown, { password: 'x' });
    await press(shown, 'Sign in');
    await screen.findByText('Network Error');
    expect(screen.queryByText('User is already confirmed.')).toBeNull();
  });
});
