import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { createFakeClient, refuses, works } from './fixtures/fake-client.ts';
import { DELIVERY, EMAIL, USER } from './fixtures/flow.ts';
import { showAuthenticator } from './fixtures/show-authenticator.tsx';
import type { Answer, SignInStep } from './identity-client.ts';
import { publishSession } from './session.ts';
import { speak } from './texts/catalogue.ts';

const DONE: SignInStep = { kind: 'done', user: USER };
const signedIn = { findContacts: async () => works({ verified: [EMAIL], unverified: [] }) };
const asks = (step: SignInStep) => ({
  ...signedIn,
  signIn: async () => works(step),
  confirmSignIn: async () => works(DONE),
});

beforeEach(async () => {
  sessionStorage.clear();
  localStorage.clear();
  publishSession(null);
  await speak('en');
});

function field(name: string): HTMLInputElement {
  const input = document.querySelector(`input[name="${name}"]`);
  if (!(input instanceof HTMLInputElement)) throw new Error(`There is no field ${name}: ${document.body.textContent}`);
  return input;
}

type Shown = ReturnType<typeof showAuthenticator>;

async function signIn({ user }: Shown): Promise<void> {
  await screen.findByText('Sign in to your account');
  await user.type(field('username'), 'ada@example.com');
  await user.type(field('password'), ' Secret12 ');
  await user.keyboard('{Enter}');
}

async function enterCode({ user }: Shown, button: string): Promise<void> {
  await waitFor(() => field('confirmation_code'));
  await user.type(field('confirmation_code'), '123456');
  await user.click(screen.getByRole('button', { name: button }));
}

