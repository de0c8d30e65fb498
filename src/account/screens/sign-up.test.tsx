import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { createFakeClient, refuses, works } from '../fixtures/fake-client.ts';
import { DELIVERY } from '../fixtures/flow.ts';
import { showAuthenticator, type Shown } from '../fixtures/show-authenticator.tsx';
import { DONE, enterCode, field, signedIn, startAfresh } from '../fixtures/visitor.ts';
import type { Answer, SignInStep } from '../identity-client.ts';

beforeEach(startAfresh);

describe('signing up', () => {
  async function signUp(shown: Shown): Promise<void> {
    await shown.user.click(await screen.findByRole('tab', { name: 'Create Account' }));
    await shown.user.type(field('email'), 'ada@example.com');
    await shown.user.type(field('password'), 'Secret123');
    await shown.user.type(field('confirm_password'), 'Secret123');
    await shown.user.click(screen.getByLabelText('I agree with the Terms & Conditions'));
    await shown.user.click(screen.getByRole('button', { name: 'Create account' }));
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
    await screen.findByText('We emailed you');
    await screen.findByText('It may take a minute to arrive.');
    await enterCode(shown);
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

  test.each([
    ['kept', /Only its operator can see your code/],
    ['none', /you can’t confirm a new account/],
  ] as const)('where codes are %s, the form says so before it is filled in', async (codes, note) => {
    const shown = showAuthenticator(createFakeClient({}).client, { initialState: 'signUp' }, codes);
    await screen.findByText(note);
    shown.unmount();
    showAuthenticator(createFakeClient({}).client, { initialState: 'signUp' });
    await screen.findByText('Create an account');
    expect(screen.queryByText(note)).toBeNull();
  });

  test('without an automatic sign-in, the form is there with the name', async () => {
    const { client } = createFakeClient({
      ...confirming,
      confirmSignUp: async () => works(null),
      autoSignIn: async () => refuses('AutoSignInException'),
    });
    const shown = showAuthenticator(client);
    await signUp(shown);
    await enterCode(shown);
    await screen.findByText('Sign in to your account');
    expect(field('username').value).toBe('ada@example.com');
  });

  test('the code is sent again on request', async () => {
    const { client, calls } = createFakeClient({ ...confirming, resendSignUpCode: async () => works(DELIVERY) });
    const shown = showAuthenticator(client);
    await signUp(shown);
    await shown.user.click(await screen.findByText('Resend code'));
    await screen.findByText('A new code is on its way.');
    expect(calls.at(-1)).toEqual(['resendSignUpCode', expect.objectContaining({ username: 'ada@example.com' })]);
  });

  test('a code that could not be sent again is not said to be sent, also when the reason has been dismissed', async () => {
    const answers = [refuses('LimitExceededException'), works(DELIVERY)];
    const { client } = createFakeClient({
      ...confirming,
      resendSignUpCode: async () => answers.shift() ?? works(DELIVERY),
      confirmSignUp: async () => refuses('CodeMismatchException'),
    });
    const shown = showAuthenticator(client);
    await signUp(shown);
    const said = () => screen.getByRole('status').textContent;
    const dismiss = async () => shown.user.click(await screen.findByRole('button', { name: 'Dismiss' }));
    await shown.user.click(await screen.findByText('Resend code'));
    await dismiss();
    expect(said()).toBe('');
    await shown.user.click(screen.getByText('Resend code'));
    await waitFor(() => expect(said()).toBe('A new code is on its way.'));
    await enterCode(shown);
    await dismiss();
    expect(said()).toBe('');
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