describe('signing in', () => {
  test('name and password lead in; the password goes as it was typed', async () => {
    const { client, calls } = createFakeClient({ ...signedIn, signIn: async () => works(DONE) });
    await signIn(showAuthenticator(client));
    await screen.findByText('Welcome, Ada');
    expect(calls).toContainEqual([
      'signIn',
      expect.objectContaining({ username: 'ada@example.com', password: ' Secret12 ' }),
    ]);
  });

  test('the first field of a screen has the focus', async () => {
    const { user } = showAuthenticator(createFakeClient({}).client);
    await screen.findByText('Sign in to your account');
    expect(field('username')).toHaveProperty('ownerDocument.activeElement', field('username'));
    await user.click(screen.getByText('Forgot your password?'));
    await screen.findByText('Reset your password');
    expect(document.activeElement).toBe(field('username'));
  });

  test('while it is pending, the button waits and nothing is sent twice', async () => {
    const { promise, resolve } = Promise.withResolvers<Answer<SignInStep>>();
    const { client, calls } = createFakeClient({ ...signedIn, signIn: () => promise });
    const shown = showAuthenticator(client);
    await signIn(shown);
    const button = await screen.findByRole('button', { name: 'Signing in' });
    expect(button).toHaveProperty('disabled', true);
    await shown.user.type(field('password'), '{Enter}');
    resolve(works(DONE));
    await screen.findByText('Welcome, Ada');
    expect(calls.filter(([name]) => name === 'signIn')).toHaveLength(1);
  });

  test('what the service refuses is told in an alert, which can be dismissed', async () => {
    const shown = showAuthenticator(createFakeClient({ signIn: async () => refuses('NotAuthorizedException') }).client);
    await signIn(shown);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Incorrect username or password');
    expect(field('username').value).toBe('ada@example.com');
    await shown.user.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('a service out of reach is a Network Error', async () => {
    await signIn(showAuthenticator(createFakeClient({ signIn: async () => refuses('NetworkError') }).client));
    expect((await screen.findByRole('alert')).textContent).toContain('Network Error');
  });

  test.each([
    ['Google', 'google'],
    ['Apple', 'apple'],
  ] as const)('by %s leaves the page, and comes back from a failure', async (name, provider) => {
    const { promise, resolve } = Promise.withResolvers<Answer<null>>();
    const { client, calls } = createFakeClient({ signInWithProvider: () => promise });
    const { user } = showAuthenticator(client, { socialProviders: [provider] });
    await user.click(await screen.findByRole('button', { name: `Sign In with ${name}` }));
    await screen.findByText(`Signing in with ${name}`);
    resolve(refuses('RedirectTimeout'));
    expect((await screen.findByRole('alert')).textContent).toContain('did not answer in time');
    expect(calls).toContainEqual(['signInWithProvider', expect.objectContaining({ provider })]);
  });
});

describe('challenges', () => {
  test.each([
    ['SMS_MFA', 'Confirm SMS Code'],
    ['SOFTWARE_TOKEN_MFA', 'Confirm TOTP Code'],
    ['EMAIL_OTP', 'Confirm Email Code'],
  ] as const)('%s asks for a code', async (challenge, title) => {
    const { client, calls } = createFakeClient(asks({ kind: 'code', challenge, delivery: DELIVERY }));
    const shown = showAuthenticator(client);
    await signIn(shown);
    await screen.findByText(title);
    await enterCode(shown, 'Confirm');
    await screen.findByText('Welcome, Ada');
    expect(calls).toContainEqual(['confirmSignIn', expect.objectContaining({ answer: '123456' })]);
  });

  test.each([
    ['selectMfaType', 'How do you want to confirm that it is you?'],
    ['selectMfaSetup', 'Set up a second step'],
  ] as const)('%s offers what is allowed', async (kind, title) => {
    const { client, calls } = createFakeClient(asks({ kind, allowed: ['SMS', 'TOTP'] }));
    const shown = showAuthenticator(client);
    await signIn(shown);
    await screen.findByRole('heading', { name: title });
    expect(screen.queryByLabelText('Email')).toBeNull();
    await shown.user.click(screen.getByLabelText('Authenticator app (TOTP)'));
    await shown.user.click(screen.getByRole('button', { name: 'Continue' }));
    await screen.findByText('Welcome, Ada');
    expect(calls).toContainEqual(['confirmSignIn', expect.objectContaining({ answer: 'TOTP' })]);
  });

  test('a custom challenge takes any answer', async () => {
    const { client, calls } = createFakeClient(
      asks({ kind: 'customChallenge', parameters: { destination: 'a***@e***' } }),
    );
    const shown = showAuthenticator(client);
    await signIn(shown);
    await screen.findByText(/a\*\*\*@e\*\*\*/);
    await shown.user.type(field('challenge_response'), 'blue');
    await shown.user.click(screen.getByRole('button', { name: 'Confirm' }));
    await screen.findByText('Welcome, Ada');
    expect(calls).toContainEqual(['confirmSignIn', expect.objectContaining({ answer: 'blue' })]);
  });

  test('a new password is asked for with what is missing', async () => {
    const { client, calls } = createFakeClient(asks({ kind: 'newPassword', missingAttributes: ['nickname'] }));
    const shown = showAuthenticator(client);
    await signIn(shown);
    await screen.findByRole('heading', { name: 'Change Password' });
    await shown.user.type(field('password'), 'Secret123');
    await shown.user.type(field('confirm_password'), 'Secret123');
    await shown.user.type(field('nickname'), ' Ada ');
    await shown.user.click(screen.getByRole('button', { name: 'Change Password' }));
    await screen.findByText('Welcome, Ada');
    expect(calls).toContainEqual([
      'confirmSignIn',
      expect.objectContaining({ answer: 'Secret123', attributes: { nickname: 'Ada' } }),
    ]);
  });

  test('an authenticator app is set up by a QR code or its key', async () => {
    const shown = showAuthenticator(createFakeClient(asks({ kind: 'setupTotp', secret: 'JBSWY3DPEHPK3PXP' })).client);
    await signIn(shown);
    await screen.findByText('JBSWY3DPEHPK3PXP');
    expect(await screen.findByRole('img', { name: 'QR code for your authenticator app' })).toHaveProperty(
      'tagName',
      'svg',
    );
    await shown.user.click(screen.getByRole('button', { name: 'COPY' }));
    await screen.findByRole('button', { name: 'COPIED' });
    expect(await navigator.clipboard.readText()).toBe('JBSWY3DPEHPK3PXP');
    await enterCode(shown, 'Confirm');
    await screen.findByText('Welcome, Ada');
  });

  test('codes by e-mail are set up by an address', async () => {
    const { client, calls } = createFakeClient(asks({ kind: 'setupEmail' }));
    const shown = showAuthenticator(client);
    await signIn(shown);
    await screen.findByText('Set up codes by email');
    await shown.user.type(field('email'), 'ada@example.com');
    await shown.user.click(screen.getByRole('button', { name: 'Continue' }));
    await screen.findByText('Welcome, Ada');
    expect(calls).toContainEqual(['confirmSignIn', expect.objectContaining({ answer: 'ada@example.com' })]);
  });

  test('a challenge that nobody knows says so', async () => {
    await signIn(showAuthenticator(createFakeClient(asks({ kind: 'unexpected', challenge: 'WEB_AUTHN' })).client));
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Unexpected challengeName encountered in ConfirmSignIn',
    );
  });

  test('a reload in the middle shows the same challenge again', async () => {
    const script = asks({ kind: 'code', challenge: 'SMS_MFA', delivery: DELIVERY });
    const before = showAuthenticator(createFakeClient(script).client);
    await signIn(before);
    await screen.findByText('Confirm SMS Code');
    before.unmount();
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('Secret12');
    const after = showAuthenticator(createFakeClient(script).client);
    await enterCode(after, 'Confirm');
    await screen.findByText('Welcome, Ada');
    expect(sessionStorage).toHaveLength(0);
  });
});

describe('signing up', () => {
  async function signUp(shown: Shown): Promise<void> {
    await shown.user.click(await screen.findByRole('tab', { name: 'Create Account' }));
    await shown.user.type(field('email'), 'ada@example.com');
    await shown.user.type(field('password'), 'Secret123');
    await shown.user.type(field('confirm_password'), 'Secret123');
    await shown.user.click(screen.getByLabelText('I agree with the Terms & Conditions'));
    await shown.user.click(screen.getByRole('button', { name: 'Create Account' }));
  }
  const confirming = { signUp: async () => works({ kind: 'confirm', delivery: DELIVERY } as const) };

  test('a code confirms the account, and signs in', async () => {
    const { client, calls } = createFakeClient({
      ...signedIn,
      ...confirming,
      confirmSignUp: async () => works(null),
      autoSignIn: async () => works(DONE),
    });
    const shown = showAuthenticator(client);
    await signUp(shown);
    await screen.findByText('We Emailed You');
    await screen.findByText('It may take a minute to arrive');
    await enterCode(shown, 'Confirm');
    await screen.findByText('Welcome, Ada');
    expect(calls.map(([name]) => name)).toEqual([
      'currentUser',
      'signUp',
      'confirmSignUp',
      'autoSignIn',
      'findContacts',
    ]);
    expect(calls[1]).toEqual([
      'signUp',
      expect.objectContaining({ username: 'ada@example.com', attributes: { email: 'ada@example.com' } }),
    ]);
  });

  test('without an automatic sign-in, the form is there with the name', async () => {
    const { client } = createFakeClient({
      ...confirming,
      confirmSignUp: async () => works(null),
      autoSignIn: async () => refuses('AutoSignInException'),
    });
    const shown = showAuthenticator(client);
    await signUp(shown);
    await enterCode(shown, 'Confirm');
    await screen.findByText('Sign in to your account');
    expect(field('username').value).toBe('ada@example.com');
  });

  test('the code is sent again on request', async () => {
    const { client, calls } = createFakeClient({ ...confirming, resendSignUpCode: async () => works(DELIVERY) });
    const shown = showAuthenticator(client);
    await signUp(shown);
    await shown.user.click(await screen.findByText('Resend Code'));
    await screen.findByText('A new code is on its way.');
    expect(calls.at(-1)).toEqual(['resendSignUpCode', expect.objectContaining({ username: 'ada@example.com' })]);
  });

  test('a link is waited for', async () => {
    const { promise, resolve } = Promise.withResolvers<Answer<SignInStep>>();
    const { client } = createFakeClient({
      ...signedIn,
      signUp: async () => works({ kind: 'link', delivery: DELIVERY } as const),
      autoSignIn: () => promise,
    });
    const shown = showAuthenticator(client);
    await signUp(shown);
    await screen.findByText('Check your email');
    resolve(works(DONE));
    await screen.findByText('Welcome, Ada');
  });

  test('it can be hidden', async () => {
    showAuthenticator(createFakeClient({}).client, { hasSignUp: false });
    await screen.findByText('Sign in to your account');
    expect(screen.queryByRole('tab')).toBeNull();
  });
});

describe('forgotten passwords and contacts', () => {
  test('a code sets a new password', async () => {
    const { client, calls } = createFakeClient({
      resetPassword: async () => works(DELIVERY),
      confirmResetPassword: async () => works(null),
    });
    const shown = showAuthenticator(client);
    await shown.user.click(await screen.findByText('Forgot your password?'));
    await shown.user.type(field('username'), 'ada@example.com');
    await shown.user.click(screen.getByRole('button', { name: 'Send Code' }));
    await screen.findByText(/a\*\*\*@e\*\*\*/);
    await shown.user.type(field('confirmation_code'), '123456');
    await shown.user.type(field('password'), 'Secret123');
    await shown.user.type(field('confirm_password'), 'Secret123');
    await shown.user.click(screen.getByRole('button', { name: 'Submit' }));
    await screen.findByText('Sign in to your account');
    expect(calls.at(-1)).toEqual([
      'confirmResetPassword',
      expect.objectContaining({ username: 'ada@example.com', code: '123456', password: 'Secret123' }),
    ]);
  });

  const unverified = { findContacts: async () => works({ verified: [], unverified: [EMAIL] }) };

  test('who has no verified contact may verify one', async () => {
    const { client } = createFakeClient({
      ...unverified,
      signIn: async () => works(DONE),
      sendVerificationCode: async () => works(DELIVERY),
      verifyContact: async () => works(null),
    });
    const shown = showAuthenticator(client);
    await signIn(shown);
    await screen.findByText('Account recovery requires verified contact information');
    await shown.user.click(screen.getByRole('button', { name: 'Verify' }));
    await enterCode(shown, 'Submit');
    await screen.findByText('Welcome, Ada');
  });

  test('or skip it', async () => {
    const shown = showAuthenticator(createFakeClient({ ...unverified, signIn: async () => works(DONE) }).client);
    await signIn(shown);
    await shown.user.click(await screen.findByText('Skip'));
    await screen.findByText('Welcome, Ada');
  });
});

describe('the session', () => {
  test('who is signed in already sees the application, until they sign out', async () => {
    let current: typeof USER | null = USER;
    const { client } = createFakeClient({
      currentUser: async () => works(current),
      signOut: async () => refuses('SignOutTimeout'),
    });
    const { send } = showAuthenticator(client);
    await screen.findByText('Welcome, Ada');
    current = null;
    send({ type: 'signOut', isGlobal: true });
    await screen.findByText('Sign in to your account');
  });

  test('a refreshed token fetches the user again; one that was revoked signs out', async () => {
    let name = 'Ada';
    const { client, emit } = createFakeClient({
      currentUser: async () => works(name ? { ...USER, name } : null),
      signOut: async () => works(null),
    });
    showAuthenticator(client);
    await screen.findByText('Welcome, Ada');
    name = 'Lady Ada';
    emit({ type: 'tokenRefreshed' });
    await screen.findByText('Welcome, Lady Ada');
    name = '';
    emit({ type: 'refreshFailed', error: { code: 'SessionRevoked' } });
    await screen.findByText('Sign in to your account');
  });

  test('signing in and out in another tab is seen here', async () => {
    let current: typeof USER | null = null;
    showAuthenticator(createFakeClient({ currentUser: async () => works(current) }).client);
    await screen.findByText('Sign in to your account');
    publishSession(USER);
    await screen.findByText('Welcome, Ada');
    current = null;
    publishSession(null);
    await screen.findByText('Sign in to your account');
  });

  test('accounts that are set up wrongly say so, and can be tried again', async () => {
    let isWrong = true;
    const { client } = createFakeClient({
      currentUser: async () => (isWrong ? refuses('ConfigurationError') : works(null)),
    });
    const { user } = showAuthenticator(client);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe('Configuration error (see console) – please contact the administrator');
    isWrong = false;
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await screen.findByText('Sign in to your account');
  });
});

test('Hebrew is spoken where it is chosen', async () => {
  await speak('he');
  showAuthenticator(createFakeClient({}).client);
  expect((await screen.findAllByRole('tab')).map(({ textContent }) => textContent)).not.toContain('Sign In');
});
